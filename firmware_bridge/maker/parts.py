"""Everything that has to be bought for a panel, with counts, currents and the number of solder joints.

What a wiring needs is said by its driver; what every board needs besides follows from its size. Knows
panels, no games.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot

from firmware_bridge.maker.body import (
    BASE,
    BRIDGE_THICK,
    COUNTING,
    DIFFUSER,
    RAIL,
    Layers,
    Outline,
    layers,
    outline,
)
from firmware_bridge.texts import Texts
from firmware_bridge.texts.columns import table
from firmware_bridge.texts.wording import in_words
from hardware.panels.panel import Panel
from hardware.parts.bill import CERAMIC, PIXEL
from hardware.plan import Part

LEAD = 300.0
"""Millimetres of wire from the board's edge to the computer."""
SPARE = 1.15
"""Wire that is cut off, and what runs around corners."""
SUPPLIES = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 20.0)
FUSES = (1.0, 1.6, 2.0, 2.5, 3.15, 4.0, 5.0, 6.3, 8.0, 10.0)
"""Amperes in which they are sold."""
SCREWS = (16, 20, 25, 30, 35, 40, 50)
"""Millimetres in which they are sold."""
FEED_EVERY = 32
"""Pixels after which 5 V are fed in anew."""


@dataclass(frozen=True, slots=True)
class Line:
    """`unit` is the id of a text: pieces, metres."""

    what: str
    amount: float
    unit: str = "pieces"
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Bill:
    lines: tuple[Line, ...]
    full_ma: float
    """What all pixels draw at full white."""
    budget_ma: float
    logic_ma: float
    """What chips and sensors draw from 3.3 V."""
    supply_a: float
    joints: int


def bill(panel: Panel, text: Texts) -> Bill:
    electronic = _electronic(panel)
    lit = panel.lights.strip.count > 0
    full = panel.lights.strip.full_ma(panel.buttons.pixels) if lit else 0.0
    budget = panel.lights.strip.budget_ma if lit else 0.0
    # Half as much again: a supply at its limit gets hot and drops.
    supply = next((a for a in SUPPLIES if a >= 1.5 * budget / 1000), SUPPLIES[-1])
    logic = sum(part.pieces * part.ma for part in electronic)
    lines = [
        *(Line(in_words(part.what, text), part.pieces) for part in electronic),
        *(_power(panel, text, budget, supply) if lit else ()),
        *_joining(electronic, panel, text),
        *_body(outline(panel), layers(panel), text),
        *(Line(text(f"parts.{tool}"), 1, remark=text("parts.tool")) for tool in TOOLS),
    ]
    joints = sum(part.pieces * part.joints for part in electronic) + 2 * _pins(panel)
    return Bill(tuple(lines), full, budget, logic, supply if lit else 0.0, joints)


TOOLS = ("iron", "meter", "stripper", "breadboard", "ruler", "drill", "saw", "glue")


def _electronic(panel: Panel) -> list[Part]:
    """What the drivers ask for, each part once. Lights of the buttons are pixels like the others."""
    found: dict[str, Part] = {}
    wirings = (panel.sensors, panel.lights, panel.buttons)
    for part in (part for wiring in wirings for part in wiring.plan().parts):
        before = found.get(part.what)
        pieces = part.pieces + (before.pieces if before else 0)
        found[part.what] = part._replace(pieces=pieces)
    # The pixels behind buttons hang on the strip, whose wiring does not know them.
    pixel = found.get(PIXEL())
    if pixel is not None:
        found[PIXEL()] = pixel._replace(pieces=pixel.pieces + panel.buttons.pixels)
    return [part for part in found.values() if part.pieces]


def _pins(panel: Panel) -> int:
    return sum(len(w.plan().pins) for w in (panel.sensors, panel.lights, panel.buttons))


def fuse_of(budget: float) -> float:
    """Amperes of the fuse that lets so many milliamperes pass."""
    return next((a for a in FUSES if a >= 1.25 * budget / 1000), FUSES[-1])


def _power(panel: Panel, text: Texts, budget: float, supply: float) -> list[Line]:
    pixels = panel.lights.strip.count + panel.buttons.pixels
    fuse = fuse_of(budget)
    feeds = 1 + ceil(pixels / FEED_EVERY)
    thick = 2 * feeds * (outline(panel).width + LEAD) / 1000 * SPARE
    return [
        Line(
            text("parts.supply", amperes=f"{supply:g}"),
            1,
            remark=text("parts.budget", ma=round(budget)),
        ),
        Line(text("parts.fuse", amperes=f"{fuse:g}"), 1),
        Line(text("parts.socket"), 1),
        Line(text("parts.thick-wire"), _metres(thick), "metres", text("parts.feeds", count=feeds)),
    ]


def _joining(electronic: list[Part], panel: Panel, text: Texts) -> list[Line]:
    """What chips and wires are joined by. Beside every chip is a capacitor: they are as many."""
    chips = sum(part.pieces for part in electronic if part.what == CERAMIC())
    # Every pin, and ground.
    leads = Line(text("parts.leads"), _pins(panel) + 1)
    sockets = [Line(text("parts.chip-socket"), chips), Line(text("parts.stripboard"), 1)]
    return [leads, *(sockets if chips else ()), Line(text("parts.shrink"), 2, "metres")]


def _body(edge: Outline, stack: Layers, text: Texts) -> list[Line]:
    size = f"{edge.width:.0f} × {edge.height:.0f}"
    across, thick = stack.disc
    by_frame = text("parts.by-frame")
    low, high = stack.seat - BRIDGE_THICK, stack.grid - stack.seat
    grid_cut = (
        text("parts.layered", low=f"{low:.1f}", high=f"{high:.1f}") if stack.seat else by_frame
    )
    magnet = text("parts.counting-magnet" if stack.kind == COUNTING else "parts.magnet")
    tall = BASE + stack.grid + DIFFUSER
    # Through all layers, and a nut of 2.4 mm with its washer.
    screw = next((mm for mm in SCREWS if mm >= tall + 4), SCREWS[-1])
    around = 2 * (edge.width + edge.height + 4 * RAIL) / 1000
    bridges = Line(text("parts.bridges", size=f"{size} × {BRIDGE_THICK:g}"), 1, remark=by_frame)
    return [
        Line(text("parts.computer"), 1),
        Line(text("parts.plywood", size=f"{size} × {BASE:g}"), 1),
        Line(text("parts.grid", size=f"{size} × {stack.grid:g}"), 1, remark=grid_cut),
        *((bridges,) if stack.seat else ()),
        Line(text("parts.acrylic", size=f"{size} × {DIFFUSER:g}"), 1),
        Line(text("parts.sheet", size=size), 1, remark=text("parts.by-overlay")),
        Line(
            text("parts.rail", size=f"{RAIL:g} × {ceil(tall):d}"),
            _metres(around),
            "metres",
            by_frame,
        ),
        Line(text("parts.screws", length=screw), 4),
        Line(text("parts.disc", size=f"{across:g} × {thick:g}"), 1, "each", magnet),
    ]


def wires(panel: Panel) -> float:
    """Metres of thin wire: every line of the matrix with its lead, or every sensor to its chip and its
    two supply lines."""
    plan = panel.sensors.plan()
    at = {place.channel: (place.x, place.y) for place in panel.places}
    length = 0.0
    for wire in plan.wires:
        spots = sorted(at[channel] for channel in wire.channels if channel in at)
        length += LEAD + sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(spots))
    if not plan.wires:
        groups: dict[int | None, list[tuple[float, float]]] = {}
        for channel, spot in at.items():
            wired = plan.connections.get(channel)
            groups.setdefault(wired.group if wired else None, []).append(spot)
        for spots in groups.values():
            x, y = (sum(values) / len(spots) for values in zip(*spots, strict=True))
            # Manhattan distance to the chip in their midst, and two supply lines from cell to cell.
            length += sum(abs(a - x) + abs(b - y) + 2 * panel.pitch for a, b in spots) + LEAD
    buttons = panel.buttons.count * 2 * LEAD
    # Three short pieces from each pixel to the next.
    pixels = panel.lights.strip.count * 3 * panel.pitch
    return _metres((length + buttons + pixels) / 1000 * SPARE)


def _metres(length: float) -> float:
    return float(ceil(length))


def rows(panel: Panel, text: Texts) -> list[tuple[str, ...]]:
    found = bill(panel, text)
    thin = Line(text("parts.thin-wire"), wires(panel), "metres")
    return [
        (line.what, f"{line.amount:g}", text(f"parts.{line.unit}"), line.remark)
        for line in (*found.lines, thin)
    ]


def heads(text: Texts) -> list[str]:
    return [text(f"parts.head-{head}") for head in ("part", "count", "unit", "remark")]


def as_text(panel: Panel, text: Texts) -> str:
    found = bill(panel, text)
    lines = [f"{panel.name}: {panel.about}", "", table(heads(text), rows(panel, text)), ""]
    if found.full_ma:
        lines.append(
            text(
                "parts.currents",
                full=f"{found.full_ma / 1000:.1f}",
                budget=f"{found.budget_ma / 1000:.1f}",
                supply=f"{found.supply_a:g}",
            )
        )
    if found.logic_ma:
        lines.append(text("parts.logic", ma=round(found.logic_ma)))
    return "\n".join([*lines, text("parts.joints", count=found.joints)])


def as_csv(panel: Panel, text: Texts) -> str:
    out = io.StringIO()
    writing = csv.writer(out, lineterminator="\n")
    writing.writerow(heads(text))
    writing.writerows(rows(panel, text))
    return out.getvalue()

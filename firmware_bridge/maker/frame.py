"""The parts of a board's body: for a laser cutter, and for a printer.

Cut from sheets: the base with holes for the sensors' legs, the spacer grid in layers with a sheet of
bridges between them on which the sensors lie, and a frame around it all. Printed: the grid in parts that
fit the printer, bridges included. From the panel's own millimetres; knows no games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot

from firmware_bridge.maker.body import (
    ALONG,
    BRIDGE,
    BRIDGE_THICK,
    PEG,
    RAIL,
    REED,
    WALL,
    Layers,
    Outline,
    layers,
    outline,
)
from firmware_bridge.maker.drawing import XY, Circle, Polygon, hexagon
from firmware_bridge.maker.dxf import Cut
from firmware_bridge.maker.section import REED_LONG
from firmware_bridge.maker.solid import Triangle, box, quad
from hardware.panels.panel import Panel, Place

LEG = 0.75
"""Radius of the holes for wires of sensors."""
SLACK = 0.5
"""Between the frame and what lies in it."""
INTO = 0.4
"""How far a printed bridge reaches into the wall."""


def hexagonal(panel: Panel) -> bool:
    """Whether rows lie closer than cells in a row do."""
    ys = sorted({round(place.y, 3) for place in panel.places})
    return len(ys) > 1 and min(b - a for a, b in zip(ys, ys[1:], strict=False)) < 0.95 * panel.pitch


def cell(panel: Panel, x: float, y: float, pitch: float) -> tuple[XY, ...]:
    """A cell's outline, counter-clockwise, as wide as `pitch`."""
    if hexagonal(panel):
        return tuple(reversed(hexagon(x, y, pitch)))
    half = pitch / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def sheets(panel: Panel) -> dict[str, list[Cut]]:
    """What is cut, by the name of the sheet."""
    edge, stack = outline(panel), layers(panel)
    held: list[Cut] = [_rectangle(edge), *(Circle(x, y, PEG) for x, y in edge.pegs())]
    found: dict[str, list[Cut]] = {
        "base": [*held, *(Circle(x, y, LEG) for p in panel.places for x, y in legs(p, stack))],
        "grid": [
            *held,
            *(Polygon(cell(panel, p.x, p.y, panel.pitch - WALL)) for p in panel.places),
        ],
        "frame": [
            _rectangle(_grown(edge, SLACK)),
            _rectangle(_grown(edge, SLACK + RAIL)),
        ],
    }
    if stack.seat:
        halves = (part for place in panel.places for part in _beside_the_bridge(panel, place))
        found["bridges"] = [*held, *halves]
    return found


def legs(place: Place, stack: Layers) -> list[XY]:
    """Where wires go through the base."""
    if stack.kind == REED:
        reach = REED_LONG / 2 + 2
        return [(place.x + ALONG - reach, place.y), (place.x + ALONG + reach, place.y)]
    return [(place.x + shift, place.y - 6) for shift in (-2.54, 0.0, 2.54)]


def _rectangle(edge: Outline) -> Polygon:
    left, bottom, right, top = edge
    return Polygon(((left, bottom), (right, bottom), (right, top), (left, top)))


def _grown(edge: Outline, by: float) -> Outline:
    return Outline(edge.left - by, edge.bottom - by, edge.right + by, edge.top + by)


def _beside_the_bridge(panel: Panel, place: Place) -> list[Polygon]:
    """The two openings that a bridge leaves of a cell: above and below it."""
    opening = cell(panel, place.x, place.y, panel.pitch - WALL)
    upper = _above(opening, place.y + BRIDGE / 2)
    lower = _above([(x, -y) for x, y in opening][::-1], BRIDGE / 2 - place.y)
    return [Polygon(tuple(upper)), Polygon(tuple((x, -y) for x, y in lower[::-1]))]


def _above(shape: Sequence[XY], level: float) -> list[XY]:
    """The part of a convex shape above a line."""
    found: list[XY] = []
    for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
        if ay >= level:
            found.append((ax, ay))
        if (ay >= level) != (by >= level):
            share = (level - ay) / (by - ay)
            found.append((ax + share * (bx - ax), level))
    return found


# For a printer ------------------------------------------------------------------------------------


def blocks(panel: Panel, bed: float) -> list[list[Place]]:
    """The cells of each part that fits a printer of that size, row of blocks by row of blocks."""
    edge = outline(panel)
    counts = [max(1, -(-int(size) // int(bed))) for size in (edge.width, edge.height)]
    found: dict[tuple[int, int], list[Place]] = {}
    for place in panel.places:
        across = int((place.x - edge.left) / edge.width * counts[0])
        up = int((place.y - edge.bottom) / edge.height * counts[1])
        found.setdefault((up, across), []).append(place)
    return [found[key] for key in sorted(found)]


def printed(panel: Panel, places: Sequence[Place]) -> list[Triangle]:
    """The grid around these cells, with their bridges."""
    stack, solid = layers(panel), list[Triangle]()
    rings = [(_rounded(cell(panel, p.x, p.y, panel.pitch)), p) for p in places]
    shared = Counter(
        frozenset(side)
        for ring, _ in rings
        for side in zip(ring, [*ring[1:], ring[0]], strict=True)
    )
    for ring, place in rings:
        inner = _rounded(cell(panel, place.x, place.y, panel.pitch - WALL))
        for n, (a, b) in enumerate(zip(ring, [*ring[1:], ring[0]], strict=True)):
            c, d = inner[(n + 1) % len(inner)], inner[n]
            solid += _wall(a, b, c, d, stack.grid, outer=shared[frozenset((a, b))] == 1)
        if stack.seat:
            wide = _opening(inner, place) + 2 * INTO
            low = stack.seat - BRIDGE_THICK
            solid += box(place.x - wide / 2, place.y - BRIDGE / 2, low, wide, BRIDGE, BRIDGE_THICK)
    return solid


def _wall(a: XY, b: XY, c: XY, d: XY, high: float, *, outer: bool) -> list[Triangle]:
    """One side of a cell: its outside only where no other cell is."""
    found = quad((*a, high), (*b, high), (*c, high), (*d, high))
    found += quad((*d, 0.0), (*c, 0.0), (*b, 0.0), (*a, 0.0))
    found += quad((*c, 0.0), (*d, 0.0), (*d, high), (*c, high))
    if outer:
        found += quad((*a, 0.0), (*b, 0.0), (*b, high), (*a, high))
    return found


def _opening(inner: Sequence[XY], place: Place) -> float:
    """How wide a cell's opening is in the middle."""
    return 2 * min(
        abs((b[0] - a[0]) * (a[1] - place.y) - (a[0] - place.x) * (b[1] - a[1]))
        / hypot(b[0] - a[0], b[1] - a[1])
        for a, b in zip(inner, [*inner[1:], inner[0]], strict=True)
    )


def _rounded(points: Sequence[XY]) -> list[XY]:
    """Corners that two cells share are the same numbers for both."""
    return [(round(x, 3), round(y, 3)) for x, y in points]

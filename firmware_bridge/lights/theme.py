"""From meaning to light: colour and rhythm, a pure function of hints and time.

Rhythms differ as much as colours do, so that nobody needs colour vision: what must be done blinks,
what may be done breathes, what was done is steady and dim. The zone is a wave that runs inwards. Where
a sensor is broken it is dark, with a flash now and then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, pi
from types import MappingProxyType

from engines.geometry import Board, Cell
from firmware_bridge.lights.hints import Hints
from hardware.lights import RGB

STEADY, BREATHE, BLINK, DOUBLE, QUICK, INWARD, SELDOM = (
    "steady", "breathe", "blink", "double", "quick", "inward", "seldom",
)  # fmt: skip

PERIODS = {
    STEADY: 1.0, BREATHE: 2.4, BLINK: 1.0, DOUBLE: 1.2, QUICK: 0.3, INWARD: 3.0, SELDOM: 4.0,
}  # fmt: skip
"""Seconds after which a rhythm begins again."""


@dataclass(frozen=True, slots=True)
class Glow:
    colour: RGB
    rhythm: str = STEADY


Theme = Mapping[str, Glow]

# Colours from a palette that stays apart for the three common kinds of colour blindness.
STANDARD: Theme = {
    "movable": Glow(RGB(0, 90, 60), BREATHE),
    "forced": Glow(RGB(230, 159, 0), BLINK),
    "target": Glow(RGB(0, 158, 115)),
    "capture": Glow(RGB(213, 94, 0), DOUBLE),
    "zone": Glow(RGB(30, 50, 110), INWARD),
    "forbidden": Glow(RGB(90, 0, 20), INWARD),
    "huff": Glow(RGB(204, 121, 167), BREATHE),
    "missing": Glow(RGB(86, 180, 233), BLINK),
    "extra": Glow(RGB(220, 20, 20), QUICK),
    "carry": Glow(RGB(0, 190, 160), BLINK),
    "good": Glow(RGB(60, 200, 60)),
    "doubtful": Glow(RGB(200, 60, 0), BREATHE),
    "ask": Glow(RGB(240, 228, 66), BREATHE),
    "last": Glow(RGB(40, 40, 40)),
    "crown": Glow(RGB(255, 215, 80), QUICK),
    "win": Glow(RGB(255, 215, 80), BREATHE),
    "faulty": Glow(RGB(130, 0, 130), SELDOM),
}

Lamps = Mapping[str, RGB]
"""How the colours of pieces are shown, where one is to be put somewhere."""

STEPS = 16
"""Brightness steps of a rhythm; fewer frames differ, so fewer are sent."""


def strength(rhythm: str, now: float, inward: float = 0.0) -> int:
    """How bright, from 0 to STEPS, at this time; `inward` is 0 at the rim and 1 at the centre."""
    period = PERIODS[rhythm]
    beat = now % period
    match rhythm:
        case "breathe":
            return round(STEPS * (0.65 - 0.35 * cos(2 * pi * now / period)))
        case "blink":
            return STEPS if beat < 0.6 else 2
        case "double":
            return STEPS if beat < 0.15 or 0.3 <= beat < 0.45 else 3
        case "quick":
            return STEPS if beat < 0.15 else 1
        case "seldom":
            return STEPS if beat < 0.3 else 0
        case "inward":
            wave = (now / period - inward) % 1.0
            return STEPS if wave < 0.25 else 6
        case _:
            return STEPS


@cache
def depths(board: Board) -> Mapping[Cell, float]:
    """How far in from the rim each cell lies, 0 to 1."""
    spots = board.places
    x = sum(spot.x for spot in spots.values()) / len(spots)
    y = sum(spot.y for spot in spots.values()) / len(spots)
    out = {cell: hypot(spot.x - x, spot.y - y) for cell, spot in spots.items()}
    rim = max(out.values())
    return {cell: 1 - far / rim for cell, far in out.items()}


def frame(
    lit: Hints, theme: Theme, now: float, board: Board, lamps: Lamps = MappingProxyType({})
) -> dict[Cell, RGB]:
    """The colour of every lit cell at this moment; where a certain piece belongs, its lamp's."""
    inward = depths(board)
    shades: dict[str, int] = {}
    colours: dict[Cell, RGB] = {}
    for cell, hint in lit.items():
        glow = theme[hint.meaning]
        base = lamps.get(hint.colour, glow.colour)
        if glow.rhythm == INWARD:
            shade = strength(INWARD, now, inward[cell])
        elif glow.rhythm in shades:
            shade = shades[glow.rhythm]
        else:
            shade = shades[glow.rhythm] = strength(glow.rhythm, now)
        colours[cell] = dimmed(base, shade)
    return colours


@cache
def dimmed(colour: RGB, shade: int) -> RGB:
    return RGB(*(part * shade // STEPS for part in colour))

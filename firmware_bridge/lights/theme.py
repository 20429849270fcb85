"""From meaning to light: colour and rhythm, a pure function of hints.

Rhythms differ as much as colours do, so that nobody needs colour vision: what must be done blinks,
what may be done breathes, what was done is steady and dim. The zone is a wave that runs inwards. Where
a sensor is broken it is dark, with a flash now and then. What time makes of a rhythm is for drivers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import hypot
from types import MappingProxyType

from engines.geometry import Board, Cell
from firmware_bridge.lights.hints import Hints
from hardware.lights import BLINK, BREATHE, DARK, DOUBLE, INWARD, PHASES, QUICK, RGB, SELDOM, Glow

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

HURRY: Theme = {
    "minute": Glow(DARK, BLINK),
    "seconds": Glow(DARK, QUICK),
    "out": Glow(RGB(220, 20, 20), DOUBLE),
}
"""The button of a player whose time is running out; where this names no colour, it keeps its own."""

REFUSED = Glow(RGB(220, 20, 20), QUICK)
"""The button of a player who has asked for something that there is not."""

Lamps = Mapping[str, RGB]
"""How the colours of pieces are shown, where one is to be put somewhere."""


@cache
def depths(board: Board) -> Mapping[Cell, float]:
    """How far in from the rim each cell lies, 0 to 1."""
    spots = board.places
    x = sum(spot.x for spot in spots.values()) / len(spots)
    y = sum(spot.y for spot in spots.values()) / len(spots)
    out = {cell: hypot(spot.x - x, spot.y - y) for cell, spot in spots.items()}
    rim = max(out.values())
    return {cell: 1 - far / rim for cell, far in out.items()}


def glows(
    lit: Hints, theme: Theme, board: Board, lamps: Lamps = MappingProxyType({})
) -> dict[Cell, Glow]:
    """How every lit cell lives; where a certain piece belongs, in the colour of its lamp."""
    inward = depths(board)
    living: dict[Cell, Glow] = {}
    for cell, hint in lit.items():
        colour, rhythm, _ = theme[hint.meaning]
        phase = int(inward[cell] * (PHASES - 1)) if rhythm == INWARD else 0
        living[cell] = Glow(lamps.get(hint.colour, colour), rhythm, phase)
    return living

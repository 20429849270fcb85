"""How a light lives: rhythms as tables of brightness, and what they make of a colour at a moment.

This one file runs unchanged under CPython on the Pi and under MicroPython on the board, so it keeps to
what both have, and to whole numbers. It knows no pixels, no clock and no meanings.
"""

STEPS = 16
"""Brightness steps of a rhythm; fewer frames differ, so fewer are sent."""
PHASES = 256
"""Parts of a period by which a light may lag behind another of the same rhythm."""
FRAME = 40
"""Milliseconds between two frames while some light lives."""

_BREATH = (
    5, 5, 5, 5, 6, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 13, 13, 14, 14, 15, 15, 16, 16, 16,
    16, 16, 16, 16, 15, 15, 14, 14, 13, 13, 12, 11, 10, 10, 9, 8, 8, 7, 6, 6, 6, 5, 5, 5,
)  # fmt: skip

RHYTHMS = (
    ("steady", 1000, (16,)),
    ("breathe", 2400, _BREATH),
    ("blink", 1000, (16,) * 6 + (2,) * 4),
    ("double", 1200, (16, 3, 16, 3, 3, 3, 3, 3)),
    ("quick", 300, (16, 1)),
    ("inward", 3000, (16,) * 4 + (6,) * 12),
    ("seldom", 4000, (16,) * 3 + (0,) * 37),
)
"""Each by its number: its name, its period in milliseconds, and its brightness in equal parts of it."""


def strength(rhythm: int, now: int, phase: int = 0) -> int:
    """How bright, from 0 to STEPS, at this millisecond."""
    _, period, table = RHYTHMS[rhythm]
    if len(table) == 1:
        return table[0]
    part = (now % period * PHASES // period - phase) % PHASES
    return table[part * len(table) // PHASES]


def shaded(colour: "bytes", scale: "bytes", step: int) -> bytes:
    """A colour at a brightness; `scale` has for each step the share out of 255 that the eye wants."""
    share = scale[step]
    return bytes((colour[0] * share // 255, colour[1] * share // 255, colour[2] * share // 255))

"""Pieces to print, with a closed seat for a magnet: stop the printer at the height that is said, drop
the magnet in, go on.

Where sensors count, every piece is as thick as the profile's `apart`, so that magnets of a stack lie
that far from each other; elsewhere pieces are as high as they like.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.maker.body import COUNTING, Layers
from firmware_bridge.maker.solid import XY, Triangle, hollow, turned

ACROSS = 28.0
LOOSE = 0.2
"""The seat is so much wider and higher than the magnet."""
TALL = 6.0
"""Of pieces that nobody counts."""
NEST = 0.4
"""How deep the rim of one piece sinks into the next."""


@dataclass(frozen=True, slots=True)
class Piece:
    body: list[Triangle]
    seat: list[Triangle]
    """The room for the magnet."""
    stop: float
    """Where the printer waits for the magnet: the upper side of its seat."""
    tall: float

    @property
    def solid(self) -> list[Triangle]:
        return self.body + hollow(self.seat)


def pieces(stack: Layers) -> dict[str, Piece]:
    """Men, cups and hats for this board, all of the same thickness."""
    tall = stack.apart if stack.kind == COUNTING else TALL
    across, thick = stack.disc
    seat = ((across + LOOSE) / 2, stack.floor, min(stack.floor + thick + LOOSE, tall - 0.2))
    half = ACROSS / 2
    bodies: dict[str, list[XY]] = {
        "man": [(half, 0.0), (half, tall)],
        # A rim on top that the hollow below the next cup takes in.
        "cup": [
            (half - 2.2, 0.0),
            (half - 2.2, NEST),
            (half, NEST),
            (half, tall + NEST),
            (half - 2.0, tall + NEST),
            (half - 2.0, tall),
        ],
        # A brim, and the crown of the hat above it.
        "hat": [(half, 0.0), (half, tall * 0.4), (half - 2.5, tall * 0.4), (half - 2.5, tall)],
    }
    radius, floor, roof = seat
    room = turned([(0.0, floor), (radius, floor), (radius, roof), (0.0, roof)])
    return {name: Piece(_around(body), room, roof, tall) for name, body in bodies.items()}


def _around(body: list[XY]) -> list[Triangle]:
    return turned([(0.0, body[0][1]), *body, (0.0, body[-1][1])])

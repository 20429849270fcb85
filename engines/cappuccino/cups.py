"""The cups of Cappuccino on the table: a position, with what stands in every stack.

Knows nothing of moves, options or text. The rules look at heights and at the colour on top only. The
cups below are remembered, since they stand on the board, but they are no part of the position: two
states that look alike are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engines.game import State
from engines.geometry import Cell, centre, hexagon
from engines.steps import Piece, Stacks

BOARD = hexagon(5)
CENTRE = centre(BOARD)
COLOURS = ("red", "yellow", "blue", "green")
CUPS_EACH = 16
Counts = tuple[int, ...]
"""A number of cups for each colour."""
NONE: Counts = (0,) * len(COLOURS)
PLAIN = Piece("cup")
"""A cup under others, in a position that does not say which."""


@dataclass(frozen=True, slots=True)
class CupState(State):
    """`cups` is in the order of the board's cells; `taken` (off the board early) and `hand` (still to
    be placed) count cups by colour."""

    cups: Stacks = field(compare=False)
    taken: Counts = NONE
    hand: Counts = NONE

    @property
    def stacks(self) -> Stacks:
        return self.cups

    @property
    def seen(self) -> dict[Cell, tuple[int, Piece]]:
        """What the rules look at: the height of each stack and the cup on top."""
        return {cell: (len(stack), stack[-1]) for cell, stack in self.cups.items()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CupState):
            return NotImplemented
        return self._counts() == other._counts() and self.seen == other.seen

    def __hash__(self) -> int:
        return hash((self._counts(), frozenset(self.seen.items())))

    def _counts(self) -> tuple[object, ...]:
        return (self.turn, self.taken, self.hand)


def standing(
    turn: int,
    cups: Mapping[Cell, tuple[Piece, ...]],
    taken: Counts = NONE,
    hand: Counts = NONE,
) -> CupState:
    """A state of cups that are in no particular order yet."""
    in_order = {cell: cups[cell] for cell in BOARD.cells if cell in cups}
    return CupState(turn, MappingProxyType(in_order), taken, hand)


def changed(counts: Counts, index: int, by: int) -> Counts:
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])

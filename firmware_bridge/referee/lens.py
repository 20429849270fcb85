"""The board as its sensors show it: one bit per cell, or two where they tell the sides apart.

Knows cells and stacks, no game. A whole board is one integer, its picture, so comparing what stands
there with what should is one exclusive-or.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engines.game import Game
from engines.geometry import Board, Cell, bit_numbers
from engines.steps import Piece, Stacks

PRESENCE, POLARITY = "presence", "polarity"
SENSING = (PRESENCE, POLARITY)


class Lens:
    """How one board looks to its sensors. Cells where nothing may stand are watched as well."""

    def __init__(self, board: Board, sensing: str = PRESENCE) -> None:
        self.cells: tuple[Cell, ...] = (*board.cells, *board.blanks)
        self.polarity = sensing == POLARITY
        self._number: Mapping[Cell, int] = {cell: n for n, cell in enumerate(self.cells)}
        self._width = len(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self._number

    def reading(self, stack: tuple[Piece, ...]) -> int:
        """What a sensor reads under a stack: the lowest magnet is the one it feels."""
        if not stack:
            return 0
        return stack[0].pole if self.polarity else 1

    def bits(self, cell: Cell, reading: int) -> int:
        """The bits of a cell whose sensor reads 0, 1 or -1."""
        if not reading:
            return 0
        number = self._number[cell]
        return 1 << (number + self._width if self.polarity and reading < 0 else number)

    def all_bits(self, cell: Cell) -> int:
        """All bits that the cell may show."""
        return self.bits(cell, 1) | self.bits(cell, -1)

    def stack_bits(self, cell: Cell, stack: tuple[Piece, ...]) -> int:
        return self.bits(cell, self.reading(stack))

    def picture(self, stacks: Stacks) -> int:
        """The bits of a board on which these stacks stand."""
        seen = 0
        for cell, stack in stacks.items():
            seen |= self.stack_bits(cell, stack)
        return seen

    def cells_of(self, bits: int) -> tuple[Cell, ...]:
        """The cells that any of the bits belong to."""
        bits = (bits | bits >> self._width) & ((1 << self._width) - 1)
        return tuple([self.cells[number] for number in bit_numbers(bits)])

    def mask(self, cells: Iterable[Cell]) -> int:
        bits = 0
        for cell in cells:
            bits |= self.all_bits(cell)
        return bits


def lens_for(game: Game[Any, Any], sensing: str) -> Lens:
    """Polarity helps only where every piece is one of two sides; elsewhere presence must do."""
    state = game.start()
    pieces = [piece for stack in state.stacks.values() for piece in stack]
    pieces += [piece for hand in game.reserve(state).values() for piece in hand]
    two_sided = bool(pieces) and all(piece.player in (1, 2) for piece in pieces)
    return Lens(game.board, sensing if two_sided else PRESENCE)

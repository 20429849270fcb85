"""The board as its sensors show it: a bit for each cell and piece as far as they count, and each side
that they tell apart.

Knows cells and stacks, no game. A whole board is one integer, its picture, so comparing what stands
there with what should is one exclusive-or. A higher stack has the bits of a lower one and some more, so
what has come down and what is gone are told by the bits alone, on a stack as on an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engines.game import Game
from engines.geometry import Board, Cell, bit_numbers
from engines.steps import Piece, Stacks

PRESENCE, POLARITY, HEIGHT, POLAR_HEIGHT = "presence", "polarity", "height", "polar-height"
SENSING = (PRESENCE, POLARITY, HEIGHT, POLAR_HEIGHT)
"""What a reading says: that something stands there; which side's is lowest; how many stand on each
other; how many, with the sign of the lowest one's side."""

ONE_SIDED = {POLARITY: PRESENCE, POLAR_HEIGHT: HEIGHT}
"""What is left of it where the sides do not matter."""


def sensing(*, polarity: bool, heights: bool) -> str:
    if heights:
        return POLAR_HEIGHT if polarity else HEIGHT
    return POLARITY if polarity else PRESENCE


EXACT = 3
"""Pieces up to which a reading counts them; one beyond only tells, by its change, that the stack rose or
fell."""


class Lens:
    """How one board looks to its sensors. Cells where nothing may stand are watched as well."""

    def __init__(self, board: Board, sensing: str = PRESENCE, pieces: int = 2 * EXACT) -> None:
        """`pieces`: how many there are, and so how high one stack may become."""
        self.cells: tuple[Cell, ...] = (*board.cells, *board.blanks)
        self.polarity = sensing in (POLARITY, POLAR_HEIGHT)
        self.heights = sensing in (HEIGHT, POLAR_HEIGHT)
        self.tallest = max(pieces, EXACT + 1) if self.heights else 1
        self._number: Mapping[Cell, int] = {cell: n for n, cell in enumerate(self.cells)}
        width = len(self.cells)
        self._columns = [sum(1 << width * k for k in range(n)) for n in range(self.tallest + 1)]
        """The bits of the first cell under so many pieces."""
        self._reversed = width * self.tallest if self.polarity else 0
        self._floor = (1 << width) - 1
        self._folds: list[int] = []
        """Shifts that lay all bits of a cell over each other."""
        layers = self.tallest * (2 if self.polarity else 1)
        while layers > 1:
            layers = (layers + 1) // 2
            self._folds.append(layers * width)

    def __contains__(self, cell: object) -> bool:
        return cell in self._number

    def reading(self, stack: tuple[Piece, ...]) -> int:
        """What a sensor reads under a stack: the lowest magnet is the one it feels."""
        if not stack:
            return 0
        height = len(stack) if self.heights else 1
        return stack[0].pole * height if self.polarity else height

    def bits(self, cell: Cell, reading: int) -> int:
        """The bits of a cell whose sensor reads so; a negative reading is the other side's."""
        number = self._number[cell]
        if reading < 0:
            reading, number = -reading, number + self._reversed
        return self._columns[min(reading, self.tallest)] << number

    def all_bits(self, cell: Cell) -> int:
        """All bits that the cell may show."""
        return self.bits(cell, self.tallest) | self.bits(cell, -self.tallest)

    def read_back(self, cell: Cell, bits: int) -> int:
        """The reading that a cell shows in these bits."""
        upright = (bits & self.bits(cell, self.tallest)).bit_count()
        return upright or -(bits & self.bits(cell, -self.tallest)).bit_count()

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
        for fold in self._folds:
            bits |= bits >> fold
        return tuple([self.cells[number] for number in bit_numbers(bits & self._floor)])

    def mask(self, cells: Iterable[Cell]) -> int:
        bits = 0
        for cell in cells:
            bits |= self.all_bits(cell)
        return bits


def useful(game: Game[Any, Any], sensing: str) -> str:
    """What of that helps in a game: the sides only where every piece is one of two."""
    return sensing if _two_sided(_pieces(game)) else ONE_SIDED.get(sensing, sensing)


def lens_for(game: Game[Any, Any], sensing: str) -> Lens:
    return Lens(game.board, useful(game, sensing), len(_pieces(game)))


def _pieces(game: Game[Any, Any]) -> list[Piece]:
    """All that is on the board or beside it when a game begins."""
    state = game.start()
    pieces = [piece for stack in state.stacks.values() for piece in stack]
    return pieces + [piece for hand in game.reserve(state).values() for piece in hand]


def _two_sided(pieces: list[Piece]) -> bool:
    return bool(pieces) and all(piece.player in (1, 2) for piece in pieces)

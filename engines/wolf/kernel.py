"""Wolf and sheep on plain integers: which moves there are, and what they leave.

Sheep only go forward, so no position comes again, and there are few enough to know them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.geometry import bit_numbers, draughts
from engines.kernel import Ending, Kernel
from engines.wolf.solved import sheep_win

if TYPE_CHECKING:
    from engines.wolf.book import WolfState

BOARD = draughts(8)
CELLS = BOARD.cells
ALL = (1 << len(CELLS)) - 1
PER_RANK = 4
"""Dark cells on a rank: a cell's number divided by this is its rank."""
FLOCK = (1 << PER_RANK) - 1
AHEAD = tuple(BOARD.mask(tuple(c for c in BOARD.ways[cell][:2] if c)) for cell in CELLS)
AROUND = tuple(BOARD.mask(BOARD.links[cell]) for cell in CELLS)
NOWHERE = -1
GAP = 150

Node = tuple[int, int, int]
"""Whose turn it is; the sheep as a set, a bit per cell; the wolf's cell, NOWHERE before it is placed."""
Action = tuple[int, int]
"""From cell to cell; from NOWHERE: the wolf comes onto the board."""


class WolfKernel(Kernel[Node, Action]):
    severity = 1.65
    """One gap in the flock, and the wolf is through."""

    def __init__(self, *, sheep_first: bool) -> None:
        self.first = 1 if sheep_first else 2

    def node(self, state: WolfState) -> Node:
        return state.turn, state.sheep, state.wolf

    def turn(self, node: Node) -> int:
        return node[0]

    def moves(self, node: Node) -> list[Action]:
        turn, sheep, wolf = node
        if wolf == NOWHERE:
            return [(NOWHERE, end) for end in bit_numbers(ALL & ~sheep)]
        if broke_through(sheep, wolf):
            return []
        empty = ALL & ~sheep & ~(1 << wolf)
        if turn == 2:
            return [(wolf, end) for end in bit_numbers(AROUND[wolf] & empty)]
        return [
            (start, end)
            for start in bit_numbers(sheep)
            for end in bit_numbers(AHEAD[start] & empty)
        ]

    def after(self, node: Node, move: Action) -> Node:
        turn, sheep, _ = node
        start, end = move
        if start == NOWHERE:
            return self.first, sheep, end
        if turn == 2:
            return 1, sheep, end
        return 2, sheep & ~(1 << start) | 1 << end, node[2]

    def winners(self, node: Node, moves: Sequence[Action]) -> tuple[int, ...] | None:
        if moves:
            return None
        turn, sheep, wolf = node
        return (2,) if turn == 1 or broke_through(sheep, wolf) else (1,)

    def known(self, node: Node) -> Ending | None:
        turn, sheep, wolf = node
        if wolf == NOWHERE:
            return None
        if turn == 1:
            return Ending(1 if sheep_win(sheep, wolf) else -1)
        lost = all(sheep_win(sheep, end) for _, end in self.moves(node))
        return Ending(-1 if lost else 1)

    def worth(self, node: Node) -> tuple[int, int]:
        """Sheep that stand on one line and leave the wolf little room are better off; a gap that the
        wolf can walk through all but loses."""
        _, sheep, wolf = node
        if wolf == NOWHERE:
            return 0, 0
        ranks = [n // PER_RANK for n in bit_numbers(sheep)]
        reached = _reached(sheep, wolf)
        gap = GAP if broke_through(sheep, (reached & -reached).bit_length() - 1) else 0
        room = reached.bit_count()
        return -20 * (max(ranks) - min(ranks)), gap + 3 * room - 15 * (wolf // PER_RANK)


def broke_through(sheep: int, wolf: int) -> bool:
    rearmost = (sheep & -sheep).bit_length() - 1
    return wolf // PER_RANK <= rearmost // PER_RANK


def _reached(sheep: int, wolf: int) -> int:
    """The cells that the wolf can walk to while the sheep stand still."""
    reached, edge = 1 << wolf, 1 << wolf
    while edge:
        further = 0
        for n in bit_numbers(edge):
            further |= AROUND[n]
        edge = further & ~sheep & ~reached
        reached |= edge
    return reached

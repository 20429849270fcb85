"""The cups of Cappuccino on the table: a position, the moves as values, and where cups can go.

Knows heights, tops and neighbours; nothing of turns, options or text. The rules look at heights and
at the colour on top only. The cups below are remembered, since they stand on the board, but they are
no part of the position: two states that look alike are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from engines.game import Move, State
from engines.geometry import Cell, centre, hexagon
from engines.steps import Piece, Stacks, Step, lift, place
from engines.word import Word

BOARD = hexagon(5)
CENTRE = centre(BOARD)
LINKS = BOARD.links
COLOURS = ("red", "yellow", "blue", "green")
CUPS_EACH = 16
NONE = (0,) * len(COLOURS)
PLAIN = Piece("cup")
"""A cup under others, in a position that does not say which."""


@dataclass(frozen=True, slots=True)
class CupState(State):
    """`cups` is in the order of the board's cells; `taken` (off the board early) and `hand` (still to
    be placed) count cups by colour."""

    cups: Stacks = field(compare=False)
    taken: tuple[int, ...] = NONE
    hand: tuple[int, ...] = NONE

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
    taken: tuple[int, ...] = NONE,
    hand: tuple[int, ...] = NONE,
) -> CupState:
    """A state of cups that are in no particular order yet."""
    in_order = {cell: cups[cell] for cell in BOARD.cells if cell in cups}
    return CupState(turn, MappingProxyType(in_order), taken, hand)


class CupMove(Move):
    """A merge has a start and a target, a placement a target, a take a start (and, of a pair, the
    other stack as its target), a pass neither."""

    __slots__ = ("by", "start", "takes", "target", "word")

    def __init__(
        self,
        label: str,
        steps: tuple[Step, ...],
        start: Cell | None = None,
        target: Cell | None = None,
        takes: bool = False,
        by: int = 0,
        word: Word | None = None,
    ) -> None:
        super().__init__(label, steps)
        self.word = word
        self.start = start
        self.target = target
        self.takes = takes
        self.by = by


PASS = CupMove("pass", (), word=Word("pass"))


@lru_cache(maxsize=1024)
def merge(start: Cell, target: Cell, height: int) -> CupMove:
    return CupMove(f"{start}-{target}", (lift(start, height), place(target, height)), start, target)


def merges(cups: Stacks, player: int) -> Iterator[CupMove]:
    for start, stack in cups.items():
        if stack[-1].player == player:
            height = len(stack)
            for target in LINKS[start]:
                if target in cups and len(cups[target]) <= height:
                    yield merge(start, target, height)


def captive(cups: Stacks, cell: Cell, other: Cell) -> bool:
    """Whether two neighbours have no others, and the one on `cell` alone can move onto the other."""
    if any(n in cups for n in LINKS[other] if n != cell):
        return False
    mine, theirs = len(cups[cell]), len(cups[other])
    return mine > theirs or (mine == theirs and not cups[other][-1].player)


def open_cells(cups: Stacks) -> tuple[Cell, ...]:
    """Where a cup may be placed: on the centre, then beside the first cup, then beside any two."""
    if not cups:
        return (CENTRE,)
    needed = min(len(cups), 2)
    return tuple(
        cell
        for cell in BOARD.cells
        if cell not in cups and sum(n in cups for n in LINKS[cell]) >= needed
    )


def changed(counts: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])

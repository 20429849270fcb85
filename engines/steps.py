"""What hands do to a board: the physical steps every move is made of.

Knows stacks of pieces on cells and nothing of any game. Because a move carries its steps, no other
part of the program keeps a second idea of what a move does to the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engines.geometry import Board, Cell


class Piece(NamedTuple):
    """A piece as the table sees it: its colour, the player it belongs to (0: nobody), and its kind in
    games that have several."""

    colour: str
    player: int = 0
    kind: str = ""

    @property
    def name(self) -> str:
        """What tells it from pieces that look different."""
        return f"{self.colour} {self.kind}" if self.kind else self.colour

    @property
    def pole(self) -> int:
        """How its magnet lies where sensors tell the sides apart: only player 2's face down."""
        return -1 if self.player == 2 else 1

    def __str__(self) -> str:
        return self.name


Stacks = Mapping[Cell, tuple[Piece, ...]]
"""What stands on each occupied cell, bottom first. Empty cells are absent."""


class Act(Enum):
    """The four things that can happen to a cell."""

    LIFT = "lift"
    """The top pieces are taken up and travel on in the hand."""
    PLACE = "place"
    """What is in the hand comes down here, or pieces from beside the board do."""
    REMOVE = "remove"
    """The top pieces leave the board."""
    REVEAL = "reveal"
    """The top piece turns out to be the one given; no sensor sees that."""


@dataclass(frozen=True, slots=True)
class Step:
    """One act on one cell.

    `count` is how many pieces it concerns. `pieces` names them (bottom first) where they come from
    beside the board (PLACE) or become known (REVEAL); a PLACE without them puts down what was lifted.
    """

    act: Act
    cell: Cell
    count: int = 1
    pieces: tuple[Piece, ...] = ()


def lift(cell: Cell, count: int = 1) -> Step:
    return Step(Act.LIFT, cell, count)


def place(cell: Cell, count: int = 1, pieces: tuple[Piece, ...] = ()) -> Step:
    return Step(Act.PLACE, cell, count, pieces)


def remove(cell: Cell, count: int = 1) -> Step:
    return Step(Act.REMOVE, cell, count)


def reveal(cell: Cell, piece: Piece) -> Step:
    return Step(Act.REVEAL, cell, 1, (piece,))


class Travel(NamedTuple):
    """A piece or a stack on its way: from a cell, or with `pieces` from beside the board, to a cell."""

    start: Cell | None
    end: Cell
    pieces: tuple[Piece, ...] = ()


class Deed(NamedTuple):
    """What a move does to the board, in brief: what travels, and what is taken off.

    `cleared` are cells that everything is taken off, `lowered` cells that lose only their top; both are
    sets of cells as bits, which `Board.among` reads. Where a piece comes down on its way is not part
    of it: that a move tells itself (`Move.progress`). On `exchanged` cells what it brings from beside
    the board takes the place of what has travelled there.
    """

    travels: tuple[Travel, ...] = ()
    cleared: int = 0
    lowered: int = 0
    exchanged: int = 0

    @property
    def start(self) -> Cell | None:
        return self.travels[0].start if self.travels else None

    @property
    def end(self) -> Cell | None:
        return self.travels[0].end if self.travels else None


NOTHING = Deed()
"""What a move does that is only said."""


def landings(steps: Iterable[Step]) -> tuple[Cell, ...]:
    """The cells that the first traveller leaves and comes down on, in order."""
    trail: list[Cell] = []
    up = False
    for step in steps:
        if step.act is Act.LIFT:
            if trail and step.cell != trail[-1]:
                break  # another piece goes on its way
            trail = trail or [step.cell]
            up = True
        elif step.act is Act.PLACE and up:
            trail.append(step.cell)
            up = False
    return tuple(trail)


def deed_of(steps: Iterable[Step], stacks: Stacks, board: Board) -> Deed:
    """The steps in brief, on a board where these stacks stand."""
    travels: list[Travel] = []
    cleared: list[Cell] = []
    lowered: list[Cell] = []
    exchanged: list[Cell] = []
    origin: Cell | None = None
    brought: dict[Cell, int] = {}
    for step in steps:
        if step.act is Act.LIFT:
            origin = step.cell
            brought.pop(origin, None)
        elif step.act is Act.PLACE:
            brought[step.cell] = step.count
            if step.pieces:
                travels.append(Travel(None, step.cell, step.pieces))
            elif travels and travels[-1].end == origin:
                travels[-1] = Travel(
                    travels[-1].start, step.cell
                )  # it goes on from where it landed
            else:
                travels.append(Travel(origin, step.cell))
        elif step.act is Act.REMOVE:
            if brought.pop(step.cell, 0) == step.count:
                exchanged.append(step.cell)  # nobody loses anything
                continue
            whole = step.count == len(stacks.get(step.cell, ()))
            (cleared if whole else lowered).append(step.cell)
    cells = (board.mask(tuple(found)) for found in (cleared, lowered, exchanged))
    return Deed(tuple(travels), *cells)


class ImpossibleStep(ValueError):
    """A step that the board does not allow: lifting from an empty cell, placing with an empty hand."""


def carried_out(stacks: Stacks, steps: Iterable[Step]) -> dict[Cell, tuple[Piece, ...]]:
    """What stands on the board after the steps, one after the other."""
    board = dict(stacks)
    hand: tuple[Piece, ...] = ()
    for step in steps:
        stack = board.get(step.cell, ())
        if step.act is Act.PLACE:
            coming = step.pieces
            if not coming:
                coming, hand = hand, ()
            if len(coming) != step.count:
                raise ImpossibleStep(f"{step}: {len(coming)} pieces at hand")
            stack += coming
        elif len(stack) < step.count or (step.act is Act.LIFT and hand):
            raise ImpossibleStep(f"{step}: on the cell {stack}, in the hand {hand}")
        elif step.act is Act.REVEAL:
            stack = stack[:-1] + step.pieces
        else:
            if step.act is Act.LIFT:
                hand = stack[-step.count :]
            stack = stack[: -step.count]
        if stack:
            board[step.cell] = stack
        else:
            board.pop(step.cell, None)
    if hand:
        raise ImpossibleStep(f"{hand} never came down")
    return board

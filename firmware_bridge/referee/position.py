"""A state with all that the referee needs to know of it, worked out once when a turn begins.

Knows the legal moves by what they do to the picture; no clock, no hands and no words. After that each
sensor edge costs a few operations on integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import lru_cache
from math import dist
from typing import Any

from engines.game import Game, Move, Outcome, Progress, State
from engines.geometry import PITCH, Board, Cell
from engines.steps import NOTHING, Deed
from firmware_bridge.referee.footprint import Footprint, footprint
from firmware_bridge.referee.lens import Lens
from firmware_bridge.referee.weights import FASTEST, FELT, HOP, LEAP, NEXT

AnyGame = Game[Any, Any]

MOST_ANSWERS = 8
"""Ways in which what the book wants to be told may be answered that are looked into: each costs a
position."""
MOST_TRAILS = 64
"""Ways of pieces that are remembered in one turn: a hand that fidgets for an hour fills no memory."""


class Position:
    def __init__(self, game: AnyGame, lens: Lens, state: State) -> None:
        self.game = game
        self.lens = lens
        self.state = state
        self.stacks = dict(state.stacks)
        self.picture = lens.picture(self.stacks)
        self.outcome = game.outcome(state)
        self.by_hand: dict[Footprint, list[Move]] = {}
        """The moves that hands make, by their footprint."""
        self.spoken: list[Move] = []
        """The moves that no sensor can see: reports, declarations, a forced pass."""
        self._after: dict[Move, State] = {}
        self._following: dict[Move, Position] = {}
        self._victims_of: dict[Cell, int] = {}
        self._demanded: set[Footprint] | None = None
        self._going: tuple[int, int, list[Footprint]] | None = None
        self._trails: dict[tuple[Cell, ...], dict[Footprint, list[Move]]] = {}
        alike: dict[Deed, list[Move]] = {}
        lowered: dict[Deed, int] = {}
        stacks, board = self.stacks, game.board
        for move in game.legal_moves(state):
            deed = move.deed(stacks, board)
            if deed == NOTHING:
                self.spoken.append(move)
                continue
            tops = deed.lowered
            # Which stacks only lose their top, few sensors see: for others one footprint serves all.
            if tops and not lens.heights:
                deed = deed._replace(lowered=0)
            if deed in alike:
                alike[deed].append(move)
                lowered[deed] |= tops
            else:
                alike[deed] = [move]
                lowered[deed] = tops
        for deed, moves in alike.items():
            kind = footprint(lens, board, stacks, deed._replace(lowered=lowered[deed]))
            self.by_hand.setdefault(kind, []).extend(moves)
        self._by_change: dict[int, list[Footprint]] = {}
        self._by_start: dict[Cell | None, list[Footprint]] = {}
        self._by_landing: dict[tuple[Cell | None, bool], list[Footprint]] | None = None
        for kind in self.by_hand:
            self._by_change.setdefault(kind.change, []).append(kind)
            self._by_start.setdefault(kind.start, []).append(kind)

    def ended(self, outcome: Outcome) -> Position:
        """The same position, in a game that ended there by what no rule book knows: the clock."""
        there = copy(self)
        there.outcome = outcome
        return there

    def deed(self, move: Move) -> Deed:
        return move.deed(self.stacks, self.game.board)

    def differing(self, seen: int, ignore: int) -> int:
        """The bits in which a board that looks like this differs from what should stand there."""
        return (self.picture ^ seen) & ~ignore

    # Which moves look like this --------------------------------------------------------------

    def done(self, difference: int, ignore: int = 0) -> Iterator[tuple[Footprint, list[Move]]]:
        """The moves after which the board looks just like this."""
        if not ignore:
            for kind in self._by_change.get(difference, ()):
                yield kind, self.by_hand[kind]
            return
        for kind, moves in self.by_hand.items():
            if kind.change & ~ignore == difference & ~ignore:
                yield kind, moves

    def going(self, difference: int, ignore: int = 0) -> list[Footprint]:
        """The footprints of moves that may be under way while the board looks like this."""
        # One edge asks several times: the referee, to judge it, and the lights, to show it.
        if self._going is None or self._going[:2] != (difference, ignore):
            shown = difference & ~ignore
            found = [
                kind
                for kind in self.by_hand
                if kind.allows(shown) or (ignore and kind.allows(shown | kind.sources & ignore))
            ]
            self._going = (difference, ignore, found)
        return self._going[2]

    def along(self, trail: tuple[Cell, ...]) -> tuple[Move, ...]:
        """The moves open to a piece that touched down on these cells, in that order."""
        return tuple(move for moves in self._open_to(trail).values() for move in moves)

    def kinds_along(self, trail: tuple[Cell, ...]) -> list[Footprint]:
        """The footprints of the moves open to a piece that touched down on these cells."""
        return [*self._open_to(trail)]

    def _open_to(self, trail: tuple[Cell, ...]) -> dict[Footprint, list[Move]]:
        found = self._trails.get(trail)
        if found is None:
            if len(self._trails) == MOST_TRAILS:
                self._trails.clear()
            found = {}
            if trail[0] in self.stacks and all(cell in self.game.board for cell in trail):
                for kind in self._by_start.get(trail[0], ()):
                    moves = self.by_hand[kind]
                    ahead = [m for m in moves if m.progress(trail) is not Progress.ASTRAY]
                    if ahead:
                        found[kind] = ahead
            self._trails[trail] = found
        return found

    def leads_on(self, trail: tuple[Cell, ...]) -> bool:
        """Whether a piece that has come along this trail may go further."""
        found = self._open_to(trail)
        return any(kind.end != trail[-1] for kind in found) or any(
            move.progress(trail) is Progress.UNDERWAY for moves in found.values() for move in moves
        )

    def arrived(self, trail: tuple[Cell, ...]) -> set[Footprint]:
        """The footprints of moves that a piece has come to the end of along this trail."""
        return {
            kind
            for kind, moves in self._open_to(trail).items()
            if any(move.progress(trail) is Progress.ARRIVED for move in moves)
        }

    def may_slide_on(self, start: Cell, here: Cell, difference: int) -> bool:
        """Whether a piece may still be on its way along a straight line, to an end that explains what
        else has changed."""
        places = self.game.board.places
        besides = difference & ~self.lens.all_bits(here)
        return any(
            kind.end not in (None, start, here)
            and not besides & ~kind.meanwhile
            and between(places[start], places[here], places[kind.end])
            for kind in self._by_start.get(start, ())
            if kind.end is not None
        )

    def leaving(self, start: Cell | None) -> list[Footprint]:
        """The footprints of what stands on a cell; None: of what comes from beside the board."""
        return self._by_start.get(start, [])

    def kind_of(self, move: Move) -> Footprint | None:
        """The footprint of a move that hands make."""
        start = self.deed(move).start
        return next((k for k in self.leaving(start) if move in self.by_hand[k]), None)

    def landing(self, cell: Cell, *, down: bool) -> list[Footprint]:
        """The footprints of what comes down on a cell; or, of what is not seen coming down, of what goes
        up there."""
        if self._by_landing is None:
            self._by_landing = {}
            for kind in self.by_hand:
                for end in (kind.end,) if kind.lands else self.lens.cells_of(kind.change):
                    self._by_landing.setdefault((end, kind.lands), []).append(kind)
        return self._by_landing.get((cell, down), [])

    @property
    def demanded(self) -> set[Footprint]:
        """The footprints of the moves of which the book demands one."""
        if self._demanded is None:
            demand = self.game.compulsory(self.state)
            moves = {id(move) for move in demand.moves} if demand else set()
            self._demanded = {kind for kind, made in self.by_hand.items() if id(made[0]) in moves}
        return self._demanded

    # What comes of a move --------------------------------------------------------------------

    def after(self, move: Move) -> State:
        if move not in self._after:
            self._after[move] = self.game.apply(self.state, move)
        return self._after[move]

    def following(self, move: Move) -> Position:
        """The position after a move, worked out once: who is early with an answer has it looked at
        before the move is on the record."""
        if move not in self._following:
            self._following[move] = Position(self.game, self.lens, self.after(move))
        return self._following[move]

    def once_told(self) -> Iterator[Position]:
        """The positions from which hands go on once the book has been told what has come to light; none
        where it does not ask for that."""
        if self.by_hand or not all(move.reports for move in self.spoken):
            return
        for move in self.results(self.spoken):
            after = self.following(move)
            if after.by_hand:
                yield after
            else:
                yield from after.once_told()

    def results(self, moves: Iterable[Move]) -> list[Move]:
        """One move for each different result: moves that lead to equal states need no question."""
        alike: dict[Deed, list[Move]] = {}
        for move in moves:
            others = alike.setdefault(self.deed(move), [])
            # What does something else to the board leaves another one: no need to look at it.
            if all(self.after(move) != self.after(other) for other in others):
                others.append(move)
        return [move for others in alike.values() for move in others]

    def victims_along(self, trail: tuple[Cell, ...]) -> int:
        """All that a piece which touched down on these cells may take pieces from, in bits."""
        taken = 0
        for kind in self._open_to(trail):
            taken |= kind.victims
        return taken

    def victims_of(self, start: Cell) -> int:
        """All that what stands on a cell may take pieces from, in bits."""
        if start not in self._victims_of:
            taken = 0
            for kind in self.leaving(start):
                taken |= kind.victims
            self._victims_of[start] = taken
        return self._victims_of[start]

    def taken(self, move: Move) -> frozenset[Cell]:
        """The cells that lose pieces to a move."""
        deed = self.deed(move)
        return frozenset(self.game.board.among(deed.cleared | deed.lowered))

    def named_cells(self, move: Move) -> set[Cell]:
        """The cells a tap may point at to name this move among others."""
        cells = {*self.taken(move)}
        for travel in self.deed(move).travels:
            cells |= {cell for cell in (travel.start, travel.end) if cell is not None}
        if cells:
            return cells
        return {*move.word.cells} if move.word else set()


def neighbours(board: Board, one: Cell, other: Cell) -> bool:
    """Whether a piece may be pushed from one sensor to the next."""
    if one in board and other in board:
        return other in board.links[one]
    return dist(board.places[one], board.places[other]) < 1.5 * PITCH


@lru_cache(maxsize=8192)
def on_the_way(board: Board, start: Cell, end: Cell) -> tuple[Cell, ...]:
    """The places straight between two cells, those included where nothing may stand."""
    places = board.places
    return tuple(c for c in places if between(places[start], places[c], places[end]))


def soonest(board: Board, start: Cell, end: Cell) -> float:
    """The seconds that the quickest hand takes from one cell to another. What is pushed along a line
    leaves one sensor where the next feels it, and is seen on all between; else it is carried."""
    length = dist(board.places[start], board.places[end])
    if length < 1.5 * PITCH:
        return 0.0 if neighbours(board, start, end) else (length - FELT) / FASTEST
    if not on_the_way(board, start, end):
        return HOP
    quickest = LEAP if passes_over(board, start, end) else (length - FELT) / FASTEST
    return min(quickest, NEXT) if end in board.links.get(start, ()) else quickest


def passes_over(board: Board, start: Cell, end: Cell) -> bool:
    """Whether what is pushed straight from one cell to another is seen on the way."""
    return any(cell in board for cell in on_the_way(board, start, end))


def between(
    start: tuple[float, float], here: tuple[float, float], end: tuple[float, float]
) -> bool:
    """Whether `here` lies on the straight way from start to end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    px, py = here[0] - start[0], here[1] - start[1]
    length = dx * dx + dy * dy
    if not length:
        return False
    along = (px * dx + py * dy) / length
    across = abs(px * dy - py * dx) / length**0.5
    return 0 < along < 1 and across < 10

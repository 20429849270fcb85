"""A state with all that the referee needs to know of it, worked out once when a turn begins.

Knows the legal moves by what they do to the picture; no clock, no hands and no words. After that each
sensor edge costs a few operations on integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engines.game import Game, Move, Progress, State
from engines.geometry import Cell
from engines.steps import Deed, Travel
from firmware_bridge.referee.footprint import Footprint, footprint
from firmware_bridge.referee.lens import Lens

AnyGame = Game[Any, Any]

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
        self._demanded: set[Footprint] | None = None
        self._going: tuple[int, int, list[Footprint]] | None = None
        self._trails: dict[tuple[Cell, ...], tuple[Move, ...]] = {}
        alike: dict[tuple[tuple[Travel, ...], int], list[Move]] = {}
        lowered: dict[tuple[tuple[Travel, ...], int], int] = {}
        stacks, board = self.stacks, game.board
        for move in game.legal_moves(state):
            travels, cleared, tops = move.deed(stacks, board)
            # Which stacks only lose their top, no sensor sees: one footprint serves all.
            key = travels, cleared
            if key in alike:
                alike[key].append(move)
                lowered[key] |= tops
            elif travels or cleared or tops:
                alike[key] = [move]
                lowered[key] = tops
            else:
                self.spoken.append(move)
        for key, moves in alike.items():
            kind = footprint(lens, board, stacks, Deed(*key, lowered[key]))
            self.by_hand.setdefault(kind, []).extend(moves)
        self._by_change: dict[int, list[Footprint]] = {}
        self._by_start: dict[Cell | None, list[Footprint]] = {}
        for kind in self.by_hand:
            self._by_change.setdefault(kind.change, []).append(kind)
            self._by_start.setdefault(kind.start, []).append(kind)

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
        moves = self._trails.get(trail)
        if moves is None:
            if len(self._trails) == MOST_TRAILS:
                self._trails.clear()
            known = trail[0] in self.stacks and all(cell in self.game.board for cell in trail)
            moves = ()
            if known:
                kinds = self._by_start.get(trail[0], ())
                open_to = (move for kind in kinds for move in self.by_hand[kind])
                moves = tuple([m for m in open_to if m.progress(trail) is not Progress.ASTRAY])
            self._trails[trail] = moves
        return moves

    def kinds_along(self, trail: tuple[Cell, ...]) -> list[Footprint]:
        """The footprints of the moves open to a piece that touched down on these cells."""
        moves = {id(move) for move in self.along(trail)}
        kinds = self._by_start.get(trail[0], ()) if moves else ()
        return [kind for kind in kinds if any(id(move) in moves for move in self.by_hand[kind])]

    def leads_on(self, trail: tuple[Cell, ...]) -> bool:
        """Whether a piece that has come along this trail may go further."""
        return any(
            self.deed(move).end != trail[-1] or move.progress(trail) is Progress.UNDERWAY
            for move in self.along(trail)
        )

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

    def leaving(self, start: Cell) -> list[Footprint]:
        """The footprints of what stands on a cell."""
        return self._by_start.get(start, [])

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

    def results(self, moves: Iterable[Move]) -> list[Move]:
        """One move for each different result: moves that lead to equal states need no question."""
        alike: dict[Deed, list[Move]] = {}
        for move in moves:
            others = alike.setdefault(self.deed(move), [])
            # What does something else to the board leaves another one: no need to look at it.
            if all(self.after(move) != self.after(other) for other in others):
                others.append(move)
        return [move for others in alike.values() for move in others]

    def victims(self, moves: Iterable[Move]) -> int:
        """All that any of the moves takes pieces from, in bits of the picture."""
        taken = 0
        for move in moves:
            deed = self.deed(move)
            taken |= deed.cleared | deed.lowered
        return self.picture & self.lens.mask(self.game.board.among(taken))

    def named_cells(self, move: Move) -> set[Cell]:
        """The cells a tap may point at to name this move among others."""
        deed = self.deed(move)
        cells = {*self.game.board.among(deed.cleared | deed.lowered)}
        for travel in deed.travels:
            cells |= {cell for cell in (travel.start, travel.end) if cell is not None}
        if cells:
            return cells
        return {*move.word.cells} if move.word else set()


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

"""The record, and what hands have done since: the only part of the referee that changes.

Knows what to write down once it is decided; what to decide is for others. Every change of the game's
state is in this file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from math import inf

from engines.game import Move, State
from engines.geometry import Cell
from firmware_bridge.referee.evidence import Entry, Evidence, LastMove, ends_of, returned
from firmware_bridge.referee.lens import EXACT, Lens
from firmware_bridge.referee.position import AnyGame, Position
from firmware_bridge.referee.reckoning import reckoned
from firmware_bridge.referee.touches import Edge, Touches
from firmware_bridge.referee.weights import PACE, QUICKEST, WEIGHTS, Pace, Weights

MOST_BACK = 6
"""Moves that a board which is put right may go back by; more are taken back with the button."""


class Ledger:
    def __init__(
        self,
        game: AnyGame,
        lens: Lens,
        state: State,
        *,
        seen: int = 0,
        record: Iterable[Entry] = (),
        pace: Pace = PACE,
        weights: Weights = WEIGHTS,
    ) -> None:
        self.game = game
        self.lens = lens
        self.pace = pace
        self.weights = weights
        self.record: list[Entry] = list(record)
        self.position = Position(game, lens, state)
        self.seen = seen
        """What the sensors show, as a picture."""
        self._told: dict[Cell, int] = {}
        """What each sensor read last, as far as it has changed."""
        self.put_right = False
        """Whether people are putting the board right: what comes down then goes back to where it was."""
        self.ignored: dict[Cell, str] = {}
        """Cells whose sensors are not believed, and why."""
        self.ignore = 0
        """Their bits."""
        self.touches = Touches()
        """What was touched since the position was reached."""
        self.last: LastMove | None = None
        """The last move, while hands may still change it."""
        self.older: LastMove | None = None
        """The move before it, with all that was touched until the last was recorded."""
        self._known: frozenset[Cell] = frozenset()
        """Where the piece rested whose move hands are changing, since it is off the record or wrong."""
        self.taken_back: frozenset[Cell] = frozenset()
        """Where victims have to come back to, since hands have put their move back."""
        self.edge = 0.0
        """When something last changed."""
        self._landed = [0.0] * len(self.record)
        """When each move on the record was finished."""
        self._bases: list[Position] = []
        """The positions that the last moves were made in, as far as hands may put them back."""

    @property
    def difference(self) -> int:
        return self.position.differing(self.seen, self.ignore)

    def evidence(self, now: float, *, insisted: bool = False, thorough: bool = True) -> Evidence:
        return Evidence(
            self.position,
            self.seen,
            self.ignore,
            self.touches,
            self.last,
            self._older if thorough else None,
            self._earlier if thorough else (),
            self._known,
            now,
            self.edge,
            insisted,
            thorough,
            self.pace,
            self.weights,
        )

    @property
    def _older(self) -> LastMove | None:
        """The move before the last, with all that was touched since: worked out when it is needed."""
        if self.older is None:
            return None
        touches = self.older.touches
        return replace(self.older, touches=touches.followed_by(self.touches.without(touches)))

    @property
    def _earlier(self) -> tuple[Position, ...]:
        """The positions before moves that hands may have put back together with the last, the latest
        first: all their cells were touched since, or with a last move that was hardly made. What was
        moved last goes back first."""
        last, touches = self.last, self.touches
        if last is None or not touches:
            return ()
        # What has not been taken up again is not back, unless it was a part of putting things back.
        end = last.entry.end
        unseen = end is None or end in last.before.stacks or end in touches.lifted_ever
        if not unseen and not (self.older and last.puts_back(self.older)):
            return ()
        if touches.began - last.landed < self.pace.patience + self.pace.reminder:
            touches = last.touches
        found: list[Position] = []
        since = -inf
        for base, entry in [*self._moved_again(touches)][1:]:
            home = returned(base, entry.move, touches)
            if home < since:
                break
            found.append(base)
            since = home
        return tuple(found)

    def _moved_again(self, touches: Touches) -> Iterator[tuple[Position, Entry]]:
        """The last moves, the latest first, as far as hands have been on all their cells."""
        made = zip(reversed(self._bases), reversed(self.record), strict=False)
        return takewhile(lambda one: ends_of(one[0], one[1].move) <= touches.cells, made)

    # What the sensors say --------------------------------------------------------------------

    def note(self, cell: Cell, reading: int, now: float) -> bool:
        """Take a reading down; False where it is not believed or says nothing new."""
        was = self.lens.read_back(cell, self.seen)
        told, self._told[cell] = self._told.get(cell, was), reading
        if self.lens.heights and abs(reading) > EXACT:
            reading = self._reckoned(cell, told, reading, was)
        bits = self.lens.bits(cell, reading)
        before = self.seen & self.lens.all_bits(cell)
        self.seen = self.seen & ~self.lens.all_bits(cell) | bits
        if cell in self.ignored or bits == before:
            return False
        edge, board = Edge(cell, was, reading, now), self.game.board
        self.edge = now
        self.touches = self.touches.with_edge(edge, board)
        if self.last is not None:
            self.last = replace(self.last, touches=self.last.touches.with_edge(edge, board))
        return True

    def _reckoned(self, cell: Cell, told: int, reading: int, was: int) -> int:
        """The height of a stack that a sensor cannot count, where it told something else before."""
        if reading == told:
            return was
        bases = (self.position, *([self.last.before] if self.last else []))
        stood = [len(base.stacks.get(cell, ())) for base in bases]
        held = self.touches.in_hands or self._gone()
        others = [(start, count) for start, count in held if start != cell]
        own = len(others) < len(held)
        coming: list[int] = []
        # Onto a stack that is in somebody's hand itself nothing can come down.
        if not self.put_right and (was or not own):
            position = self.position
            coming = self._taken_on(cell) + [
                count
                for start, count in others
                if any(kind.end == cell for kind in position.leaving(start))
            ]
        rose = abs(reading) > abs(told)
        back = stood if own or not others or not rose or self.put_right else ()
        height = reckoned(rose, abs(was), back, coming, [count for _, count in others])
        return height if reading > 0 else -height

    def _gone(self) -> list[tuple[Cell, int]]:
        """How many pieces are gone from where."""
        lens = self.lens
        off = self.difference & self.position.picture
        return [(cell, (off & lens.all_bits(cell)).bit_count()) for cell in lens.cells_of(off)]

    def _taken_on(self, cell: Cell) -> list[int]:
        """The piece of the last move, where it is in somebody's hand and may come down here instead."""
        last = self.last
        if last is None or last.entry.end is None:
            return []
        base, end = last.before, last.entry.end
        start = base.deed(last.entry.move).start
        left = len(base.stacks.get(end, ()))
        # The whole stack is somebody else's, or the next move's.
        again = any(
            e.cell == end and not e.down and abs(e.reading) == left for e in self.touches.edges
        )
        if start is None or not left or not again:
            return []
        ends = {kind.end for kind in base.leaving(start)}
        down = self.lens.cells_of(self.difference & ~self.position.picture)
        return [len(base.stacks[start])] if cell in ends and not ends & {*down} else []

    def heard(self, cells: Iterable[Cell]) -> bool:
        """Whether all these sensors have said something."""
        return all(cell in self._told for cell in cells)

    def disbelieve(self, cell: Cell, how: str) -> None:
        self.ignored[cell] = how
        self.ignore = self.lens.mask(self.ignored)

    def forget_touches(self) -> None:
        """Nothing came of them."""
        if self.last is not None:
            next_one = self.weights.touched_by_the_next * self._touched_by_the_next(self.last)
            answered = max(self.last.answered, next_one)
            made = self.last.made
            self.last = replace(self.last, touches=made, answered=answered)
        self.touches = Touches()
        self._known = frozenset()

    def forget_tap(self) -> None:
        """Whoever has just pointed at a cell has moved nothing there."""
        self.touches = Touches(self.touches.edges[:-2])
        if self.last is not None:
            edges = self.last.touches.edges[:-2]
            self.last = replace(self.last, touches=Touches(edges))

    def leave_out(self, wrong: int) -> None:
        """What was touched there has been put right: nothing else came of it."""
        self.touches = self.touches.beside(self.lens.cells_of(wrong))
        if self.last is not None:
            self.last = replace(self.last, touches=self.last.made.followed_by(self.touches))

    def flagged(self) -> None:
        """What has come down where nothing may is called wrong: that explains why it rested there."""
        down = self.difference & ~self.position.picture
        self._known |= {*self.lens.cells_of(down)}

    def confirm(self, price: float) -> None:
        """Somebody has said that the last move is what was made."""
        if self.last is not None:
            self.last = replace(self.last, said=max(self.last.said, price))

    def besides(self, move: Move) -> Touches | None:
        """What hands did besides this move, where they have made it already."""
        kind = self.position.kind_of(move)
        if kind is None or not kind.change or kind.change & ~self.difference & ~self.ignore:
            return None
        cells = self.lens.cells_of(self.difference & ~kind.meanwhile)
        return Touches(tuple(edge for edge in self.touches.edges if edge.cell in cells))

    def _touched_by_the_next(self, last: LastMove) -> bool:
        """Whether the next player has had a piece of his own in his hand."""
        turn, stacks = self.position.state.turn, self.position.stacks
        # What the next player's own piece was lifted for is not certain where one may be taken.
        if turn == last.entry.player or last.entry.taken:
            return False
        return any(
            stacks[cell][-1].player == turn and self.touches.held_for(cell) >= QUICKEST
            for cell in self.touches.lifted(stacks)
            if cell != last.entry.end
        )

    # The record ------------------------------------------------------------------------------

    def write(
        self, move: Move, *, instead: bool = False, remaining: Touches | None = None
    ) -> Entry:
        """Put a move on the record, in place of the last one or after it."""
        base, touches, tried = self.position, self.touches, self._known
        if instead and self.last is not None:
            base, touches, tried = self.last.before, self.last.touches, self.last.known
            self.record.pop()
            self._landed.pop()
            self._bases = self._bases[:-1]
        entry = Entry(base.state, move, move.by or base.state.turn)
        self.record.append(entry)
        self.touches = remaining or Touches()
        self.taken_back = self._known = frozenset()
        made = touches.without(self.touches)
        own = made.beside(made.cells - ends_of(base, move) - base.taken(move))
        landed = own.edges[-1].when if own else self.edge
        self._landed.append(landed)
        self.older = self.older if instead else self.last
        self.last = None
        self._bases = [*self._bases[1 - MOST_BACK :], base] if not move.tells else []
        if move not in base.spoken:
            self.last = LastMove(entry, base, made, touches, landed, tried)
        self.position = base.following(move)
        return entry

    def erase(self, *, keep_touches: bool = False) -> Entry:
        """Take the last move off the record."""
        entry = self.record.pop()
        self._landed.pop()
        self.taken_back = entry.taken if keep_touches else frozenset()
        last = self.last
        self._known = last.known if keep_touches and last is not None else frozenset()
        self._bases = self._bases[:-1]
        if last is not None and last.entry is entry:
            self.position = last.before
            self.touches = last.touches if keep_touches else Touches()
        else:
            self.position = Position(self.game, self.lens, entry.before)
            self.touches = Touches()
        self.last, self.older = self._before_that(), None
        return entry

    def _before_that(self) -> LastMove | None:
        """The move before the one that was just taken back: whoever takes one back may take two."""
        if not self.record or self.record[-1].move.reports:
            return None
        entry, older = self.record[-1], self._older
        if self.touches and older is not None and older.entry is entry:
            return older
        before = Position(self.game, self.lens, entry.before)
        return LastMove(entry, before, Touches(), self.touches, self._landed[-1])

    @property
    def moves_back(self) -> int:
        """Before how many of the last moves the board stood as hands have left it now; 0: none. What was
        last seen going up may be on its way elsewhere."""
        if not self.touches or not self.touches.edges[-1].down or not self.difference:
            return 0
        for count, (base, _) in enumerate(self._moved_again(self.touches), start=1):
            if not base.differing(self.seen, self.ignore):
                return count
        return 0

    @property
    def uncovering_put_back(self) -> bool:
        """Whether the board stands as before a last move that has brought something to light."""
        moved = self.record[-self.span :] if self.record else []
        if not self.difference or not any(entry.move.tells for entry in moved):
            return False
        return not (self.lens.picture(moved[0].before.stacks) ^ self.seen) & ~self.ignore

    @property
    def span(self) -> int:
        """How many entries a take-back takes: reports go together with the move they followed."""
        span = 1
        while span < len(self.record) and self.record[-span].move.reports:
            span += 1
        return span

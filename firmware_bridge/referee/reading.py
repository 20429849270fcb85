"""What board and record together say: nothing here decides, and nothing here changes anything.

Knows positions, hands and sensors, no game, no clock and no words. The referee asks it which moves
are done, which may still be going on, and whether the last one is being changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engines.game import Move, State
from engines.geometry import Cell
from engines.steps import Act
from firmware_bridge.referee.hands import PASSING, Hands
from firmware_bridge.referee.reconcile import AnyGame, Position
from firmware_bridge.referee.sight import Sight

REST = 0.5
"""Seconds without a change after which hands have left the board."""
REPLY = 1.0
"""Seconds after a move is confirmed within which nobody has thought of an answer to it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One move on the record, with the state it was made in."""

    before: State
    move: Move
    player: int

    @property
    def end(self) -> Cell | None:
        """Where its piece came down at last."""
        placed = [step.cell for step in self.move.steps if step.act is Act.PLACE]
        return placed[-1] if placed else None


class Reading:
    def __init__(
        self,
        game: AnyGame,
        sight: Sight,
        state: State,
        *,
        seen: int = 0,
        rest: float = REST,
        record: Iterable[Entry] = (),
    ) -> None:
        self.game = game
        self.sight = sight
        self.rest = rest
        self.seen = seen
        """What the sensors show, as bits."""
        self.ignored: dict[Cell, str] = {}
        """Cells whose sensors are not believed, and why."""
        self.ignore = 0
        """Their bits."""
        self.record: list[Entry] = list(record)
        self.position = Position(game, sight, state)
        self.amendable: Position | None = None
        """The position before the last move, while hands may still change that move."""
        self._hands = Hands()
        self._earlier_hands = Hands()
        """The same since the position before the last move, while that may be amended."""
        self._confirmed = 0.0
        """When the last move went on the record."""
        self._landed = 0.0
        """When the last of its edges was seen."""

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def differing(self) -> int:
        """The bits in which the board differs from the record."""
        return self._changed_since(self.position)

    def _changed_since(self, earlier: Position) -> int:
        return (earlier.picture ^ self.seen) & ~self.ignore

    def _done(self, position: Position, hands: Hands) -> list[Move]:
        """The moves that look finished, and whose piece has been touched if it is back where it was:
        its victims alone do not make a journey."""
        touched = self.sight.mask(hands.touched)
        return [
            move
            for prints, moves in position.finished(self._changed_since(position), self.ignore)
            if prints.source & (prints.change | touched) or not prints.source
            for move in moves
        ]

    def _told_by_trail(self, position: Position, hands: Hands, done: list[Move]) -> list[Move]:
        """The results that the cells touched on the way leave open. Start and end alone tell nothing:
        hands may have carried the piece over everything in between, or slid it."""
        trails = [*hands.slides()]
        if any(len(trail) == 2 and position.underway(trail[:1]) for trail in trails):
            return []
        arrived = (position.arrived(trail) for trail in trails if len(trail) > 2)
        return position.results(move for move in arrived if move in done)

    def _still_to_take(self, done: list[Move]) -> bool:
        """Whether every landing was seen, and they tell a move of which a victim still stands."""
        going = self.position.prints(self.differing, self.ignore)
        trails = [*self._hands.slides()]
        if not going or len(trails) != len(self._hands.lifted):
            return False
        told = (self.position.arrived(trail) for trail in trails if len(trail) > 2)
        pending = [move for move in told if move is not None and move not in done]
        return any(move in self.position.by_hand[prints] for prints in going for move in pending)

    def _may_go_on(self) -> bool:
        """Whether hands may be in the middle of a longer move than what the board shows."""
        if self.position.longer(self.differing, self.ignore):
            return True
        if not self.differing & ~self.position.picture:
            return True  # nothing came down: the piece may still be in the hand
        himself = bool(self.record) and self.state.turn == self.record[-1].player
        if (himself or self._too_soon_for_a_reply()) and self._may_be_amending(sliding=True):
            return True
        for trail in self._hands.likely_trails():
            if self.position.leads_on(trail):
                return True
            if self.position.may_slide_on(trail, self.differing):
                return True
        return False

    def on_the_trail(self, *, earlier: bool = False) -> tuple[Cell, ...]:
        """The way of a piece that stands, or was last lifted, on that of a longer move; () if none."""
        position, hands = self.position, self._hands
        if earlier and self.amendable is not None:
            position, hands = self.amendable, self._earlier_hands
        changed = self._changed_since(position)
        for trail in hands.likely_trails():
            moves = position.underway(trail) if len(trail) > 1 else ()
            if not moves:
                continue
            # The trail and its victims must be all that differs, only its end be taken, and that by
            # the piece that was lifted.
            gone = position.picture & self.sight.mask({trail[0], *position.victims(moves)})
            down = self.sight.stack_bits(trail[-1], position.stacks[trail[0]])
            if not changed & ~(gone | down):
                return trail
        return ()

    def _closed_trail(self) -> Move | None:
        """A journey that ended where it began, when every landing was seen: then it was a move."""
        for trail in self._hands.trails():
            if len(trail) > 2 and trail[-1] == trail[0]:
                move = self.position.arrived(trail)
                if move is not None and not self._visible(move):
                    return move
        return None

    def _went_round(self) -> Move | None:
        """The last move with a detour that ended where that move had ended, every landing seen."""
        earlier = self.amendable
        if earlier is None or not self._touched_again(self.record[-1]):
            return None
        for trail in self._earlier_hands.trails():
            move = earlier.arrived(trail) if len(trail) > 3 else None
            if move is not None and earlier.after(move) != self.state:
                after = self.sight.picture(earlier.after(move).stacks)
                return move if after == self.position.picture else None
        return None

    def _visible(self, move: Move) -> bool:
        return any(
            prints.change for prints, moves in self.position.by_hand.items() if move in moves
        )

    def _too_soon_for_a_reply(self) -> bool:
        return self._hands.began - self._confirmed < REPLY

    def _touched_again(self, last: Entry) -> bool:
        """Whether the piece that was moved last has been touched since, or its player is still on:
        only then is it that move that goes on, and not somebody else's."""
        return self.state.turn == last.player or last.end in self._hands.touched

    def _slid_on(self) -> bool:
        """Whether all that differs is the piece that moved last, and it was off again before any other
        hand could have been there."""
        if self.amendable is None or self.state.turn == self.record[-1].player:
            return False
        lifted = self.sight.cells_of(self.differing & self.position.picture)
        return (
            lifted == (self.record[-1].end,)
            and self._hands.touched[:1] == [*lifted]
            and self._hands.began - self._landed < PASSING
        )

    def _may_be_amending(self, *, sliding: bool = False) -> bool:
        """Whether it may be the last move that goes on, slides on, or is being put back."""
        earlier = self.amendable
        if earlier is None:
            return False
        # Its next victim may be taken up before the piece itself, and put back before it.
        down = self.differing & ~self.position.picture
        if down & ~earlier.picture and not self._touched_again(self.record[-1]):
            return False
        return (
            earlier.possible(self._changed_since(earlier), self.ignore)
            or bool(self.on_the_trail(earlier=True))
            or (
                sliding
                and any(
                    earlier.may_slide_on(trail, self._changed_since(earlier))
                    for trail in self._earlier_hands.trails()
                )
            )
        )

    def _fidgeted(self) -> bool:
        """Whether a piece was taken up that stands again where it stood."""
        return bool(self.sight.mask(self._hands.lifted) & self.position.picture & ~self.differing)

    def _put_back(self) -> bool:
        """Whether the board looks as it did before the last move."""
        return self.amendable is not None and not self._changed_since(self.amendable)

    def _goes_on(self) -> list[Move]:
        """The different results that the board shows in place of the last move's."""
        earlier = self.amendable
        if earlier is None or not self.differing:
            return []
        changed = self._changed_since(earlier)
        if self._touched_again(self.record[-1]):
            done = self._done(earlier, self._earlier_hands)
        else:
            # A victim that is taken off late belongs to the last move too.
            done = earlier.complete(changed, self.ignore, victims=self.differing)
        results = earlier.results(done)
        if len(results) > 1:
            results = self._told_by_trail(earlier, self._earlier_hands, done) or results
        return [move for move in results if earlier.after(move) != self.state]

    def _finished_before_the_next(
        self, position: Position, hands: Hands, rested: bool
    ) -> list[Move]:
        """The moves that are done while the next one is already being made."""
        changed = self._changed_since(position)
        finished: list[Move] = []
        for prints, moves in position.by_hand.items():
            change = prints.change & ~self.ignore
            landed = change & prints.fills
            if not change or not (landed or rested):
                continue  # a piece in the air is no finished move
            rest = changed ^ change
            if not rested and not rest & ~position.picture:
                continue  # nothing of the next move has come down yet: no need to look it up
            if landed and not landed & changed:
                # Before the board rests, a piece that slides over it may look like that.
                taken = rested and prints.end in hands.placed and not change & ~landed & ~changed
                if taken and position is self.position:
                    finished += self._taken_at_once(position, hands, moves, rest, landed)
                continue
            # Where the next piece has come down too, hands may have crossed on the way; otherwise a
            # piece that was lifted before this one came down may be this one.
            first = landed or prints.source & ~self.ignore or change
            then = rest & ~position.picture or rest
            order = self.sight.cells_of(first), self.sight.cells_of(then)
            if change & ~changed or not hands.done_before(set(order[0]), set(order[1])):
                continue
            for move in position.results(moves):
                after = position.following(move)
                if position is self.amendable and after.state.turn == position.state.turn:
                    continue  # two moves in place of one that was confirmed: nobody plays like that
                if after.complete(rest, self.ignore) or (
                    rested and after.possible(rest, self.ignore)
                ):
                    finished.append(move)
        return finished

    def _taken_at_once(
        self, position: Position, hands: Hands, moves: list[Move], rest: int, landed: int
    ) -> list[Move]:
        """Of these moves those whose piece came down and was captured before the board could rest, or
        has been taken up by who is about to capture it."""

        def captured(after: Position) -> bool:
            return any(
                not landed & ~prints.victims
                and prints.end is not None
                and hands.done_before(set(self.sight.cells_of(prints.source)), {prints.end})
                for prints, _ in after.finished(rest, self.ignore)
            )

        def about_to_be(after: Position) -> bool:
            going = after.prints(rest, self.ignore)
            return any(not landed & ~p.victims and p.source & rest for p in going)

        after = {move: position.following(move) for move in position.results(moves)}
        return [move for move, then in after.items() if captured(then) or about_to_be(then)]

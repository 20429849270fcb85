"""When what the board shows counts as a move, a change of the last one, or a fault.

Knows the record and what board and hands say; neither clock nor words. Every way of reading the board is
tried in turn, the plainest first, and only what none of them explains is illegal.
"""

from __future__ import annotations

from engines.game import Attempt, Move
from firmware_bridge.referee.doubt import doubts
from firmware_bridge.referee.hands import Hands
from firmware_bridge.referee.ledger import Ledger, Phase
from firmware_bridge.referee.reconcile import Position
from firmware_bridge.referee.verdicts import Illegal, Undone, Verdict

TWO_MOVES = 0.1
"""Seconds within which nobody makes two moves one after the other."""


class Judge(Ledger):
    def _judge(self, *, rested: bool, insisted: bool = False) -> list[Verdict]:
        if self.phase is Phase.OVER:
            # The last move may still be changed; whoever clears the board is left alone.
            return (self._amend(rested) if rested else None) or []
        if self.phase is Phase.RESTORING:
            return self._restoring(rested, insisted)
        changed = self.differing
        if not changed:
            return (
                self._unseen() if insisted and self.question is None else self._as_recorded(rested)
            )
        if self.question is not None and (verdicts := self._pointed(changed, rested)) is not None:
            return verdicts
        done = self._done(self.position, self._hands)
        if done:
            return self._completed(done, rested=rested, insisted=insisted)
        if not insisted and self._is_going_on(changed, rested):
            self._next_player_is_at_it()
            return self._wait()
        explained = self._amend(rested)
        if explained is None:
            explained = self._two_at_once(rested)
        if explained is None and rested:
            explained = self._was_in_the_hand()
        if explained is not None:
            return explained
        if rested and (insisted or not self._may_be_amending()):
            return self._overslid() if self._slid_on() else self._illegal(changed)
        return self._wait()

    def _is_going_on(self, changed: int, rested: bool) -> bool:
        """Whether a move of this turn is under way."""
        going = self.position.prints(changed, self.ignore)
        if any(not prints.half_way(changed) for prints in going):
            return True
        # A piece that seems to stand half-way may be the last move's, gone on or put back.
        if rested and (self._goes_on() or self._put_back()):
            return False
        return bool(going or self.on_the_trail())

    def _wait(self) -> list[Verdict]:
        self.phase = Phase.MOVING
        return []

    def _as_recorded(self, rested: bool) -> list[Verdict]:
        """Everything stands where the record says."""
        tapped = self._hands.tapped
        round_trip = self._closed_trail() if rested else None
        if round_trip is not None:
            return self._accept(round_trip)
        if rested and (detour := self._went_round()) is not None:
            return self._accept(detour, instead_of=self.record[-1])
        if self.question is not None:
            if tapped is not None and self.question.difference == 0:
                self._hands = Hands()
                return self._named(tapped)
            if self.question.difference:
                self.question = None
        if rested:
            self._hands = Hands()
        elif len(self._hands.lifted) < 2 and len(self._hands.placed) < 2:
            # A piece was set straight; or it is back from a journey that is not over yet.
            self._hands = Hands(touched=self._hands.touched, began=self._hands.began)
        self.phase = Phase.ASKING if self.question else Phase.WAITING
        return []

    def _unseen(self) -> list[Verdict]:
        """He says that he has moved, and no sensor has seen anything of it."""
        hidden = self.position.hidden(self.ignore)
        if not hidden and not self._pressed_for_nothing:
            # Once is nothing; twice, with nothing touched in between, he means it.
            self._pressed_for_nothing = True
            return []
        self._pressed_for_nothing = False
        if not hidden:
            self._doubts = doubts(self.position, 0, self.ignore)
            hidden = [doubt.move for doubt in self._doubts]
        moves = self.position.results(hidden)
        if len(moves) == 1:
            return self._accept(moves[0])
        return self._ask("which-move", moves) if moves else []

    def _completed(self, done: list[Move], *, rested: bool, insisted: bool) -> list[Verdict]:
        if not insisted and self._slid_on() and not self._goes_on():
            # It looks like an answer with the same piece, but nobody is as quick as that.
            return self._overslid() if rested else self._wait()
        unseen = self.position.hides(self.differing, self.ignore)
        if (not rested or (unseen and not insisted)) and self._may_go_on():
            # A move of which a broken sensor hides a part may be one that has only begun.
            self._almost = done
            return self._wait()
        if not insisted and self._still_to_take(done):
            return self._wait()
        results = self.position.results(done)
        if len(results) > 1:
            results = self._told_by_trail(self.position, self._hands, done) or results
        bases = dict.fromkeys(results, self.position)
        if self.amendable is not None and self._too_soon_for_a_reply():
            # The next move, or the last one gone on? Both would look like this.
            bases |= dict.fromkeys(self._goes_on(), self.amendable)
        if len(bases) == 1:
            return self._accept(results[0])
        return self._ask_among("which-move", bases)

    def _amend(self, rested: bool) -> list[Verdict] | None:
        """The last move goes on or is put back, before the next player has touched anything."""
        earlier = self.amendable
        if earlier is None or not self.record:
            return None
        if self._put_back():
            return self._undo(1) if rested else self._wait()
        changed = self._changed_since(earlier)
        last = self.record[-1]
        done = self._goes_on()
        if len(done) == 1:
            # Where other pieces were touched too, it may be no hand but a sleeve; and a victim that
            # goes late may only be set straight.
            doubtful = self._fidgeted() or not self._touched_again(last)
            longer = doubtful or earlier.longer(changed, self.ignore)
            if not rested and (longer or self.on_the_trail(earlier=True)):
                self._almost = done
                return self._wait()
            return self._accept(done[0], instead_of=last)
        if done and rested:
            return self._ask("which-move", done, earlier)
        return None

    def _next_player_is_at_it(self) -> None:
        """Hands do what only the next player's moves explain: the last move stands."""
        if self.amendable is not None:
            changed = self._changed_since(self.amendable)
            goes_on = self.amendable.possible(changed, self.ignore)
            if not goes_on and not self.on_the_trail(earlier=True):
                self.amendable = None

    def _two_at_once(self, rested: bool) -> list[Verdict] | None:
        """One move is finished and the next is already being made."""
        if not rested and self._edge - self._hands.began < TWO_MOVES:
            return None  # a sleeve is quicker than hands: see where everything comes to rest
        finished = self._finished_before_the_next(self.position, self._hands, rested)
        changed_move = None
        if not finished and self.amendable is not None and self._touched_again(self.record[-1]):
            # Or it was the last move that had gone on before the next one began.
            changed_move = self.record[-1]
            finished = self._finished_before_the_next(self.amendable, self._earlier_hands, rested)
        if len(finished) > 1:
            # What the board last showed as done comes before what could be read into it now.
            finished = [move for move in finished if move in self._almost]
        if len(finished) != 1:
            return None
        hands = self._hands
        verdicts = self._accept(finished[0], instead_of=changed_move)
        self._hands = hands.next_player(set(self.position.stacks))
        self.amendable = None
        return verdicts + self._judge(rested=rested)

    def _was_in_the_hand(self) -> list[Verdict] | None:
        """What was recorded as taken off the board was the last move's piece in its owner's hand: now
        it stands where it came from, or where else it may go."""
        if self._older is None:
            return None
        (older, older_hands), hands = self._older, self._earlier_hands
        changed = self._changed_since(older)
        if changed and not older.complete(changed, self.ignore):
            return None
        taken = self.record.pop()
        self._enter(Position(self.game, self.sight, taken.before))
        self.amendable = older
        self._hands, self._earlier_hands = hands, older_hands
        return [Undone(taken.player, taken.move.label), *(self._amend(rested=True) or [])]

    def _overslid(self) -> list[Verdict]:
        """The last move was seen too early: its piece went on, to where it may not go."""
        assert self.amendable is not None
        last = self.record.pop()
        hands = self._earlier_hands
        self._enter(self.amendable)
        self.amendable = None
        self._hands = hands
        return [Undone(last.player, last.move.label), *self._illegal(self.differing)]

    def _illegal(self, changed: int) -> list[Verdict]:
        trail = (*self._hands.lifted, *self._hands.placed)
        attempt = self.position.attempt(changed, trail)
        cells = tuple(dict.fromkeys((*attempt.lifted, *attempt.placed)))
        first = self._first(attempt)
        if len(attempt.placed) > 1 and len(first.lifted) > 1:
            rule = "not-a-move"  # several went up before the first came down: the board was knocked
        elif self.position.other_side(changed):
            rule = "not-your-piece"
        else:
            rule = self.game.fault(self.state, first)
        self.question = None
        self._contested = changed
        return [Illegal(self.state.turn, cells, rule), *self._restore()]

    def _first(self, attempt: Attempt) -> Attempt:
        """Of what several hands did, what came first: that is what went wrong."""
        if len(attempt.placed) < 2:
            return attempt
        touched = self._hands.touched
        until = touched.index(attempt.placed[0]) if attempt.placed[0] in touched else len(touched)
        lifted = tuple(cell for cell in attempt.lifted if cell in touched[:until])
        return Attempt(lifted, attempt.placed[:1])

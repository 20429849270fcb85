"""The referee: events in, verdicts out. A state machine over one game, with no game's name in it.

Knows neither clock nor hardware nor words: time comes with each event, illegality is a value, and
texts are ids. What counts as a move is decided in `reconcile`; this file decides when.

    RESTORING  the board does not stand as recorded and is being put right
    WAITING    it does, and nothing has been touched
    MOVING     hands are at it
    ASKING     sensors cannot choose, or the rule book wants to be told
    OVER       the game has ended
"""

from __future__ import annotations

from engines.game import Attempt, InvalidLabel, Move
from engines.geometry import Cell
from firmware_bridge.doubt import doubts
from firmware_bridge.hands import Hands
from firmware_bridge.ledger import NOTHING, Ledger, Phase, Question, tells
from firmware_bridge.reading import REST, Entry
from firmware_bridge.verdicts import (
    Ask,
    Broken,
    Chosen,
    Event,
    Held,
    Illegal,
    Pressed,
    Restore,
    Sensed,
    TakeBack,
    Verdict,
)

__all__ = ["REST", "Entry", "Phase", "Question", "Referee"]


class Referee(Ledger):
    @property
    def deadline(self) -> float | None:
        """When the board will have rested, if nothing moves until then."""
        return None if self._judged else self._edge + self.rest

    def start(self, now: float) -> tuple[Verdict, ...]:
        """Begin, or resume: first the board must stand as recorded."""
        self._edge, self._judged = now, True
        return tuple(self._restore())

    def feed(self, event: Event, now: float) -> tuple[Verdict, ...]:
        self._now = now
        match event:
            case Sensed(cell, level):
                return tuple(self._sensed(cell, level, now))
            case Pressed(player):
                return tuple(self._pressed(player))
            case Held(player):
                return tuple(self._held(player))
            case Chosen(label):
                return tuple(self._chosen(label))
            case TakeBack():
                return tuple(self._take_back())
            case Broken(cell, how):
                return tuple(self._broken(cell, how))
            case _:
                return tuple(self._rested(now))

    # The board -------------------------------------------------------------------------------

    def _sensed(self, cell: Cell, level: int, now: float) -> list[Verdict]:
        if cell not in self.sight:
            return []
        self.seen = self.seen & ~self.sight.both(cell) | self.sight.bits(cell, level)
        if cell in self.ignored:
            return []
        self._edge, self._judged = now, False
        self._hands.note(cell, level, now, stood=cell in self.position.stacks)
        if self.amendable is not None:
            self._earlier_hands.note(cell, level, now, stood=cell in self.amendable.stacks)
        self._pressed_for_nothing = False
        return self._judge(rested=False)

    def _rested(self, now: float) -> list[Verdict]:
        # Compared as `deadline` is computed, so that a tick at the deadline counts.
        if self._judged or now < self._edge + self.rest:
            return []
        self._judged = True
        return self._judge(rested=True)

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
        done = self._done(changed)
        if done:
            return self._completed(done, rested=rested, insisted=insisted)
        if not insisted and self._is_going_on(changed, rested):
            self._next_player_is_at_it()
            return self._wait()
        explained = self._amend(rested)
        if explained is None:
            explained = self._two_at_once(rested)
        if explained is not None:
            return explained
        if rested and (insisted or not self._may_be_amending()):
            return self._illegal(changed)
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
        unseen = self.position.hides(self.differing, self.ignore)
        if (not rested or (unseen and not insisted)) and self._may_go_on():
            # A move of which a broken sensor hides a part may be one that has only begun.
            self._almost = done
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
            # Where other pieces were touched too, it may be no hand but a sleeve.
            longer = self._fidgeted() or earlier.longer(changed, self.ignore)
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
        """One player has finished and the next is already at it."""
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

    def _illegal(self, changed: int) -> list[Verdict]:
        trail = (*self._hands.lifted, *self._hands.placed)
        attempt = self.position.attempt(changed, trail)
        cells = tuple(dict.fromkeys((*attempt.lifted, *attempt.placed)))
        if self.position.other_side(changed):
            rule = "not-your-piece"
        else:
            rule = self.game.faults(self.state, self._first(attempt))[0]
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

    def _broken(self, cell: Cell, how: str) -> list[Verdict]:
        if cell in self.ignored:
            return []
        return [self._fault(cell, how), *self._judge(rested=False)]

    # Buttons and page ------------------------------------------------------------------------

    def _pressed(self, player: int) -> list[Verdict]:
        if self.consents is not None:
            self.consents.add(player)
            if self.consents >= set(range(1, self.game.players + 1)):
                return self._undo(self._span())
            return []
        if self.question is not None and self.question.id == "moved":
            return self._nothing_was_moved(self._wrong)
        if self.question is not None:
            answers = [move for move in self.question.choices if move.answer == player]
            return self._answered(answers[0]) if len(answers) == 1 else []
        self._judged = True
        return self._judge(rested=True, insisted=True)

    def _held(self, player: int) -> list[Verdict]:
        declarations = self.position.spoken if self.position.by_hand else []
        if player != self.state.turn or not declarations or self.phase is not Phase.WAITING:
            return self._take_back()
        if len(declarations) == 1:
            return self._accept(declarations[0])
        return self._ask("declare", declarations)

    def _chosen(self, label: str) -> list[Verdict]:
        if self.phase is Phase.RESTORING:
            return [Restore(self._wrong.missing, self._wrong.extra)]
        if self.phase is Phase.OVER:
            return []
        if label == NOTHING and self.question is not None and self.question.difference:
            return self._nothing_was_moved(self._wrong)
        asked = [m for m in self.question.choices if m.label == label] if self.question else []
        if asked:
            return self._shown(self._answered(asked[0]))
        for move in self.game.legal_moves(self.state):
            if move.label == label:
                return self._shown(self._accept(move))
        try:
            attempt = self.game.attempt(self.state, label)
        except InvalidLabel:
            return [Illegal(self.state.turn, (), "not-a-move")]
        rule = self.game.faults(self.state, attempt)[0]
        cells = (*attempt.lifted, *attempt.placed, *attempt.named)
        return [Illegal(self.state.turn, cells, rule)]

    def _take_back(self) -> list[Verdict]:
        if not self.record:
            return []
        if any(tells(entry.move) for entry in self.record[-self._span() :]):
            self.consents = set()
            return [Ask(self.state.turn, "take-back", ())]
        return self._undo(self._span())

    # Pointing --------------------------------------------------------------------------------

    def _pointed(self, changed: int, rested: bool) -> list[Verdict] | None:
        """While a question is open, a cell may be pointed at: lifted and put back, or touched."""
        assert self.question is not None
        beyond = changed ^ self.question.difference
        if not beyond:
            tapped, self._hands.tapped = self._hands.tapped, None
            if tapped is not None:
                return self._named(tapped)
            # Or the piece has gone on since, and come back: then its landings are the answer.
            told = self._told_by_trail(self.position, self._hands, self.question.choices)
            return self._answered(told[0]) if rested and len(told) == 1 else []
        cells = self.sight.cells_of(beyond)
        if len(cells) != 1 or not self._naming(cells[0]):
            return None
        if beyond & self.position.picture:
            return []  # a tap has begun: wait for the piece to come back
        if beyond & self.seen and not self.question.difference:
            return self._shown(self._named(cells[0]))
        return None

    def _naming(self, cell: Cell) -> list[Move]:
        assert self.question is not None
        bases = self.question.bases
        return [move for move, base in bases.items() if cell in base.named_cells(move)]

    def _named(self, cell: Cell) -> list[Verdict]:
        """A tap narrows the choices to those that speak of the cell."""
        assert self.question is not None
        named = self._naming(cell)
        if len(named) == 1:
            return self._answered(named[0])
        if named and len(named) < len(self.question.choices):
            bases = self.question.bases
            return self._ask_among(self.question.id, {move: bases[move] for move in named})
        return []

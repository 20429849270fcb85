"""How a question is answered: on the page, with a button, by a tap, or by where the piece goes.

Knows the open question and what the ledger shows; no clock. A move may be chosen on the page without a
question, too.
"""

from __future__ import annotations

from dataclasses import replace

from engines.game import Attempt, InvalidLabel, Move
from engines.geometry import Cell
from firmware_bridge.referee.asking import KEEP, NO_MOVE, Question
from firmware_bridge.referee.decide import Act, decide
from firmware_bridge.referee.evidence import Evidence
from firmware_bridge.referee.firsts import firsts
from firmware_bridge.referee.mending import Mending
from firmware_bridge.referee.minutes import Minutes
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.stories import stories
from firmware_bridge.referee.story import End
from firmware_bridge.referee.touches import Touches
from firmware_bridge.referee.verdicts import Ask, Illegal, Restore, Verdict
from firmware_bridge.referee.weights import QUICKEST


class Answering:
    def __init__(self, minutes: Minutes, mending: Mending) -> None:
        self._minutes = minutes
        self._mending = mending
        self._ledger = minutes.ledger

    # On the page, or with a button -----------------------------------------------------------

    def chosen(self, label: str) -> list[Verdict]:
        minutes, question = self._minutes, self._minutes.question or self._minutes.late
        if minutes.consents is not None and label == KEEP:
            return self._mending.refused()
        if minutes.phase is Phase.RESTORING and not self._shows(label):
            wrong = self._mending.wrong
            return [Restore(wrong.missing, wrong.extra)]
        if minutes.phase is Phase.OVER:
            return []
        if minutes.question is not None and minutes.question.difference and label == NO_MOVE:
            return self._mending.nothing_was_moved()
        asked = question.of_label(label) if question is not None else None
        if asked is not None and question is not None:
            minutes.question = question
            told = question.difference or asked in self._ledger.position.spoken
            said = self.answered(asked)
            return said if told else self._shown(said)
        ledger, position = self._ledger, self._ledger.position
        for move in position.game.legal_moves(position.state):
            if move.label == label:
                return self._made_or_shown(move)
        if label in minutes.settled and any(entry.move.label == label for entry in ledger.record):
            return []  # somebody else, or hands, have answered just so meanwhile
        try:
            attempt = position.game.attempt(position.state, label)
        except InvalidLabel:
            return [Illegal(position.state.turn, (), "not-a-move")]
        rule = position.game.fault(position.state, attempt)
        cells = (*attempt.lifted, *attempt.placed, *attempt.named)
        return [Illegal(position.state.turn, cells, rule)]

    def _shows(self, label: str) -> bool:
        """Whether the board shows just what a move of this name leaves: nothing is wrong any more."""
        ledger = self._ledger
        made = ledger.position.done(ledger.difference, ledger.ignore) if ledger.difference else ()
        return any(move.label == label for _, moves in made for move in moves)

    def listens(self, question: Question, now: float) -> bool:
        """Whether a press is an answer. Once hands have moved something it is for that; but what only
        players can say may be said when the next move has been begun: with no piece that the last one
        would have taken on another way."""
        ledger, last = self._ledger, self._ledger.last
        beyond = ledger.difference ^ question.difference
        if not beyond or ledger.position.by_hand:
            return not beyond
        if last is not None and last.might_take - last.entry.taken & {
            *ledger.lens.cells_of(beyond)
        }:
            return False
        best = stories(ledger.evidence(now))[0]
        return best.base is ledger.position and best.end is not End.WRONG

    def pressed(self, player: int) -> list[Verdict]:
        question = self._minutes.question
        move = question.of_player(player) if question is not None else None
        return self.answered(move) if move is not None else []

    def answered(self, move: Move) -> list[Verdict]:
        question = self._minutes.question
        assert question is not None
        instead = question.bases[move] is not self._ledger.position
        remaining = question.besides.get(move)
        if remaining is not None:
            remaining = remaining.followed_by(self._minutes.since(question))
        told = move in self._ledger.position.spoken
        if remaining is None and (question.difference or told) and not instead:
            remaining = self._besides(move)
        return self._minutes.accept(
            move, instead=instead, remaining=remaining, sure=self._ledger.weights.chosen
        )

    def _besides(self, move: Move) -> Touches | None:
        """What hands did besides this move, where they have made it already: perhaps it came down before
        something else that hides a part of it now."""
        ledger = self._ledger
        if move in ledger.position.spoken:
            return ledger.touches or None
        remaining = ledger.besides(move)
        if remaining is not None:
            return remaining
        now = ledger.evidence(ledger.edge).scene(ledger.position, ledger.touches)
        made = (first for first in firsts(now, ledger.seen) if first.move == move and not first.due)
        return next((first.remaining for first in made), None)

    def _made_or_shown(self, move: Move) -> list[Verdict]:
        """What was chosen on the page: hands have made it already, or the lights show what to do."""
        remaining = self._besides(move)
        if remaining is None:
            return self._shown(self._minutes.accept(move, sure=self._ledger.weights.chosen))
        return self._minutes.accept(move, remaining=remaining, sure=self._ledger.weights.chosen)

    def _shown(self, said: list[Verdict]) -> list[Verdict]:
        """What was chosen and not yet done by hand: the lights show what to do."""
        if self._minutes.phase is not Phase.OVER and self._ledger.difference:
            self._minutes.carrying = True
            return said + self._mending.begin()
        return said

    # At the board ----------------------------------------------------------------------------

    def pointed(self, evidence: Evidence) -> list[Verdict] | None:
        """While a question is open, a cell may be pointed at: lifted and put back, or touched. None:
        what hands did is no answer."""
        question, ledger = self._minutes.question, self._ledger
        assert question is not None
        beyond = evidence.difference ^ question.difference
        # What somebody was only looking at when it was asked has come back.
        back = ledger.lens.cells_of(beyond & question.difference & ledger.position.picture)
        beyond &= ~ledger.lens.mask(cell for cell in back if not question.of_cell(cell))
        tapped = ledger.touches.tapped if question.difference else None
        if tapped is not None and (not beyond or question.of_cell(tapped)):
            lift, _ = ledger.touches.edges[-2:]
            ledger.forget_tap()
            return [] if self._minutes.too_soon(lift.when) else self.named(tapped)
        if not beyond:
            landed = evidence.rested and question.difference
            return self._told_by_landings(evidence, question) if landed else None
        cells = ledger.lens.cells_of(beyond)
        # What all choices speak of answers nothing.
        some = [
            cell for cell in cells if 0 < len(question.of_cell(cell)) < max(2, len(question.bases))
        ]
        lifted = not beyond & ~(ledger.position.picture ^ question.difference)
        if lifted and (some or question.difference):
            # A tap has begun, or somebody looks at a piece, or moves on: wait for it to come down.
            return None if evidence.out_of_patience else []
        if len(cells) != 1:
            return None
        if some and beyond & ledger.seen and not question.difference:
            # A hand that points may pass over other cells first.
            return self._shown(self.named(cells[0])) if evidence.rested else []
        return None

    def _told_by_landings(self, evidence: Evidence, question: Question) -> list[Verdict]:
        """The piece has gone on since it was asked about, and come back: its landings are the answer."""
        decision = decide(evidence, stories(evidence))
        if decision.act is Act.RECORD and decision.story.moves[0] in question.bases:
            return self.answered(decision.story.moves[0])
        return []

    def pointed_before(self) -> list[Verdict]:
        """Somebody has pointed at a cell before anybody asked: what the rules forbid is said with the
        question. What they allow is asked all the same, since it may only have been looked at."""
        question, touches = self._minutes.question, self._ledger.touches
        tapped = touches.tapped
        if question is None or tapped is None or question.of_cell(tapped):
            return []
        last = self._ledger.last
        if last is not None and tapped == last.entry.end:
            return []  # what has just been put down is set straight
        # Less was a sleeve, and more a look.
        meant = QUICKEST <= touches.held_for(tapped) < self._ledger.pace.rest
        return self._forbidden(question, tapped) if meant else []

    def named(self, cell: Cell) -> list[Verdict]:
        """A tap narrows the choices to those that speak of the cell."""
        question = self._minutes.question
        assert question is not None
        named = question.of_cell(cell)
        if len(named) == 1:
            return self.answered(named[0])
        if named and len(named) < len(question.bases):
            narrowed = replace(question.narrowed(named), difference=self._ledger.difference)
            self._minutes.question = narrowed
            return [Ask(narrowed.player, narrowed.id, narrowed.labels)]
        return [] if named else self._forbidden(question, cell)

    def _forbidden(self, question: Question, cell: Cell) -> list[Verdict]:
        """He points at what the rules forbid: he is told which, and the question stays."""
        position = self._ledger.position
        lifted = position.lens.cells_of(question.difference)
        held = len(lifted) == 1 and lifted[0] in position.stacks
        held = held and cell in position.stacks and cell not in lifted
        if not held and (lifted or position.by_hand or cell in position.stacks):
            return []
        rule = position.game.fault(position.state, Attempt(lifted, (cell,)))
        # Far from there, somebody only looks at a piece.
        if rule in ("not-a-move", "not-adjacent"):
            return []
        return [Illegal(question.player, (*lifted, cell), rule)]

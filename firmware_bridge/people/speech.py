"""What people say instead of doing: answers to questions, reports and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.game import Move
from firmware_bridge.people.answers import by_button_or_page, by_holding_or_page, by_tap_or_page
from firmware_bridge.people.gestures import Kind, Script
from firmware_bridge.people.truth import Played, difference

if TYPE_CHECKING:
    from firmware_bridge.people.game_night import GameNight

UNDERSTOOD = 1.5
"""Seconds after which somebody who pointed looks whether he was understood."""


class Speech:
    def __init__(self, night: GameNight) -> None:
        self.night = night

    def declare(self, move: Move) -> None:
        """Something a player may say in his turn instead of moving, or before."""
        night = self.night
        # Nobody declares anything before the board has noticed that it is his turn.
        if not night.settled():
            return
        hand = self._hand()
        stands = night.evening.board.stacks
        by_holding_or_page(night.state.turn, move, stands, hand, night.times)
        self._said(hand, move)

    def say(self, move: Move, others: tuple[Move, ...]) -> None:
        """One of the reports that can be made now."""
        hand = self._hand()
        by_button_or_page(move, others, hand)
        self._said(hand, move)

    def answer(self) -> bool:
        """Answer the open question truly, if there is one and the truth is among its choices."""
        night = self.night
        ask, night.question = night.question, None
        if ask is None:
            return False
        evening = night.evening
        choices = [str(choice) for choice in ask.line.get("choices", ())]
        evening.finish()
        night.begin_at = evening.now + night.times.read.draw(night.rng)
        on_record = len(evening.record)
        evening.until(night.begin_at)
        night.listen()
        if len(evening.record) != on_record or self._another_question(choices):
            return True
        if night.all_spoken and night.game.outcome(night.state) is None:
            moves = [m for m in night.game.legal_moves(night.state) if m.label in choices]
            if moves:
                self.say(night.rng.choice(moves), tuple(moves))
                return True
        # The first move that is not on the record yet is the one in question.
        unknown = difference(night.truth, evening.record).at
        for played in night.truth[unknown:]:
            if played.move.label in choices:
                self._tell(played, choices)
                return True
        return False

    def _another_question(self, choices: list[str]) -> bool:
        """Whether something else is being asked meanwhile; the same again is no news."""
        again = self.night.question
        if again is None or again.line.get("choices") == choices:
            self.night.question = None
            return False
        return True

    def _tell(self, played: Played, choices: list[str]) -> None:
        """Say which of the choices it was; on the page, if pointing is not understood."""
        night = self.night
        evening = night.evening
        hand = self._hand()
        stands = evening.board.stacks
        by_tap_or_page(night.game, played.before, played.move, choices, stands, hand, night.times)
        evening.add(hand.gestures)
        evening.finish()
        evening.until(evening.now + UNDERSTOOD)
        night.listen()
        if played.entry not in evening.record[-2:] and hand.gestures[-1].kind is not Kind.CHOOSE:
            hand = self._hand()
            hand.choose(played.move.label)
            evening.add(hand.gestures)
            evening.finish()
        night.come_after(evening.now)

    def _hand(self) -> Script:
        night = self.night
        night.evening.finish()
        now = max(night.begin_at, night.evening.now + 0.1)
        return Script(night.rng, now, "a pointing hand")

    def _said(self, hand: Script, move: Move) -> None:
        night = self.night
        night.evening.add(hand.gestures)
        night.played(move, hand.gestures[0].when, hand.now)
        night.evening.finish()
        night.tally.spoken += 1
        night.evening.board.recognise(night.state.stacks)
        night.come_after(night.evening.now)

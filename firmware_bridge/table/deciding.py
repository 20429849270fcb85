"""Moves that are decided elsewhere than at the board: when the computer is asked, and what it wants.

Knows seats and situations; no process, no clock of its own.
"""

from __future__ import annotations

from firmware_bridge.record.seats import Seats
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.referee.verdicts import Chosen, Event, Pressed
from firmware_bridge.table.counsel import Counsel
from firmware_bridge.table.keeping import Keeping
from firmware_bridge.table.thinking import MOVE

PAUSE = 0.6
"""Seconds that the board rests before a move of the computer's: people want to see it coming."""


class Deciding:
    def __init__(self, seats: Seats, counsel: Counsel, keeping: Keeping) -> None:
        self._seats = seats
        self._counsel = counsel
        self._keeping = keeping
        self._asked: tuple[int, int] | None = None
        """For whom and after how many moves the computer was last asked."""
        self._number = 0
        self._ready: str | None = None
        self._since: float | None = None
        self.pause = PAUSE
        """Seconds that the board rests before a move of the computer's."""

    @property
    def failed(self) -> bool:
        return self._counsel.failed

    def computer(self, player: int) -> bool:
        return bool(self._seats) and self._seats[player - 1].computer

    def _away(self, player: int) -> bool:
        return bool(self._seats) and self._seats[player - 1].away

    def awaited(self, situation: Situation) -> int | None:
        """The player whose decision is awaited, where he does not sit at the board."""
        if situation.consents is not None or self._keeping.waits_for(situation):
            return None
        if situation.phase is Phase.WAITING or self._put_by_the_book(situation):
            player = situation.state.turn
            return player if self.computer(player) else None
        return None

    def _put_by_the_book(self, situation: Situation) -> bool:
        """Whether it is asked what somebody wants, not what hands did or what turned up."""
        question = situation.question
        if situation.phase is not Phase.ASKING or question is None or question.difference:
            return False
        kernel = situation.game.kernel
        return kernel.chances(kernel.node(situation.state)) is None

    def deadline(self) -> float | None:
        if self._ready is None or self._since is None:
            return None
        return self._since + self.pause

    def step(self, situation: Situation, now: float, *, held: bool = False) -> Event | None:
        """What has been decided by now, if anything. `held`: somebody else needs the thinker first."""
        if not self._seats or not self._counsel.there:
            return None
        agreeing = self._agreement(situation)
        if agreeing is not None:
            return agreeing
        player = None if held else self.awaited(situation)
        moment = None if player is None else (player, len(situation.record))
        if moment != self._asked:
            if self._asked is not None:
                self._counsel.forget(self._number)
            self._ready = self._since = None
            self._asked = moment
            if player is not None:
                self._since = now
                labels = tuple(str(entry.move.label) for entry in situation.record)
                level = self._seats[player - 1].level
                self._number = self._counsel.ask(MOVE, labels, player, level)
        if player is None:
            return None
        answer = self._counsel.answer(self._number)
        if answer is not None:
            self._ready = answer.move
        due = self.deadline()
        if due is None or now < due:
            return None
        assert self._ready is not None
        label, self._ready = self._ready, None
        return Chosen(label)

    def _agreement(self, situation: Situation) -> Event | None:
        """The computer agrees to any take-back; another board is asked through its own line."""
        if situation.consents is not None:
            for player in range(1, situation.game.players + 1):
                if self._away(player) and player not in situation.consents:
                    return Pressed(player)
        return None

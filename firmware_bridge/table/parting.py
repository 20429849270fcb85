"""The last word of a game that is over, to a board that may not have heard it.

Whoever was switched off, or lost the broker, right after the last move has a finished game on disk and
nothing to go on with; the other board still waits for that move.
"""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.record.journal import Resumed
from firmware_bridge.record.session import Session
from firmware_bridge.referee.verdicts import GIVEN_UP, GiveUp
from firmware_bridge.table.away import Connect, away_for
from firmware_bridge.table.keeping import Keeping


class Parting:
    def __init__(self, ended: Resumed, connect: Connect) -> None:
        header = replace(ended.header, ready=True)
        self._session = Session(header, state=ended.state, record=ended.record)
        self._session.start(0.0)
        winners, reason = ended.over or ((), "")
        if reason == GIVEN_UP:
            losers = set(range(1, header.players + 1)) - set(winners)
            for player in losers:
                self._session.feed(GiveUp(player), 0.0)
        # What was kept hidden is gone with the game: there is nothing left to open.
        nothing = Keeping(self._session.game, None)
        self._away = away_for(self._session, connect, nothing, lambda *_: None)

    @property
    def deadline(self) -> float | None:
        return None if self._away is None else self._away.deadline

    def step(self, now: float) -> None:
        """Say it until the other board knows."""
        if self._away is None:
            return
        self._away.step(self._session.situation, now)
        if self._away.known_there(self._session.situation):
            self.close()

    def close(self) -> None:
        if self._away is not None:
            self._away.close()
            self._away = None

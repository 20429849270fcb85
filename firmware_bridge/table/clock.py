"""The players' clocks: whose runs, what is left, who is out of time. Every call says what time it is.

They begin with the first move that is on the record. Nobody's runs while the board is being put right:
so nobody pays for carrying out a move of the computer's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from firmware_bridge.record.limits import Limit
from firmware_bridge.referee.situation import Phase, Situation

STANDING = (Phase.RESTORING, Phase.OVER)


class Pressure(Enum):
    """How pressing somebody's time is."""

    MINUTE = "minute"
    SECONDS = "seconds"
    OUT = "out"


PRESSING: Mapping[Pressure, tuple[float, float]] = {
    Pressure.SECONDS: (10.0, 1 / 6),
    Pressure.MINUTE: (60.0, 1 / 3),
}
"""Seconds left from which it is so, and the most of the whole time that this may be."""


class Clocks:
    def __init__(self, limit: Limit | None, players: int, left: Sequence[float] = ()) -> None:
        self.limit = limit
        seconds = float(limit.seconds) if limit else 0.0
        self.left = list(left) if len(left) == players else [seconds] * players
        """What each player had when his clock last began to run, or stopped."""
        self.running = 0
        """Whose runs; 0: nobody's."""
        self.since = 0.0
        self.out: set[int] = {n for n, s in enumerate(self.left, start=1) if limit and s <= 0}
        """Who has run out: that is said once."""
        self._made = 0
        self.version = 0

    def begin(self, situation: Situation) -> None:
        """What is on the record already was paid for."""
        self._made = len(situation.record)

    def remaining(self, now: float) -> list[float]:
        found = list(self.left)
        if self.running:
            found[self.running - 1] = max(0.0, found[self.running - 1] - (now - self.since))
        return found

    def pressing(self, now: float) -> dict[int, Pressure]:
        """Whose time is running out, or has."""
        if self.limit is None:
            return {}
        found = dict.fromkeys(self.out, Pressure.OUT)
        if self.running and self.running not in self.out:
            left = self.remaining(now)[self.running - 1]
            for pressure, (seconds, share) in PRESSING.items():
                if left <= min(seconds, share * self.limit.seconds):
                    found[self.running] = pressure
                    break
        return found

    @property
    def deadline(self) -> float | None:
        """When somebody will be out of time, if nobody does anything."""
        if self.limit is None or not self.running or self.running in self.out:
            return None
        return self.since + self.left[self.running - 1]

    def step(self, situation: Situation, now: float) -> int:
        """Follow what happened; the player who is out of time just now, or 0."""
        if self.limit is None:
            return 0
        made = situation.record[self._made :]
        self._made = len(situation.record)
        deadline = self.deadline
        late = self.running if deadline is not None and now >= deadline else 0
        whose = awaited(situation)
        if made or late or whose != self.running:
            self.left = self.remaining(now)
            for entry in made:
                self._moved(entry.player, self.limit)
            self.running, self.since = whose, now
            self.version += 1
        # A move that came with the last second counts: it is on the record.
        if late and not made:
            self.out.add(late)
            return late
        return 0

    def _moved(self, player: int, limit: Limit) -> None:
        if limit.each_move:
            self.left = [float(limit.seconds)] * len(self.left)
            self.out.clear()
        elif player not in self.out:
            self.left[player - 1] += limit.bonus


def awaited(situation: Situation) -> int:
    """Whose decision is waited for; 0: nobody's, or nobody has begun."""
    if not situation.record or situation.phase in STANDING or situation.carrying:
        return 0
    if situation.consents is not None:
        return 0
    question = situation.question
    return (question.player if question else 0) or situation.state.turn

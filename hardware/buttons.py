"""What every set of player buttons offers, and how a press is told from a hold."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from hardware.lights import RGB
from hardware.symptoms import Symptom

HOLD = 1.0
"""Seconds from which a press is a hold."""


class Buttons(Protocol):
    """One button with a light for each player, the first for player 1."""

    def down(self) -> Sequence[bool]:
        """Which buttons are pressed at this moment."""

    def light(self, colours: Sequence[RGB]) -> None:
        """Colour the buttons' own lights."""

    def symptoms(self) -> Sequence[Symptom]:
        """What is wrong at the moment."""

    def close(self) -> None: ...


class Push(Enum):
    PRESS = "press"
    HOLD = "hold"


class Pushes:
    """Turns up and down into presses and holds. A hold counts as soon as it is long enough; the
    release after it does not count again. Knows no clock: every call says what time it is."""

    def __init__(self, hold: float = HOLD, settle: float = 0.02) -> None:
        self._hold = hold
        self._settle = settle
        self._since: dict[int, float] = {}
        self._held: set[int] = set()

    def update(self, down: Sequence[bool], now: float) -> list[tuple[int, Push]]:
        """What the readings of this moment complete: (player, what he did)."""
        done: list[tuple[int, Push]] = []
        for player, pressed in enumerate(down, start=1):
            if pressed:
                since = self._since.setdefault(player, now)
                if player not in self._held and now - since >= self._hold:
                    self._held.add(player)
                    done.append((player, Push.HOLD))
            elif player in self._since:
                long_enough = now - self._since.pop(player) >= self._settle
                if player in self._held:
                    self._held.discard(player)
                elif long_enough:
                    done.append((player, Push.PRESS))
        return done

"""A game that is over is left by a button of its board: back to the menu.

Knows the situation and the time it is told; no device.
"""

from __future__ import annotations

from firmware_bridge.referee.situation import Phase, Situation

LINGER = 2.0
"""Seconds after its end in which a button does not leave a game: it may still mean the last move."""


class Leaving:
    def __init__(self, *, by_button: bool) -> None:
        """`by_button`: a page has its own way to the menu."""
        self._by_button = by_button
        self._over_since: float | None = None
        self.asked = False
        """Everybody has seen how the game ended."""

    def follow(self, situation: Situation, now: float) -> None:
        if situation.phase is not Phase.OVER:
            self._over_since = None
        elif self._over_since is None:
            self._over_since = now

    def pressed(self, situation: Situation, now: float) -> None:
        since, answers = self._over_since, situation.consents is not None
        seen = since is not None and now - since >= LINGER and not answers
        self.asked = self.asked or (self._by_button and seen)

"""Sensors that are in the way while others are learned: one that never opens, one that never rests.

Pure: readings and times in; which channels to set aside out.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

EDGES = 12
WITHIN = 4.0
"""So many changes in so many seconds are no magnet that somebody puts down."""
LATELY = 2.0
"""Seconds for which a change counts as one that is still in the way."""


class Restless:
    def __init__(self) -> None:
        self._was: list[int] = []
        self._edges: dict[int, deque[float]] = {}
        self._stirred: Counter[int] = Counter()

    def forget(self) -> None:
        """A new stage has begun: what stirred before does not count."""
        self._was = []
        self._edges.clear()
        self._stirred.clear()

    def look(self, readings: Sequence[int], now: float) -> list[int]:
        """Take in one reading; the channels that have changed too often."""
        if len(readings) != len(self._was):
            self._was = list(readings)
            return []
        return [
            channel
            for channel, (new, old) in enumerate(zip(readings, self._was, strict=True))
            if new != old and self.stir(channel, now, new)
        ]

    def stir(self, channel: int, now: float, reading: int = 0) -> bool:
        """One change of a channel; True when that was once too often."""
        if channel < len(self._was):
            self._was[channel] = reading
        edges = self._edges.setdefault(channel, deque(maxlen=EDGES))
        edges.append(now)
        self._stirred[channel] += 1
        return len(edges) == EDGES and now - edges[0] <= WITHIN

    def lately(self, now: float) -> list[int]:
        """The channels that have changed a moment ago."""
        return [channel for channel, edges in self._edges.items() if now - edges[-1] <= LATELY]

    def worst(self) -> list[int]:
        """The channels that have changed most."""
        most = max(self._stirred.values(), default=0)
        return [channel for channel, times in self._stirred.items() if times == most]

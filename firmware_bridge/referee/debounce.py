"""From raw sensor readings to settled ones: a reading counts once it has held for a moment.

Knows no clock: every call says what time it is. A contact bounces for a few milliseconds and a
passing magnet closes it for as long, so neither may be taken for a piece that was put down.
"""

from __future__ import annotations

from collections import deque

from engines.geometry import Cell
from firmware_bridge.referee.verdicts import Broken, Sensed

SETTLE = 0.010
"""Twice the longest bounce of a reed contact, in seconds."""
UNREST = 0.25
"""A contact that has not settled for this long, in seconds, is not bouncing any more: it flickers."""
FLICKER_EDGES = 12
FLICKER_WINDOW = 1.5
"""More settled changes than this in that time are no hand's work: the quickest makes six a second."""


class Debounce:
    def __init__(self, settle: float = SETTLE) -> None:
        self.settle = settle
        self._settled: dict[Cell, int] = {}
        self._raw: dict[Cell, tuple[int, float]] = {}
        self._restless: dict[Cell, float] = {}
        """Since when the reading of a cell has not settled."""
        self._edges: dict[Cell, deque[float]] = {}
        """When the last changes of a cell settled."""
        self._broken: set[Cell] = set()

    def start(self, readings: dict[Cell, int]) -> None:
        """Take these readings as they are, without reporting them."""
        self._settled = dict(readings)

    def raw(self, cell: Cell, reading: int, now: float) -> Broken | None:
        """A raw reading; says so when the sensor flickers too much to be believed."""
        if self._raw.get(cell, (self._settled.get(cell, 0), now))[0] == reading:
            return None
        self._raw[cell] = (reading, now)
        unrest = now - self._restless.setdefault(cell, now)
        edges = self._edges.get(cell)
        often = edges and len(edges) == FLICKER_EDGES and now - edges[0] <= FLICKER_WINDOW
        if cell in self._broken or not (often or unrest > UNREST):
            return None
        self._broken.add(cell)
        return Broken(cell, "flickering")

    @property
    def deadline(self) -> float | None:
        """When the next reading settles."""
        return min((since + self.settle for _, since in self._raw.values()), default=None)

    @property
    def restless(self) -> bool:
        """Whether some sensor has changed and not settled yet; what is broken never does."""
        return any(cell not in self._broken for cell in self._raw)

    def settled(self, now: float) -> list[tuple[float, Sensed]]:
        """The readings that have settled by now, in the order and with the time they did."""
        # Compared as the deadline is computed, so that a call at the deadline finds its reading.
        ripe = sorted(
            # Of what was seen in one look at the board, what went up went first: hands lift, then place.
            (since + self.settle, reading != 0, cell, reading)
            for cell, (reading, since) in self._raw.items()
            if since + self.settle <= now
        )
        found: list[tuple[float, Sensed]] = []
        for when, _, cell, reading in ripe:
            del self._raw[cell]
            self._restless.pop(cell, None)
            if self._settled.get(cell, 0) != reading:
                self._settled[cell] = reading
                self._edges.setdefault(cell, deque(maxlen=FLICKER_EDGES)).append(when)
                found.append((when, Sensed(cell, reading)))
        return found

"""Notices that somebody, or the network, has set the time of day.

Nothing in the program goes by that time: moves, waits and the order of games go by a clock that nobody
can set and by numbers. This file alone looks at it, to be able to say that nothing has happened.
"""

from __future__ import annotations

import time
from collections.abc import Callable

JUMP = 60.0
"""Seconds; less is a clock that is being put right little by little."""


class WallClock:
    def __init__(self, clock: Callable[[], float], wall: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._wall = wall
        self._apart = wall() - clock()

    def jump(self) -> float:
        """The seconds by which it was set since the last time; 0 when it was not."""
        apart = self._wall() - self._clock()
        jumped, self._apart = apart - self._apart, apart
        return jumped if abs(jumped) >= JUMP else 0.0

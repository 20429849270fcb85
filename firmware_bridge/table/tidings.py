"""What has gone wrong and what is right again, each said once, and a wall clock that was set."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.table.troubles import Crier, Trouble


class Tidings:
    def __init__(self) -> None:
        self._crier = Crier()
        self.troubles: tuple[Trouble, ...] = ()
        """What is wrong now."""

    def begin(self) -> None:
        """Another game, other players: what is wrong is said again."""
        self._crier.begin()

    def hear(self, troubles: Sequence[Trouble], jump: float) -> tuple[list[Trouble], list[Trouble]]:
        """What has come, and what is over or was only a moment. By `jump` seconds the clock on the wall
        was set since."""
        self.troubles = tuple(troubles)
        come, over = self._crier.news(troubles)
        if jump:
            over.append(Trouble("clock.forward" if jump > 0 else "clock.back"))
        return come, over

"""Which coach each player has, and how often he may still ask it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.record.coaches import Coach, Coaches


class Helps:
    def __init__(self, coaches: Coaches, given: Sequence[int] = ()) -> None:
        """`given`: the players who were helped before, as often as they were."""
        self._coaches = coaches
        self.given = list(given)

    def of(self, player: int) -> Coach:
        return self._coaches[player - 1] if self._coaches else Coach()

    def left(self, player: int) -> int | None:
        """How often he may still ask; None: always."""
        most = self.of(player).helps
        return None if most is None else max(0, most - self.given.count(player))

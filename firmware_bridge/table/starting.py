"""How often somebody who could be a stranger may begin games: each leaves files on the disk."""

from __future__ import annotations

from collections.abc import Hashable
from math import ceil

from engines.errors import Said, TavoliereError
from firmware_bridge.table.allowance import Allowances

STARTING = 1 / 3
"""Games a second that one address may begin or resume in the long run."""
STARTS = 20
"""And so many at once."""


class Starting:
    def __init__(self) -> None:
        self._allowed = Allowances(STARTING, STARTS)

    def spend(self, by: Hashable | None, now: float) -> None:
        """Count one for whoever asks, or say how long to wait; None is nobody to be wary of."""
        if by is None:
            return
        allowance = self._allowed.of(by, now)
        if not allowance.spend(now):
            raise TavoliereError(
                Said(
                    "too many games begun in a short time: wait {seconds} s",
                    "table.too-often",
                    seconds=ceil(allowance.wait(now)),
                )
            )

"""What every sensor driver offers. Knows channels (integers), no cells and no games.

A driver writes `levels`, `symptoms` and `close`; everything above polls. A reading is a level, not an
edge: an edge that was missed is then seen a few milliseconds later instead of never.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hardware.symptoms import Symptom


class Sensors(Protocol):
    @property
    def channels(self) -> int:
        """How many sensors there are."""

    def levels(self) -> Sequence[int]:
        """What every channel reads now: 0 nothing, 1 a magnet, -1 a magnet the other way round.

        What was returned does not change any more, so that two readings can be compared.
        """

    def symptoms(self) -> Sequence[Symptom]:
        """What is wrong at the moment."""

    def close(self) -> None: ...

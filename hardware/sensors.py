"""What every sensor driver offers. Knows channels (integers), no cells and no games.

A driver is polled: a reading says how a sensor stands, not that it has changed, so a change that
was missed is seen a few milliseconds later instead of never.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from hardware.symptoms import Symptom

EMPTY, UPRIGHT, REVERSED = 0, 1, -1
"""What a reading can be: no magnet, a magnet, a magnet that lies the other way round. Sensors that do
not feel the way read UPRIGHT for both. Those that count read as many times that as magnets stand on each
other: exactly up to three; of what is above, only whether it has become more or less counts."""


class Sensors(Protocol):
    @property
    def channels(self) -> int:
        """How many sensors there are."""

    def readings(self) -> Sequence[int]:
        """What every channel reads now.

        What was returned does not change any more, so that two of them can be compared.
        """

    def symptoms(self) -> Sequence[Symptom]:
        """What is wrong at the moment."""

    def close(self) -> None: ...


@runtime_checkable
class Measuring(Protocol):
    """Sensors that measure how strong a magnet is, so that each can be learned by itself."""

    @property
    def raw(self) -> Sequence[int]:
        """What was measured for the last readings."""


class Figures(NamedTuple):
    """How surely a sensor counts, all in parts of one piece's field."""

    noise: float
    """How much it trembles."""
    step: float
    """By how much one piece more would move it."""
    margin: float
    """How far it is from another height."""


@runtime_checkable
class Counting(Protocol):
    """Sensors that can say how surely they count."""

    @property
    def figures(self) -> Sequence[Figures]:
        """By channel; nothing where it does not count."""


@runtime_checkable
class Doubting(Protocol):
    """Sensors of which some can read closed by mistake."""

    @property
    def ghosts(self) -> tuple[int, ...]:
        """The channels that may be closed by mistake at the moment."""

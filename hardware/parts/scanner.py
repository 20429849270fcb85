"""Sensors that are scanned row by row, whatever drives the lines.

Holds what is believed of the scans, and what is said while none succeeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Protocol

from hardware.parts.ghosts import Belief, Rows
from hardware.parts.retries import Failures, Retries
from hardware.symptoms import SENSORS, Symptom


class Lines(Protocol):
    def scan(self) -> Rows:
        """Every row once: a bit for each column that is closed."""

    def renew(self) -> None:
        """Put the lines as they were at the start, after a scan that failed."""

    def close(self) -> None:
        """Let go of the lines; once more does no harm."""


class Scanner:
    def __init__(
        self,
        lines: Lines,
        rows: int,
        columns: int,
        failures: Failures,
        *,
        diodes: bool = True,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._lines = lines
        self._belief = Belief(rows, columns, diodes=diodes)
        self._retries = Retries(SENSORS, failures, lines.renew, clock)

    @property
    def channels(self) -> int:
        return len(self._belief.readings)

    @property
    def ghosts(self) -> tuple[int, ...]:
        return self._belief.ghosts

    def readings(self) -> Sequence[int]:
        closed = self._retries.answer(self._lines.scan)
        if closed is None:
            self._belief.look_away()
        else:
            self._belief.judge(closed)
        return self._belief.readings

    @property
    def answers(self) -> bool:
        """Whether the last scan succeeded; if not, the readings are the last ones there were."""
        return self._retries.answered

    def latest(self) -> Sequence[int]:
        """The readings of the last scan."""
        return self._belief.readings

    def symptoms(self) -> Sequence[Symptom]:
        return [*self._retries.symptoms(), *self._belief.symptoms()]

    def close(self) -> None:
        self._lines.close()

"""Switches in rows and columns: reed contacts or digital Hall sensors, with a diode each.

One row at a time is driven and the columns are read. The other rows float, so that a missing diode
makes a ghost and not a short circuit. Knows channels only: crossing number row × columns + column.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic, sleep
from typing import Any

from hardware.parts import gpio
from hardware.parts.ghosts import Belief, Rows
from hardware.parts.retries import Retries
from hardware.symptoms import SENSORS, Symptom

SETTLE = 60e-6
"""Seconds a line takes to follow, through a switch and some wire."""


class Matrix:
    """`rows` are gpiozero output devices, `columns` input devices; `wait` lets time pass."""

    def __init__(
        self,
        rows: Sequence[Any],
        columns: Sequence[Any],
        *,
        diodes: bool = True,
        settle: float = SETTLE,
        wait: Callable[[float], None] = sleep,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._rows = tuple(rows)
        self._columns = tuple(columns)
        self._bits = tuple((column, 1 << number) for number, column in enumerate(columns))
        self._settle = settle
        self._wait = wait
        self._belief = Belief(len(rows), len(columns), diodes=diodes)
        self._pulls = gpio.pulls(columns)
        self._retries = Retries(SENSORS, self._renew, clock)
        for row in rows:
            _release(row)

    def _renew(self) -> None:
        gpio.claim_inputs(self._columns, self._pulls)
        for row in self._rows:
            row.pin.output_with_state(not row.active_high)
            _release(row)

    @property
    def channels(self) -> int:
        return len(self._belief.readings)

    @property
    def ghosts(self) -> tuple[int, ...]:
        return self._belief.ghosts

    def readings(self) -> Sequence[int]:
        closed = self._retries.answer(self._scan)
        if closed is None:
            self._belief.look_away()
        else:
            self._belief.judge(closed)
        return self._belief.readings

    @property
    def answers(self) -> bool:
        """Whether the last scan succeeded; if not, the readings are those of before."""
        return self._retries.answered

    def latest(self) -> Sequence[int]:
        """The readings of the last scan."""
        return self._belief.readings

    def symptoms(self) -> Sequence[Symptom]:
        return [*self._retries.symptoms(), *self._belief.symptoms()]

    def _scan(self) -> Rows:
        return [self._scanned(row) for row in self._rows]

    def _scanned(self, row: Any) -> int:
        found = 0
        row.pin.output_with_state(row.active_high)
        if self._settle:
            self._wait(self._settle)
        for column, bit in self._bits:
            if column.value:
                found |= bit
        _release(row)
        return found

    def close(self) -> None:
        gpio.close_all(self._rows)
        gpio.close_all(self._columns)


def _release(row: Any) -> None:
    """Drive the row back before it floats, so that it is empty at once and not when it has drained."""
    row.pin.state = not row.active_high
    row.pin.function = "input"


def open_matrix(
    rows: Sequence[int],
    columns: Sequence[int],
    *,
    pull: str = "up",
    active_high: bool = False,
    diodes: bool = True,
    settle: float = SETTLE,
    wait: Callable[[float], None] = sleep,
    clock: Callable[[], float] = monotonic,
    factory: Any = None,
) -> Matrix:
    driven = gpio.outputs(rows, active_high=active_high, factory=factory)
    try:
        read = gpio.inputs(columns, pull=pull, active_high=active_high, factory=factory)
    except Exception:
        gpio.close_all(driven)
        raise
    return Matrix(driven, read, diodes=diodes, settle=settle, wait=wait, clock=clock)

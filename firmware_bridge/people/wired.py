"""gpiozero's mock pins, wired as a real matrix: a driven row reaches columns through closed switches.

Without diodes current also goes from a column back into another row, which makes ghosts. Two
outputs that meet driven differently are a short circuit and fail the test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin


class WiredPin(MockPin):  # type: ignore[misc]
    def _set_function(self, value: str) -> None:
        self.factory.answer()
        super()._set_function(value)

    def _get_state(self) -> bool:
        self.factory.answer()
        self.factory.requests += 1
        if self.function == "output":
            return bool(self._state)
        high: bool | None = self.factory.high(self.info.name)
        # Where nothing drives the line, the pull decides.
        return self._pull == "up" if high is None else high


class WiredGroup:
    """Lines that are read together, as lgpio reads them."""

    def __init__(self, factory: WiredFactory, numbers: Sequence[int]) -> None:
        self._factory = factory
        self._pins = [factory.pin(f"GPIO{number}") for number in numbers]

    def levels(self) -> int:
        self._factory.requests += 1 - len(self._pins)
        return sum(1 << number for number, pin in enumerate(self._pins) if pin.state)

    def free(self) -> None:
        pass


class WiredFactory(MockFactory):  # type: ignore[misc]
    """A matrix of switches between `rows` and `columns`, and buttons to ground."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int], *, diodes: bool = True) -> None:
        super().__init__(pin_class=WiredPin)
        self.rows = [f"GPIO{pin}" for pin in rows]
        self.columns = [f"GPIO{pin}" for pin in columns]
        self.diodes = diodes
        self.closed: set[tuple[int, int]] = set()
        self.grounded: set[str] = set()
        self.error: Exception | None = None
        """What using a pin raises, if it does."""
        self.requests = 0
        """How often the kernel would have been asked for levels."""
        self._by_name: dict[str, WiredPin] = {}

    def pin(self, name: str, pin_class: Any = None) -> Any:
        self.answer()
        pin = super().pin(name, pin_class)
        self._by_name[pin.info.name] = pin
        return pin

    def group(self, numbers: Sequence[int], pull: str) -> WiredGroup:  # noqa: ARG002 - as it was
        self.answer()
        return WiredGroup(self, numbers)

    def answer(self) -> None:
        if self.error is not None:
            raise self.error

    def put(self, channel: int) -> None:
        self.closed.add(divmod(channel, len(self.columns)))

    def take(self, channel: int) -> None:
        self.closed.discard(divmod(channel, len(self.columns)))

    def high(self, name: str) -> bool | None:
        """What drives this line, if anything does."""
        if name in self.grounded:
            return False
        driven = {self._driven(row) for row in self._rows_reaching(name)} - {None}
        assert len(driven) < 2, f"a short circuit through {name}"
        return driven.pop() if driven else None

    def _driven(self, row: str) -> bool | None:
        pin = self._by_name.get(row)
        return bool(pin._state) if pin is not None and pin.function == "output" else None

    def _rows_reaching(self, name: str) -> set[str]:
        if name not in self.columns:
            return set()
        reached = {self.columns.index(name)}
        found: set[int] = set()
        while True:
            rows = {r for r, c in self.closed if c in reached} - found
            if not rows:
                break
            found |= rows
            if self.diodes:
                break
            reached |= {c for r, c in self.closed if r in rows}
        return {self.rows[r] for r in found}

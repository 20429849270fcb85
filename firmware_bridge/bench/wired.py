"""gpiozero's mock pins, wired as a real matrix: a driven row reaches columns through closed switches.

Without diodes current also goes from a column back into another row, which makes ghosts. Two
outputs that meet with different levels are a short circuit and fail the test.
"""

from __future__ import annotations

from gpiozero.pins.mock import MockFactory, MockPin

QUADRA_ROWS = (4, 5, 6, 7, 8, 12, 13, 16)
QUADRA_COLUMNS = (17, 18, 19, 20, 21, 22, 23, 24)


class WiredPin(MockPin):
    def _get_state(self):
        if self.function == "output":
            return self._state
        level = self.factory.level(self.info.name)
        # Nothing drives the line: the pull decides; a floating line keeps what it was.
        return (
            level
            if level is not None
            else self._pull == "up"
            if self._pull != "floating"
            else False
        )


class WiredFactory(MockFactory):
    """A matrix of switches between `rows` and `columns`, and buttons to ground."""

    def __init__(self, rows, columns, *, diodes=True):
        super().__init__(pin_class=WiredPin)
        self.rows = [f"GPIO{pin}" for pin in rows]
        self.columns = [f"GPIO{pin}" for pin in columns]
        self.diodes = diodes
        self.closed: set[tuple[int, int]] = set()
        self.grounded: set[str] = set()
        self._by_name: dict[str, WiredPin] = {}

    def pin(self, name, pin_class=None):
        pin = super().pin(name, pin_class)
        self._by_name[pin.info.name] = pin
        return pin

    def put(self, channel: int) -> None:
        self.closed.add(divmod(channel, len(self.columns)))

    def take(self, channel: int) -> None:
        self.closed.discard(divmod(channel, len(self.columns)))

    def level(self, name: str) -> bool | None:
        """What drives this line, if anything does."""
        if name in self.grounded:
            return False
        levels = {self._driven(row) for row in self._rows_reaching(name)} - {None}
        assert len(levels) < 2, f"a short circuit through {name}"
        return levels.pop() if levels else None

    def _driven(self, row: str) -> bool | None:
        pin = self._by_name.get(row)
        return pin._state if pin is not None and pin.function == "output" else None

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

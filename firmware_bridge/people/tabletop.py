"""A table to simulate people on: pieces on cells, sensors that bounce, a clock turned by hand.

Everything goes through a `Session`, as it does on a real board.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engines.geometry import Cell
from engines.steps import Piece
from firmware_bridge.record.session import Session
from firmware_bridge.referee.verdicts import Event, Sensed, Verdict

BOUNCE = 0.005
"""The longest a contact bounces, in seconds."""


class Tabletop:
    def __init__(self, session: Session, chance: Random, *, bounce: bool = True) -> None:
        self.session = session
        self.chance = chance
        self.now = 0.0
        self.verdicts: list[Verdict] = []
        self.stacks: dict[Cell, list[Piece]] = {
            cell: list(stack) for cell, stack in session.referee.state.stacks.items()
        }
        self._bounce = bounce
        self.cells = session.referee.sight.cells
        self._levels = {cell: self._level(cell) for cell in self.cells}
        self._hear(session.start(0.0))

    def _hear(self, said: Iterable[tuple[float, Verdict]]) -> None:
        self.verdicts += (verdict for _, verdict in said)

    def feed(self, event: Event) -> None:
        self._hear(self.session.feed(event, self.now))

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self._hear(self.session.pass_time(self.now))

    def heard(self, since: int) -> list[Verdict]:
        return self.verdicts[since:]

    # Hands -----------------------------------------------------------------------------------

    def lift(self, cell: Cell, count: int | None = None) -> list[Piece]:
        stack = self.stacks.get(cell, [])
        cut = 0 if count is None else len(stack) - count
        taken = stack[cut:]
        self.stacks[cell] = stack[:cut]
        self._changed(cell)
        return taken

    def place(self, cell: Cell, pieces: Iterable[Piece]) -> None:
        self.stacks[cell] = self.stacks.get(cell, []) + list(pieces)
        self._changed(cell)

    def brush(self, cell: Cell, seconds: float, piece: Piece) -> None:
        """A piece passes over a cell: its sensor may close for a moment."""
        if not self.stacks.get(cell):
            self.place(cell, [piece])
            self.wait(seconds)
            self.lift(cell)

    def glitch(self, cell: Cell) -> None:
        """A spurious edge, shorter than any hand."""
        level = self._levels[cell]
        self._raw(cell, 0 if level else 1)
        self.wait(self.chance.uniform(0.0005, 0.004))
        self._raw(cell, level)

    # Sensors ---------------------------------------------------------------------------------

    def _level(self, cell: Cell) -> int:
        stack = self.stacks.get(cell)
        if not stack:
            return 0
        polarity = self.session.referee.sight.polarity
        return -1 if polarity and stack[0].player == 2 else 1

    def _changed(self, cell: Cell) -> None:
        before, after = self._levels[cell], self._level(cell)
        if before == after:
            return
        self._levels[cell] = after
        if self._bounce:
            left = BOUNCE
            while left > 0 and self.chance.random() < 0.6:
                self._raw(cell, after)
                pause = self.chance.uniform(0.0002, left / 2)
                self.wait(pause)
                self._raw(cell, before)
                left -= pause + 0.0002
                self.wait(0.0002)
        self._raw(cell, after)

    def _raw(self, cell: Cell, level: int) -> None:
        self._hear(self.session.feed(Sensed(cell, level), self.now))

"""A table for scenes: hands lift and place, and the verdicts are looked at.

table = Table("dama", "1 w=c3 b=d4,h8")
table.lift("d4"); table.lift("c3"); table.place("e5")
assert table.verdicts == [Accepted(1, "c3xe5")]
"""

from __future__ import annotations

from firmware_bridge.lights.hints import hints
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import (
    Chosen,
    Event,
    Held,
    Pressed,
    Sensed,
    TakeBack,
    Tick,
    Verdict,
)


class Table:
    def __init__(
        self,
        game: str,
        position: str | None = None,
        *,
        players: int | None = None,
        sensing: str = "presence",
        ready: bool = True,
        seed: int = 0,
        **options: str,
    ) -> None:
        seats = players or 2
        header = Header(game, options, seats, seed, sensing, ready, position)
        self.session = Session(header)
        self.now = 0.0
        self.said: list[tuple[float, Verdict]] = self.session.start(0.0)

    @property
    def referee(self):
        """What it tells everybody."""
        return self.session.situation

    @property
    def verdicts(self) -> list[Verdict]:
        return [verdict for _, verdict in self.said]

    @property
    def moves(self) -> list[str]:
        return [entry.move.label for entry in self.referee.record]

    def feed(self, event: Event, after: float = 0.2) -> None:
        self.now += after
        self.said += self.session.feed(event, self.now)

    def lift(self, *cells: str, after: float = 0.2) -> None:
        for cell in cells:
            self.feed(Sensed(cell, 0), after)

    def place(self, *cells: str, reading: int = 1, after: float = 0.2) -> None:
        for cell in cells:
            self.feed(Sensed(cell, reading), after)

    def move(self, start: str, end: str, after: float = 0.2) -> None:
        self.lift(start, after=after)
        self.place(end, after=after)

    def tap(self, cell: str) -> None:
        self.lift(cell)
        self.place(cell)
        self.wait(0.05)

    def press(self, player: int) -> None:
        self.feed(Pressed(player))

    def hold(self, player: int, *, asks: bool = False) -> None:
        self.feed(Held(player, asks))

    def choose(self, label: str) -> None:
        self.feed(Chosen(label))

    def undo(self) -> None:
        self.feed(TakeBack())

    def wait(self, seconds: float = 1.0) -> None:
        self.feed(Tick(), seconds)

    def lights(self, hinting: str = "full") -> dict[str, set[str]]:
        """For each meaning, the cells that have it."""
        lit: dict[str, set[str]] = {}
        for cell, hint in hints(self.referee, hinting).items():
            lit.setdefault(hint.meaning, set()).add(cell)
        return lit

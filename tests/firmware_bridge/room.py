"""A room whose clock on the wall can be set, too, and what its players do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from firmware_bridge.people.room import Room as Plain
from firmware_bridge.record.disk import Disk
from firmware_bridge.record.journal_text import contents
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.app import App
from firmware_bridge.table.wall_clock import WallClock

DAMA = Header("dama", {"capture": "huff"}, 2, ready=True)
OPENING = ["c3-d4", "b6-a5", "d2-c3", "c7-b6", "e3-f4", "f6-g5", "d4-c5"]
TODAY = 1.8e9


class Room(Plain):
    """`now` is the clock that the app goes by, `wall` the one that people set."""

    def __init__(
        self, folder: Path, *, now: float = 50.0, wall: float = TODAY, disk: Disk | None = None
    ) -> None:
        self.apart = wall - now
        super().__init__(folder, now=now, disk=disk)
        self.warned: list[str] = []
        self.app.warn = lambda trouble: self.warned.append(trouble.key)

    def new_app(self) -> App:
        return App(
            self.store, lambda: self.now, wall=WallClock(lambda: self.now, lambda: self.wall)
        )

    @property
    def wall(self) -> float:
        return self.now + self.apart

    def wait(self, seconds: float, pace: float = 0.02) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += pace
            self.app.turn()

    def play(self, *labels: str) -> None:
        """Choose them on the page, and let the simulated board look as it should then."""
        for label in labels:
            self.app.changed(Chosen(label))
            self.table.put_right(self.match.situation.position.stacks, unseen_only=False)
            self.wait(1.0)

    def carry(self, start: str, end: str) -> None:
        """Make a move by hand on the simulated board."""
        table = self.table
        hand = table.new_hand()
        table.lift(hand, start)
        self.wait(0.1)
        table.place(hand, end)
        table.withdraw(hand)
        self.wait(0.1)

    @property
    def record(self) -> list[str]:
        return [entry.move.label for entry in self.match.situation.record]

    def lines(self) -> list[dict[str, Any]]:
        """The journal as it lies on disk."""
        path = self.store.latest()
        assert path is not None
        return contents(path.read_bytes()).lines

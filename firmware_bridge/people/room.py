"""A room to play in: the app in its folder, with the clock it goes by turned by hand."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.record.disk import Disk
from firmware_bridge.record.store import Store
from firmware_bridge.table.app import App
from firmware_bridge.table.match import Match
from firmware_bridge.table.simulation import Simulation


class Room:
    def __init__(self, folder: Path, *, now: float = 0.0, disk: Disk | None = None) -> None:
        self.now = now
        self.folder = folder
        self.store = Store(folder, disk)
        self.store.open()
        self.app = self.new_app()

    def new_app(self) -> App:
        return App(self.store, lambda: self.now)

    @property
    def match(self) -> Match:
        assert self.app.match is not None
        return self.app.match

    @property
    def table(self) -> Simulation:
        """The simulated table of the game under way."""
        assert self.match.simulation is not None
        return self.match.simulation

    def close(self) -> None:
        self.app.close()
        self.store.close()

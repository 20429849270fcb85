"""The games that were left: one of them is held open to be gone on with, the others are only listed.

Knows the store and no game; starts nothing.
"""

from __future__ import annotations

from firmware_bridge.record.journal import Journal, Resumed
from firmware_bridge.record.store import Store, Unfinished
from firmware_bridge.record.upkeep import number_of
from firmware_bridge.table.troubles import asked_of_the_disk


class LeftGames:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.open: tuple[Journal, Resumed] | None = None
        """The one that may be gone on with now: the newest, unless another was asked for."""
        self.games: list[Unfinished] = []
        """All of them, the open one too."""

    @property
    def others(self) -> list[Unfinished]:
        """Those besides the one that is open."""
        number = None if self.open is None else number_of(self.open[0].path)
        return [one for one in self.games if one.number != number]

    def look(self) -> None:
        """See which there are, and open the newest."""
        self.games = self._store.unfinished()
        self.open = self._store.resumable()

    def reopen(self, number: int) -> bool:
        """Open that one instead; False where it is not there."""
        with asked_of_the_disk():
            found = self._store.reopen(number)
        if found is not None:
            self.close()
            self.open = found
        return found is not None

    def put_away(self, number: int) -> None:
        """It is not offered any more; its journal is kept with the old ones."""
        if self.open is not None and number_of(self.open[0].path) == number:
            self.close()
        self._store.put_away(number)

    def close(self) -> None:
        if self.open is not None:
            self._store.part_with(self.open[0])
            self.open = None

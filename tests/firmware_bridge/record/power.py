"""A game during which the power goes at every call to the disk, in every way it can go.

Each disk that may be left is started from anew: the last confirmed position must be there, or one line
more, which was on its way. From a disk with a torn end one more move is made, and the power goes again.
"""

from __future__ import annotations

import errno
import os
from collections import Counter
from pathlib import Path
from typing import Any

from firmware_bridge.record.journal import Journal, Resumed
from firmware_bridge.record.store import Store
from firmware_bridge.referee.verdicts import Accepted
from tests.firmware_bridge.record.memory_disk import MemoryDisk, snapshot
from tests.firmware_bridge.record.short_games import header_of, short_game

FOLDER = Path("/games")
Record = tuple[str, ...] | None
"""The moves that stand; None: no game has begun."""


class PowerCuts:
    """Hears of every call, and looks at all that a power cut just before it would leave."""

    def __init__(self, disk: MemoryDisk, *, again: bool = True) -> None:
        self.disk = disk
        self.confirmed: Record = None
        self.coming: Record = None
        self.counted: Counter[str] = Counter()
        self.full = False
        """The disk takes nothing, for the time being."""
        self._again = again
        disk.before = self.cut

    def cut(self, call: str) -> None:
        if call in ("write", "sync", "settle", "cut", "rename", "remove", "open"):
            for left in snapshot(self.disk).after_power_cuts():
                self.counted["cuts"] += 1
                self._start_again(left)
        if self.full and call == "write":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _start_again(self, left: MemoryDisk) -> None:
        store = Store(FOLDER, left)
        found = store.resumable()
        record = _ended(store) if found is None else _record(found[1])
        assert record in (self.confirmed, self.coming), (record, self.confirmed, self.coming)
        self.counted["more" if record != self.confirmed else "same"] += 1
        if found is not None and found[1].torn:
            self.counted["torn"] += 1
            if self._again:
                self._cut_again(left, *found)

    def _cut_again(self, left: MemoryDisk, journal: Any, resumed: Resumed) -> None:
        """One more move after a torn end, and the power goes during that."""
        game, state = resumed.header.rule_book(), resumed.state
        legal = game.legal_moves(state)
        if not legal:
            return
        second = PowerCuts(left, again=False)
        second.confirmed = _record(resumed)
        second.coming = (*second.confirmed, legal[0].label)
        journal.note(Accepted(legal[0].by or state.turn, legal[0].label))
        second.confirmed = second.coming
        second.cut("sync")
        self.counted["second"] += second.counted["cuts"]


def _ended(store: Store) -> Record:
    """The moves of the newest game if it is over; None when none has begun."""
    path = store.latest()
    journal = None if path is None else Journal(path, store.disk)
    if journal is None or not journal.glance().begun:
        return None
    return _record(journal.resume())


def _record(resumed: Resumed) -> tuple[str, ...]:
    return tuple(entry.move.label for entry in resumed.record)


def through_power_cuts(game: Any, moves: int) -> Counter[str]:
    """A game from its first line to its last, with a stretch in which the disk is full."""
    disk = MemoryDisk()
    cuts = PowerCuts(disk)
    store = Store(FOLDER, disk)
    store.open()
    cuts.coming = ()
    journal = store.begin(header_of(game))
    cuts.confirmed = ()
    noted = short_game(game, moves)
    for number, (verdict, record) in enumerate(noted):
        cuts.full = len(noted) // 3 <= number < len(noted) // 3 + 3
        if not journal.trouble:
            cuts.coming = record
            journal.note(verdict)
            if journal.trouble is None:
                cuts.confirmed = record
            else:
                behind = [record]
        else:
            # Each line that has waited is confirmed by itself, one after the other.
            behind.append(record)
            _catch_up(cuts, journal, verdict, behind)
    cuts.cut("sync")
    return cuts.counted


def _catch_up(cuts: PowerCuts, journal: Any, verdict: Any, behind: list[tuple[str, ...]]) -> None:
    hear = cuts.disk.before
    written = 0

    def before(call: str) -> None:
        nonlocal written
        if call == "write" and not cuts.full:
            if written:
                cuts.confirmed = behind[written - 1]
            cuts.coming = behind[written]
            written += 1
        hear(call)

    cuts.disk.before = before
    journal.note(verdict)
    cuts.disk.before = hear
    if journal.trouble is None:
        cuts.confirmed = behind[-1]

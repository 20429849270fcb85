"""Where games lie on disk: one numbered journal per game, its traces beside it.

The newest journal is the game that is resumed unless another is asked for. Nothing is ever
overwritten. One program at a time: two that wrote to the same journal would spoil it. What is not
needed is not read, and what cannot be read is passed over and named.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from engines.errors import Said, TavoliereError
from firmware_bridge.record.disk import Disk
from firmware_bridge.record.journal import Journal, JournalError, Resumed
from firmware_bridge.record.lines import PASSING
from firmware_bridge.record.named_files import named
from firmware_bridge.record.saving import Saving
from firmware_bridge.record.trace import Header
from firmware_bridge.record.upkeep import (
    AT_HAND,
    forget,
    highest,
    journals_in,
    journals_numbered,
    new_trace,
    number_of,
    put_away,
    stow,
)

OFFERED = 12
"""How many games that were left are offered: nobody reads a longer list."""


class Unfinished(NamedTuple):
    """A game that was left unfinished."""

    number: int
    game: str
    moves: int
    when: int
    """When it was last played, in seconds since 1970; 0: the disk does not say."""


class Finished(NamedTuple):
    """A game that was played to its end."""

    number: int
    game: str
    moves: int
    winners: tuple[int, ...]
    names: tuple[str, ...]


class Occupied(TavoliereError):
    """Another program is playing here."""


def state_folder(environment: Mapping[str, str] | None = None) -> Path:
    """As the XDG base directories have it, or where TAVOLIERE_STATE says."""
    env = os.environ if environment is None else environment
    if env.get("TAVOLIERE_STATE"):
        return Path(env["TAVOLIERE_STATE"])
    base = env.get("XDG_STATE_HOME")
    # The specification has relative paths ignored.
    home = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "state"
    return home / "tavoliere"


class Store:
    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self.folder = folder
        self.disk = disk or Disk()
        self.saving = Saving()
        self.unreadable: list[OSError] = []
        """What was passed over, the last time somebody looked for an unfinished game."""
        self._lock: int | None = None

    def open(self) -> None:
        """Make the folder, and keep others out of it until `close`."""
        try:
            with named(self.folder):
                self.disk.make(self.folder)
                self._lock = self.disk.lock(self.folder)
        except BlockingIOError:
            raise Occupied(
                Said(
                    "another tavoliere is playing with the games in {folder}: end it first, or "
                    "name another folder in TAVOLIERE_STATE",
                    "store.occupied",
                    folder=self.folder,
                )
            ) from None
        except OSError as error:
            if error.errno not in PASSING:
                raise
            # Nobody can write here, so nobody need be kept out.
            return
        forget(self.disk, self.folder)

    def close(self) -> list[Path]:
        """The games of which something could not be saved."""
        lost = self.saving.close()
        if self._lock is not None:
            self.disk.close(self._lock)
            self._lock = None
        return lost

    def latest(self) -> Path | None:
        """The journal of the newest game."""
        return next(iter(self._journals()), None)

    def _journals(self) -> list[Path]:
        """Those at hand, newest first; of a game that waits for the disk there may be no file yet."""
        found = {*journals_in(self.disk, self.folder), *self.saving.waiting()}
        return sorted(found, key=number_of, reverse=True)

    def _journal(self, path: Path) -> Journal:
        return self.saving.waiting().get(path) or Journal(path, self.disk)

    def resumable(self) -> tuple[Journal, Resumed] | None:
        """The newest game, open for writing, if it has not ended; JournalError when damaged."""
        self.unreadable = []
        for path in self._journals()[:AT_HAND]:
            try:
                if self._journal(path).glance().begun:
                    return self._opened(path)
            except OSError as error:
                self.unreadable.append(error)
        return None

    def unfinished(self) -> list[Unfinished]:
        """The unfinished games in which a move was made, newest first."""
        journals = self._journals()
        put_away(self.disk, self.folder, journals, self.saving.waiting())
        found: list[Unfinished] = []
        for path in journals[:AT_HAND]:
            try:
                seen = self._journal(path).glance()
            except (OSError, JournalError):
                continue  # who resumes it is told why it cannot be read; nobody is offered it
            if seen.moves > 0 and not seen.finished:
                game, when = path.stem.partition("-")[2], self.disk.changed(path)
                found.append(Unfinished(number_of(path), game, seen.moves, when))
                if len(found) == OFFERED:
                    break
        return found

    def finished(self) -> list[Finished]:
        """The games that were played to their end and are at hand, newest first."""
        found: list[Finished] = []
        for path in self._journals()[:AT_HAND]:
            try:
                seen = self._journal(path).glance()
            except (OSError, JournalError):
                continue
            if seen.finished and seen.moves > 0:
                game = path.stem.partition("-")[2]
                found.append(Finished(number_of(path), game, seen.moves, seen.winners, seen.names))
        return found

    def text(self, number: int) -> bytes | None:
        """The journal of that game as it lies on the disk."""
        for path in journals_numbered(self.disk, self.folder, number):
            return self.disk.read(path)
        return None

    def reopen(self, number: int) -> tuple[Journal, Resumed] | None:
        """That game, open for writing, if it has not ended; JournalError when unreadable."""
        waiting = [path for path in self.saving.waiting() if number_of(path) == number]
        for path in waiting or journals_numbered(self.disk, self.folder, number):
            return self._opened(path)
        return None

    def read(self, number: int) -> Resumed | None:
        """That game, ended or not, without touching it: somebody may be playing it."""
        for path in journals_numbered(self.disk, self.folder, number):
            return Journal(path, self.disk).read()
        return None

    def _opened(self, path: Path) -> tuple[Journal, Resumed] | None:
        journal = self._journal(path)
        resumed = journal.resume()
        if resumed.finished:
            self.part_with(journal)
            return None
        self.saving.keep(journal)
        return journal, resumed

    def begin(self, header: Header) -> Journal:
        """The journal of a new game."""
        journals = self._journals()
        newest = number_of(journals[0]) if journals else 0
        number = max(newest, highest(self.disk, self.folder)) + 1
        put_away(self.disk, self.folder, journals, self.saving.waiting())
        journal = Journal(self.folder / f"{number:04}-{header.game}.jsonl", self.disk)
        self.saving.keep(journal)
        journal.begin(header)
        return journal

    def put_away(self, number: int) -> None:
        """That game goes to the old ones, where nobody is offered it; what is being played stays."""
        waiting = self.saving.waiting()
        paths = journals_numbered(self.disk, self.folder, number)
        stow(
            self.disk,
            self.folder,
            [p for p in paths if p.parent == self.folder and p not in waiting],
        )

    def part_with(self, journal: Journal) -> None:
        """Nobody plays it any more; what the disk has not taken yet is still offered to it."""
        self.saving.part_with(journal)

    def new_trace(self, journal: Journal) -> Path | None:
        """Where the next part of a game is traced, with room made; None: the disk does not say."""
        try:
            return new_trace(self.disk, self.folder / journal.path.name)
        except (OSError, MemoryError):
            return None

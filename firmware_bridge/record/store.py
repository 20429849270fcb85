"""Where games lie on disk: one numbered journal per game, its traces beside it.

The newest journal is the game that is resumed unless another is asked for. Nothing is ever
overwritten. One program at a time: two that wrote to the same journal would spoil it.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import IO, NamedTuple

from engines.errors import Said, TavoliereError
from firmware_bridge.record.journal import Journal, Resumed
from firmware_bridge.record.lines import PASSING, Disk
from firmware_bridge.record.trace import Header

JOURNAL = re.compile(r"(\d+)-[a-z-]+\.jsonl")
LOOKED_AT = 60
"""How many of the newest journals are looked through for games that were left."""
OFFERED = 12
"""How many of these are offered: nobody reads a longer list."""


class Left(NamedTuple):
    """A game that was left unfinished."""

    number: int
    game: str
    moves: int


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
        self._lock: IO[str] | None = None

    def open(self) -> None:
        """Make the folder, and keep others out of it until `close`."""
        try:
            self._lock = self.disk.lock(self.folder)
        except OSError as error:
            if error.errno in PASSING:
                return  # nobody can write here, so nobody need be kept out
            raise
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise Occupied(
                Said(
                    "another tavoliere is playing with the games in {folder}: end it first, or "
                    "name another folder in TAVOLIERE_STATE",
                    "store.occupied",
                    folder=self.folder,
                )
            ) from None

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def latest(self) -> Path | None:
        """The journal of the newest game."""
        return max(self._journals(), key=number_of, default=None)

    def _journals(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        return [path for path in self.folder.iterdir() if JOURNAL.fullmatch(path.name)]

    def unfinished(self) -> tuple[Journal, Resumed] | None:
        """The newest game, open for writing, if it has not ended; JournalError when unreadable."""
        # Without its first line a game had not begun when the power went.
        begun = [path for path in self._journals() if b"\n" in path.read_bytes()]
        path = max(begun, key=number_of, default=None)
        return None if path is None else self._opened(path)

    def left(self) -> list[Left]:
        """The unfinished games in which a move was made, newest first."""
        newest = sorted(self._journals(), key=number_of, reverse=True)[:LOOKED_AT]
        return [left for path in newest if (left := _left(path))][:OFFERED]

    def reopen(self, number: int) -> tuple[Journal, Resumed] | None:
        """That game, open for writing, if it has not ended; JournalError when unreadable."""
        for path in self._journals():
            if number_of(path) == number:
                return self._opened(path)
        return None

    def _opened(self, path: Path) -> tuple[Journal, Resumed] | None:
        journal = Journal(path, self.disk)
        resumed = journal.resume()
        if resumed.finished:
            journal.close()
            return None
        return journal, resumed

    def begin(self, header: Header) -> Journal:
        """The journal of a new game."""
        number = max(map(number_of, self._journals()), default=0) + 1
        journal = Journal(self.folder / f"{number:04}-{header.game}.jsonl", self.disk)
        journal.begin(header)
        return journal


def new_trace(journal: Path) -> Path:
    """The next trace beside a journal: a game that is resumed gets another one."""
    part = 1
    while (path := journal.with_name(f"{journal.stem}.{part}.trace")).exists():
        part += 1
    return path


def number_of(path: Path) -> int:
    return int(path.name.partition("-")[0])


def _left(path: Path) -> Left | None:
    """What a journal says at a glance, without playing its moves again; None: nothing to go on with."""
    moves, finished = 0, True
    try:
        for line in path.read_bytes().splitlines(keepends=True)[1:]:
            if not line.endswith(b"\n"):
                break  # torn
            fields = json.loads(line)
            moves += ("move" in fields) - ("undo" in fields)
            finished = "over" in fields
    except (OSError, ValueError, TypeError, RecursionError):
        return None  # who resumes it is told why it cannot be read; nobody is offered it
    return (
        None if finished or moves < 1 else Left(number_of(path), path.stem.partition("-")[2], moves)
    )

"""A file of lines that only grows: each line is there whole or not at all, whatever the disk does.

A disk that is full or read-only takes nothing; then the lines wait in memory, in their order, and are
offered again. What a refused write left behind is cut off, so no later line grows onto a torn one.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import IO

PASSING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
"""Troubles that starting again would not end: somebody has to make room."""
BEARABLE = (*PASSING, errno.EIO)
"""Troubles with which a game goes on; any other is a mistake in how the program was set up."""


class Disk:
    """What is used of a file system; tests pass in one that fails."""

    def open(self, path: Path) -> int:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = not path.exists()
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        if fresh:
            # The name itself must survive a power cut too.
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        return file

    def lock(self, folder: Path) -> IO[str]:
        """A file to keep others out with."""
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / "lock").open("a")

    def write(self, file: int, data: bytes) -> int:
        return os.write(file, data)

    def sync(self, file: int) -> None:
        os.fsync(file)

    def cut(self, file: int, size: int) -> None:
        os.ftruncate(file, size)


class Lines:
    def __init__(self, path: Path, disk: Disk, *, synced: bool, most: int | None = None) -> None:
        self.path = path
        self.trouble: OSError | None = None
        """Why lines are waiting, if they are."""
        self._disk = disk
        self._synced = synced
        self._most = most
        """How many bytes may wait; with more the file ends where it ends."""
        self._file: int | None = None
        self._size = 0
        """Up to here the file is known to be whole."""
        self._torn = False
        self._waiting = b""
        self._ended = False

    def open(self, keep: int) -> None:
        """Go on behind the first `keep` bytes; what comes after them is cut off."""
        self._size, self._torn = keep, self._length() > keep
        self.offer()

    def _length(self) -> int:
        try:
            return self.path.stat().st_size
        except FileNotFoundError:
            return 0

    def add(self, line: str) -> None:
        """When this returns without trouble, the line is on disk."""
        if self._ended:
            return
        self._waiting += line.encode() + b"\n"
        self.offer()
        if self._most is not None and len(self._waiting) > self._most:
            # A file with a hole would tell a story that never was.
            self._ended, self._waiting = True, b""

    def offer(self) -> None:
        """Give the disk what is waiting."""
        try:
            self._offer()
            self.trouble = None
        except OSError as error:
            self._take_back()
            if error.errno not in BEARABLE:
                error.filename = error.filename or str(self.path)
                raise
            self.trouble = error

    def _offer(self) -> None:
        if self._file is None:
            self._file = self._disk.open(self.path)
        if self._torn:
            self._disk.cut(self._file, self._size)
        self._torn = False
        if not self._waiting:
            return
        self._torn = True
        written = self._disk.write(self._file, self._waiting)
        if written != len(self._waiting):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        if self._synced:
            self._disk.sync(self._file)
        self._torn = False
        self._size += written
        self._waiting = b""

    def _take_back(self) -> None:
        """What a refused write has left; if that is refused too, it is done before the next one."""
        if self._torn and self._file is not None:
            with suppress(OSError):
                self._disk.cut(self._file, self._size)
                self._torn = False

    def sound(self) -> bool:
        """Whether the disk still answers for this file; one that is only full does."""
        if self._file is None or self.trouble is not None:
            return self.trouble is not None and self.trouble.errno in PASSING
        try:
            self._disk.sync(self._file)
        except OSError:
            return False
        return True

    def close(self) -> None:
        if self._waiting and self._file is not None:
            with suppress(OSError):
                self.offer()
        if self._file is not None:
            os.close(self._file)
            self._file = None
        self.trouble = None

"""A file of lines that only grows: each line is there whole or not at all, whatever the disk does.

A disk that is full or read-only takes nothing; then the lines wait in memory, in their order, and are
offered again. What a refused write left behind is cut off, so no later line grows onto a torn one.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from firmware_bridge.record.disk import Disk
from firmware_bridge.record.named_files import named

PASSING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
"""Troubles that starting again would not end: somebody has to make room."""
SHORT = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""Troubles of this program or machine, not of the disk: they pass when something else is given up."""
BEARABLE = (*PASSING, *SHORT, errno.EIO)
"""Troubles with which a game goes on; any other is a mistake in how the program was set up."""


class Lines:
    def __init__(
        self,
        path: Path,
        disk: Disk,
        *,
        synced: bool,
        most_waiting: int | None = None,
        most: int | None = None,
    ) -> None:
        self.path = path
        self.trouble: OSError | None = None
        """Why lines are waiting, if they are."""
        self._disk = disk
        self._synced = synced
        self._most_waiting = most_waiting
        """How many bytes may wait; with more the file ends where it ends."""
        self._most = most
        """How many bytes the file may have; a line that goes beyond ends it too."""
        self._file: int | None = None
        self._settled = False
        """Its name, and that nothing lies behind its lines, survive a power cut."""
        self._size = 0
        """Up to here the file is known to be whole."""
        self._torn = False
        self._waiting: list[bytes] = []
        self._ended = False

    def open(self, keep: int) -> None:
        """Go on behind the first `keep` bytes; what comes after them is cut off."""
        self._size, self._torn = keep, self._longer_than(keep)
        self.offer()

    def _longer_than(self, size: int) -> bool:
        try:
            return self._disk.size(self.path) > size
        except (OSError, MemoryError):
            return True  # cutting off what is not there does no harm

    def read(self) -> bytes:
        """All lines, on disk or waiting; before it is opened, the file as it is."""
        with named(self.path):
            if self._file is None and not self._waiting:
                return self._disk.read(self.path)
            on_disk = self._disk.read(self.path)[: self._size] if self._size else b""
        return on_disk + b"".join(self._waiting)

    @property
    def begun(self) -> bool:
        """Whether anything has been asked of the disk yet."""
        return self._file is not None or bool(self._waiting)

    def add(self, line: str) -> None:
        """When this returns without trouble, the line is on disk."""
        if self._ended:
            return
        data = line.encode() + b"\n"
        if self._most is not None and self._size + self._wait() + len(data) > self._most:
            self._ended = True
            return
        self._waiting.append(data)
        self.offer()
        if self._most_waiting is not None and self._wait() > self._most_waiting:
            # A file with a hole would tell a story that never was.
            self._ended, self._waiting = True, []

    def _wait(self) -> int:
        return sum(map(len, self._waiting))

    def offer(self) -> None:
        """Give the disk what is waiting."""
        try:
            self._offer()
            self.trouble = None
        except (OSError, MemoryError) as refused:
            error = refused if isinstance(refused, OSError) else _no_memory()
            self._take_back()
            error.filename = error.filename or str(self.path)
            if error.errno not in BEARABLE:
                raise error from None
            # Its traceback would keep all that was on the table at that moment.
            self.trouble = error.with_traceback(None)

    def _offer(self) -> None:
        if self._file is None:
            self._disk.make(self.path.parent)
            self._file = self._disk.open(self.path)
        if self._torn:
            self._disk.cut(self._file, self._size)
            self._torn, self._settled = False, False
        if self._synced and not self._settled:
            # Nothing of a line that was cut off may turn up in the next one, and the name must last.
            self._disk.sync(self._file)
            self._disk.settle(self.path.parent)
        self._settled = True
        while self._waiting:
            # What is to survive goes one by one: a power cut then tears no line but the last.
            data = self._waiting[0] if self._synced else b"".join(self._waiting)
            self._torn = True
            written = self._disk.write(self._file, data)
            if written != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
            if self._synced:
                self._disk.sync(self._file)
            self._torn = False
            self._size += written
            del self._waiting[: 1 if self._synced else None]

    def _take_back(self) -> None:
        """What a refused write has left; if that is refused too, it is done before the next one."""
        if self._torn and self._file is not None:
            with suppress(OSError, MemoryError):
                self._disk.cut(self._file, self._size)
                self._torn, self._settled = False, False

    def sound(self) -> bool:
        """Whether the disk still answers for this file; one that is only full does.

        Starting again would lose what waits, so it must be worth it.
        """
        if self._file is None or self.trouble is not None:
            return self.trouble is not None and self.trouble.errno in (*PASSING, *SHORT)
        try:
            self._disk.sync(self._file)
        except OSError:
            return False
        return True

    def close(self) -> bool:
        """Whether everything is on disk by now; what is not is gone."""
        if self._waiting:
            with suppress(OSError):
                self.offer()
        if self._file is not None:
            # Nothing is lost with a file that does not close: what was confirmed has been synced.
            with suppress(OSError, MemoryError):
                self._disk.close(self._file)
            self._file = None
        self.trouble = None
        return not self._waiting


def _no_memory() -> OSError:
    return OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

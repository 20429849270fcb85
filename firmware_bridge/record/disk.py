"""What the record uses of a file system, and nothing else: every call that can fail is a method here.

Whoever keeps games is given one of these. Tests pass in one that refuses, or one that forgets what was
not synced when the power goes.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from contextlib import suppress
from pathlib import Path

NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EBADF, errno.EINVAL, errno.ENOSYS)
"""How file systems without locks refuse one."""
FRESH = ".new"
"""What a small file is called while it is being written."""


class Disk:
    def make(self, folder: Path) -> None:
        """The folder, and those above it; made by us they survive a power cut."""
        missing = [one for one in (folder, *folder.parents) if not one.is_dir()]
        folder.mkdir(parents=True, exist_ok=True)
        for one in reversed(missing):
            # A folder above may be closed to us; then it was made by somebody else's rules anyway.
            with suppress(PermissionError):
                self.settle(one.parent)

    def settle(self, folder: Path) -> None:
        """What was named, renamed or removed in a folder stays so when the power goes."""
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)

    def lock(self, folder: Path) -> int | None:
        """Keeps others out of a folder until it is closed; BlockingIOError where another program is.

        The folder itself is locked: a file in it could be deleted. None: this disk has no locks.
        """
        opened = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(opened)
            if error.errno in NO_LOCKS:
                return None
            raise
        return opened

    def names(self, folder: Path) -> list[str]:
        """What is in a folder; nothing where there is none."""
        try:
            return os.listdir(folder)  # noqa: PTH208 - a Path for each name takes ten times as long
        except FileNotFoundError:
            return []

    def read(self, path: Path) -> bytes:
        """A whole file. Never waits, as opening a pipe would."""
        opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            mode = os.fstat(opened).st_mode
            if not stat.S_ISREG(mode):
                number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
                raise OSError(number, os.strerror(number), str(path))
            with os.fdopen(opened, "rb", closefd=False) as file:
                return file.read()
        finally:
            os.close(opened)

    def size(self, path: Path) -> int:
        """In bytes; 0 where there is no such file."""
        with suppress(FileNotFoundError):
            return path.stat().st_size
        return 0

    def changed(self, path: Path) -> int:
        """When it was last written, in seconds since 1970; 0: nobody knows."""
        try:
            return int(path.stat().st_mtime)
        except OSError:
            return 0

    def open(self, path: Path, mode: int = 0o644) -> int:
        """A file to be written at its end, made when there is none."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, mode)

    def write(self, file: int, data: bytes) -> int:
        return os.write(file, data)

    def sync(self, file: int) -> None:
        os.fsync(file)

    def cut(self, file: int, size: int) -> None:
        os.ftruncate(file, size)

    def close(self, file: int) -> None:
        os.close(file)

    def rename(self, old: Path, new: Path) -> None:
        old.rename(new)

    def remove(self, path: Path) -> None:
        path.unlink()


def put_whole(disk: Disk, path: Path, data: bytes, mode: int) -> None:
    """A small file, there as it was or as it is now, whenever the power goes."""
    fresh = path.with_suffix(FRESH)
    with suppress(FileNotFoundError):
        disk.remove(fresh)
    file = disk.open(fresh, mode)
    try:
        if disk.write(file, data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(fresh))
        disk.sync(file)
    finally:
        disk.close(file)
    disk.rename(fresh, path)
    disk.settle(path.parent)

"""A disk that is full, read-only or broken from some byte on."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from firmware_bridge.record.disk import Disk


class BadDisk(Disk):
    """Takes `room` more bytes, then refuses with that error; None: takes everything."""

    def __init__(self, error: int) -> None:
        self.error = error
        self.room: int | None = None

    def refuse(self) -> None:
        raise OSError(self.error, os.strerror(self.error), "somewhere")

    def _read_only(self) -> bool:
        return self.room is not None and self.error == errno.EROFS

    def make(self, folder: Path) -> None:
        if self._read_only() and not folder.is_dir():
            self.refuse()
        super().make(folder)

    def open(self, path: Path, mode: int = 0o644) -> int:
        if self._read_only() and not self.room:
            self.refuse()
        return super().open(path, mode)

    def write(self, file: int, data: bytes) -> int:
        if self.room is None:
            return super().write(file, data)
        if not self.room:
            self.refuse()
        part = data[: self.room]
        self.room -= len(part)
        return super().write(file, part)

    def cut(self, file: int, size: int) -> None:
        if self._read_only():
            self.refuse()
        super().cut(file, size)

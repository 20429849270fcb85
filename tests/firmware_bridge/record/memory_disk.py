"""A file system in memory that knows what a power cut takes: all that was not synced, part by part.

Of a file's bytes that were not synced, every sector is there or not, each by itself, and so is the new
length; where a sector is missing below the new length the file has zeros. Of a folder that was not
settled, every name that was made, changed or removed is as before or as after. A sector is written
whole or not at all, and keeps what it had until then.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from firmware_bridge.record.disk import Disk

SECTOR = 512


@dataclass(eq=False)
class Inode:
    now: bytearray = field(default_factory=bytearray)
    """What the program reads."""
    kept: bytes = b""
    """What was there at the last sync."""

    def sectors(self) -> list[int]:
        """Those that are not on the disk as they are now."""
        longer = max(len(self.now), len(self.kept))
        return [
            at
            for at in range(0, longer, SECTOR)
            if self.now[at : at + SECTOR] != self.kept[at : at + SECTOR]
        ]

    def survived(self, arrived: set[int], length: int) -> bytes:
        """The file after a power cut at which these sectors, and this length, had arrived."""
        data = bytearray(length)
        for at in range(0, length, SECTOR):
            source = self.now if at in arrived else self.kept
            part = source[at : min(at + SECTOR, length)]
            data[at : at + len(part)] = part
        return bytes(data)


Name = tuple[Path, str]


class MemoryDisk(Disk):
    """`before` hears of every call before it is obeyed, and may raise."""

    def __init__(self, before: Callable[[str], None] = lambda _: None) -> None:
        self.before = before
        self.folders: dict[Path, dict[str, Inode]] = {}
        self.settled: dict[Path, dict[str, Inode]] = {}
        """The names that survive."""
        self._open: dict[int, Inode] = {}
        self._handles = 1000

    # What the record asks for ------------------------------------------------------------------

    def make(self, folder: Path) -> None:
        self.before("make")
        self.folders.setdefault(folder, {})
        self.settled.setdefault(folder, {})

    def settle(self, folder: Path) -> None:
        self.before("settle")
        self.settled[folder] = dict(self.folders[folder])

    def lock(self, folder: Path) -> int | None:
        self.before("lock")
        return None

    def names(self, folder: Path) -> list[str]:
        self.before("names")
        return list(self.folders.get(folder, {}))

    def read(self, path: Path) -> bytes:
        self.before("read")
        return bytes(self._inode(path).now)

    def size(self, path: Path) -> int:
        self.before("size")
        found = self.folders.get(path.parent, {}).get(path.name)
        return 0 if found is None else len(found.now)

    def open(self, path: Path, mode: int = 0o644) -> int:
        self.before("open")
        inode = self.folders[path.parent].setdefault(path.name, Inode())
        self._handles += 1
        self._open[self._handles] = inode
        return self._handles

    def write(self, file: int, data: bytes) -> int:
        self.before("write")
        self._open[file].now += data
        return len(data)

    def sync(self, file: int) -> None:
        self.before("sync")
        inode = self._open[file]
        inode.kept = bytes(inode.now)

    def cut(self, file: int, size: int) -> None:
        self.before("cut")
        del self._open[file].now[size:]

    def close(self, file: int) -> None:
        # A file is closed even when the system complains about it.
        del self._open[file]
        self.before("close")

    def rename(self, old: Path, new: Path) -> None:
        self.before("rename")
        inode = self._inode(old)
        self.folders[new.parent][new.name] = inode
        del self.folders[old.parent][old.name]

    def remove(self, path: Path) -> None:
        self.before("remove")
        self._inode(path)
        del self.folders[path.parent][path.name]

    def _inode(self, path: Path) -> Inode:
        try:
            return self.folders[path.parent][path.name]
        except KeyError:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from None

    @property
    def files_open(self) -> int:
        return len(self._open)

    # The power goes ----------------------------------------------------------------------------

    def after_power_cuts(self) -> Iterator[MemoryDisk]:
        """Every disk that the next start may find."""
        for folders in self._names_that_may_survive():
            inodes = list({id(i): i for names in folders.values() for i in names.values()}.values())
            for contents in product(*(list(_survivals(inode)) for inode in inodes)):
                kept = {
                    id(inode): Inode(bytearray(data), data)
                    for inode, data in zip(inodes, contents, strict=True)
                }
                disk = MemoryDisk()
                disk.folders = {
                    folder: {name: kept[id(inode)] for name, inode in names.items()}
                    for folder, names in folders.items()
                }
                disk.settled = {folder: dict(names) for folder, names in disk.folders.items()}
                yield disk

    def _names_that_may_survive(self) -> Iterator[dict[Path, dict[str, Inode]]]:
        """Each name that was not settled as before or as after; one that was moved is never nowhere."""
        open_names: list[Name] = [
            (folder, name)
            for folder in self.folders
            for name in {*self.folders[folder], *self.settled[folder]}
            if self.folders[folder].get(name) is not self.settled[folder].get(name)
        ]
        before = {id(i) for names in self.settled.values() for i in names.values()}
        after = {id(i) for names in self.folders.values() for i in names.values()}
        for news in product((False, True), repeat=len(open_names)):
            folders = {folder: dict(names) for folder, names in self.settled.items()}
            for (folder, name), new in zip(open_names, news, strict=True):
                inode = self.folders[folder].get(name)
                if new and inode is not None:
                    folders[folder][name] = inode
                elif new:
                    del folders[folder][name]
            left = {id(i) for names in folders.values() for i in names.values()}
            if before & after <= left:
                yield folders


def _survivals(inode: Inode) -> Iterator[bytes]:
    seen: set[bytes] = set()
    sectors = inode.sectors()
    for arrived in product((False, True), repeat=len(sectors)):
        there = {at for at, came in zip(sectors, arrived, strict=True) if came}
        for length in {len(inode.kept), len(inode.now)}:
            data = inode.survived(there, length)
            if data not in seen:
                seen.add(data)
                yield data


def snapshot(disk: MemoryDisk) -> MemoryDisk:
    """The disk as it is at this moment, to have its power cut while the game goes on."""
    one = MemoryDisk()
    one.folders, one.settled = deepcopy((disk.folders, disk.settled))
    return one

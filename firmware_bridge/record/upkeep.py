"""Keeps the folder of games small: old games are put away, and traces have their quotas.

No game is ever thrown away. Traces are, the oldest first: they are for bug reports, and one board that
flickers, or one page that plays all night, could fill a disk with them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from contextlib import suppress
from pathlib import Path

from engines.errors import TavoliereError
from firmware_bridge.record.disk import FRESH, Disk
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.secrets import SUFFIX

JOURNAL = re.compile(r"(\d+)-[a-z-]+\.jsonl")
TRACE = re.compile(r"((\d+)-[a-z-]+)\.(\d+)\.trace")
REVIEW = ".review"
"""What a review of a game is kept under, beside its journal."""
KEPT = re.compile(rf"((\d+)-[a-z-]+)(?:{re.escape(SUFFIX)}|{re.escape(REVIEW)})")

HIDDEN = re.compile(rf"(\d+-[a-z-]+)(?:{re.escape(SUFFIX)}|{re.escape(FRESH)})")
"""Where secrets of a game may lie."""

AT_HAND = 60
"""How many of the newest games lie in the folder itself; looking through it costs no more than these."""
AT_ONCE = 500
"""How many are put away at a time: a folder that was never tidied must not keep anybody waiting."""
OLD = "old"
"""The folder in the folder, for all older games."""

MOST_OF_A_TRACE = 8 << 20
"""Bytes; hands and sensors that work write it in two days."""
MOST_OF_TRACES = 64 << 20
"""Bytes of all traces together."""
MOST_TRACES = 240


def number_of(path: Path) -> int:
    return int(path.name.partition("-")[0])


def journals_in(disk: Disk, folder: Path) -> list[Path]:
    """The journals of a folder, the newest game first; of very many, both ends."""
    found = [name for name in disk.names(folder) if JOURNAL.fullmatch(name)]
    found.sort(key=lambda name: int(name.partition("-")[0]), reverse=True)
    if len(found) > AT_HAND + AT_ONCE:
        # A folder that was never tidied: the newest, and as many of the oldest as are put away now.
        found = found[:AT_HAND] + found[-AT_ONCE:]
    return [folder / name for name in found]


def highest(disk: Disk, folder: Path) -> int:
    """The number of the newest game there ever was, at hand or put away."""
    names = (name for place in (folder, folder / OLD) for name in disk.names(place))
    return max((int(found[1]) for name in names if (found := JOURNAL.fullmatch(name))), default=0)


def journals_numbered(disk: Disk, folder: Path, number: int) -> list[Path]:
    """The journal with that number, at hand or put away."""
    start = f"{number:04}-"
    return [
        place / name
        for place in (folder, folder / OLD)
        for name in disk.names(place)
        if name.startswith(start) and JOURNAL.fullmatch(name)
    ]


def put_away(disk: Disk, folder: Path, journals: Sequence[Path], busy: Container[Path]) -> None:
    """Into the folder of old games with all but the newest of these; what the disk refuses can wait."""
    older = [path for path in journals[AT_HAND:] if path not in busy][-AT_ONCE:]
    if older:
        stow(disk, folder, older)


def stow(disk: Disk, folder: Path, older: Sequence[Path]) -> None:
    """These into the folder of old games, without their traces; what the disk refuses stays."""
    with suppress(OSError, MemoryError):
        disk.make(folder / OLD)
    stems = {path.stem for path in older}
    for name in disk.names(folder):
        beside = TRACE.fullmatch(name) or KEPT.fullmatch(name)
        if beside and beside[1] in stems:
            with suppress(OSError, MemoryError):
                disk.remove(folder / name)
    for path in older:
        with suppress(OSError, MemoryError):
            if _empty(disk, path):
                disk.remove(path)
            else:
                disk.rename(path, folder / OLD / path.name)
    # Their new names last before anything makes it last that the old ones are gone.
    with suppress(OSError, MemoryError):
        disk.settle(folder / OLD)


def forget(disk: Disk, folder: Path) -> None:
    """The secrets of games that are over, or gone: the power may go before their file does, or while it
    is being written. What the disk refuses stays."""
    with suppress(OSError, MemoryError):
        for name in disk.names(folder):
            found = HIDDEN.fullmatch(name)
            if found and (name.endswith(FRESH) or not _goes_on(disk, folder / f"{found[1]}.jsonl")):
                disk.remove(folder / name)


def _goes_on(disk: Disk, journal: Path) -> bool:
    """Whether this game is still to be played; also where nobody can tell."""
    try:
        seen = Journal(journal, disk).glance()
    except FileNotFoundError:
        return False
    except (OSError, MemoryError, TavoliereError):
        return True
    return seen.begun and not seen.finished


def _empty(disk: Disk, path: Path) -> bool:
    """Whether nothing was ever done in this game: whoever begins games all night fills no disk."""
    try:
        return disk.read(path).count(b"\n") <= 1 and Journal(path, disk).glance().moves == 0
    except TavoliereError:
        return False


def new_trace(disk: Disk, journal: Path) -> Path:
    """The next trace beside a journal, with room made for it. A game that is resumed gets another."""
    folder, part = journal.parent, 1
    others: list[tuple[int, int, Path]] = []
    for name in disk.names(folder):
        found = TRACE.fullmatch(name)
        if found is not None:
            others.append((int(found[2]), int(found[3]), folder / name))
            if found[1] == journal.stem:
                part = max(part, int(found[3]) + 1)
    others.sort(reverse=True)
    room = MOST_OF_TRACES - MOST_OF_A_TRACE
    for count, (_, _, path) in enumerate(others, start=1):
        with suppress(OSError, MemoryError):
            room -= disk.size(path)
            if room < 0 or count >= MOST_TRACES:
                disk.remove(path)
    return journal.with_name(f"{journal.stem}.{part}.trace")

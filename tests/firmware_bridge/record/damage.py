"""What can happen to the bytes of a journal, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firmware_bridge.record.journal import Journal, JournalError
from tests.firmware_bridge.record.memory_disk import Inode, MemoryDisk
from tests.firmware_bridge.record.short_games import header_of, short_game

PATH = Path("/games/0001-game.jsonl")

SAME, REFUSED, DROPPED, EARLIER, CHANGED = "same", "refused", "dropped", "earlier", "changed"
"""As it was; refused with a line; the end dropped with a notice; as it was before its last lines; and
another game without a word."""


def flips(raw: bytes) -> Iterator[bytes]:
    """Every bit turned over, one at a time."""
    for at in range(len(raw)):
        for bit in range(8):
            turned = bytearray(raw)
            turned[at] ^= 1 << bit
            yield bytes(turned)


def line_faults(raw: bytes) -> Iterator[bytes]:
    """Every line dropped, doubled in every place, and swapped with every other."""
    lines = raw.splitlines(keepends=True)
    for at, line in enumerate(lines):
        yield b"".join(lines[:at] + lines[at + 1 :])
        for place in range(len(lines) + 1):
            yield b"".join([*lines[:place], line, *lines[place:]])
        for other in range(at + 1, len(lines)):
            swapped = list(lines)
            swapped[at], swapped[other] = swapped[other], swapped[at]
            yield b"".join(swapped)


def written(game: Any, moves: int, seed: int = 3) -> tuple[bytes, list[tuple[str, ...]]]:
    """A journal, and the record after each of its lines."""
    disk = MemoryDisk()
    journal = Journal(PATH, disk)
    journal.begin(header_of(game, seed))
    records: list[tuple[str, ...]] = [()]
    for verdict, record in short_game(game, moves, seed):
        journal.note(verdict)
        records.append(record)
    return disk.read(PATH), records


def told(raw: bytes) -> tuple[tuple[str, ...], bool]:
    """The record that these bytes are resumed with, and whether a notice says that the end is gone."""
    disk = MemoryDisk()
    disk.folders[PATH.parent] = {PATH.name: Inode(bytearray(raw), raw)}
    disk.settled[PATH.parent] = dict(disk.folders[PATH.parent])
    resumed = Journal(PATH, disk).resume()
    return tuple(entry.move.label for entry in resumed.record), resumed.torn


def outcome(whole: bytes, damaged: bytes, records: list[tuple[str, ...]]) -> str:
    if damaged == whole:
        return SAME
    try:
        record, torn = told(damaged)
    except JournalError:
        return REFUSED
    if torn:
        return DROPPED
    if whole.startswith(damaged) and record == records[damaged.count(b"\n") - 1]:
        # Lines that are missing at the end leave the journal as it once was: nothing can tell.
        return EARLIER
    return SAME if record == records[-1] else CHANGED


def count(game: Any, moves: int) -> tuple[Counter[str], Counter[str]]:
    """What came of every bit flip, and of every fault with whole lines."""
    whole, records = written(game, moves)
    bits = Counter(outcome(whole, one, records) for one in flips(whole))
    lines = Counter(outcome(whole, one, records) for one in line_faults(whole))
    return bits, lines

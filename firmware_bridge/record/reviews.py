"""A review that was made of a game, kept beside its journal: nobody has to think about it again.

It names the moves that it is about; where the game was played on since, it counts for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_bridge.record.disk import Disk, put_whole
from firmware_bridge.record.store import Store
from firmware_bridge.record.upkeep import REVIEW, journals_numbered

MOST = 1 << 20
"""Bytes; nobody plays a game whose review is longer."""


def keep_review(disk: Disk, journal: Path, labels: Sequence[str], remarks: Sequence[Any]) -> None:
    """What the disk refuses is lost, and can be thought of again."""
    told = json.dumps({"moves": list(labels), "remarks": list(remarks)}, ensure_ascii=False)
    with suppress(OSError, MemoryError):
        put_whole(disk, journal.with_suffix(REVIEW), told.encode(), 0o644)


def read_review(store: Store, number: int, labels: Sequence[str]) -> list[Any] | None:
    """The remarks on each move; None: no review of just these moves was made."""
    for path in journals_numbered(store.disk, store.folder, number):
        with suppress(OSError, ValueError, MemoryError):
            kept = path.with_suffix(REVIEW)
            if store.disk.size(kept) > MOST:
                return None
            told = json.loads(store.disk.read(kept))
            if told["moves"] == list(labels) and len(told["remarks"]) == len(labels):
                return list(told["remarks"])
    return None

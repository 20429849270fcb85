"""What the lock files name: packages, versions and hashes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LOCKS = ("run", "pi", "pi5")
"""Of what is shipped; what only testing needs is not."""
PACKAGE = re.compile(r"(?m)^([A-Za-z0-9._-]+)==([^\s;\\]+)((?:.*\\\n)?(?:\s+--hash=\S+[ \\]*\n?)*)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Locked(NamedTuple):
    name: str
    version: str
    hashes: tuple[str, ...]


def locked(lock: str, root: Path = ROOT) -> list[Locked]:
    """The packages of one lock file, in its order."""
    text = (root / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    return [
        Locked(found[1].lower(), found[2], tuple(HASH.findall(found[0])))
        for found in PACKAGE.finditer(text)
    ]


def shipped(root: Path = ROOT) -> Iterator[Locked]:
    """Everything that some installation brings along, each once, by name."""
    yield from sorted({one for lock in LOCKS for one in locked(lock, root)})

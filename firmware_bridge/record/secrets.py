"""What players keep to themselves, in a file of its own that only the program's user may read.

It lies beside the journal while the game goes on and is gone when it is over. Nothing of it is in
journal, trace or report. Each secret has a salt: its commitment can be given away before play and tells
nothing; secret and salt together open it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from engines.kernel import Secret
from firmware_bridge.record.disk import Disk, put_whole

SUFFIX = ".secret"
SALT = 16
"""Bytes: more than anybody can try out."""


class Kept(NamedTuple):
    secret: Secret
    salt: str

    @property
    def commitment(self) -> str:
        told = json.dumps([self.salt, *self.secret]).encode()
        return hashlib.sha256(told).hexdigest()

    def opens(self, commitment: str) -> bool:
        """Whether this is what was committed to."""
        return hmac.compare_digest(self.commitment, commitment)


def kept(secret: Secret) -> Kept:
    return Kept(secret, secrets.token_hex(SALT))


Rounds = dict[int, dict[int, Kept]]
"""By the number of moves that were on the record when they were chosen, each player's."""


class SecretFile:
    def __init__(self, journal: Path, disk: Disk) -> None:
        self.path = journal.with_suffix(SUFFIX)
        self._disk = disk

    def read(self) -> Rounds:
        """None where there is no such file, or one that is no use: then people are asked instead."""
        try:
            return _rounds(json.loads(self._disk.read(self.path)))
        except (OSError, MemoryError, ValueError, TypeError, AttributeError):
            return {}

    def write(self, rounds: Mapping[int, Mapping[int, Kept]]) -> None:
        told = {
            str(number): {str(player): [one.salt, *one.secret] for player, one in given.items()}
            for number, given in rounds.items()
        }
        # What a disk refuses is kept in memory: the game goes on, only a restart would lose it.
        with suppress(OSError, MemoryError):
            put_whole(self._disk, self.path, json.dumps(told).encode(), 0o600)

    def remove(self) -> None:
        with suppress(OSError, MemoryError):
            self._disk.remove(self.path)


def _rounds(told: Any) -> Rounds:
    return {
        int(number): {
            int(player): Kept(tuple(str(piece) for piece in secret), str(salt))
            for player, (salt, *secret) in given.items()
        }
        for number, given in told.items()
    }

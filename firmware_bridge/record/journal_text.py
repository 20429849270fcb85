"""The journal's format: lines that carry their number and vouch for all lines before them. Pure.

    {"journal": 2, "game": "dama", …, "n": 1, "sum": "5d0c1f3a"}
    {"move": "c3-d4", "player": 1, "n": 2, "sum": "90be77c2"}

Moves may be amended (`amend`, `was`) and taken back (`undo`); `help` names a player whom the coach has
shown a move, `clock` what is left on the players' clocks, `seal` what a player at another board has
promised to keep, `over` the winners.

`sum` is the CRC-32 of the sum before it and of this line up to its own sum, byte for byte. So a bit that
has turned is noticed, and so is a line that is missing, doubled or in another place. Only the very
last line may be cut short, by a power cut before it was confirmed; it is dropped. Version 1 had
neither number nor sum; its journals are read, and gone on with, as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from engines.errors import Said

VERSION = 2
UNSUMMED = 1
"""The version whose lines do not vouch for each other."""
MARK = b"\xef\xbb\xbf"
"""An editor that somebody looked at it with may have left its byte order mark."""
SUMMED = re.compile(rb'(\{.*), "sum": "([0-9a-f]{8})"\}')

Fields = dict[str, Any]


class BadLine(ValueError):
    """What is wrong with a line, and which."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


class OtherVersion(ValueError):
    """Another program's journal; the argument is its version."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Where the lines have come to: what the next one is joined to."""

    version: int = VERSION
    number: int = 0
    sum: bytes = b""

    def joined(self, fields: Mapping[str, Any]) -> tuple[str, Chain]:
        """The next line, and the chain with it."""
        number = self.number + 1
        if self.version == UNSUMMED:
            return json.dumps(fields), Chain(self.version, number)
        body = json.dumps({**fields, "n": number})[:-1]
        total = self._total(body.encode())
        return f'{body}, "sum": "{total.decode()}"}}', Chain(self.version, number, total)

    def followed(self, line: bytes) -> tuple[Fields, Chain]:
        """What the next line says, and the chain with it; BadLine when it does not follow."""
        number = self.number + 1
        if self.version == UNSUMMED:
            return _object(line, number), Chain(self.version, number)
        found = SUMMED.fullmatch(line)
        if found is None or self._total(found[1]) != found[2]:
            raise _damaged(number)
        fields = _object(found[1] + b"}", number)
        if fields.pop("n", None) != number:
            raise _damaged(number)
        return fields, Chain(self.version, number, found[2])

    def _total(self, body: bytes) -> bytes:
        return b"%08x" % crc32(body, crc32(self.sum))


@dataclass(frozen=True, slots=True)
class Contents:
    """What a journal says, line by line, before anybody asks whether the moves can be played."""

    lines: list[Fields] = field(default_factory=list)
    chain: Chain = Chain()
    size: int = 0
    """The bytes of these lines; what comes behind them is torn."""
    torn: bool = False


def contents(raw: bytes) -> Contents:
    """The whole lines of a journal; BadLine where one is damaged, OtherVersion when it is not ours."""
    rows = raw.split(b"\n")
    rest = rows.pop()
    if rows and not rest and _has_hole(rows[-1]):
        rest = rows.pop()
    whole = SUMMED.match(rest)
    if whole is not None and rest[whole.end() :].strip(b"\0"):
        # A power cut leaves less of a line, never another sign in place of its end.
        raise _damaged(len(rows) + 1)
    if not rows:
        return Contents(torn=bool(rest))
    chain = Chain(_version(rows[0].removeprefix(MARK)))
    lines: list[Fields] = []
    for number, row in enumerate(rows):
        fields, chain = chain.followed(row.removeprefix(MARK) if not number else row)
        lines.append(fields)
    return Contents(lines, chain, sum(len(row) + 1 for row in rows), bool(rest))


def _has_hole(row: bytes) -> bool:
    """Whether part of a line never reached the disk: such sectors read as zeros."""
    # A single one inside is a bit that has turned: sectors are longer than that.
    return row.startswith(b"\0") or row.endswith(b"\0") or b"\0\0" in row


def _damaged(number: int) -> BadLine:
    why = Said("is damaged, or is not the line that was written here", "journal.damaged")
    return BadLine(number, why)


def _version(line: bytes) -> int:
    version = _object(line, 1).get("journal")
    if version not in (UNSUMMED, VERSION) or isinstance(version, bool):
        raise OtherVersion(json.dumps(version)[:20])
    return int(version)


def _object(line: bytes, number: int) -> Fields:
    try:
        fields = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise BadLine(number, Said("is not a JSON object", "journal.no-object"))
    return fields

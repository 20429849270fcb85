"""The record of a game on disk: append-only JSON Lines, synced before the light that confirms a move.

The first line names the format's version and the game; each other line is one thing that happened to
the record. What was confirmed is never lost: a line that was torn by a power cut was not confirmed,
so it is dropped with a notice; anything else that does not fit is refused, since guessing would put
moves on the record that nobody made.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.errors import Said, TavoliereError
from engines.game import State
from firmware_bridge.record.lines import Disk, Lines
from firmware_bridge.record.named_files import named
from firmware_bridge.record.trace import Header, header_of
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.verdicts import Accepted, Amended, Over, Undone, Verdict

VERSION = 1


class JournalError(TavoliereError, ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game as its journal left it."""

    header: Header
    state: State
    record: tuple[Entry, ...]
    finished: bool
    torn: bool
    """The last line was incomplete and has been dropped."""


class Journal:
    def __init__(self, path: Path, disk: Disk | None = None) -> None:
        self.path = path
        self._lines = Lines(path, disk or Disk(), synced=True)

    def begin(self, header: Header) -> None:
        """A new game, in a file of its own: the store gives every game a number that none had."""
        self._lines.open(0)
        self._write({"journal": VERSION, **json.loads(header.line())})

    def resume(self) -> Resumed:
        """Read the game and go on writing behind it."""
        with named(self.path):
            raw = self.path.read_bytes()
        whole, newline, rest = raw.rpartition(b"\n")
        # An editor that somebody looked at it with may have left its byte order mark.
        lines = (whole + newline).decode("utf-8-sig", "replace")
        resumed = _read(lines, self.path, torn=bool(rest))
        self._lines.open(len(whole) + len(newline))
        return resumed

    def note(self, verdict: Verdict) -> None:
        """Put it on disk; when this returns, it is there, or `trouble` says why not yet."""
        match verdict:
            case Accepted(player, move):
                self._write({"move": move, "player": player})
            case Amended(player, move, was):
                self._write({"amend": move, "player": player, "was": was})
            case Undone(player, move):
                self._write({"undo": move, "player": player})
            case Over(winners, reason):
                self._write({"over": list(winners), "reason": reason})
            case _:
                pass

    @property
    def trouble(self) -> OSError | None:
        """Why the last lines are still in memory, if they are."""
        return self._lines.trouble

    def offer(self) -> None:
        """Try again to write what the disk has refused."""
        self._lines.offer()

    def sound(self) -> bool:
        """Whether the disk still answers for this file."""
        return self._lines.sound()

    def close(self) -> None:
        self._lines.close()

    def _write(self, fields: dict[str, Any]) -> None:
        self._lines.add(json.dumps(fields))


def _read(text: str, path: Path, *, torn: bool) -> Resumed:
    lines = text.splitlines()
    if not lines:
        raise JournalError(
            Said("{path} is empty: start the game anew with --new", "journal.empty", path=path)
        )
    first = _object(lines[0], path, 1)
    version = first.pop("journal", None)
    if version != VERSION:
        raise JournalError(
            Said(
                "{path} has version {version} of the journal, this program reads {ours}: finish the "
                "game with the program that wrote it, or start anew with --new",
                "journal.version",
                path=path,
                version=json.dumps(version)[:20],
                ours=VERSION,
            )
        )
    try:
        header = header_of(first, 1)
        game = header.rule_book()
        typed = header.position
        state: State = game.start(header.seed) if typed is None else game.position(typed)
    except TavoliereError as error:
        raise _unfit(path, 1, error.args[0]) from None
    record: list[Entry] = []
    finished = False
    for number, line in enumerate(lines[1:], start=2):
        fields = _object(line, path, number)
        finished = "over" in fields
        if finished:
            continue
        if "undo" in fields or "amend" in fields:
            if not record:
                nothing = Said("takes back a move where there is none", "journal.no-move")
                raise _unfit(path, number, nothing)
            state = record.pop().before
        label = fields.get("move", fields.get("amend"))
        if isinstance(label, str):
            try:
                move = game.parse(state, label)
            except TavoliereError as error:
                raise _unfit(path, number, error.args[0]) from None
            record.append(Entry(state, move, move.by or state.turn))
            state = game.apply(state, move)
        elif "undo" not in fields:
            stranger = Said("is not a line of a journal", "journal.no-line")
            raise _unfit(path, number, stranger)
    return Resumed(header, state, tuple(record), finished, torn)


def _object(line: str, path: Path, number: int) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise _unfit(path, number, Said("is not a JSON object", "journal.no-object"))
    return fields


def _unfit(path: Path, number: int, why: str) -> JournalError:
    return JournalError(
        Said(
            "line {number} of {path} does not fit: {why}; start the game anew with --new",
            "journal.unfit",
            number=number,
            path=path,
            why=why,
        )
    )

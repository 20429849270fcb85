"""The record of a game on disk: append-only JSON Lines, synced before the light that confirms a move.

The first line names the game; each other line is one thing that happened to the record. What was
confirmed is never lost: a line that was torn by a power cut was not confirmed, so it is dropped with a
notice; anything else that does not fit is refused, since guessing would put moves on the record that
nobody made. How lines are written is for journal_text.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.errors import Said, TavoliereError
from engines.game import State
from firmware_bridge.record.disk import Disk
from firmware_bridge.record.journal_text import (
    VERSION,
    BadLine,
    Chain,
    Contents,
    Fields,
    OtherVersion,
    contents,
)
from firmware_bridge.record.lines import Lines
from firmware_bridge.record.trace import LATEST, Header, header_of
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.referee.verdicts import Accepted, Amended, Over, Undone, Verdict


class JournalError(TavoliereError, ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Glance:
    """What a journal says without its moves being played again."""

    begun: bool
    """Its first line is whole; without it a game had not begun when the power went."""
    moves: int = 0
    finished: bool = False
    winners: tuple[int, ...] = ()
    """Of a game that is finished; nobody: a draw."""
    names: tuple[str, ...] = ()
    """What the players were called, where they said so."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game as its journal left it."""

    header: Header
    state: State
    record: tuple[Entry, ...]
    finished: bool
    torn: bool
    """The last line was incomplete and has been dropped."""
    helped: tuple[int, ...] = ()
    """The players who asked the coach for a move, as often as they did."""
    clock: tuple[float, ...] = ()
    """What was left on each player's clock; nothing where nobody counted."""
    seals: tuple[tuple[int, int, str], ...] = ()
    """Of secrets that are kept elsewhere: after how many moves, whose, and the seal."""
    over: tuple[tuple[int, ...], str] | None = None
    """Who has won and why, of a game that is finished."""


class Journal:
    def __init__(self, path: Path, disk: Disk | None = None) -> None:
        self.path = path
        self.disk = disk or Disk()
        self._lines = Lines(path, self.disk, synced=True)
        self._chain = Chain()
        self.undone = 0
        """Moves that were taken back since it was opened; their lines stay."""

    def begin(self, header: Header) -> None:
        """A new game, in a file of its own: the store gives every game a number that none had."""
        self._lines.open(0)
        self._write({"journal": VERSION, **header.fields()})

    def changed(self) -> int:
        """When it was last written, in seconds since 1970; 0: nobody knows."""
        return self.disk.changed(self.path)

    def glance(self) -> Glance:
        """How far the game has come; JournalError when a line is damaged."""
        lines = self._contents().lines
        made = sum(("move" in line) - ("undo" in line) for line in lines[1:])
        last = lines[-1] if lines else {}
        names = lines[0].get("names") if lines else None
        return Glance(
            bool(lines),
            made,
            "over" in last,
            tuple(last.get("over") or ()),
            tuple(names) if isinstance(names, list) else (),
        )

    def read(self) -> Resumed:
        """The game as it stands there; nothing is written."""
        return self._read(self._contents())

    def resume(self) -> Resumed:
        """Read the game and go on writing behind it."""
        told = self._contents()
        resumed = self._read(told)
        if not self._lines.begun:
            self._chain = told.chain
            self._lines.open(told.size)
        return resumed

    def _read(self, told: Contents) -> Resumed:
        if not told.lines:
            raise JournalError(
                Said(
                    "{path} is empty: start the game anew with --new",
                    "journal.empty",
                    path=self.path,
                )
            )
        try:
            return _played(told)
        except BadLine as error:
            raise self._unfit(error) from None

    def _contents(self) -> Contents:
        try:
            return contents(self._lines.read())
        except OtherVersion as error:
            raise JournalError(
                Said(
                    "{path} has version {version} of the journal, this program reads up to {ours}: "
                    "finish the game with the program that wrote it, or start anew with --new",
                    "journal.version",
                    path=self.path,
                    version=error.args[0],
                    ours=VERSION,
                )
            ) from None
        except BadLine as error:
            raise self._unfit(error) from None

    def _unfit(self, error: BadLine) -> JournalError:
        return JournalError(
            Said(
                "line {number} of {path} does not fit: {why}; start the game anew with --new",
                "journal.unfit",
                number=error.number,
                path=self.path,
                why=error.args[0],
            )
        )

    def note(self, verdict: Verdict, clock: Sequence[float] = ()) -> None:
        """Put it on disk, with what is left on the clocks; when this returns, it is there, or `trouble`
        says why not yet."""
        times = _times(clock)
        match verdict:
            case Accepted(player, move):
                self._write({"move": move, "player": player, **times})
            case Amended(player, move, was):
                self._write({"amend": move, "player": player, "was": was, **times})
            case Undone(player, move):
                self.undone += 1
                self._write({"undo": move, "player": player})
            case Over(winners, reason):
                self._write({"over": list(winners), "reason": reason})
            case _:
                pass

    def clocks_stand(self, clock: Sequence[float]) -> None:
        """The game is left: what is left on the clocks then."""
        self._write(_times(clock))

    def sealed(self, round_: int, player: int, seal: str) -> None:
        """Somebody who sits elsewhere has sealed what he keeps to himself, after so many moves."""
        self._write({"seal": seal, "player": player, "after": round_})

    def help_given(self, player: int) -> None:
        self._write({"help": player})

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

    def close(self) -> bool:
        """Whether all of it is on disk by now."""
        return self._lines.close()

    def _write(self, fields: Fields) -> None:
        line, self._chain = self._chain.joined(fields)
        self._lines.add(line)


def _played(told: Contents) -> Resumed:
    """The game that the lines tell of; BadLine at the first that cannot be."""
    first = {key: value for key, value in told.lines[0].items() if key != "journal"}
    try:
        header = header_of(first, 1)
        game = header.rule_book()
        state = header.opening(game)
    except TavoliereError as error:
        raise BadLine(1, error.args[0]) from None
    record: list[Entry] = []
    finished = False
    helped: list[int] = []
    clock: tuple[float, ...] = ()
    seals: list[tuple[int, int, str]] = []
    over: tuple[tuple[int, ...], str] | None = None
    for number, fields in enumerate(told.lines[1:], start=2):
        if isinstance(fields.get("help"), int):
            helped.append(fields["help"])
            continue
        if "clock" in fields:
            clock = _clock(fields["clock"], header, number)
            if fields.keys() <= {"clock", "n", "sum"}:
                continue
        if "seal" in fields:
            seals.append(_seal(fields, number))
            continue
        finished = "over" in fields
        over = _over(fields, number) if finished else None
        if finished:
            continue
        if "undo" in fields or "amend" in fields:
            state = _taken_back(fields, record, number).before
            seals = [one for one in seals if one[0] <= len(record)]
        label = fields.get("move", fields.get("amend"))
        if isinstance(label, str):
            entry = _made(game, state, label, fields, number)
            record.append(entry)
            state = game.apply(state, entry.move)
        elif "undo" not in fields:
            raise BadLine(number, Said("is not a line of a journal", "journal.no-line"))
    return Resumed(
        header, state, tuple(record), finished, told.torn, tuple(helped), clock, tuple(seals), over
    )


def _seal(fields: Fields, number: int) -> tuple[int, int, str]:
    match fields:
        case {"seal": str(seal), "player": int(player), "after": int(after)}:
            return after, player, seal
    raise BadLine(number, Said("is not a line of a journal", "journal.no-line"))


def _over(fields: Fields, number: int) -> tuple[tuple[int, ...], str]:
    winners, reason = fields["over"], fields.get("reason", "")
    if not isinstance(winners, list) or not isinstance(reason, str):
        raise BadLine(number, Said("is not a line of a journal", "journal.no-line"))
    return tuple(winners), reason


def _times(clock: Sequence[float]) -> Fields:
    return {"clock": [round(seconds, 1) for seconds in clock]} if clock else {}


def _clock(told: Any, header: Header, number: int) -> tuple[float, ...]:
    """Seconds that were left, checked."""
    fits = isinstance(told, list) and len(told) == header.players
    if not fits or not all(type(one) in (int, float) and 0 <= one < LATEST for one in told):
        raise BadLine(number, Said("has no clock that can be read", "journal.no-clock"))
    return tuple(map(float, told))


def _made(game: AnyGame, state: State, label: str, fields: Fields, number: int) -> Entry:
    try:
        move = game.parse(state, label)
    except TavoliereError as error:
        raise BadLine(number, error.args[0]) from None
    player = move.by or state.turn
    _agree(fields, "player", player, number)
    return Entry(state, move, player)


def _taken_back(fields: Fields, record: list[Entry], number: int) -> Entry:
    if not record:
        raise BadLine(number, Said("takes back a move where there is none", "journal.no-move"))
    last = record.pop()
    if "undo" in fields:
        _agree(fields, "undo", last.move.label, number)
        _agree(fields, "player", last.player, number)
    else:
        _agree(fields, "was", last.move.label, number)
    return last


def _agree(fields: Fields, key: str, right: str | int, number: int) -> None:
    """What a line says besides its move must be so. Lines written by hand may leave it out."""
    said = fields.get(key, right)
    if said != right or isinstance(said, bool):
        raise BadLine(
            number,
            Said(
                "says {key} {said}, where it is {right}",
                "journal.disagrees",
                key=key,
                said=repr(said)[:40],
                right=repr(right),
            ),
        )

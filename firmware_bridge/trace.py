"""Traces: what happened on a board, as JSON Lines. Reading, checking and writing them.

The first line says which game was played and how, every other line what was sensed, pressed or
chosen and when. Knows no files: lines in, values out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import engines
from engines.game import TavoliereError
from firmware_bridge.reconcile import AnyGame
from firmware_bridge.sight import PRESENCE, SENSING
from firmware_bridge.verdicts import Chosen, Event, Held, Pressed, Sensed, TakeBack, Tick

LATEST = 1e12
"""Seconds; a time beyond it, or one that is no number at all, is none."""


class TraceError(TavoliereError, ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Header:
    game: str
    options: dict[str, str]
    players: int
    seed: int = 0
    sensing: str = PRESENCE
    ready: bool = False
    position: str | None = None

    def rule_book(self) -> AnyGame:
        return engines.GAMES[self.game](players=self.players, **self.options)

    def line(self) -> str:
        fields: dict[str, Any] = {
            "game": self.game,
            "options": self.options,
            "players": self.players,
            "seed": self.seed,
            "sensing": self.sensing,
            "ready": self.ready,
        }
        if self.position is not None:
            fields["position"] = self.position
        return json.dumps(fields)


def read(lines: Iterable[str]) -> tuple[Header, Iterator[tuple[float, Event]]]:
    """The header, and the events with their times; each fault names its line."""
    numbered = ((n, line) for n, line in enumerate(lines, start=1) if line.strip())
    first = next(numbered, None)
    if first is None:
        raise TraceError("the trace is empty: its first line must name the game")
    header = header_of(_object(*first), first[0])
    return header, _events(numbered, header)


def _events(numbered: Iterator[tuple[int, str]], header: Header) -> Iterator[tuple[float, Event]]:
    game = header.rule_book()
    cells = {*game.board.cells, *game.board.blanks}
    clock = 0.0
    for number, line in numbered:
        fields = _object(number, line)
        time = fields.pop("t", None)
        if not isinstance(time, int | float) or isinstance(time, bool) or not abs(time) < LATEST:
            raise _wrong(number, 'has no time: every line needs "t", in seconds')
        if time < clock:
            raise _wrong(number, f"goes back in time, from {clock} to {time}")
        clock = float(time)
        yield clock, _event(fields, number, header, cells, game.players)


def _event(
    fields: dict[str, Any], number: int, header: Header, cells: set[str], players: int
) -> Event:
    match fields:
        case {"cell": str(cell), "is": int(level)} if len(fields) == 2:
            if cell not in cells:
                raise _wrong(number, f"names the cell '{cell}', which {header.game} does not have")
            allowed = (0, 1) if header.sensing == PRESENCE else (0, 1, -1)
            if level not in allowed or isinstance(level, bool):
                raise _wrong(number, f"reads {level}; a {header.sensing} sensor reads {allowed}")
            return Sensed(cell, level)
        case {"press": int(player)} if len(fields) == 1 and _seated(player, players):
            return Pressed(player)
        case {"hold": int(player)} if len(fields) == 1 and _seated(player, players):
            return Held(player)
        case {"choose": str(label)} if len(fields) == 1:
            return Chosen(label)
        case {"undo": True} if len(fields) == 1:
            return TakeBack()
        case {} if not fields:
            return Tick()
    raise _wrong(number, f"is no event: {json.dumps(fields)[:80]}")


def _seated(player: int, players: int) -> bool:
    return not isinstance(player, bool) and 1 <= player <= players


def header_of(fields: dict[str, Any], number: int) -> Header:
    """The header that a first line holds, checked."""
    name = fields.get("game")
    if not isinstance(name, str) or name not in engines.GAMES:
        raise _wrong(number, f"names no game we know: {json.dumps(name)[:60]}")
    options = fields.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(v, str | int) for v in options.values()):
        raise _wrong(number, 'has "options" that are not an object of texts')
    for key in options:
        if key not in engines.GAMES[name].choices:
            raise _wrong(number, f"has the option '{key[:40]}', which {name} does not have")
    sensing = fields.get("sensing", PRESENCE)
    if sensing not in SENSING:
        raise _wrong(
            number, f'has "sensing" {json.dumps(sensing)[:40]}, expected presence or polarity'
        )
    position = fields.get("position")
    if position is not None and not isinstance(position, str):
        raise _wrong(number, 'has a "position" that is not a text')
    seed, ready = fields.get("seed", 0), fields.get("ready", False)
    if not isinstance(seed, int) or isinstance(seed, bool) or not isinstance(ready, bool):
        raise _wrong(
            number, 'has a "seed" that is no whole number or a "ready" that is not true or false'
        )
    book = engines.GAMES[name](players=fields.get("players"), **options)
    return Header(name, book.options, book.players, seed, sensing, ready, position)


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise _wrong(number, "is not JSON") from None
    if not isinstance(fields, dict):
        raise _wrong(number, "is not a JSON object")
    return fields


def _wrong(number: int, what: str) -> TraceError:
    return TraceError(f"line {number} of the trace {what}")


def event_line(event: Event, now: float) -> str | None:
    """The trace line of an event; None for what a trace does not record."""
    fields: dict[str, Any]
    match event:
        case Sensed(cell, level):
            fields = {"cell": cell, "is": level}
        case Pressed(player):
            fields = {"press": player}
        case Held(player):
            fields = {"hold": player}
        case Chosen(label):
            fields = {"choose": label}
        case TakeBack():
            fields = {"undo": True}
        case Tick():
            fields = {}
        case _:
            return None
    return json.dumps({"t": round(now, 4), **fields})

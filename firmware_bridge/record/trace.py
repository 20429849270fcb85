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
from engines.errors import InvalidOption, Said, TavoliereError
from engines.game import State
from engines.options import chosen
from firmware_bridge.record import coaches
from firmware_bridge.record import names as naming
from firmware_bridge.record.coaches import Coaches
from firmware_bridge.record.limits import OFF, BadLimit, Limit, limit_of
from firmware_bridge.record.names import Names
from firmware_bridge.record.seats import BadSeat, Seats, read_back, written
from firmware_bridge.referee.lens import HEIGHT, POLAR_HEIGHT, POLARITY, PRESENCE, SENSING
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.referee.verdicts import (
    Chosen,
    Event,
    GiveUp,
    Held,
    Pressed,
    Sensed,
    TakeBack,
    Tick,
    TimeUp,
)

LATEST = 1e12
"""Seconds; a time beyond it, or one that is no number at all, is none."""


READINGS = {
    PRESENCE: "0, 1",
    POLARITY: "0, 1, -1",
    HEIGHT: "0, 1, 2, 3 …",
    POLAR_HEIGHT: "0, 1, 2, 3 …, -1, -2, -3 …",
}
"""What a sensor may read, in words."""
MOST_READ = 1000
"""No sensor reads more, whatever stands on it."""


_ENDING: tuple[dict[str, Any], ...] = ({}, {"ends": True})
"""What a line may say besides of whose time is up."""


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
    seats: Seats = ()
    """Who decides for each player; empty: people do for all."""
    coaches: Coaches = ()
    """What help each player gets; empty: nobody gets any."""
    clock: Limit | None = None
    """How much time the players have; None: nobody counts."""
    names: Names = ()
    """What the players are called; empty: nobody has said."""
    by_hand: bool = False
    """People take captured pieces off a simulated board themselves, as off a real one."""
    on_screen: bool = False
    """The board is only on a screen, where nothing is overlooked: what a move takes may be chosen at
    leisure."""

    def rule_book(self) -> AnyGame:
        return engines.GAMES[self.game](players=self.players, **self.options)

    def opening(self, game: AnyGame) -> State:
        """The position that the game begins with."""
        text = self.position
        state: State = game.start(self.seed) if text is None else game.position(text)
        return state

    def fields(self) -> dict[str, Any]:
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
        if self.seats:
            fields["seats"] = written(self.seats)
        if self.coaches:
            fields["coaches"] = coaches.written(self.coaches)
        if self.clock is not None:
            fields["clock"] = str(self.clock)
        if self.names:
            fields["names"] = list(self.names)
        if self.by_hand:
            fields["by-hand"] = True
        if self.on_screen:
            fields["on-screen"] = True
        return fields

    def line(self) -> str:
        return json.dumps(self.fields())


@dataclass(frozen=True, slots=True)
class Heard:
    """One line of a trace: when, what happened, and the word to be said back once it is dealt with."""

    when: float
    event: Event
    echo: str | None = None


def read(lines: Iterable[str]) -> tuple[Header, Iterator[Heard]]:
    """The header, and what was heard after it; each fault names its line."""
    numbered = ((n, line) for n, line in enumerate(lines, start=1) if line.strip())
    first = next(numbered, None)
    if first is None:
        raise TraceError(
            Said("the trace is empty: its first line must name the game", "trace.empty")
        )
    header = header_of(_object(*first), first[0])
    return header, _events(numbered, header)


def _events(numbered: Iterator[tuple[int, str]], header: Header) -> Iterator[Heard]:
    game = header.rule_book()
    cells = {*game.board.cells, *game.board.blanks}
    clock = 0.0
    for number, line in numbered:
        fields = _given(_object(number, line))
        time = fields.pop("t", None)
        if not isinstance(time, int | float) or isinstance(time, bool) or not abs(time) < LATEST:
            raise _wrong(number, 'has no time: every line needs "t", in seconds', "trace.no-time")
        if time < clock:
            raise _wrong(
                number,
                "goes back in time, from {before} to {now}",
                "trace.back-in-time",
                before=clock,
                now=time,
            )
        clock = float(time)
        echo = fields.pop("echo", None)
        if echo is not None and not isinstance(echo, str):
            raise _wrong(number, 'has an "echo" that is not a text', "trace.no-echo")
        yield Heard(clock, _event(fields, number, header, cells, game.players), echo)


def _event(
    fields: dict[str, Any], number: int, header: Header, cells: set[str], players: int
) -> Event:
    match fields:
        case {"cell": str(cell), "is": int(reading)} if len(fields) == 2:
            if cell not in cells:
                raise _wrong(
                    number,
                    "names the cell '{cell}', which {game} does not have",
                    "trace.cell",
                    cell=cell,
                    game=header.game,
                )
            if isinstance(reading, bool) or not _readable(reading, header.sensing):
                raise _wrong(
                    number,
                    "reads {reading}; with {sensing} a sensor reads {allowed}",
                    "trace.reading",
                    reading=reading,
                    sensing=header.sensing,
                    allowed=READINGS[header.sensing],
                )
            return Sensed(cell, reading)
        case {"press": int(player)} if len(fields) == 1 and _seated(player, players):
            return Pressed(player)
        case {"hold": int(player)} if len(fields) == 1 and _seated(player, players):
            return Held(player)
        case {"hold": int(player), "asks": True} if len(fields) == 2 and _seated(player, players):
            return Held(player, asks=True)
        case {"choose": str(label)} if len(fields) == 1:
            return Chosen(label)
        case {"undo": True} if len(fields) == 1:
            return TakeBack()
        case {"time": int(player), **rest} if _seated(player, players) and rest in _ENDING:
            return TimeUp(player, bool(rest))
        case {"give-up": int(player)} if len(fields) == 1 and _seated(player, players):
            return GiveUp(player)
        case {} if not fields:
            return Tick()
    raise _wrong(number, "is no event: {event}", "trace.no-event", event=json.dumps(fields)[:80])


def _readable(reading: int, sensing: str) -> bool:
    most = MOST_READ if sensing in (HEIGHT, POLAR_HEIGHT) else 1
    least = -most if sensing in (POLARITY, POLAR_HEIGHT) else 0
    return least <= reading <= most


def _seated(player: int, players: int) -> bool:
    return not isinstance(player, bool) and 1 <= player <= players


def header_of(fields: dict[str, Any], number: int) -> Header:
    """The header that a first line holds, checked."""
    fields = _given(fields)
    name = fields.get("game")
    if not isinstance(name, str) or name not in engines.GAMES:
        raise _wrong(
            number,
            "names no game we know: {game}",
            "trace.no-game",
            game=json.dumps(name)[:60],
        )
    options = fields.get("options", {})
    options = _given(options) if isinstance(options, dict) else None
    if options is None or not all(isinstance(v, str | int) for v in options.values()):
        raise _wrong(number, 'has "options" that are not an object of texts', "trace.no-options")
    sensing = fields.get("sensing", PRESENCE)
    if sensing not in SENSING:
        raise _wrong(
            number,
            'has "sensing" {sensing}, expected {known}',
            "trace.no-sensing",
            sensing=json.dumps(sensing)[:40],
            known=", ".join(SENSING),
        )
    position = fields.get("position")
    if position is not None and not isinstance(position, str):
        raise _wrong(number, 'has a "position" that is not a text', "trace.no-position")
    seed, ready = fields.get("seed", 0), fields.get("ready", False)
    if not isinstance(seed, int) or isinstance(seed, bool) or not isinstance(ready, bool):
        raise _wrong(
            number,
            'has a "seed" that is no whole number or a "ready" that is not true or false',
            "trace.no-seed",
        )
    book = engines.GAMES[name]
    try:
        values = chosen(name, book.choices, options)
        game = book(players=fields.get("players"), **values)
    except InvalidOption as error:
        raise _wrong(
            number, "cannot be played: {why}", "trace.unplayable", why=error.args[0]
        ) from None
    try:
        seats = read_back(fields["seats"], game.players) if "seats" in fields else ()
        helped = coaches.read_back(fields.get("coaches", ["off"] * game.players), game.players)
        clock = limit_of(fields.get("clock", OFF))
        names = naming.read_back(fields["names"], game.players) if "names" in fields else ()
    except (BadSeat, coaches.BadCoach, BadLimit, naming.BadName) as error:
        raise _wrong(
            number, "cannot be played: {why}", "trace.unplayable", why=error.args[0]
        ) from None
    return Header(
        name,
        game.options,
        game.players,
        seed,
        sensing,
        ready,
        position,
        seats,
        helped,
        clock,
        names,
        fields.get("by-hand") is True,
        fields.get("on-screen") is True,
    )


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    """What is null is not given."""
    return {key: value for key, value in fields.items() if value is not None}


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise _wrong(number, "is not JSON", "trace.no-json") from None
    if not isinstance(fields, dict):
        raise _wrong(number, "is not a JSON object", "trace.no-object")
    return fields


def _wrong(number: int, english: str, key: str, /, **values: object) -> TraceError:
    """The error; the words, as of a `Said`, go on behind the line."""
    what = Said(english, key, **values)
    return TraceError(
        Said("line {number} of the trace {what}", "trace.wrong", number=number, what=what)
    )


def event_line(event: Event, now: float) -> str | None:
    """The trace line of an event; None for what a trace does not record."""
    fields: dict[str, Any]
    match event:
        case Sensed(cell, reading):
            fields = {"cell": cell, "is": reading}
        case Pressed(player):
            fields = {"press": player}
        case Held(player, asks):
            fields = {"hold": player} | ({"asks": True} if asks else {})
        case Chosen(label):
            fields = {"choose": label}
        case TakeBack():
            fields = {"undo": True}
        case TimeUp(player, ends):
            fields = {"time": player, **({"ends": True} if ends else {})}
        case GiveUp(player):
            fields = {"give-up": player}
        case Tick():
            fields = {}
        case _:
            return None
    return json.dumps({"t": round(now, 4), **fields})

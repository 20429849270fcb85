"""What a page may say, checked before anything hears of it. Pure: text in, values out.

A message is one flat JSON object with a `do`, and an `about`: the number of the game that was on the
page when it was said. Whatever is not exactly one of these is refused, with
an id that the texts put into words, and changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import engines
from engines.errors import InvalidOption
from engines.game import TavoliereError
from firmware_bridge.lights.hints import HINTING
from firmware_bridge.record import coaches, names
from firmware_bridge.record.limits import OFF, limit_of
from firmware_bridge.record.seats import read_back
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.lens import POLAR_HEIGHT, SENSING
from firmware_bridge.table.allowance import Allowance

MOST_BYTES = 2048
"""The longest message a page has reason to send, with room to spare."""
LONGEST_LABEL = 200
TALLEST = 64
MOST_PLAYERS = 9


class BadMessage(ValueError):
    """The text is an id."""


@dataclass(frozen=True, slots=True)
class Start:
    header: Header
    hinting: str
    sensing: str = POLAR_HEIGHT
    """What the sensors of a simulated board feel."""
    """Whether people take captured pieces off a simulated board themselves."""


@dataclass(frozen=True, slots=True)
class Lift:
    cell: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Fetch:
    """Take a pile out of the tray."""

    pile: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Put down what the hand holds; None: in the tray."""

    cell: str | None


@dataclass(frozen=True, slots=True)
class Push:
    """A player's button goes down or up."""

    player: int
    down: bool


@dataclass(frozen=True, slots=True)
class Choose:
    label: str


@dataclass(frozen=True, slots=True)
class Hinting:
    hinting: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with a game that was left, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class PutAway:
    """A game that was left is not offered any more."""

    number: int


@dataclass(frozen=True, slots=True)
class ShowOut:
    """Somebody is to leave the table."""

    person: str


@dataclass(frozen=True, slots=True)
class Look:
    """Whoever is at this page is that player, and alone with it; 0: not any more."""

    player: int


@dataclass(frozen=True, slots=True)
class Hide:
    """What a player keeps to himself; None: whatever comes."""

    player: int
    pieces: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Help:
    """A good move is asked for."""

    player: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A player gives the game up."""

    player: int


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down at the board that waits in this room."""

    room: str


@dataclass(frozen=True, slots=True)
class Call:
    """The arbiter of the club is wanted, or not any more."""

    on: bool


@dataclass(frozen=True, slots=True)
class Review:
    """Show the game that is over after so many moves; None: no more."""

    at: int | None


@dataclass(frozen=True, slots=True)
class Plain:
    """A wish that needs no more words: undo, arrange, leave, rematch, resume, or to play the pairing
    of the club."""

    wish: str


Hands = Lift | Fetch | Place | Push
Told = Choose | Look | Hide | Help | GiveUp | Call | Review
Running = Start | Join | Hinting | Resume | PutAway | ShowOut
Message = Hands | Told | Running | Plain
OPTIONAL = {"seats", "coaches", "sensing", "clock", "names", "by_hand"}
"""What a start may leave out."""
PLAIN = ("undo", "arrange", "leave", "rematch", "resume", "pairing")


def talking() -> Allowance:
    """How much one page may say."""
    return Allowance(rate=40.0, most=120.0)


def read(text: str) -> tuple[Message, int | None]:
    """The message and the number of the game that it is about, or BadMessage."""
    if len(text) > MOST_BYTES:
        raise BadMessage("bad-message")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("bad-message") from None
    if not isinstance(fields, dict):
        raise BadMessage("bad-message")
    about = fields.pop("about", None)
    message = _message(fields)
    if message is None or not (about is None or type(about) is int):
        raise BadMessage("bad-message")
    return message, about


def _message(fields: Mapping[str, Any]) -> Message | None:
    match dict(fields):
        case {"do": str(wish), **rest} if wish in PLAIN and not rest:
            return Plain(wish)
        case {"do": "lift", "cell": str(cell), **rest} if not rest:
            return Lift(cell)
        case {"do": "lift", "cell": str(cell), "count": int(count), **rest} if not rest:
            return Lift(cell, count) if 1 <= count <= TALLEST and count is not True else None
        case {"do": "fetch", "pile": list(pile), **rest} if not rest and 0 < len(pile) <= TALLEST:
            return Fetch(tuple(pile)) if all(isinstance(name, str) for name in pile) else None
        case {"do": "place", "cell": str() | None as cell, **rest} if not rest:
            return Place(cell)
        case {"do": "push", "player": int(player), "down": bool(down), **rest} if not rest:
            return Push(player, down) if 1 <= player <= MOST_PLAYERS else None
        case {"do": "choose", "label": str(label), **rest} if not rest:
            return Choose(label) if len(label) <= LONGEST_LABEL else None
        case {"do": "hinting", "hinting": str(hinting), **rest} if not rest:
            return Hinting(hinting) if hinting in HINTING else None
        case {"do": "resume", "number": int(number), **rest} if not rest:
            return Resume(number) if number is not True and number is not False else None
        case {"do": "put-away", "number": int(number), **rest} if not rest:
            return None if isinstance(number, bool) else PutAway(number)
        case {"do": "show-out", "person": str(person), **rest} if not rest:
            return ShowOut(person)
        case {"do": "help", "player": int(player), **rest} if not rest and player is not True:
            return Help(player) if 1 <= player <= MOST_PLAYERS else None
        case {"do": "give-up", "player": int(player), **rest} if not rest and player is not True:
            return GiveUp(player) if 1 <= player <= MOST_PLAYERS else None
        case {"do": "call", "on": bool(on), **rest} if not rest:
            return Call(on)
        case {"do": "join", "room": str(room), **rest} if not rest:
            return Join(room) if len(room) <= LONGEST_LABEL else None
        case {"do": "review", "at": int() | None as at, **rest} if not rest:
            return None if isinstance(at, bool) else Review(at)
        case {"do": "look", "player": int(player), **rest} if not rest and player is not True:
            return Look(player) if 0 <= player <= MOST_PLAYERS and player is not False else None
        case {"do": "hide", "player": int(player), "pieces": list() | None as pieces, **rest}:
            return None if rest else _hide(player, pieces)
        case {"do": "start", **rest}:
            return _start(rest)
    return None


def _hide(player: int, pieces: list[Any] | None) -> Hide | None:
    if isinstance(player, bool) or not 1 <= player <= MOST_PLAYERS:
        return None
    if pieces is None:
        return Hide(player, None)
    if not 0 < len(pieces) <= TALLEST or not all(isinstance(name, str) for name in pieces):
        return None
    return Hide(player, tuple(pieces))


def _start(fields: Mapping[str, Any]) -> Start | None:
    match fields:
        case {
            "game": str(name),
            "players": int(players),
            "options": dict(options),
            "seed": int(seed),
            "hinting": str(hinting),
            "ready": bool(ready),
            **rest,
        } if rest.keys() <= OPTIONAL and name in engines.GAMES and hinting in HINTING:
            sensing = rest.get("sensing", POLAR_HEIGHT)
            by_hand = rest.get("by_hand", False)
            if sensing not in SENSING or not isinstance(by_hand, bool):
                return None
            # Python seeds with any whole number; a page has no use for more than these.
            if not 0 <= seed < 2**31 or not all(isinstance(v, str) for v in options.values()):
                return None
            try:
                book = engines.GAMES[name](players=players, **options)
                seats = read_back(rest["seats"], book.players) if "seats" in rest else ()
                coached = (
                    coaches.read_back(rest["coaches"], book.players) if "coaches" in rest else ()
                )
                clock = limit_of(rest.get("clock", OFF))
                called = names.read_back(rest["names"], book.players) if "names" in rest else ()
            except (InvalidOption, names.BadName):
                raise  # people chose that, so people are told why not
            except (TavoliereError, TypeError):
                return None
            header = Header(
                name,
                book.options,
                book.players,
                seed,
                ready=ready,
                seats=seats,
                coaches=coached,
                clock=clock,
                names=called,
                by_hand=by_hand,
            )
            return Start(header, hinting, sensing)
    return None

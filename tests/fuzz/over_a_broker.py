"""Everything that parses what a broker brings, as functions of bytes; see targets.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

from firmware_bridge.link.home import brightness_of
from firmware_bridge.link.pairing import Pairing, pairing_of
from firmware_bridge.link.room import Room
from firmware_bridge.link.seals import Place
from firmware_bridge.link.tile import Tile, tile_of
from firmware_bridge.link.word import Word, word_of
from firmware_bridge.record.secrets import kept
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.web.club import drawn
from firmware_bridge.web.evening import Club, Refused

DAMA = Header("dama", {"capture": "strict"}, 2, ready=True)


def word(data: bytes) -> None:
    """Whatever another board says: it is a word or none, and moves nothing that the book forbids."""
    told = word_of(data)
    session = Session(DAMA)
    session.start(0.0)
    room = Room(session.game, {"game": "dama"}, (1,), "1")
    if told is None:
        return
    # Of another form of words nothing is understood, so there is nothing to say again.
    ours = bool(told.digest)
    assert not ours or word_of(told.text().encode()) == told, (
        "a word that does not say what it said"
    )
    for one in (told, replace(told, software="1", header={"game": "dama"}, players=(2,))):
        room.hear(one)
        room.step(session.situation)
        label = room.move(session.situation)
        legal = [str(move.label) for move in session.game.legal_moves(session.situation.state)]
        assert label is None or label in legal
        room.trouble(session.situation)
        room.gave_up(session.situation)
        room.yields(session.situation)
        room.word(session.situation)
        assert all(kept.commitment for at in room.shown.values() for kept in at.values())


def tile(data: bytes) -> None:
    """Whatever a board of the club tells: it is a tile or none, and can be drawn."""
    told = tile_of(data)
    if told is not None:
        assert tile_of(told.text().encode()) == told, "a tile that does not say what it said"
        drawn(told.game, told.players)


def pairing(data: bytes) -> None:
    told = pairing_of(data)
    if told is not None:
        assert pairing_of(told.text().encode()) == told
        assert told.is_of(told.header(1, ready=True))


def brightness(data: bytes) -> None:
    percent = brightness_of(data)
    assert percent is None or 0 <= percent <= 100


def wish(data: bytes) -> None:
    """Whatever the page of a club asks for: it is done, or refused and nothing has changed."""
    club = Club(NoHall())  # type: ignore[arg-type]
    club.obey({"do": "begin", "game": "dama", "system": "swiss", "players": ["Ada", "Bea", "Cleo"]})
    before = club.evening
    try:
        club.obey(json.loads(data))
    except (Refused, ValueError, RecursionError):
        assert club.evening == before, "what was refused has changed something"
    club.view()
    club.standings_csv()
    club.pairings_csv()


class NoHall:
    """A hall that nobody is in."""

    version = 0
    there: frozenset[str] = frozenset()

    def ask(self, board: str, pairing: Pairing | None) -> None:
        raise AssertionError(board, pairing)


TARGETS: dict[str, Callable[[bytes], None]] = {
    one.__name__: one for one in (word, tile, pairing, brightness, wish)
}


def seeds(name: str) -> Iterator[bytes]:
    """Things of that kind that are right."""
    match name:
        case "word":
            told = Word("1", {"game": "dama"}, (2,), 0, (), "0" * 64)
            yield told.text().encode()
            sealed = kept(("red",))
            yield (
                replace(
                    told,
                    moves=("c3-d4",),
                    back=0,
                    gave_up=2,
                    seals={Place(0, 2): sealed.commitment},
                    opened={Place(0, 2): sealed},
                    unsure=True,
                )
                .text()
                .encode()
            )
        case "tile":
            words = {"en": "so"}
            yield Tile("dama", 2, 1, 0, "", {"a1": ["white"]}, words).text().encode()
            yield (
                Tile(
                    "mulino",
                    2,
                    2,
                    4,
                    "a1",
                    {},
                    words,
                    words,
                    words,
                    (1,),
                    7,
                    ("Ada", "Bea"),
                    True,
                    True,
                )
                .text()
                .encode()
            )
        case "pairing":
            yield Pairing(1, "dama", ("Ada", "Bea")).text().encode()
        case "brightness":
            yield from (b"0", b"40", b"100", b"7.0")
        case "wish":
            yield b'{"do": "begin", "game": "mulino", "system": "all", "players": ["Ada", "Bea"]}'
            yield b'{"do": "next"}'
            yield b'{"do": "decide", "round": 0, "table": 0, "winner": 1}'
            yield b'{"do": "end"}'

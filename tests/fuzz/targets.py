"""Everything that parses, as functions of bytes: each returns, or raises because something is wrong.

Refusing with the program's own error is right; any other exception is a crash. Where there is a
state that could be harmed, what was refused must have left it as it was.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import engines
from engines.game import TavoliereError
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.replay import replay
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.record.upkeep import number_of
from firmware_bridge.referee.verdicts import Accepted
from firmware_bridge.table.app import App
from firmware_bridge.web.server import Pages
from firmware_bridge.web.window import Page
from hardware.errors import HardwareError
from hardware.panels.panel_file import read_panel
from hardware.parts import frames
from hardware.parts.frames import Layout
from hardware.parts.serial_board import SerialBoard
from tests.fuzz import over_a_broker

ROOT = Path(__file__).parents[2]
SCENES = ROOT / "tests" / "scenes"
PANELS = ROOT / "hardware" / "panels"
MOST_VERDICTS = 500

Target = Callable[[bytes], None]


@cache
def folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="tavoliere-fuzz-"))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def trace(data: bytes) -> None:
    with suppress(TavoliereError):
        for _ in islice(replay(_text(data).splitlines(), lights=True), MOST_VERDICTS):
            pass


def journal(data: bytes) -> None:
    path = folder() / "0001-game.jsonl"
    path.write_bytes(data)
    one = Journal(path)
    try:
        resumed = one.resume()
    except TavoliereError:
        assert path.read_bytes() == data, "a journal that was refused has been changed"
        return
    one.close()
    kept = path.read_bytes()
    assert data.startswith(kept), "more than a torn line was dropped"
    again = Journal(path).resume()
    assert (again.state, again.torn) == (resumed.state, False)


def profile(data: bytes) -> None:
    path = folder() / "panel.toml"
    path.write_bytes(data)
    with suppress(HardwareError):
        read_panel(path)


def position(data: bytes) -> None:
    name, _, text = _text(data).partition(" ")
    book = engines.GAMES.get(name)
    if book is None:
        return
    game = book()
    try:
        state = game.position(text)
    except TavoliereError:
        return
    assert game.position(game.describe(state)) == state
    game.legal_moves(state)


def label(data: bytes) -> None:
    name, _, text = _text(data).partition(" ")
    book = engines.GAMES.get(name)
    if book is None:
        return
    game = book()
    state = game.start(3)
    with suppress(TavoliereError):
        assert game.parse(state, text) in game.legal_moves(state)


# The wire --------------------------------------------------------------------------------------

LAYOUT = Layout((2, 3), (4, 5), (6,), 7, 4, True, 50, bytes(17))
SESSION = 7


class Noise:
    """A port that says what it is told to; its descriptor is that of an empty pipe."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._ends = os.pipe()

    def fileno(self) -> int:
        return self._ends[1]

    def read(self, size: int, /) -> bytes:
        data, self.data = self.data[:size], self.data[size:]
        return data

    def write(self, data: bytes, /) -> int:
        return len(data)

    def close(self) -> None:
        for end in self._ends:
            os.close(end)


def frame(data: bytes) -> None:
    port = Noise(data)
    now = iter(range(10**6))
    board = SerialBoard(LAYOUT, lambda: port, clock=lambda: next(now) / 100, token=lambda: SESSION)
    good = {
        tuple(readings[:4])
        for found in frames.Splitter().feed(data)
        if found.kind == frames.STATE
        and (readings := frames.unpacked(found.payload[1:], 5)) is not None
    }
    while port.data:
        board.readings()
    assert tuple(board.latest()) in good | {(0, 0, 0, 0)}, "readings that no whole frame told"
    board.close()
    frames.layout_from(data)
    frames.glows_from(data, 4, 7)


# The page --------------------------------------------------------------------------------------


class Ear:
    """A page's socket that only hears."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    async def send_text(self, text: str) -> None:
        self.heard.append(json.loads(text))


@cache
def table() -> tuple[App, Pages]:
    store = Store(folder() / "games")
    store.open()
    app = App(store, lambda: 10.0)
    return app, Pages(app, None)


HERE = b"-1"
"""Stands in a message for the number of the game that is under way."""


def message(data: bytes) -> None:
    app, pages = table()
    if app.match is None or len(app.match.situation.record) > 20:
        app.start(Header("dama", {"capture": "huff"}, 2, ready=True))
    before = _standing(app)
    ear = Ear()
    page = Page(ear)  # type: ignore[arg-type]
    pages.pages.append(page)
    assert app.match is not None
    number = str(number_of(app.match.journal.path)).encode()
    asyncio.run(pages._hear(page, _text(data.replace(HERE, number))))
    if any("error" in told for told in ear.heard):
        assert _standing(app) == before, "what was refused has changed something"
    pages.pages.remove(page)
    pages._let_go(page)


def _standing(app: App) -> Any:
    match = app.match
    if match is None:
        return None
    assert match.simulation is not None
    return match.situation.state, match.situation.record, match.simulation.standing(), app.hinting


TARGETS: dict[str, Target] = {
    one.__name__: one for one in (trace, journal, profile, position, label, frame, message)
} | over_a_broker.TARGETS


def seeds(name: str) -> Iterator[bytes]:
    """Things of that kind that are right: what is nearly right finds more than what is noise."""
    match name:
        case "trace":
            for path in sorted(SCENES.glob("*.jsonl")):
                if not path.name.endswith(".verdicts.jsonl"):
                    yield path.read_bytes()
        case "journal":
            for game in engines.GAMES:
                yield _journal_of(game)
        case "profile":
            for path in sorted(PANELS.glob("*.toml")):
                yield path.read_bytes()
        case "position":
            for game, book in engines.GAMES.items():
                one = book()
                yield f"{game} {one.describe(one.start(3))}".encode()
        case "label":
            for game, book in engines.GAMES.items():
                one = book()
                yield f"{game} {one.legal_moves(one.start(3))[0].label}".encode()
        case "frame":
            state = bytes(1) + frames.packed([1, 0, 0, 1, 0])
            for kind, payload in ((frames.WELCOME, b""), (frames.STATE, state)):
                yield frames.encoded(kind, SESSION, 1, payload)
            yield frames.encoded(frames.REFUSE, SESSION, 1, b"\x02\x09")
            yield frames.encoded(frames.HELLO, SESSION, 0, frames.layout_bytes(LAYOUT))
        case "message":
            for wish in ("undo", "arrange", "leave", "resume"):
                yield json.dumps({"do": wish, "about": int(HERE)}).encode()
            yield b'{"do": "lift", "cell": "c3", "count": 1, "about": -1}'
            yield b'{"do": "place", "cell": null, "about": -1}'
            yield b'{"do": "push", "player": 1, "down": true, "about": -1}'
            yield b'{"do": "choose", "label": "c3-d4", "about": -1}'
            yield b'{"do": "give-up", "player": 1, "about": -1}'
            yield b'{"do": "join", "room": "mola-tuki-37"}'
            yield b'{"do": "call", "on": true, "about": -1}'
            yield b'{"do": "fetch", "pile": ["white"], "about": -1}'
            yield (
                b'{"do": "start", "game": "mulino", "players": 2, "options": {}, "seed": 1, '
                b'"hinting": "full", "ready": true}'
            )
        case _:
            yield from over_a_broker.seeds(name)


def _journal_of(name: str) -> bytes:
    header = Header(name, {}, 2, seed=3)
    game = header.rule_book()
    path = folder() / "0009-seed.jsonl"
    path.unlink(missing_ok=True)
    one = Journal(path)
    one.begin(header)
    state = game.start(3)
    for _ in range(4):
        moves = game.legal_moves(state)
        if not moves:
            break
        move = moves[len(moves) // 2]
        one.note(Accepted(move.by or state.turn, move.label))
        state = game.apply(state, move)
    one.close()
    return path.read_bytes()

"""Games that can be looked at from outside: their moves, any of their positions, a text, a picture.

Reads and changes nothing. The game under way is everybody's who is at the table; the others are the
host's.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engines.errors import TavoliereError
from engines.game import Outcome, State
from engines.geometry import Cell
from firmware_bridge.looks.look import look_of
from firmware_bridge.looks.picture import picture
from firmware_bridge.record.called import tongues_of
from firmware_bridge.record.reviews import read_review
from firmware_bridge.record.store import Finished
from firmware_bridge.record.tallies import tallies
from firmware_bridge.record.trace import Header
from firmware_bridge.record.upkeep import number_of
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.table.app import App
from firmware_bridge.texts import DEFAULT, LANGUAGES, Texts
from firmware_bridge.texts.wording import move_in_words, result
from firmware_bridge.web.roles import Kind
from firmware_bridge.web.view import board_view, look_view


class Told(NamedTuple):
    """A game as its record tells it."""

    number: int
    header: Header
    game: AnyGame
    record: tuple[Entry, ...]
    last: State
    over: Outcome | None

    def state(self, at: int) -> State:
        """After so many moves."""
        return self.record[at].before if at < len(self.record) else self.last


class Archive:
    def __init__(self, app: App) -> None:
        self.app = app
        self._read: Told | None = None
        """The finished game that was looked at last: who leafs through it asks again and again."""

    def routes(self) -> list[Route]:
        return [
            Route("/games", self.listing),
            Route("/games/{number:int}", self.whole),
            Route("/games/{number:int}/at/{at:int}", self.position),
            Route("/games/{number:int}/moves.txt", self.moves),
            Route("/games/{number:int}/game.jsonl", self.journal),
            Route("/games/{number:int}/picture.svg", self.drawn),
        ]

    # Which game ------------------------------------------------------------------------------

    def _under_way(self) -> int | None:
        match = self.app.match
        return None if match is None else number_of(match.journal.path)

    def _told(self, request: Request) -> Told | None:
        """The game that is asked for; None: there is none for who asks."""
        number = request.path_params["number"]
        match = self.app.match
        if match is not None and number == number_of(match.journal.path):
            situation = match.situation
            outcome = situation.position.outcome
            header, game = match.session.header, match.session.game
            return Told(number, header, game, situation.record, situation.state, outcome)
        if request.state.visitor.role.kind is not Kind.HOST:
            return None
        if self._read is not None and self._read.number == number:
            return self._read
        try:
            found = self.app.store.read(number)
        except (TavoliereError, OSError):
            return None
        if found is None:
            return None
        game = found.header.rule_book()
        told = Told(
            number, found.header, game, found.record, found.state, game.outcome(found.state)
        )
        self._read = told if found.finished else None
        return told

    # What is told ----------------------------------------------------------------------------

    async def listing(self, request: Request) -> Response:
        """The finished games, and who won how often."""
        if request.state.visitor.role.kind is not Kind.HOST:
            return Response(status_code=403)
        # Off the loop: looking through the disk must hold up no light.
        found: list[Finished] = await asyncio.to_thread(self.app.store.finished)
        return JSONResponse(
            {
                "games": [one._asdict() for one in found],
                "tallies": [asdict(tally) for tally in tallies(found)],
            }
        )

    async def whole(self, request: Request) -> Response:
        told = self._told(request)
        if told is None:
            return Response(status_code=404)
        look = look_of(told.game)
        labels = [str(entry.move.label) for entry in told.record]
        return JSONResponse(
            {
                "number": told.number,
                "game": told.game.name,
                "players": told.game.players,
                "names": list(told.header.names),
                "board": board_view(told.game.board, look.board),
                "look": look_view(look),
                "history": [
                    (entry.player, label) for entry, label in zip(told.record, labels, strict=True)
                ],
                "over": _ending(told),
                "review": read_review(self.app.store, told.number, labels),
            }
        )

    async def position(self, request: Request) -> Response:
        """The board as it stood after so many moves, and the cells that the last of them touched."""
        told, at = self._told(request), request.path_params["at"]
        if told is None or at > len(told.record):
            return Response(status_code=404)
        state = told.state(at)
        return JSONResponse(
            {
                "pieces": {c: [piece.name for piece in stack] for c, stack in state.stacks.items()},
                "zones": {name: sorted(cells) for name, cells in told.game.zones(state).items()},
                "last": _touched(told, at),
                "turn": state.turn,
            }
        )

    async def moves(self, request: Request) -> Response:
        told = self._told(request)
        if told is None:
            return Response(status_code=404)
        return Response(
            moves_text(told, _language(request)),
            media_type="text/plain; charset=utf-8",
            headers=_named(told, "txt"),
        )

    async def journal(self, request: Request) -> Response:
        told = self._told(request)
        text = None if told is None else self.app.store.text(told.number)
        if told is None or text is None:
            return Response(status_code=404)
        return Response(text, media_type="application/jsonl", headers=_named(told, "jsonl"))

    async def drawn(self, request: Request) -> Response:
        told = self._told(request)
        asked = request.query_params.get("at", "")
        at = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else None
        if told is None or (at is not None and at > len(told.record)):
            return Response(status_code=404)
        at = len(told.record) if at is None else at
        state = told.state(at)
        drawing = picture(
            told.game.board,
            look_of(told.game),
            state.stacks,
            title=_title(told, Texts(_language(request))),
            zones=told.game.zones(state),
        )
        return Response(drawing, media_type="image/svg+xml", headers=_named(told, "svg"))


def _ending(told: Told) -> dict[str, Any] | None:
    if told.over is None:
        return None
    return {
        "winners": list(told.over.winners),
        "text": {lang: _closing(told, text) for lang, text in tongues_of(told.header).items()},
    }


def _closing(told: Told, text: Texts) -> str:
    """How it ended, and why; nothing while it goes on."""
    if told.over is None:
        return ""
    return f"{result(told.over.winners, text)} {text(f'outcome.{told.over.reason}')}"


def _touched(told: Told, at: int) -> list[Cell]:
    if at == 0:
        return []
    return sorted({step.cell for step in told.record[at - 1].move.steps})


def _language(request: Request) -> str:
    lang = request.query_params.get("lang", DEFAULT)
    return lang if lang in LANGUAGES else DEFAULT


def _named(told: Told, ending: str) -> dict[str, str]:
    name = f"{told.game.name}-{told.number:04}.{ending}"
    return {"content-disposition": f'inline; filename="{name}"'}


def _title(told: Told, text: Texts) -> str:
    return text(f"game.{told.game.name}.title")


def moves_text(told: Told, lang: str) -> str:
    """The game for people to read: who played, every move with its number, how it ended."""
    text = tongues_of(told.header)[lang]
    lines = [f"{_title(told, text)} ({text('archive.game-number', number=told.number)})"]
    players = range(1, told.game.players + 1)
    lines += (f"[{player}] {text.who(player):Call}" for player in players)
    lines.append("")
    for number, entry in enumerate(told.record, start=1):
        lines.append(f"{number:3}. [{entry.player}] {move_in_words(entry.move.label, text)}")
    lines += ["", _closing(told, text)]
    return "\n".join(lines).rstrip() + "\n"

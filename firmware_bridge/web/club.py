"""All boards of a club on one page. Knows tiles and the broker's hall; no match is played here."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import engines
from firmware_bridge.link.evening import SYSTEMS
from firmware_bridge.link.pairing import PLAYERS
from firmware_bridge.link.tile import Tile
from firmware_bridge.looks.look import look_of
from firmware_bridge.record.called import tongues_of
from firmware_bridge.record.upkeep import number_of
from firmware_bridge.table.app import App
from firmware_bridge.texts import LANGUAGES
from firmware_bridge.web.access import Access
from firmware_bridge.web.application import texts
from firmware_bridge.web.evening import Club, Refused
from firmware_bridge.web.files import answer, static
from firmware_bridge.web.keys import Keys
from firmware_bridge.web.questions import spoken
from firmware_bridge.web.roles import HOST
from firmware_bridge.web.view import board_view, look_view, over, standing

MOST_BYTES = 16 * 1024
"""Of one wish: 64 names and some."""


def tile_view(app: App) -> Tile | None:
    """What the club is told of the game that is on."""
    match = app.match
    if match is None:
        return None
    situation, game = match.situation, match.session.game
    record = situation.record
    words = tongues_of(match.session.header)
    ended = over(situation.position, words)
    return Tile(
        game.name,
        game.players,
        situation.state.turn,
        len(record),
        str(record[-1].move.label) if record else "",
        standing(match),
        spoken(match.told[-1], words) if match.told else dict.fromkeys(LANGUAGES, ""),
        spoken(match.illegal, words) if match.illegal else None,
        ended["text"] if ended else None,
        tuple(ended["winners"]) if ended else (),
        number_of(match.journal.path),
        match.session.header.names,
        bool(app.elsewhere.calling),
        app.elsewhere.paired(match.header),
    )


def drawn(name: str, players: int) -> dict[str, Any]:
    """What a page needs to draw the board of a game and its pieces."""
    book = engines.GAMES[name]
    game = book(players=players if players in book.seats else book.seats[0])
    look = look_of(game)
    return {"board": board_view(game.board, look.board), "look": look_view(look)}


def club(
    club: Club, names: list[str], language: str | None = None, keys: Keys | None = None
) -> Starlette:
    """`names` are what the page may be called by; `language` None: it follows its browser."""
    hall = club.hall

    async def index(request: Request) -> Response:
        return answer(request, "club.html")

    async def fixed(_: Request) -> Response:
        games = [name for name, book in engines.GAMES.items() if PLAYERS in book.seats]
        told = {"languages": list(LANGUAGES), "language": language}
        return JSONResponse({**told, "games": games, "systems": list(SYSTEMS)})

    async def boards(request: Request) -> Response:
        """Everything, or nothing where the page knows it already."""
        club.follow()
        if request.query_params.get("known") == club.version:
            return Response(status_code=204)
        return JSONResponse(
            {
                "version": club.version,
                "evening": club.view(),
                "reached": hall.reached,
                "host": hall.host,
                "boards": [
                    {"name": name, "there": name in hall.there, "tile": _fields(tile)}
                    for name, tile in sorted(hall.tiles.items())
                ],
            }
        )

    async def drawing(request: Request) -> Response:
        name = request.path_params["game"]
        if name not in engines.GAMES:
            return Response(status_code=404)
        players = request.query_params.get("players", "2")
        return JSONResponse(drawn(name, int(players) if players.isdecimal() else 2))

    async def wish(request: Request) -> Response:
        """What the arbiter wants; whoever only watches may not."""
        if request.state.visitor.role != HOST:
            return Response(status_code=403)
        try:
            club.obey(json.loads(await body(request)))
        except Refused as error:
            return JSONResponse({"why": str(error)}, status_code=400)
        except (ValueError, RecursionError):
            return JSONResponse({"why": "bad"}, status_code=400)
        return Response(status_code=204)

    def sheet(text: Callable[[], str]) -> Callable[[Request], Awaitable[Response]]:
        """A table for other programs."""

        async def table(_: Request) -> Response:
            return Response(text(), media_type="text/csv; charset=utf-8")

        return table

    return Starlette(
        routes=[
            Route("/", index),
            Route("/fixed", fixed),
            Route("/boards", boards),
            Route("/drawing/{game}", drawing),
            Route("/evening", wish, methods=["POST"]),
            Route("/results.csv", sheet(club.results_csv)),
            Route("/standings.csv", sheet(club.standings_csv)),
            Route("/pairings.csv", sheet(club.pairings_csv)),
            Route("/texts/{lang}", texts("club")),
            Route("/static/{name}", static),
        ],
        middleware=[Middleware(Access, names=names, keys=keys)],
    )


def _fields(tile: Tile | None) -> dict[str, Any] | None:
    if tile is None:
        return None
    return {
        "game": tile.game, "players": tile.players, "turn": tile.turn, "moves": tile.moves,
        "last": tile.last, "pieces": tile.pieces, "said": tile.said, "wrong": tile.wrong,
        "over": tile.over, "names": tile.names, "calling": tile.calling,
    }  # fmt: skip


async def body(request: Request) -> bytes:
    """What was sent, if it is not too long; ValueError when it is."""
    found = b""
    async for part in request.stream():
        found += part
        if len(found) > MOST_BYTES:
            raise ValueError(len(found))
    return found

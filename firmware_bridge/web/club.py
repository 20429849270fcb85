"""All boards of a club on one page. Knows tiles and the broker's hall; no match is played here."""

from __future__ import annotations

import csv
import io
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import engines
from firmware_bridge.link.hall import Hall
from firmware_bridge.link.tile import Tile
from firmware_bridge.looks.look import look_of
from firmware_bridge.table.app import App
from firmware_bridge.texts import LANGUAGES
from firmware_bridge.web.access import Access
from firmware_bridge.web.application import texts
from firmware_bridge.web.files import answer, static
from firmware_bridge.web.questions import spoken
from firmware_bridge.web.view import board_view, look_view, over, standing


def tile_view(app: App) -> Tile | None:
    """What the club is told of the game that is on."""
    match = app.match
    if match is None:
        return None
    situation, game = match.situation, match.session.game
    record = situation.record
    ended = over(situation.position)
    return Tile(
        game.name,
        game.players,
        situation.state.turn,
        len(record),
        str(record[-1].move.label) if record else "",
        standing(match),
        spoken(match.told[-1], game.name) if match.told else dict.fromkeys(LANGUAGES, ""),
        spoken(match.illegal, game.name) if match.illegal else None,
        ended["text"] if ended else None,
        tuple(ended["winners"]) if ended else (),
    )


def drawn(name: str, players: int) -> dict[str, Any]:
    """What a page needs to draw the board of a game and its pieces."""
    book = engines.GAMES[name]
    game = book(players=players if players in book.seats else book.seats[0])
    look = look_of(game)
    return {"board": board_view(game.board, look.board), "look": look_view(look)}


def club(hall: Hall, names: list[str], language: str | None = None) -> Starlette:
    """`names` are what the page may be called by; `language` None: it follows its browser."""

    async def index(request: Request) -> Response:
        return answer(request, "club.html")

    async def fixed(_: Request) -> Response:
        return JSONResponse({"languages": list(LANGUAGES), "language": language})

    async def boards(request: Request) -> Response:
        """Everything, or nothing where the page knows it already."""
        if request.query_params.get("known") == str(hall.version):
            return Response(status_code=204)
        return JSONResponse(
            {
                "version": hall.version,
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

    async def results(_: Request) -> Response:
        """What has been finished, as a table for other programs."""
        out = io.StringIO()
        sheet = csv.writer(out)
        sheet.writerow(("board", "game", "moves", "winners"))
        for name, tile in sorted(hall.tiles.items()):
            if tile is not None and tile.over is not None:
                winners = " ".join(map(str, tile.winners)) or "draw"
                sheet.writerow((name, tile.game, tile.moves, winners))
        return Response(out.getvalue(), media_type="text/csv; charset=utf-8")

    return Starlette(
        routes=[
            Route("/", index),
            Route("/fixed", fixed),
            Route("/boards", boards),
            Route("/drawing/{game}", drawing),
            Route("/results.csv", results),
            Route("/texts/{lang}", texts),
            Route("/static/{name}", static),
        ],
        middleware=[Middleware(Access, names=names, keys=None)],
    )


def _fields(tile: Tile | None) -> dict[str, Any] | None:
    if tile is None:
        return None
    return {
        "game": tile.game, "players": tile.players, "turn": tile.turn, "moves": tile.moves,
        "last": tile.last, "pieces": tile.pieces, "said": tile.said, "wrong": tile.wrong,
        "over": tile.over,
    }  # fmt: skip

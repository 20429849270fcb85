"""Lessons and diagrams for the page: positions, the cells to touch, and what comes of it.

All of it is worked out from the lesson of the game, which the contract checks against its rule book.
"""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import engines
from engines.game import State
from firmware_bridge.looks.look import look_of
from firmware_bridge.looks.picture import picture
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.table.lessons import Step, lesson_of, taps, wanted
from firmware_bridge.web.view import board_view, look_view

MANY = 3
"""Moves from which on a diagram shows none of them: arrows everywhere say nothing."""


def routes() -> list[Route]:
    return [Route("/lesson/{game}", lesson), Route("/diagram/{game}/{number:int}.svg", diagram)]


async def lesson(request: Request) -> Response:
    name = request.path_params["game"]
    told = _lesson(name) if name in engines.GAMES else None
    return JSONResponse(told) if told else Response(status_code=404)


@cache
def _lesson(name: str) -> dict[str, Any] | None:
    """None: the game has none."""
    book = engines.GAMES[name]
    steps, game = lesson_of(book), book()
    if not steps:
        return None
    look = look_of(game)
    return {
        "game": name,
        "players": game.players,
        "board": board_view(game.board, look.board),
        "look": look_view(look),
        "steps": [_told(game, step) for step in steps],
    }


def _told(game: AnyGame, step: Step) -> dict[str, Any]:
    state = game.position(step.position)
    return {
        "claim": step.claim,
        "words": dict(step.words),
        **_standing(game, state),
        "ways": [
            {
                "taps": taps(game, state, move),
                "after": _standing(game, game.apply(state, move)),
            }
            for move in wanted(game, state, step)
        ],
    }


def _standing(game: AnyGame, state: State) -> dict[str, Any]:
    return {
        "pieces": {cell: [piece.name for piece in pile] for cell, pile in state.stacks.items()},
        "zones": {name: sorted(cells) for name, cells in game.zones(state).items()},
        "last": [],
    }


async def diagram(request: Request) -> Response:
    name, number = request.path_params["game"], request.path_params["number"]
    steps = lesson_of(engines.GAMES[name]) if name in engines.GAMES else ()
    if not 0 <= number < len(steps):
        return Response(status_code=404)
    return Response(drawn(engines.GAMES[name](), steps[number]), media_type="image/svg+xml")


def drawn(game: AnyGame, step: Step) -> str:
    """The position, and where few moves will do, the first of them."""
    state = game.position(step.position)
    moves = wanted(game, state, step)
    deed = moves[0].deed(state.stacks, game.board)
    few = len(moves) <= MANY
    way = moves[0].landings or taps(game, state, moves[0])
    return picture(
        game.board,
        look_of(game),
        state.stacks,
        way=way if few else (),
        taken=[*game.board.among(deed.cleared), *game.board.among(deed.lowered)] if few else (),
        zones=game.zones(state),
    )


def illustrated(page: str, name: str, lang: str) -> str:
    """A page of rules with the lesson as figures under its title, each with what is said of it."""
    title, end, rest = page.partition("</h1>")
    return title + end + figures(name, lang) + rest


def figures(name: str, lang: str) -> str:
    """The lesson as figures with what is said of them."""
    parts = [
        f'<figure><img src="/diagram/{name}/{number}.svg" alt="" loading="lazy">'
        f"<figcaption>{escape(step.words[lang])}</figcaption></figure>"
        for number, step in enumerate(lesson_of(engines.GAMES[name]))
    ]
    return f'<div class="figures">{"".join(parts)}</div>' if parts else ""

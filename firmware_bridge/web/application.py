"""All that a browser may ask for, behind the check of who asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

import engines
from engines.errors import TavoliereError
from firmware_bridge.table.app import App
from firmware_bridge.texts import DEFAULT, LANGUAGES, Texts
from firmware_bridge.texts.books import rules_page
from firmware_bridge.web import learn
from firmware_bridge.web.access import Access
from firmware_bridge.web.archive import Archive
from firmware_bridge.web.files import index, kept, static, worker
from firmware_bridge.web.invitation import inviting
from firmware_bridge.web.keys import Keys
from firmware_bridge.web.learn import illustrated
from firmware_bridge.web.markdown import html
from firmware_bridge.web.pictures import gallery, piled
from firmware_bridge.web.roles import Kind
from firmware_bridge.web.server import Pages

LOOKED_UP = {
    "archive", "colour", "learn-page", "light", "over", "page", "page-error", "timer", "voice",
    "who",
}  # fmt: skip
"""Parts of the texts that a page looks up; the rest is for commands, or comes as sentences."""
LOOKED_UP_OF_A_GAME = {
    "colour",
    "light",
    "minutes",
    "option",
    "piece",
    "screen",
    "summary",
    "title",
}


SENTENCES = (
    "page.address", "page.due-", "page.goodbye", "page.leave-with", "page.mend-", "page.no-key",
    "page.nothing-moved", "page.scan", "page.torn",
)  # fmt: skip
"""How those texts of these parts begin that only the server and the terminal say."""


def looked_up(key: str) -> bool:
    part, *rest = key.split(".")
    if part == "game":
        return rest[1] in LOOKED_UP_OF_A_GAME
    return part in LOOKED_UP and not key.startswith(SENTENCES)


def texts(besides: str = "") -> Callable[[Request], Awaitable[Response]]:
    """What a page looks up, and one more part where it is not a table's."""

    async def answer(request: Request) -> Response:
        lang = request.path_params["lang"]
        if lang not in LANGUAGES:
            return Response(status_code=404)
        text = Texts(lang)
        said = (key for key in text if looked_up(key) or key.partition(".")[0] == besides)
        return JSONResponse({key: text.raw(key) for key in said})

    return answer


async def rules(request: Request) -> Response:
    """In the language that is asked for, if we speak it."""
    name = request.path_params["game"]
    if name not in engines.GAMES:
        return Response(status_code=404)
    lang = request.query_params.get("lang", DEFAULT)
    if lang not in LANGUAGES:
        lang = DEFAULT
    return Response(
        illustrated(html(rules_page(engines.GAMES[name], lang)), name, lang),
        media_type="text/html; charset=utf-8",
        headers={"Content-Language": lang},
    )


async def pictures(request: Request) -> Response:  # noqa: ARG001 - as every answer
    return JSONResponse(gallery())


def left(app: App) -> Callable[[Request], Awaitable[Response]]:
    """How a game stands that was left: for whoever may go on with it."""

    async def answer(request: Request) -> Response:
        if request.state.visitor.role.kind is not Kind.HOST:
            return Response(status_code=403)
        try:
            found = app.store.read(request.path_params["number"])
        except (TavoliereError, OSError):
            found = None
        if found is None:
            return Response(status_code=404)
        return JSONResponse(piled(found.state.stacks))

    return answer


def application(
    app: App, *, names: list[str], keys: Keys | None, language: str | None = None
) -> Starlette:
    """`language` None: every page follows its browser."""
    pages = Pages(app, language, keys)
    return Starlette(
        routes=[
            Route("/", index),
            Route("/texts/{lang}", texts()),
            Route("/rules/{game}", rules),
            Route("/gallery", pictures),
            Route("/left/{number:int}", left(app)),
            Route("/invitation", inviting(keys, pages.people)),
            WebSocketRoute("/table", pages.serve),
            *Archive(app).routes(),
            *learn.routes(),
            Route("/sw.js", worker),
            Route("/kept", kept),
            Route("/static/{name}", static),
        ],
        middleware=[Middleware(Access, names=names, keys=keys)],
    )

"""The check on a page: the panel as it is felt at this moment, for a phone beside the board.

Drawn by the server and fetched anew every second, so it needs no script. Who may look is decided by
the same rules as for the page of the games.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import escape

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from firmware_bridge.maker.check import Check
from firmware_bridge.maker.drawing import Circle, Drawing, Ink, Words
from firmware_bridge.maker.run import changes, supplied
from firmware_bridge.maker.svg import svg
from firmware_bridge.texts import Texts
from firmware_bridge.web.access import Access
from firmware_bridge.web.listening import Address, Server

SHADES = {
    "unseen": "#d7dcea", "closed": "#222222", "seen": "#5fae6e", "flickers": "#d04a2a",
    "ghost": "#a050c0",
}  # fmt: skip
MARKS = {"flickers": "!", "ghost": "?"}
"""Signs besides the colours, for those who cannot tell colours apart."""


def drawn(findings: Check, text: Texts) -> Drawing:
    panel = findings.panel
    xs, ys = [place.x for place in panel.places], [place.y for place in panel.places]
    margin = panel.pitch
    sheet = Drawing(min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
    for place in panel.places:
        state = findings.state(place.channel)
        dark = state in ("closed", "flickers", "ghost")
        ink = Ink(SHADES[state], "#222222", 1.2 if state == "closed" else 0.4)
        sheet.add(Circle(place.x, place.y, panel.pitch * 0.4, ink))
        name = f"{place.name}{MARKS.get(state, '')}"
        sheet.add(Words(place.x, place.y - 3, name, 9, "#ffffff" if dark else "#000000"))
    x = sheet.left + 4
    for state, shade in SHADES.items():
        words = text(f"check.{state}")
        sheet.add(Circle(x + 4, sheet.bottom + 8, 4, Ink(shade, "#222222", 0.3)))
        sheet.add(Words(x + 10, sheet.bottom + 5.5, words, 7, anchor="start"))
        x += 18 + 4.2 * len(words)
    return sheet


def page(findings: Check, text: Texts, now: float) -> str:
    picture = svg(drawn(findings, text), findings.panel.name, fluid=True)
    pressed = " ".join(
        f"{player}{'✓' if done else '…'}" for player, done in enumerate(findings.pressed, start=1)
    )
    # What has not been tried yet is no fault yet.
    certain = {f: names for f, names in findings.faults().items() if f not in ("dead", "button")}
    lines = [
        text("check.begin"),
        text("check.buttons", pressed=pressed or "–"),
        *supplied(findings, text),
        *(text(f"check.fault-{fault}", names=", ".join(names)) for fault, names in certain.items()),
    ]
    said = "".join(f"<p>{escape(line)}</p>" for line in lines)
    recent = "".join(f"<li>{escape(line)}</li>" for line in changes(findings, text, now))
    return (
        f'<!doctype html><html lang="{text.lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="1">'
        f"<title>{escape(findings.panel.name)}</title></head><body>"
        f"<h1>{escape(findings.panel.name)}</h1>{picture}{said}<ul>{recent}</ul></body></html>"
    )


async def served(steps: Iterator[float], draw: Callable[[], str], address: Address) -> None:
    """Take the steps while the page is served, until they end or someone has seen enough."""

    async def show(_: Request) -> HTMLResponse:
        return HTMLResponse(draw())

    guard = Middleware(Access, names=address.names, keys=address.keys)
    application = Starlette(routes=[Route("/", show)], middleware=[guard])
    server = Server(application)

    def leave() -> None:
        server.should_exit = True

    async def walk() -> None:
        for pause in steps:
            await asyncio.sleep(pause)

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, leave)
    walking = asyncio.create_task(walk())
    walking.add_done_callback(lambda _: leave())
    await server.serve(sockets=[address.socket])
    if not walking.done():
        walking.cancel()
    with suppress(asyncio.CancelledError):
        await walking

"""One page's connection: what it may send, whose mistake an error is, and a phone that vanishes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import pytest
from starlette.websockets import WebSocket

from firmware_bridge.bench.page import Visitor
from firmware_bridge.record.disk import Disk
from firmware_bridge.record.store import Store
from firmware_bridge.table.app import App
from firmware_bridge.web.listening import PING
from firmware_bridge.web.server import Pages

START = {
    "do": "start", "game": "dama", "players": 2, "options": {}, "seed": 7, "hinting": "full",
    "ready": True,
}  # fmt: skip


def served(pages: Pages, *messages: dict[str, object]) -> list[dict[str, object]]:
    """What a page hears that sends these and goes away."""
    heard: list[dict[str, object]] = []
    coming = iter(
        [
            {"type": "websocket.connect"},
            *({"type": "websocket.receive", **message} for message in messages),
            {"type": "websocket.disconnect", "code": 1001},
        ]
    )

    async def receive():
        return next(coming)

    async def send(message):
        if "text" in message:
            heard.append(json.loads(message["text"]))

    page = WebSocket({"type": "websocket", "client": None}, receive, send)
    # In a thread of its own: a browser that another test has opened keeps a loop in this one.
    with ThreadPoolExecutor() as aside:
        aside.submit(lambda: asyncio.run(pages.serve(page))).result()
    return heard


class Mistaken(Disk):
    """Stands for a mistake of ours, deep below a page's wish."""

    def __init__(self, mistake: Exception) -> None:
        self.mistake = mistake

    def names(self, folder):
        raise self.mistake


@pytest.mark.parametrize("mistake", [KeyError("ours"), RuntimeError("ours")])
def test_our_own_mistakes_are_not_taken_for_a_page_that_is_gone(tmp_path, mistake):
    pages = Pages(App(Store(tmp_path, Mistaken(mistake)), lambda: 1.0), "en")
    with pytest.raises(type(mistake), match="ours"):
        served(pages, {"text": json.dumps(START)})
    assert pages.pages == []


def test_bytes_are_refused_like_any_other_nonsense(tmp_path):
    pages = Pages(App(Store(tmp_path), lambda: 1.0), "en")
    heard = served(pages, {"bytes": b"\x00"}, {"text": "nonsense"})
    assert [told["error"] for told in heard if "error" in told] == ["bad-message"] * 2


@pytest.mark.slow
def test_a_phone_that_vanishes_lets_go_of_its_piece(tmp_path):
    """It neither says goodbye nor answers; the connection stays open."""
    with subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge", "play", "dama", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TAVOLIERE_STATE": str(tmp_path)},
    ) as running:
        assert running.stdout is not None
        found = re.search(r":(\d+)/", running.stdout.readline())
        assert found
        watching, vanishing = Visitor(int(found[1])), Visitor(int(found[1]))
        for one in (watching, vanishing):
            one.until(lambda view: view.get("screen") == "game")
        vanishing.say({"do": "lift", "cell": "c3"})
        held = monotonic()
        watching.until(lambda view: view["phase"] == "moving")
        watching.until(lambda view: view["phase"] == "waiting")
        assert monotonic() - held < 4 * PING
        running.terminate()
        watching.close()
        vanishing.close()

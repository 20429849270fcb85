"""The page's server: what it weighs after a whole game with three pages open, and how soon it answers.

The pages are plain WebSocket clients: what counts is the server, and a browser weighs what it weighs.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import select
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Event, Ping, Request, TextMessage

from engines import GAMES
from firmware_bridge.bench import Result

GAME = "dama"
PAGES = 3
MEMORY = 70.0
"""Megabytes that the server may take, so that it fits beside everything else on a small Pi."""
START = 2.5
"""How much longer than a server with nothing to do ours may take to answer."""
ROUNDS = 5

OURS = [
    sys.executable,
    "-m",
    "firmware_bridge",
    "play",
    "--no-browser",
    "--port",
    "0",
    "--new",
]
BARE = """
import socket, uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
one = socket.socket(); one.bind(("127.0.0.1", 0)); one.listen()
print(f"http://127.0.0.1:{one.getsockname()[1]}/", flush=True)
app = Starlette(routes=[Route("/", lambda request: PlainTextResponse("here"))])
uvicorn.Server(uvicorn.Config(app, log_level="error", ws="wsproto")).run(sockets=[one])
"""


def results() -> Iterator[Result]:
    measured = [
        (first_answer(OURS), first_answer([sys.executable, "-c", BARE])) for _ in range(ROUNDS)
    ]
    ratio = statistics.median(ours / bare for ours, bare in measured)
    yield Result("page: first answer", "tavoliere play / an empty Starlette", ratio, START)
    yield Result(
        "page: memory", f"after a game with {PAGES} pages / {MEMORY:.0f} MB", weight() / MEMORY, 1.0
    )


@contextmanager
def server(command: list[str]) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: the process and the port it answers on."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TAVOLIERE_STATE": folder}
        running = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        assert running.stdout is not None
        try:
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", running.stdout.readline())
            assert found, "the server did not say where it is"
            yield running.pid, int(found[1])
        finally:
            running.send_signal(signal.SIGINT)
            running.communicate(timeout=20)


def first_answer(command: list[str]) -> float:
    """Seconds from the command to the first answer of the page."""
    begin = perf_counter()
    with server(command) as (_, port):
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        asking.request("GET", "/")
        asking.getresponse().read()
        asking.close()
        return perf_counter() - begin


def weight() -> float:
    """Megabytes resident after a whole game."""
    with server([*OURS, GAME]) as (process, port):
        pages = [Visitor(port) for _ in range(PAGES)]
        play(pages)
        status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1024


def play(pages: list[Visitor], seed: int = 7) -> int:
    """One game to its end: the pages take turns to choose a move and to have the board put right."""
    game, chance, made = GAMES[GAME](), Random(seed), 0
    state = game.start()
    for page in pages:
        page.until(lambda view: view.get("phase") == "waiting")
    while moves := game.legal_moves(state):
        move = chance.choice(moves)
        page = pages[made % len(pages)]
        made += 1
        page.say({"do": "choose", "label": move.label})
        page.until(lambda view: len(view["history"]) == made)  # noqa: B023  # asked at once
        page.say({"do": "arrange"})
        for other in pages:
            other.until(lambda view: view["phase"] in ("waiting", "over"))
        state = game.apply(state, move)
    return made


TIMEOUT = 20.0
"""Seconds after which a visitor gives up."""


class Visitor:
    """A page without a browser."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.view: dict[str, Any] = {}
        self.errors: list[str] = []
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._link = WSConnection(ConnectionType.CLIENT)
        host = f"127.0.0.1:{port}"
        headers = [(b"Origin", f"http://{host}".encode())]
        if cookie:
            headers.append((b"Cookie", cookie.encode()))
        self._send(Request(host=host, target="/table", extra_headers=headers))
        self._text = ""
        while not any(isinstance(event, AcceptConnection) for event in self._events()):
            pass

    def _send(self, event: Event) -> None:
        self._socket.sendall(self._link.send(event))

    def say(self, message: dict[str, object]) -> None:
        """About the game that is on the page, so not before there is something on it."""
        self.until(lambda _: True)
        game = self.view.get("game", {})
        self._send(TextMessage(json.dumps({**message, "about": game.get("number")})))

    def shout(self, text: str) -> None:
        """Send whatever it is."""
        self._send(TextMessage(text))

    def fileno(self) -> int:
        return self._socket.fileno()

    def drain(self) -> None:
        """Take what has come without listening to it."""
        self._socket.recv(1 << 20)

    def until(self, true: Any) -> None:
        """Listen until the view is like that."""
        end = perf_counter() + TIMEOUT
        while not self.view or not true(self.view):
            if not self.listen(end - perf_counter()):
                raise TimeoutError(f"nothing of the kind within {TIMEOUT:.0f} seconds")

    def listen(self, seconds: float) -> bool:
        """Hear what comes within that time; False when nothing does."""
        if not select.select([self._socket], [], [], max(0.0, seconds))[0]:
            return False
        self._events()
        return True

    def close(self) -> None:
        self._socket.close()

    def _events(self) -> list[Event]:
        self._link.receive_data(self._socket.recv(65536) or None)
        events = list(self._link.events())
        for event in events:
            if isinstance(event, TextMessage):
                self._text += event.data
                if event.message_finished:
                    self._hear(json.loads(self._text))
                    self._text = ""
            elif isinstance(event, Ping):
                self._send(event.response())
        return events

    def _hear(self, news: dict[str, Any]) -> None:
        """As a page does; cells are of no interest here."""
        self.errors += [news["error"]] if "error" in news else []
        self.view = news.get("full", self.view) | news.get("set", {})
        for key, (keep, more) in news.get("more", {}).items():
            self.view[key] = [*self.view[key][:keep], *more]

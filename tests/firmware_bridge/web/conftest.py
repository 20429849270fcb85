"""A real server in a process of its own and a real Chromium, for every test of the page."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.firmware_bridge.web.forked import Program
from tests.firmware_bridge.web.table import Table

CHROMIUM = next(
    (path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists()),
    None,
)
QUIET = (
    "--disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()

# Machines that run tests are often busy; a page that waits for nothing is not slowed by this.
PATIENCE = 15_000
expect.set_options(timeout=PATIENCE)


class Server:
    """`tavoliere play` with its games in a folder of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: Program | None = None
        self.link = ""

    def start(self, *arguments: str) -> str:
        self.running = Program(
            "play",
            *arguments,
            "--no-browser",
            LC_ALL="C.UTF-8",
            TAVOLIERE_STATE=str(self.folder),
        )
        line = self.running.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line + self.stop()
        self.link = found[0]
        return self.link

    @property
    def port(self) -> str:
        found = re.search(r":(\d+)/", self.link)
        assert found
        return found[1]

    def stop(self, number: signal.Signals = signal.SIGINT) -> str:
        """End it; what it had to complain about."""
        if self.running is None:
            return ""
        self.code, complaints = self.running.end(number, timeout=20)
        self.running = None
        return complaints


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all tests of this folder, and no longer: while it is there its event loop is, too."""
    if CHROMIUM is None:
        pytest.fail("there is no Chromium on this machine: run make setup")
    # Chromium has no sandbox for root.
    arguments = [*QUIET, *(["--no-sandbox"] if os.getuid() == 0 else [])]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield opened
        opened.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path / "games")
    yield one
    assert one.stop() == ""


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Table]]:
    """Opens a page; at the end no page may have had an error."""
    contexts = []
    trouble: list[str] = []

    def opened(link: str, **settings: object) -> Table:
        # What is kept for when there is no server is fetched a second time, and lights that beat keep a
        # processor busy: few tests are about either.
        wanted: dict[str, object] = {
            "viewport": {"width": 1280, "height": 800},
            "locale": "en-GB",
            "service_workers": "block",
            "reduced_motion": "reduce",
        }
        context = browser.new_context(**{**wanted, **settings})  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "console",
            lambda message: (
                trouble.append(message.text)
                if message.type == "error" and "ERR_CONNECTION" not in message.text
                else None
            ),
        )
        page.goto(link)
        page.wait_for_selector("body[data-ready]")
        return Table(page)

    yield opened
    for context in contexts:
        context.close()
    assert trouble == []


@pytest.fixture
def play(server: Server, visit: Callable[..., Table]) -> Callable[..., Table]:
    """A page with a game on it, from a position or the menu's choice."""

    def begun(*arguments: str, **settings: object) -> Table:
        return visit(server.start(*arguments, "--port", "0"), **settings)

    return begun

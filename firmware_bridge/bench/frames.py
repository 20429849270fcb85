"""Frames a second on a phone: the page in Chromium, its processor slowed down four times.

    python -m firmware_bridge.bench.frames [SECONDS]

Each scene is compared with a bare page in the same window, on which one square moves: what a browser
can do here at best. `busy` is how much of the time the page's own thread works, slowed down as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import cos, pi, sin
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright

from firmware_bridge.bench.page import OURS, server
from firmware_bridge.texts.columns import table

SLOWER = 4
"""A phone of some years ago beside a desk computer."""
PHONE: ViewportSize = {"width": 390, "height": 844}
SECONDS = 3.0
CHROMIUM = Path("/usr/bin/chromium")
LIKE_THIS = "--disable-background-networking --disable-component-update --no-first-run".split()

BARE = """<meta name=viewport content="width=device-width"><style>
  div { width: 60px; height: 60px; background: brown; animation: go 1s infinite alternate }
  @keyframes go { to { transform: translate(250px, 400px) } }</style><div></div>"""
COUNT = """() => { window.frames_at = []; const tick = (now) => {
  window.frames_at.push(now); window.ticking = requestAnimationFrame(tick); };
  window.ticking = requestAnimationFrame(tick); }"""
COUNTED = "() => { cancelAnimationFrame(window.ticking); return window.frames_at; }"
HAND = """() => new Promise((ready) => { window.hand = new WebSocket(`ws://${location.host}/table`);
  window.hand.onmessage = (event) => { const news = JSON.parse(event.data);
    if (news.full) { window.about = news.full.game.number; ready(); } }; })"""
CHOOSE = "label => window.hand.send(JSON.stringify({do: 'choose', label, about: window.about}))"
EXCHANGE = (
    "c3-d4",
    "b6-a5",
    "d4-e5",
    "f6xd4",
    "e3xc5",
    "d6xb4",
    "a3xc5",
    "h6-g5",
    "b2-c3",
    "g7-f6",
)
"""Moves of draughts with captures, for somebody who looks on."""


class Scene(NamedTuple):
    name: str
    frames: float
    """A second."""
    longest: float
    """Milliseconds between two frames that stood still longest, of twenty the second longest."""
    busy: float
    """Share of the time."""


def results(seconds: float = SECONDS) -> Iterator[Scene]:
    with phone() as (page, slow):
        page.set_content(BARE)
        yield seen("a bare page", page, slow, lambda: page.wait_for_timeout(seconds * 1000))
        with server([*OURS, "dama"]) as (_, port):
            at_home(page, port)
            yield seen("lights alone", page, slow, lambda: page.wait_for_timeout(seconds * 1000))
            yield seen("dragging", page, slow, lambda: drag(page, seconds))
            yield seen("moves and captures", page, slow, lambda: look_on(page))
        with server(OURS) as (_, port):
            at_home(page, port)
            begin_cappuccino(page)
            yield seen("cups being dealt", page, slow, lambda: page.wait_for_timeout(1200))


@contextmanager
def phone() -> Iterator[tuple[Page, CDPSession]]:
    arguments = [*LIKE_THIS, *(["--no-sandbox"] if os.getuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        context = browser.new_context(viewport=PHONE, device_scale_factor=2, locale="en-GB")
        page = context.new_page()
        slow = context.new_cdp_session(page)
        slow.send("Performance.enable")
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page, slow
        browser.close()


def at_home(page: Page, port: int) -> None:
    page.goto(f"http://127.0.0.1:{port}/")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_timeout(1500)


def seen(name: str, page: Page, slow: CDPSession, act: Callable[[], object]) -> Scene:
    page.evaluate(COUNT)
    worked, begin = busy(slow), perf_counter()
    act()
    share = (busy(slow) - worked) / (perf_counter() - begin)
    times = page.evaluate(COUNTED)
    gaps = sorted(after - before for before, after in zip(times, times[1:], strict=False))
    rate = 1000 * len(gaps) / (times[-1] - times[0])
    return Scene(name, rate, gaps[int(len(gaps) * 0.95)], share)


def busy(slow: CDPSession) -> float:
    """Seconds that the page's thread has worked so far."""
    told = slow.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in told if one["name"] == "TaskDuration"))


def drag(page: Page, seconds: float) -> None:
    """A man round and round over the board, as fast as a finger's positions come."""
    box = page.locator(".cell[data-cell=c3] .hit").bounding_box()
    board = page.locator("#board").bounding_box()
    assert box is not None
    assert board is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    begin = perf_counter()
    while (passed := perf_counter() - begin) < seconds:
        angle = 2 * pi * passed
        wide = board["width"] / 3
        page.mouse.move(
            board["x"] + board["width"] / 2 + wide * cos(angle),
            board["y"] + board["height"] / 2 + wide * sin(angle),
        )
    page.mouse.move(x, y)
    page.mouse.up()


def look_on(page: Page) -> None:
    """Others play: every move flies, and what is captured goes to the tray."""
    page.evaluate(HAND)
    for label in EXCHANGE:
        page.evaluate(CHOOSE, label)
        page.wait_for_timeout(900)
    played = page.locator(".moves li").count()
    assert played == len(EXCHANGE), f"{played} of {len(EXCHANGE)} moves were made"


def begin_cappuccino(page: Page) -> None:
    page.locator("input[value=cappuccino]").check()
    page.locator("#choose button[type=submit]").click()
    page.wait_for_selector("body[data-screen=game]")


def main() -> None:
    scenes = list(results(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
    best = scenes[0].frames
    rows = [
        (
            scene.name,
            f"{scene.frames:.0f}",
            f"{scene.frames / best:.2f}",
            f"{scene.longest:.0f} ms",
            f"{scene.busy:.0%}",
        )
        for scene in scenes
    ]
    print(table(["scene", "frames a second", "of a bare page", "95 % sooner than", "busy"], rows))


if __name__ == "__main__":
    main()

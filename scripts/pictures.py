"""Makes the pictures of the README: stills of the page, and a short game with its lights.

    .venv/bin/python scripts/pictures.py

A server of its own, a real Chromium. The moving picture is a WebP that moves: Chromium makes each frame,
and what holds them together is written here, chunk by chunk.
"""

from __future__ import annotations

import os
import struct
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from firmware_bridge.bench.frames import CHOOSE, CHROMIUM, HAND
from firmware_bridge.bench.page import OURS, server

IMAGES = Path(__file__).parent.parent / "docs" / "images"
DESK, PHONE = (1366, 768), (390, 844)
MOVING = (1060, 640)
"""The window that the moving picture is taken of."""
SMALLER = 0.64
"""And how much smaller it is shown."""
QUALITY = 0.62
APART = 0.075
"""Seconds between two frames."""
LAST = 2200
"""Milliseconds for which the last frame is shown before it begins again."""
DEVELOP = """async ([picture, smaller, quality]) => {
  const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
  const drawn = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const [wide, high] = [drawn.width, drawn.height].map((side) => Math.round(side * smaller));
  const paper = new OffscreenCanvas(wide, high).getContext("2d", { willReadFrequently: true });
  paper.imageSmoothingQuality = "high";
  paper.drawImage(drawn, 0, 0, wide, high);
  const now = paper.getImageData(0, 0, wide, high).data;
  let [left, top, right, bottom] = window.before ? [wide, high, -1, -1] : [0, 0, wide - 1, high - 1];
  for (let at = 0; window.before && at < now.length; at += 4) {
    const far = (part) => Math.abs(now[at + part] - window.before[at + part]);
    if (far(0) + far(1) < 9) continue;
    const [x, y] = [(at / 4) % wide, Math.floor(at / 4 / wide)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (right < 0) return null;
  window.before = now;
  [left, top] = [left - (left % 2), top - (top % 2)];
  const part = new OffscreenCanvas(right - left + 1, bottom - top + 1);
  part.getContext("2d").drawImage(paper.canvas, -left, -top);
  const made = new Uint8Array(
    await (await part.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
  let text = "";
  for (const byte of made) text += String.fromCharCode(byte);
  return { wide, high, left, top, width: part.width, height: part.height, still: btoa(text) };
}"""
"""A smaller picture, and of that only what has changed since the one before."""
HATS = "1 c3=??r c4=??y d6=??y f7=?y g6=?r e3=?r h7=??y g4=r"
MILL = "1 w=a1,d1,b2,f4 b=g7,a7,d5,e4 hand=5,5"


# The frames ---------------------------------------------------------------------------------------


def chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def moving(frames: list[tuple[dict[str, Any], int]]) -> bytes:
    """One WebP of many: each what has changed, and the milliseconds that it is shown."""
    first = frames[0][0]
    size = three(first["wide"] - 1) + three(first["high"] - 1)
    body = chunk(b"VP8X", struct.pack("<I", 0b10) + size)
    body += chunk(b"ANIM", struct.pack("<IH", 0, 0))
    for part, shown in frames:
        still = b64decode(part["still"])
        # A still is a file of its own: behind its head stands the one chunk that is needed here.
        begin = still.index(b"VP8 ")
        long = struct.unpack("<I", still[begin + 4 : begin + 8])[0]
        place = three(part["left"] // 2) + three(part["top"] // 2)
        place += three(part["width"] - 1) + three(part["height"] - 1)
        picture = still[begin : begin + 8 + long + long % 2]
        body += chunk(b"ANMF", place + three(shown) + b"\x02" + picture)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


class Film:
    """What a page shows, as it shows it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taken: list[tuple[float, str]] = []
        self._camera = page.context.new_cdp_session(page)
        self._camera.on("Page.screencastFrame", self._keep)
        self._camera.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})

    def _keep(self, frame: dict[str, Any]) -> None:
        self.taken.append((frame["metadata"]["timestamp"], frame["data"]))
        self._camera.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def developed(self, darkroom: Page) -> bytes:
        self._camera.send("Page.stopScreencast")
        frames: list[tuple[dict[str, Any], float]] = []
        for when, data in self.taken:
            if frames and when - frames[-1][1] < APART:
                continue
            part = darkroom.evaluate(DEVELOP, [data, SMALLER, QUALITY])
            if part is not None:
                frames.append((part, when))
        times = [round((b - a) * 1000) for (_, a), (_, b) in zip(frames, frames[1:], strict=False)]
        return moving(
            [(part, shown) for (part, _), shown in zip(frames, [*times, LAST], strict=True)]
        )


# What is on them ----------------------------------------------------------------------------------


@contextmanager
def opened(
    browser: Browser, size: tuple[int, int], *arguments: str, dark: bool = False
) -> Iterator[Page]:
    with server([*OURS, *arguments]) as (_, port):
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            locale="en-GB",
        )
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_selector("body[data-ready]")
        page.wait_for_timeout(1500)
        yield page
        context.close()


def spot(page: Page, cell: str) -> tuple[float, float]:
    box = page.locator(f".cell[data-cell={cell}] .hit").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: Page, start: str, end: str) -> None:
    """A piece taken along with a hand, slowly enough to see it."""
    (x, y), (to_x, to_y) = spot(page, start), spot(page, end)
    page.mouse.move(x, y)
    page.wait_for_timeout(250)
    page.mouse.down()
    page.wait_for_timeout(300)
    for step in range(1, 13):
        page.mouse.move(x + (to_x - x) * step / 12, y + (to_y - y) * step / 12)
        page.wait_for_timeout(45)
    page.mouse.up()


def play(page: Page, *labels: str) -> None:
    page.evaluate(HAND)
    for label in labels:
        page.evaluate(CHOOSE, label)
        page.wait_for_timeout(1100)


def shoot(page: Page, name: str) -> None:
    page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=82)


def stills(browser: Browser) -> None:
    with opened(browser, DESK) as page:
        shoot(page, "menu")
    with opened(browser, DESK, "dama", "--seat", "2=computer:2") as page:
        play(page, "c3-d4")
        page.wait_for_timeout(2500)
        shoot(page, "draughts")
    with opened(browser, DESK, "top-hats", "--position", HATS, dark=True) as page:
        shoot(page, "top-hats-dark")
    with opened(browser, PHONE, "mulino", "--position", MILL) as page:
        shoot(page, "mulino-phone")
    with opened(browser, PHONE, "cappuccino", "--seed", "3", dark=True) as page:
        play(page, "d4-e5", "d3-e4")
        shoot(page, "cappuccino-phone")
    with opened(browser, PHONE, "dama", "--position", "1 w=c3,Kf2 b=d4") as page:
        play(page, "c3xe5")
        page.wait_for_timeout(2500)
        shoot(page, "end-phone")


def film(browser: Browser) -> None:
    """A capture that must be made, and the answer to it."""
    darkroom = browser.new_page()
    with opened(browser, MOVING, "dama") as page:
        page.evaluate(HAND)
        shown = Film(page)
        page.wait_for_timeout(900)
        carry(page, "c3", "d4")
        page.wait_for_timeout(1300)
        page.evaluate(CHOOSE, "f6-e5")
        page.wait_for_timeout(1900)
        carry(page, "d4", "f6")
        page.wait_for_timeout(1700)
        page.evaluate(CHOOSE, "g7xe5")
        page.wait_for_timeout(1500)
        (IMAGES / "lights.webp").write_bytes(shown.developed(darkroom))


def main() -> None:
    arguments = ["--no-sandbox"] if os.getuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        stills(browser)
        film(browser)
        browser.close()


if __name__ == "__main__":
    main()

"""Draws the page's icons as PNG from icon.svg: browsers that install a page want them so.

    .venv/bin/python scripts/icons.py

The maskable one fills its square and keeps clear of the edge, since a phone cuts it to any shape.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

STATIC = Path(__file__).parent.parent / "firmware_bridge" / "web" / "static"
CHROMIUM = Path("/usr/bin/chromium")
CLEAR = 0.74
"""How much of a maskable icon the drawing takes: what lies farther out may be cut off."""


def draw(page: Page, name: str, size: int, *, clear: float = 1.0) -> None:
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    ground = re.search(r'<rect[^>]* fill="(#\w+)"', drawing)
    assert ground, "icon.svg begins with its ground"
    wide = round(size * clear)
    edge = ground[1] if clear < 1 else "transparent"
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>body {{ margin: 0; height: {size}px; display: grid; place-items: center;"
        f" background: {edge}; }} svg {{ width: {wide}px; height: {wide}px; }}</style>{drawing}"
    )
    page.screenshot(path=STATIC / name, omit_background=True)


def main() -> None:
    arguments = ["--no-sandbox"] if os.getuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        page = browser.new_page()
        draw(page, "icon-192.png", 192)
        draw(page, "icon-512.png", 512)
        draw(page, "icon-maskable.png", 512, clear=CLEAR)
        browser.close()


if __name__ == "__main__":
    main()

"""Habits of the web: installable, a title that tells, itself without its server, light, at home."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.firmware_bridge.web.asking import ask

MOST = 250_000
"""Bytes of everything that the page loads until it is there."""

WEIGHT = """() => ["resource", "navigation"].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""


def test_it_can_be_installed(server):
    link = server.start("--port", "0")
    status, body, headers = ask(link, "/static/manifest.webmanifest")
    assert (status, headers["content-type"].split(";")[0]) == (200, "application/manifest+json")
    told = json.loads(body)
    assert told["display"] == "standalone"
    assert ask(link, told["start_url"])[0] == 200
    for icon in told["icons"]:
        assert ask(link, icon["src"])[0] == 200
    assert ask(link, "/sw.js")[2]["content-type"].startswith("text/javascript")


@pytest.mark.browser
def test_the_browser_finds_nothing_wrong_with_the_manifest(play):
    page = play().page
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []
    assert "Tavoliere" in told["data"]
    assert page.locator("meta[name=theme-color]").get_attribute("content")


@pytest.mark.browser
def test_the_title_says_whose_turn_it_is(play):
    table = play("dama")
    expect(table.page).to_have_title("Player 1 to move · Draughts")
    table.drag("c3", "d4")
    expect(table.page).to_have_title("Player 2 to move · Draughts")
    table.page.locator("#leave").click()
    expect(table.page).to_have_title("Tavoliere")


@pytest.mark.browser
def test_without_its_server_the_page_shows_itself_and_says_so(play, server):
    table = play("dama")
    page = table.page
    expect(page.locator("body")).to_have_attribute("data-offline", "yes")
    server.stop()
    page.goto(server.link)
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#offline")).to_contain_text("No connection to the board")


@pytest.mark.browser
def test_the_page_is_light_and_stays_at_home(play, server):
    table = play("dama")
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.page.reload()
    table.turn(1)
    weight = table.page.evaluate(WEIGHT)
    assert 50_000 < weight <= MOST, f"the page weighs {weight} bytes"
    home = server.link.rstrip("/")
    assert asked
    assert [url for url in asked if not url.startswith(home)] == []

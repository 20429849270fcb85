"""Habits of the web: installable, a title that tells, itself without its server, light, at home."""

from __future__ import annotations

import json
import struct
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from firmware_bridge.web.files import STATIC
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
        name = icon["src"].removeprefix("/static/")
        kind, side = icon["type"], icon["sizes"].partition("x")[0]
        with urlopen(link.rstrip("/") + icon["src"]) as answer:
            assert answer.headers["content-type"].split(";")[0] == kind
        if kind == "image/png":
            # Width and height stand behind the mark and the head of the first part.
            assert (STATIC / name).read_bytes()[16:24] == struct.pack(">II", int(side), int(side))
    assert {"any", "maskable"} == {icon["purpose"] for icon in told["icons"]}
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
    table = play("dama", service_workers="allow")
    page = table.page
    expect(page.locator("body")).to_have_attribute("data-offline", "yes")
    server.stop()
    page.goto(server.link)
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#offline")).to_contain_text("No connection to the board")


@pytest.mark.browser
def test_words_are_found_again_in_the_language_that_was_spoken(play, server):
    table = play("dama", locale="it-IT", service_workers="allow")
    page = table.page
    expect(page.locator("body")).to_have_attribute("data-offline", "yes")
    page.locator("#language").select_option("fr")
    table.says("C'est au joueur 1 de jouer")
    server.stop()
    expect(page.locator("#offline")).to_contain_text("Pas de liaison")
    # What was on the page stays until somebody loads it anew.
    table.stands("c3", "white")
    for _ in range(2):
        page.reload()
        expect(page.locator("#offline")).to_contain_text("Pas de liaison")
    server.start("dama", "--port", server.port)
    expect(page.locator("#offline")).to_be_hidden()
    table.turn(1)


def test_everything_that_is_kept_is_there(server):
    link = server.start("--port", "0")
    status, body, _ = ask(link, "/kept")
    assert status == 200
    addresses = json.loads(body)
    assert {"/", "/static/main.js", "/texts/it"} <= set(addresses)
    assert {ask(link, address)[0] for address in addresses} == {200}


@pytest.mark.browser
def test_the_page_is_light_and_stays_at_home(play, server):
    table = play("dama")
    # As it is first loaded: later the browser has most of it.
    weight = table.page.evaluate(WEIGHT)
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.page.reload()
    table.turn(1)
    assert 50_000 < weight <= MOST, f"the page weighs {weight} bytes"
    home = server.link.rstrip("/")
    assert asked
    assert [url for url in asked if not url.startswith(home)] == []

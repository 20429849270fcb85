"""A club of several boards at a real Mosquitto, and its page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect, sync_playwright

import engines
from firmware_bridge.link.hall import Hall, Stand
from firmware_bridge.link.tile import Tile, tile_of
from firmware_bridge.people.room import Room
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Chosen, GiveUp
from firmware_bridge.web.club import tile_view
from tests.firmware_bridge.link.mosquitto import Mosquitto, free_port, until
from tests.firmware_bridge.link.proxy import Proxy

SCRIPT = Path(__file__).parents[3] / "scripts" / "club.sh"
WORDS = {"en": "so", "it": "così", "fr": "ainsi"}
TILE = Tile("dama", 2, 1, 0, "", {"a1": ["white"]}, WORDS)


@pytest.fixture
def broker(tmp_path):
    one = Mosquitto(tmp_path)
    yield one
    one.kill()


def heard(hall: Hall, true) -> None:
    until(true, lambda: sleep(0.002))


def test_who_comes_late_sees_all_and_a_dead_board_is_seen_as_one(tmp_path, broker):
    url = broker.url("").rstrip("/")
    wire = Proxy(broker.port)
    stands = {"linden": Stand(url, "linden"), "oak": Stand(f"mqtt://127.0.0.1:{wire.port}", "oak")}
    stands["linden"].tell(TILE)
    hall = Hall(url)
    heard(hall, lambda: hall.tiles.get("linden") == TILE and hall.there == {"linden", "oak"})
    assert hall.tiles["oak"] is None
    # Without a goodbye: the broker says it in its place.
    wire.close()
    heard(hall, lambda: hall.there == {"linden"})
    stands["linden"].tell(None)
    heard(hall, lambda: hall.tiles["linden"] is None)
    broker.kill()
    heard(hall, lambda: not hall.reached)
    stands["linden"].tell(TILE)
    broker.start()
    heard(hall, lambda: hall.tiles["linden"] == TILE and hall.reached)
    for stand in stands.values():
        stand.close()
    hall.close()


@pytest.fixture
def page(tmp_path, broker):
    """The command itself, and where its page is."""
    url = broker.url("").rstrip("/")
    words = [sys.executable, "-m", "firmware_bridge.cli.main", "club", "--broker", url]
    process = subprocess.Popen(
        [*words, "--port", "0", "--lang", "en"],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"XDG_STATE_HOME": str(tmp_path)},
    )  # fmt: skip
    assert process.stdout is not None
    link = process.stdout.readline().split()[-1]
    yield link
    process.terminate()
    process.wait(10)
    process.stdout.close()


def fetched(link: str) -> bytes:
    with urlopen(link, timeout=10) as answer:
        content: bytes = answer.read()
    return content


def test_the_page_of_the_club(broker, page):
    stand = Stand(broker.url("").rstrip("/"), "linden")
    stand.tell(TILE)

    def told() -> dict[str, Any]:
        found: dict[str, Any] = json.loads(fetched(f"{page}boards"))
        return found

    until(lambda: bool(told()["boards"]) and told()["boards"][0]["tile"] is not None, lambda: None)
    assert told()["boards"][0]["tile"]["pieces"] == {"a1": ["white"]}
    assert not fetched(f"{page}boards?known={told()['version']}")
    for name in engines.GAMES:
        assert json.loads(fetched(f"{page}drawing/{name}?players=3"))["board"]["cells"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        screen = browser.new_page(locale="en")
        screen.goto(page)
        tile = screen.locator(".tile")
        expect(tile).to_have_count(1)
        expect(tile.locator("svg .pile")).to_have_count(1)
        expect(tile).to_contain_text("Player 1 to move")
        stand.tell(Tile("dama", 2, 2, 1, "a1-b2", {"b2": ["white"]}, WORDS, wrong=WORDS))
        expect(screen.locator(".tile.wrong")).to_contain_text("so")
        tile.click()
        expect(screen.locator(".tile.large")).to_have_count(1)
        stand.tell(Tile("dama", 2, 1, 40, "a1-b2", {}, WORDS, over=WORDS, winners=(2,)))
        expect(screen.locator(".tile.over")).to_have_count(1)
        browser.close()
    assert b"linden,0,dama,40,,2" in fetched(f"{page}results.csv")
    stand.close()


def test_an_evening_is_played_and_the_arbiter_called(broker, page, tmp_path):
    """Names on the page of the club, a pairing on the board's menu, its result in the table."""
    url = broker.url("").rstrip("/")
    room = Room(tmp_path / "board")
    room.app.elsewhere.stand = stand = Stand(url, "linden")
    hostile = Stand(url, "oak")

    def shown() -> None:
        room.app.turn()
        stand.tell(tile_view(room.app))

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        screen = browser.new_page(locale="en")
        screen.goto(page)
        expect(screen.locator(".tile")).to_have_count(2)
        screen.locator("#evening summary").click()
        screen.locator("textarea").fill("Ada")
        screen.locator(".begin button").click()
        expect(screen.locator("#refused")).to_contain_text("different names")
        screen.locator("textarea").fill("Ada\nBea\nCleo")
        screen.locator(".begin [name=game]").select_option("dama")
        screen.locator(".begin button").click()
        expect(screen.locator(".standings tr")).to_have_count(4)
        until(lambda: stand.pairing is not None, lambda: sleep(0.01))
        assert stand.pairing is not None
        names = stand.pairing.names
        # A board that lies about another's table, or about its own players, changes no result.
        lie = Tile(
            "dama", 2, 1, 9, "", {}, WORDS, over=WORDS, winners=(2,), names=names, paired=True
        )
        hostile.tell(lie)
        room.app.play_pairing()
        assert room.app.elsewhere.paired(room.match.header)
        assert room.match.session.header.names == names
        room.app.elsewhere.call(True)
        shown()
        expect(screen.locator(".tile.calling")).to_contain_text("calls the arbiter")
        expect(screen.locator("#calls")).to_contain_text("linden")
        expect(screen.locator(".pairings select").first).to_have_value("")
        for width, height in ((1920, 1080), (390, 844)):
            screen.set_viewport_size({"width": width, "height": height})
            wide = screen.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, "nothing is beside the screen"
        room.app.elsewhere.call(False)
        room.match.feed(Chosen("c3-d4"), room.now)
        room.app.changed(GiveUp(2))
        shown()
        expect(screen.locator("#calls")).to_be_hidden()
        expect(screen.locator(".pairings select").first).to_have_value("1-0")
        expect(screen.locator(".standings tr").nth(1)).to_contain_text("1")
        until(lambda: stand.pairing is None, lambda: sleep(0.01))
        screen.locator(".next").click()
        expect(screen.locator("caption").first).to_have_text("Round 2")
        browser.close()
    assert f"1,linden,{names[0]},{names[1]},1-0" in fetched(f"{page}pairings.csv").decode()
    assert b"place,name,points" in fetched(f"{page}standings.csv")
    # Whatever does something must come from the page itself.
    with pytest.raises(HTTPError, match="403"):
        urlopen(Request(f"{page}evening", data=b'{"do":"end"}', method="POST"), timeout=10)
    for one in (stand, hostile):
        one.close()
    room.app.close()


def test_the_clubs_own_broker_keeps_every_board_to_its_own_topics(tmp_path):
    """As `make club` sets it up: nobody without a password, nobody in another's tree."""
    port = free_port()
    environment = os.environ | {"CLUB": str(tmp_path), "CLUB_PORT": str(port)}

    def club(*words: str) -> str:
        done = subprocess.run(
            ["bash", str(SCRIPT), *words],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    known = {}
    for name in ("club", "linden", "oak"):
        lines = club("board", name)
        known[name] = tmp_path / f"{name}.toml"
        host = lines.splitlines()[0]
        known[name].write_text(lines.replace(host, '["127.0.0.1"]'), encoding="utf-8")
    broker = Mosquitto(tmp_path, tmp_path / "mosquitto.conf", port)
    url = broker.url("").rstrip("/")
    hall = Hall(url, known["club"])
    linden = Stand(url, "linden", known["linden"])
    linden.tell(TILE)
    liar = Stand(url, "linden", known["oak"])
    liar.tell(None)
    stranger = Stand(url, "elm")
    stranger.tell(TILE)
    oak = Stand(url, "oak", known["oak"])
    oak.tell(TILE)
    until(lambda: hall.tiles == {"linden": TILE, "oak": TILE}, lambda: sleep(0.01))
    assert hall.there == {"linden", "oak"}
    for one in (hall, linden, liar, stranger, oak):
        one.close()
    broker.kill()


def test_a_tile_is_what_the_game_shows(tmp_path):
    room = Room(tmp_path)
    assert tile_view(room.app) is None
    room.app.start(Header("dama", {"capture": "strict"}, 2, ready=True))
    room.match.feed(Chosen("c3-d4"), room.now)
    tile = tile_view(room.app)
    assert tile is not None
    assert (tile.moves, tile.last, tile.turn) == (1, "c3-d4", 2)
    assert tile_of(tile.text().encode()) == tile


@given(
    st.sampled_from(
        ["form", "game", "players", "turn", "moves", "last", "pieces", "said", "wrong", "over"]
    ),
    st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers())
    | st.dictionaries(st.text(), st.integers() | st.text() | st.lists(st.text())),
)  # fmt: skip
def test_a_tile_is_believed_whole_or_not_at_all(key, value):
    fields = json.loads(TILE.text()) | {key: value}
    tile = tile_of(json.dumps(fields).encode())
    if tile is not None:
        assert tile.game in engines.GAMES
        assert all(isinstance(name, str) for pile in tile.pieces.values() for name in pile)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_tile_or_none(data):
    assert tile_of(data) is None

"""Secrets on pages: chosen on a phone or while the others look away, and told to no other page."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from firmware_bridge.bench.page import Visitor
from firmware_bridge.service.report import contents
from tests.firmware_bridge.web.asking import ask
from tests.firmware_bridge.web.conftest import Server
from tests.firmware_bridge.web.test_people import PHONE, link_for

RED = ("yellow", "red", "yellow", "red", "yellow", "yellow", "red", "yellow", "yellow", "red")
YELLOW = ("yellow", "red", "red", "red", "yellow", "red", "yellow", "red", "red", "yellow")
PAWNS = "1 ring=d4 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1 score=0-0"


def listened(visit, link: str, **settings):
    """A page, and all that it is ever told."""
    heard: list[str] = []
    table = visit(link, **settings)
    table.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda told: heard.append(str(told)))
    )
    table.page.reload()
    table.page.wait_for_selector("body[data-ready]")
    expect(table.page.locator("body")).to_have_attribute("data-screen", "game")
    return table, heard


def build(page, secret: tuple[str, ...]) -> None:
    for n, piece in enumerate(secret):
        page.locator(f"[data-lay='{piece}']").click()
        if n < len(secret) - 1:
            expect(page.locator(".secret-piles")).to_be_visible()
    expect(page.locator(f"[data-kept='{' '.join(secret)}']")).to_be_visible()


@pytest.mark.browser
def test_on_the_shared_screen_one_chooses_while_the_others_look_away(play):
    table = play("top-hats")
    page = table.page
    table.says("Still to choose in private: player 1, player 2.")
    for player, secret in ((1, RED), (2, YELLOW)):
        page.locator(f"[data-secret='{player}']").click()
        expect(page.locator("#alone")).to_contain_text(f"Everybody but player {player} looks away")
        expect(page.locator("[data-lay]")).to_have_count(0)
        page.locator(".alone").click()
        build(page, secret)
        page.locator("#alone .close").click()
        expect(page.locator("[data-kept]")).to_have_count(0)
    for cell, pile in (("c3", "red"), ("c4", "yellow"), ("d3", "red")):
        table.put(f"unknown unknown {pile}", cell)
        table.moves(cell)
    page.locator("[data-secret='1']").click()
    page.locator(".alone").click()
    known = page.locator("[data-known='c3']")
    expect(known).to_have_attribute("data-pieces", "yellow red red")
    expect(page.locator("[data-known='c4']")).to_have_count(0)


@pytest.mark.browser
def test_a_phone_sees_its_own_and_nobody_elses(server, visit):
    host = server.start("top-hats", "--port", "0", "--lan")
    table, shared = listened(visit, host)
    one, first = listened(visit, link_for(host, "seat", 1), **PHONE)
    two, second = listened(visit, link_for(host, "seat", 2), **PHONE)
    guest, third = listened(visit, link_for(host, "guest"), **PHONE)
    build(one.page, RED)
    build(two.page, YELLOW)
    table.page.locator("[data-secret='1']").click()
    table.page.locator(".alone").click()
    expect(table.page.locator("#complaint")).to_contain_text("a phone of his own")
    table.page.locator("#alone button", has_text="Close").click()
    table.put("unknown unknown red", "c3")
    table.moves("c3")
    table.put("unknown unknown yellow", "c4")
    table.moves("c4")
    expect(one.page.locator("[data-known='c3']")).to_have_attribute("data-pieces", "yellow red red")
    expect(two.page.locator("[data-known='c4']")).to_have_attribute(
        "data-pieces", "yellow red yellow"
    )
    guest.moves("c4")
    texts = {1: told(RED), 2: told(YELLOW)}
    for heard, may_know in ((shared, ()), (first, (1,)), (second, (2,)), (third, ())):
        everything = "".join(heard)
        for player, text in texts.items():
            assert (text in everything) == (player in may_know)
        assert ('"own":{' in everything) == bool(may_know)
    # Nor is it in anything that is left on the disk, but the one file.
    for path in server.folder.iterdir():
        data = path.read_text().replace(" ", "")
        assert any(text in data for text in texts.values()) == (path.suffix == ".secret"), path
        assert path.suffix != ".secret" or path.stat().st_mode & 0o077 == 0
    for _, data in contents(server.folder, None):
        assert not any(text in data.decode().replace(" ", "") for text in texts.values())
    # His own side of the board is nearest to him.
    assert one.cell("a1")[1] > one.cell("i9")[1]
    assert two.cell("a1")[1] < two.cell("i9")[1]


def told(secret: tuple[str, ...]) -> str:
    """The way it is written wherever it is written."""
    return json.dumps(list(secret), separators=(",", ":"))[1:-1]


@pytest.mark.browser
@pytest.mark.parametrize("game", ["top-hats", "xe-queo"])
def test_on_a_phone_what_is_to_be_chosen_is_seen_at_once(server, visit, game):
    begun = ["--position", PAWNS] if game == "xe-queo" else []
    host = server.start(game, *begun, "--port", "0", "--lan")
    one = visit(link_for(host, "seat", 1), **PHONE)
    expect(one.page.locator(".lay").first).to_be_in_viewport()
    one.page.locator(".shuffle").click()
    expect(one.page.locator("[data-kept]")).to_be_visible()


@pytest.mark.browser
def test_what_one_looked_at_is_covered_once_it_is_not_his_to_see(server, visit):
    """His own phone has come, or the game was left on another page: nothing stays open."""
    host = server.start("top-hats", "--port", "0", "--lan")
    table, other = visit(host), visit(host)
    alone = table.page.locator("#alone")
    table.page.locator("[data-secret='1']").click()
    table.page.locator(".alone").click()
    table.page.locator(".shuffle").click()
    expect(table.page.locator("[data-kept]")).to_be_visible()
    one = visit(link_for(host, "seat", 1), **PHONE)
    expect(one.page.locator("[data-kept]")).to_be_visible()
    expect(alone).to_be_hidden()
    expect(alone).to_be_empty()
    table.page.locator("[data-secret='2']").click()
    table.page.locator(".alone").click()
    expect(table.page.locator(".shuffle")).to_be_visible()
    other.page.locator("#leave").click()
    expect(table.page.locator("body")).to_have_attribute("data-screen", "menu")
    expect(alone).to_be_hidden()
    expect(alone).to_be_empty()


@pytest.mark.browser
def test_a_seat_cannot_choose_for_another(server, visit):
    host = server.start("top-hats", "--port", "0", "--lan")
    one, _ = listened(visit, link_for(host, "seat", 1), **PHONE)
    errors = one.page.evaluate(
        """async () => {
          const socket = new WebSocket(`ws://${location.host}/table`);
          const errors = [];
          let about = null;
          const heard = new Promise((done) => {
            socket.onmessage = (event) => {
              const news = JSON.parse(event.data);
              if (news.full) {
                about = news.full.game.number;
                const wishes = [{do: "hide", player: 2, pieces: null}, {do: "look", player: 2},
                  {do: "hide", player: 1, pieces: ["red"]}];
                for (const wish of wishes) socket.send(JSON.stringify({...wish, about}));
              }
              if (news.error) errors.push(news.error);
              if (errors.length === 3) done();
            };
          });
          await heard;
          return errors;
        }"""
    )
    assert errors == ["not-your-secret", "host-only", "no-secret"]


class Ear(Visitor):
    """A page without a browser, and all that it is ever told."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.heard: list[dict[str, Any]] = []
        super().__init__(port, cookie)

    def _hear(self, news: dict[str, Any]) -> None:
        self.heard.append(news)
        super()._hear(news)


def told_of_a_card(folder, pawn: str) -> tuple[list[tuple[dict[str, Any], list[Any]]], bytes]:
    """What everybody else's page shows in the end, with all that it alone was told; and what is on the
    disk, while player 1 keeps this pawn."""
    server = Server(folder)
    link = server.start("xe-queo", "--position", PAWNS, "--port", "0", "--lan")
    ears = [Ear(int(server.port))]
    for role, player in (("seat", 1), ("seat", 2), ("guest", 0)):
        invited = link_for(link, role, player)
        _, _, headers = ask(invited, f"/?{urlsplit(invited).query}")
        ears.append(Ear(int(server.port), headers["set-cookie"].partition(";")[0]))
        ears[-1].until(lambda view: view.get("phase") == "waiting")
    host, one, two, guest = ears
    one.say({"do": "hide", "player": 1, "pieces": [pawn]})
    host.until(lambda view: view["secrets"]["waits"] == [2])
    two.say({"do": "hide", "player": 2, "pieces": ["white"]})
    for ear in ears:
        ear.until(lambda view: view["secrets"]["waits"] == [])
    one.say({"do": "choose", "label": "a1-b2"})
    for ear in ears:
        ear.until(lambda view: view["history"])
        ear.until(lambda view: view["phase"] == "waiting")
    assert json.dumps([pawn]) in json.dumps(one.heard)
    for ear in ears:
        ear.close()
    assert server.stop() == ""
    written = b"".join(
        re.sub(rb'"t": [0-9.]+', b"", path.read_bytes())
        for path in sorted(folder.iterdir())
        if path.suffix in (".jsonl", ".trace")
    )
    assert written
    others = [
        (ear.view, [news["own"] for news in ear.heard if "own" in news])
        for ear in (host, two, guest)
    ]
    return others, written


def test_a_card_is_told_to_nobody_else(tmp_path):
    """Whatever the card, all others are told the same, and the same is written."""
    red, green = (told_of_a_card(tmp_path / pawn, pawn) for pawn in ("red", "green"))
    assert red == green
    assert [bool(own) for _, own in red[0]] == [False, True, False]


@pytest.mark.browser
def test_the_card_is_shown_when_it_must_be(play):
    table = play("xe-queo", "--position", PAWNS)
    page = table.page
    for player, pawn in ((1, "red"), (2, "white")):
        page.locator(f"[data-secret='{player}']").click()
        page.locator(".alone").click()
        page.locator(f"[data-lay='{pawn}']").click()
        expect(page.locator(f"[data-kept='{pawn}']")).to_be_visible()
        page.locator("#alone .close").click()
    table.choose("queo d1")
    table.moves("queo d1", "wins 1")


@pytest.mark.browser
def test_the_card_that_decides_is_named_and_a_touch_does_not_interrupt_it(play):
    near = PAWNS.replace("red=a1", "red=c4").replace("blue=a4", "blue=a1")
    table = play("xe-queo", "--position", near)
    table.hide(1, "blue")
    table.hide(2, "white")
    table.drag("c4", "d4")
    table.moves("c4-d4")
    # It is lit, so people touch it; there is nothing that they are asked.
    table.click("d4")
    expect(table.page.locator(".choice")).to_have_count(0)
    table.moves("c4-d4", "wins 2")
    table.says("Player 2 takes the ring. Player 1 had chosen: blue.")
    table.stands("d4", "red")


@pytest.mark.browser
def test_a_pawn_is_chosen_by_keyboard_alone(play):
    table = play("xe-queo", "--position", PAWNS)
    page, press = table.page, table.page.keyboard.press
    said = page.locator("#speech")
    page.locator("[data-secret='1']").focus()
    press("Enter")
    expect(page.locator(".alone")).to_be_focused()
    press("Enter")
    expect(page.locator("[data-lay='red']")).to_be_focused()
    expect(page.locator("[data-lay='red']")).to_have_attribute("aria-label", "red: a1")
    press("Tab")
    expect(page.locator("[data-lay='orange']")).to_be_focused()
    press("Enter")
    expect(page.locator("[data-kept='orange']")).to_be_visible()
    expect(page.locator("#alone .close")).to_be_focused()
    expect(page.locator("#alone .close")).to_have_accessible_description(
        re.compile("This is kept for you.*orange")
    )
    # Outside of the dialog nothing is heard while it is open.
    expect(page.locator("#alone #speech")).to_contain_text("Still to choose in private: player 2.")
    press("Enter")
    expect(page.locator("[data-secret='1']")).to_be_focused()
    expect(page.locator("body > #speech")).to_be_attached()
    expect(said).not_to_contain_text("orange")


@pytest.mark.browser
def test_stacks_are_built_by_keyboard_alone(play):
    table = play("top-hats")
    page, press = table.page, table.page.keyboard.press
    page.locator("[data-secret='1']").focus()
    press("Enter")
    press("Enter")
    first = page.locator(".lay").first
    expect(first).to_be_focused()
    first_colour = first.get_attribute("data-lay")
    press("Enter")
    expect(page.locator("#alone #speech")).to_contain_text(": 1/10")
    for laid in range(2, 11):
        # Where there is none left of a colour the keyboard goes on to the next.
        expect(page.locator(".lay:focus")).to_have_count(1)
        press("Enter")
        if laid < 10:
            expect(page.locator("#alone #speech")).to_contain_text(f": {laid}/10")
    expect(page.locator(f"[data-kept^='{first_colour}']")).to_be_visible()
    expect(page.locator("#alone .close")).to_be_focused()


@pytest.mark.browser
def test_what_is_chosen_is_chosen_and_another_choice_is_folded(play):
    table = play("top-hats")
    page = table.page
    page.locator("[data-secret='1']").click()
    page.locator(".alone").click()
    page.locator("[data-lay='yellow']").click()
    expect(page.locator(".secret-piles .room"), "piles that are still to come").to_have_count(4)
    page.locator(".shuffle").click()
    expect(page.locator("[data-kept]")).to_be_visible()
    expect(page.locator("[data-lay='red']")).not_to_be_visible()
    page.locator(".anew summary").click()
    build(page, RED)

"""The players' buttons: on several pages at one table, and drawn anew under a finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from firmware_bridge.bench.page import Visitor
from tests.firmware_bridge.web.test_people import PHONE, link_for

DAMA = {
    "do": "start", "game": "dama", "players": 2, "options": {"capture": "huff"}, "seed": 0,
    "hinting": "full", "ready": True,
}  # fmt: skip


def history(view):
    return [label for _, label in view.get("history", [])]


def test_a_button_that_was_down_when_a_game_was_left_is_up_in_the_next(server):
    server.start("dama", "--port", "0")
    one, other = Visitor(int(server.port)), Visitor(int(server.port))
    for page in (one, other):
        page.until(lambda view: view.get("phase") == "waiting")
    one.say({"do": "push", "player": 1, "down": True})
    other.say({"do": "leave"})
    one.until(lambda view: view["screen"] == "menu")
    # In the menu there is no button that could go up.
    one.say({"do": "push", "player": 1, "down": False})
    other.say(DAMA)
    other.until(lambda view: view["screen"] == "game" and view["game"]["number"] == 2)
    other.say({"do": "choose", "label": "c3-d4"})
    other.until(lambda view: history(view) == ["c3-d4"] and view["phase"] == "waiting")
    # Held, it asks for a take-back; had it been down all the time, nothing would be heard of it.
    other.say({"do": "push", "player": 1, "down": True})
    other.until(lambda view: view["consents"] == [])
    assert history(other.view) == ["c3-d4"]
    other.say({"do": "push", "player": 1, "down": False})
    one.close()
    other.close()


def speaking(table):
    """The page once more, with an ear at what it says."""
    with table.page.expect_websocket() as opened:
        table.page.reload()
    table.page.wait_for_selector("body[data-ready]")
    return opened.value


def said(socket, down):
    wanted = f'"player":1,"down":{str(down).lower()}'
    return socket.expect_event("framesent", lambda text: wanted in text.replace(" ", ""))


def elsewhere(server):
    """A move on another page: it is the other player's turn, and the buttons are drawn anew."""
    other = Visitor(int(server.port))
    other.until(lambda view: view.get("phase") == "waiting")
    other.say({"do": "choose", "label": "c3-d4"})
    other.say({"do": "arrange"})
    other.until(lambda view: view["turn"] == 2 and view["phase"] == "waiting")
    other.close()


@pytest.mark.parametrize("end", ["let go", "another window"])
def test_a_button_drawn_anew_under_a_finger_is_down_until_it_is_let_go(play, server, end):
    table = play("dama")
    socket = speaking(table)
    with said(socket, True):
        table.hold(1)
    elsewhere(server)
    table.turn(2)
    with said(socket, False):
        table.page.mouse.move(5, 5)
        if end == "let go":
            table.let_go()
        else:
            table.page.evaluate("window.dispatchEvent(new Event('blur'))")


def test_a_key_on_a_button_drawn_anew_is_down_until_it_is_let_go(play, server):
    table = play("dama")
    socket = speaking(table)
    table.page.locator(".push[data-player='1']").focus()
    with said(socket, True):
        table.page.keyboard.down(" ")
    elsewhere(server)
    table.turn(2)
    with said(socket, False):
        table.page.keyboard.up(" ")


@pytest.mark.browser
def test_only_whose_turn_it_is_is_told_to_move(server, visit):
    link = server.start("dama", "--port", "0", "--lan")
    table = visit(link)
    one, two = (visit(link_for(link, "seat", player), **PHONE) for player in (1, 2))
    note = "#buttons .note"
    for page in (table.page, one.page):
        expect(page.locator(note)).to_have_text("Nothing to press now: just move a piece.")
    expect(two.page.locator(note)).to_have_text("")
    table.drag("c3", "d4")
    for page in (table.page, two.page):
        expect(page.locator(note)).to_have_text("Nothing to press now: just move a piece.")
    expect(one.page.locator(note)).to_have_text("")

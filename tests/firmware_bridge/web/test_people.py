"""Host, seats and guests at one table: the real program, real browsers, real sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from engines import GAMES
from firmware_bridge.bench.page import Visitor
from firmware_bridge.web.regrets import AT_ONCE
from tests.firmware_bridge.web.asking import ask

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}


def link_for(host: str, role: str, player: int = 0) -> str:
    """As the host's page asks for it."""
    key = urlsplit(host).query.removeprefix("key=")
    path = f"/invitation?for={role}&player={player}"
    status, body, _ = ask(host, path, Cookie=f"tavoliere={key}")
    assert status == 200
    return str(json.loads(body)["link"])


def sentence(table, text: str) -> None:
    """What the page says so that it can be seen."""
    expect(table.page.locator("#complaint")).to_be_visible()
    expect(table.page.locator("#complaint")).to_have_text(text)


@pytest.mark.browser
def test_a_guest_watches(server, visit):
    host = server.start("dama", "--port", "0", "--lan")
    table, guest = visit(host), visit(link_for(host, "guest"), **PHONE)
    expect(guest.page.locator("#open-invite")).to_have_count(0)
    expect(guest.page.locator("#leave")).to_have_count(0)
    expect(guest.page.locator("#hinting")).to_have_count(0)
    expect(guest.page.locator(".push[data-player='1']")).to_be_disabled()
    guest.click("c3")
    table.drag("c3", "d4")
    guest.moves("c3-d4")
    expect(guest.page.locator(".undo")).to_be_disabled()
    # Whatever a page of his own making says.
    answers = guest.page.evaluate(
        """async () => {
          const socket = new WebSocket(`ws://${location.host}/table`);
          const errors = [];
          await new Promise((resolve) => { socket.onopen = resolve; });
          socket.onmessage = (event) => {
            const news = JSON.parse(event.data);
            if (news.error) errors.push(news.error);
          };
          const wishes = [{do: "undo"}, {do: "leave"}, {do: "choose", label: "b6-a5"},
            {do: "lift", cell: "b6"}, {do: "push", player: 2, down: true}, {do: "resume"},
            {do: "hinting", hinting: "off"}, {do: "show-out", person: "host"}];
          for (const wish of wishes) socket.send(JSON.stringify({...wish, about: 1}));
          while (errors.length < wishes.length) await new Promise((r) => setTimeout(r, 10));
          socket.close();
          return errors;
        }"""
    )
    assert answers == ["guest"] * 8
    table.moves("c3-d4")
    status, _, _ = ask(host, "/invitation", Cookie=_cookie(guest))
    assert status == 403


def _cookie(table) -> str:
    return "; ".join(f"{one['name']}={one['value']}" for one in table.page.context.cookies())


@pytest.mark.browser
def test_a_seat_plays_for_itself(server, visit):
    host = server.start("dama", "--port", "0", "--lan")
    table = visit(host)
    white = visit(link_for(host, "seat", 1), **PHONE)
    black = visit(link_for(host, "seat", 2), **PHONE)
    expect(black.page.locator("#bar .role")).to_have_text("Player 2")
    expect(black.page.locator(".push[data-player='1']")).to_be_disabled()
    expect(black.page.locator(".push[data-player='2']")).to_be_enabled()
    black.page.mouse.click(*black.cell("b6"))
    sentence(black, "It is not your turn.")
    white.drag("c3", "d4")
    table.moves("c3-d4")
    black.drag("b6", "a5")
    white.moves("c3-d4", "b6-a5")
    # Only his own last move; the host may take back any.
    white.page.locator(".undo").click()
    sentence(white, "You can take back only your own last move.")
    white.moves("c3-d4", "b6-a5")
    table.page.locator(".undo").click()
    table.moves("c3-d4")


@pytest.mark.browser
def test_one_is_shown_out_and_the_others_stay(server, visit):
    host = server.start("dama", "--port", "0", "--lan")
    link = link_for(host, "guest")
    table, first, second = visit(host), visit(link, **PHONE), visit(link, **PHONE, locale="it-IT")
    table.page.locator("#open-invite").click()
    here = table.page.locator("#invite .people li")
    expect(here).to_have_count(3)
    expect(here.filter(has_text="Host").locator("button")).to_have_count(0)
    table.page.locator("#invite .people [data-kind=guest] .show-out").first.click()
    expect(here).to_have_count(2)
    sentence(first, "The host has shown you out. To come back, ask for a new link.")
    # Neither his own key nor the link that he has lets him in again.
    for address in (link, link.partition("?")[0]):
        assert first.page.request.get(address).status == 403
    table.page.locator("#invite .close").click()
    table.drag("c3", "d4")
    second.moves("c3-d4")
    new = link_for(host, "guest")
    assert new != link
    assert first.page.request.get(new).status == 200


@pytest.mark.browser
def test_a_phone_whose_link_is_good_no_more_is_told_so(server, browser):
    """The program has been begun anew, and with it its key: to wait for the board is no use."""
    host = server.start("dama", "--port", "0", "--lan")
    page = browser.new_context(locale="en-GB", service_workers="block", **PHONE).new_page()
    page.goto(link_for(host, "seat", 1))
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    port = server.port
    server.stop()
    expect(page.locator("#offline")).to_be_visible()
    again = server.start("--port", port, "--lan")
    expect(page.locator("h1")).to_have_text("This link lacks its key")
    page.goto(link_for(again, "seat", 1))
    expect(page.locator("#bar .role")).to_have_text("Player 1")
    page.context.close()


@pytest.mark.browser
def test_who_is_to_play_on_a_phone_is_invited_as_the_game_begins(server, visit):
    table = visit(server.start("--port", "0", "--lan"))
    page = table.page
    page.locator("input[value=dama]").check()
    page.locator("#choose [name=seat]").nth(1).select_option("phone")
    page.locator("#choose button[type=submit]").click()
    expect(page.locator("#invite-for")).to_have_value("seat 2")
    phone = visit(page.locator("#invite .address").inner_text(), **PHONE)
    expect(phone.page.locator("#bar .role")).to_have_text("Player 2")
    page.locator("#invite .close").click()
    table.drag("c3", "d4")
    phone.moves("c3-d4")


@pytest.mark.browser
def test_the_dialog_has_a_link_for_everybody(server, visit):
    host = server.start("--port", "0", "--lan")
    table = visit(host, locale="fr-FR")
    table.page.locator("#open-invite").click()
    links = set()
    choices = table.page.locator("#invite-for option")
    expect(choices).not_to_have_count(0)
    first, *others = choices.evaluate_all("all => all.map((one) => one.value)")
    for value in (*others, first):
        with table.page.expect_response("**/invitation?*") as answered:
            table.page.locator("#invite-for").select_option(value)
        link = answered.value.json()["link"]
        expect(table.page.locator("#invite .address")).to_have_text(link)
        links.add(link)
    assert len(links) == choices.count() == 1 + 4 + 1
    assert host in links


def until_something_is_told() -> Iterator[str]:
    """Moves of Top Hats up to the first that tells what nobody could see before."""
    game, chance = GAMES["top-hats"](players=2), Random(3)
    state = game.start(1)
    while True:
        move = chance.choice(game.legal_moves(state))
        yield move.label
        if move.tells:
            return
        state = game.apply(state, move)


def test_each_agrees_to_a_take_back_for_himself(server):
    """Everybody must agree once a hat is uncovered; for who is here with a phone, nobody else does."""
    link = server.start("top-hats", "--players", "2", "--seed", "1", "--port", "0", "--lan")
    host = Visitor(int(server.port))
    host.until(lambda view: view.get("phase") == "waiting")
    seat = link_for(link, "seat", 2)
    _, _, headers = ask(seat, f"/?{urlsplit(seat).query}")
    phone = Visitor(int(server.port), cookie=headers["set-cookie"].partition(";")[0])
    phone.until(lambda view: view.get("phase") == "waiting")
    made = 0
    for label in until_something_is_told():
        made += 1
        host.say({"do": "choose", "label": label})
        host.until(lambda view: len(view["history"]) == made)  # noqa: B023  # asked at once
        host.say({"do": "arrange"})
        host.until(lambda view: view["phase"] in ("waiting", "asking"))
    host.say({"do": "undo"})
    host.until(lambda view: view["consents"] == [])
    press(host, 1)
    host.until(lambda view: view["consents"] == [1])
    press(host, 2)
    host.until(lambda _: host.errors)
    assert host.errors == ["own-consent"]
    assert len(host.view["history"]) == made
    press(phone, 1)
    phone.until(lambda _: phone.errors)
    assert set(phone.errors) == {"not-yours"}
    press(phone, 2)
    host.until(lambda view: len(view["history"]) < made)
    host.close()
    phone.close()


def test_where_nothing_was_uncovered_nobody_is_asked(server):
    link = server.start("dama", "--port", "0", "--lan")
    host = Visitor(int(server.port))
    host.until(lambda view: view.get("phase") == "waiting")
    seat = link_for(link, "seat", 2)
    _, _, headers = ask(seat, f"/?{urlsplit(seat).query}")
    phone = Visitor(int(server.port), cookie=headers["set-cookie"].partition(";")[0])
    phone.until(lambda view: view.get("phase") == "waiting")
    host.say({"do": "choose", "label": "c3-d4"})
    phone.until(lambda view: len(view["history"]) == 1)
    # Not his: his page may not ask for it.
    phone.say({"do": "undo"})
    phone.until(lambda _: phone.errors)
    assert phone.errors == ["not-your-move"]
    host.say({"do": "undo"})
    phone.until(lambda view: view["history"] == [])
    assert phone.view["consents"] is None
    host.close()
    phone.close()


def test_against_the_computer_a_phone_takes_its_own_decision_back(server):
    link = server.start("dama", "--seat", "2=computer:1", "--port", "0", "--lan")
    seat = link_for(link, "seat", 1)
    _, _, headers = ask(seat, f"/?{urlsplit(seat).query}")
    phone = Visitor(int(server.port), cookie=headers["set-cookie"].partition(";")[0])
    phone.until(lambda view: view.get("phase") == "waiting")
    assert phone.view["takes_back"] == 0
    phone.say({"do": "choose", "label": "c3-d4"})
    phone.until(lambda view: len(view["history"]) == 2 and view["takes_back"] == 1)
    phone.say({"do": "undo"})
    phone.until(lambda view: view["history"] == [])
    assert phone.errors == []
    phone.close()


def press(page: Visitor, player: int) -> None:
    """Long enough to be no bounce: until the table has had time to answer."""
    page.say({"do": "push", "player": player, "down": True})
    end = monotonic() + 0.2
    while (left := end - monotonic()) > 0:
        page.listen(left)
    page.say({"do": "push", "player": player, "down": False})


def test_what_is_about_another_game_changes_nothing(server):
    server.start("dama", "--port", "0")
    late, page = Visitor(int(server.port)), Visitor(int(server.port))
    for one in (late, page):
        one.until(lambda view: view.get("phase") == "waiting")
    page.say(
        {"do": "start", "game": "dama", "players": 2, "options": {}}
        | {"seed": 1, "hinting": "full", "ready": True}
    )
    page.until(lambda view: view["game"]["number"] == 2)
    # Said before he heard of it.
    late.shout(json.dumps({"do": "choose", "label": "c3-d4", "about": 1}))
    late.shout(json.dumps({"do": "leave", "about": 1}))
    late.shout(json.dumps({"do": "choose", "label": "c3-d4"}))
    late.until(lambda _: len(late.errors) == 3)
    assert late.errors == ["other-game"] * 3
    assert page.view["history"] == []
    late.say({"do": "choose", "label": "c3-d4"})
    page.until(lambda view: view["history"] == [[1, "c3-d4"]])
    late.close()
    page.close()


def test_taking_back_all_night_fills_no_disk(server):
    """At the rate that a page may talk at, for as long as it likes."""
    server.start("dama", "--port", "0")
    page = Visitor(int(server.port))
    page.until(lambda view: view.get("phase") == "waiting")
    while "refused" not in page.errors:
        page.say({"do": "choose", "label": "c3-d4"})
        page.say({"do": "undo"})
        while page.listen(0.05):
            pass
    (journal,) = server.folder.glob("*.jsonl")
    size = journal.stat().st_size
    assert 2 * AT_ONCE <= len(journal.read_text().splitlines()) <= 2 * AT_ONCE + 10
    page.errors.clear()
    for _ in range(30):
        page.say({"do": "choose", "label": "c3-d4"})
        page.say({"do": "undo"})
    page.until(lambda _: len(page.errors) >= 50)
    assert journal.stat().st_size - size < 1000
    page.close()

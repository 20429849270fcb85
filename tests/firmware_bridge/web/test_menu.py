"""The menu: every game a picture of itself, who plays, what was left."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import engines
from tests.firmware_bridge.web.test_habits import MOST, WEIGHT

pytestmark = pytest.mark.browser


def test_every_game_is_a_picture_of_its_own_board(play):
    page = play().page
    cards = page.locator(".card")
    expect(cards).to_have_count(len(engines.GAMES))
    for name in engines.GAMES:
        card = page.locator(f".card[data-game={name}]")
        expect(card.locator("svg.picture .piece").first).to_be_attached()
    expect(page.locator(".card[data-game=dama] .picture .pile")).to_have_count(24)
    expect(page.locator(".card[data-game=dama] .facts")).to_have_text("2 players · 20–30 min")


def test_games_are_filtered_by_players_and_the_last_one_played_comes_first(play):
    table = play()
    page = table.page
    page.locator("[data-filter='3']").click()
    shown = page.locator(".card:not([hidden])").evaluate_all(
        "all => all.map((c) => c.dataset.game)"
    )
    assert set(shown) == {name for name, book in engines.GAMES.items() if 3 in book.seats}
    expect(page.locator("[name=players]")).to_have_value("3")
    page.locator("[data-filter='0']").click()
    table.start("mulino")
    page.locator("#leave").click()
    expect(page.locator(".card").first).to_have_attribute("data-game", "mulino")
    expect(page.locator(".card input").first).to_be_checked()


def test_start_is_in_reach_on_a_phone_wherever_one_is(play):
    page = play(viewport={"width": 390, "height": 844}).page
    start = page.locator("#choose button[type=submit]")
    for far in (0, 400, 100_000):
        page.evaluate("y => scrollTo(0, y)", far)
        spot = start.bounding_box()
        assert spot["y"] >= 0
        assert spot["y"] + spot["height"] <= 844


def test_names_are_typed_once_and_shown_everywhere(play):
    table = play(locale="it-IT")
    page = table.page
    page.locator("input[value=dama]").check()
    page.locator("[name=name]").first.fill("Ada")
    page.locator("[name=name]").nth(1).fill("Bruno")
    table.start("dama")
    table.says("Tocca a Ada")
    expect(page.locator(".push[data-player='2'] .who")).to_have_text("Bruno")
    table.drag("c3", "d4")
    table.says("Tocca a Bruno")
    table.says("Ada: c3-d4.")
    page.reload()
    table.says("Tocca a Bruno")


def test_a_game_that_was_left_has_date_and_picture_and_can_be_removed(play):
    table = play()
    page = table.page
    for game, move in (("dama", ("c3", "d4")), ("mangia-la-dama", ("c3", "d4"))):
        table.start(game)
        table.drag(*move)
        table.moves("c3-d4")
        page.locator("#leave").click()
        page.locator("body[data-screen=menu]").wait_for()
    newest = page.locator(".resume")
    expect(newest).to_contain_text("Losing draughts")
    expect(newest.locator(".pile")).to_have_count(24)
    assert newest.locator(".note").inner_text().strip()
    expect(page.locator(".unfinished")).not_to_be_visible()
    page.locator(".older summary").click()
    expect(page.locator(".unfinished")).to_contain_text("Draughts")
    page.on("dialog", lambda dialog: dialog.accept())
    newest.locator(".put-away").click()
    expect(page.locator(".older")).to_have_count(0)
    expect(newest).to_contain_text("Draughts, one move so far")
    # The number of a game that was put away is not given to another.
    newest.locator(".main").click()
    table.moves("c3-d4")


def test_no_request_leaves_the_machine_and_the_page_is_light(play, server):
    table = play()
    page = table.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    expect(page.locator(".card .picture")).to_have_count(len(engines.GAMES))
    weight = page.evaluate(WEIGHT)
    page.reload()
    expect(page.locator(".card .picture")).to_have_count(len(engines.GAMES))
    assert all(f"127.0.0.1:{server.port}" in url or "localhost" in url for url in asked), asked
    assert 50_000 < weight <= MOST, f"the menu weighs {weight} bytes"


def test_an_opponent_is_chosen_in_the_menu_and_answers(play):
    table = play()
    page = table.page
    page.locator("input[value=dama]").check()
    page.locator("[name=seat]").nth(1).select_option("computer:1")
    page.locator("#choose button[type=submit]").click()
    expect(page.locator(".push[data-player='2'] .who")).to_have_text("Computer")
    table.drag("c3", "d4")
    expect(page.locator(".moves li")).to_have_count(2)
    table.turn(1)


def test_who_sat_where_is_offered_again(play):
    table = play("dama", "--seat", "2=computer:2")
    page, seats = table.page, table.page.locator("[name=seat]")
    page.locator("#leave").click()
    expect(seats.nth(0)).to_have_value("people")
    expect(seats.nth(1)).to_have_value("computer:2")
    seats.nth(0).select_option("phone")
    seats.nth(1).select_option("computer:5")
    page.locator("#choose button[type=submit]").click()
    page.locator("#invite .close").click()
    table.turn(1)
    page.locator("#leave").click()
    expect(seats.nth(0)).to_have_value("phone")
    expect(seats.nth(1)).to_have_value("computer:5")
    page.locator("input[value=cappuccino]").check()
    page.locator("[name=players]").select_option("3")
    expect(seats.nth(1)).to_have_value("computer:5")
    expect(seats.nth(2)).to_have_value("people")


def test_that_no_phone_can_come_is_said_where_one_is_chosen(play):
    page = play().page
    note = page.locator(".no-phones")
    expect(note).to_be_hidden()
    page.locator("[name=seat]").nth(1).select_option("phone")
    expect(note).to_contain_text("tavoliere play --lan")
    page.locator("[name=seat]").nth(1).select_option("people")
    expect(note).to_be_hidden()


def test_where_phones_can_come_nothing_is_said(server, visit):
    page = visit(server.start("--port", "0", "--lan")).page
    page.locator("[name=seat]").nth(1).select_option("phone")
    expect(page.locator(".no-phones")).to_be_hidden()


def test_who_won_how_often_stands_among_the_finished_games(play):
    table = play()
    page = table.page
    page.locator("input[value=tris]").check()
    for field, name in zip(page.locator("[name=name]").all(), ("Ada", "Ben"), strict=True):
        field.fill(name)
    page.locator("#choose button[type=submit]").click()
    for colour, cell in (("white", "a1"), ("black", "b1"), ("white", "b2"), ("black", "a2")):
        table.put(colour, cell)
        page.locator(f"[data-move={cell}]").wait_for()
    table.put("white", "c3")
    table.phase("over")
    expect(page.locator("#status h1")).to_have_text("Ada wins.")
    page.locator(".again").click()
    page.locator("#finished summary").click()
    expect(page.locator(".tallies")).to_contain_text("Ada 1 : Ben 0")

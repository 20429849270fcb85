"""Draughts, wolf and sheep, and the three mills, played through the page with their special moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_dama_from_the_menu_set_up_by_hand(play):
    table = play()
    table.start("dama", ready="false", option_capture="strict")
    table.phase("restoring")
    table.says("The board is being set up")
    table.lit("c3", "missing")
    for rank in "123":
        for file in "aceg" if rank in "13" else "bdfh":
            table.put("white", f"{file}{rank}")
    for file in "bdfh":
        table.put("black", f"{file}6")
    table.page.get_by_role("button", name="Put right for me").click()
    table.phase("waiting")
    table.lit("c3", "movable")
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.turn(2)
    table.drag("f6", "e5")
    table.moves("c3-d4", "f6-e5")
    table.says("Capturing is compulsory")
    table.lit("d4", "forced")
    table.drag("d4", "f6")
    table.take_off("e5")
    table.moves("f6-e5", "d4xf6")


def test_dama_huff(play):
    table = play("dama", "--position", "1 w=c3,a1 b=d4,h8")
    table.drag("a1", "b2")
    table.moves("a1-b2")
    table.says("A capture was missed")
    table.lit("c3", "huff")
    table.take_off("c3")
    table.moves("a1-b2", "huff c3")
    table.turn(2)
    table.drag("h8", "g7")
    table.moves("huff c3", "h8-g7")


def test_a_crown_that_comes_by_itself_is_not_asked_for_beforehand(play):
    table = play("dama", "--position", "1 w=c7,a1 b=h6,h4")
    table.lit("c7", "movable")
    expect(table.page.locator(".heap.wanted")).to_have_count(0)


def test_dama_crowns_a_man(play):
    table = play("dama", "--position", "1 w=c7,a1 b=h6,h4")
    table.drag("c7", "d8")
    table.moves("c7-d8")
    table.stands("d8", "white white")
    table.drag("h6", "g5")
    table.moves("h6-g5")
    table.drag("d8", "a5")
    table.moves("d8-a5")
    table.stands("a5", "white white")


def test_an_illegal_move_its_message_and_recovery(play):
    table = play("mangia-la-dama", "--position", "1 w=c3,a1 b=d4,h8,f6,g7")
    table.drag("a1", "b2")
    table.complains("You can capture, so you must.")
    table.lit("b2", "extra")
    table.lit("a1", "missing")
    table.drag("b2", "a1")
    table.content()
    table.phase("waiting")
    table.no_moves()
    table.drag("c3", "e5")
    table.lit("d4", "capture")
    table.take_off("d4")
    table.moves("c3xe5")
    # The other man captures in turn: here one wants to lose.
    table.drag("f6", "d4")
    table.take_off("e5")
    table.moves("c3xe5", "f6xd4")


def test_mangia_la_dama_from_the_menu(play):
    table = play()
    table.start("mangia-la-dama")
    table.drag("e3", "f4")
    table.moves("e3-f4")
    table.drag("d6", "e5")
    table.moves("e3-f4", "d6-e5")
    table.drag("f4", "d6")
    table.take_off("e5")
    table.moves("d6-e5", "f4xd6")


def test_the_wolf_is_placed_and_runs(play):
    table = play()
    table.start("lupo-e-pecore")
    table.says("Place a piece from beside the board")
    table.put("black", "d8")
    table.moves("d8")
    table.turn(1)
    table.drag("c1", "d2")
    table.moves("d8", "c1-d2")
    table.drag("d8", "c7")
    table.moves("c1-d2", "d8-c7")
    table.turn(1)


def test_mulino_from_the_menu_to_a_mill(play):
    table = play()
    table.start("mulino")
    for player, cell in ((1, "a1"), (2, "g7"), (1, "d1"), (2, "a7")):
        table.turn(player)
        table.put("white" if player == 1 else "black", cell)
        table.moves(cell)
    table.put("white", "g1")
    table.lit("a7", "capture")
    table.says("Still to be taken off: one of a7, g7.")
    table.take_off("a7")
    table.moves("a7", "g1xa7")
    table.turn(2)
    table.stands("a7", "")


def test_mulino_misto_places_and_moves(play):
    table = play()
    table.start("mulino-misto")
    table.put("white", "d2")
    table.moves("d2")
    table.put("black", "f4")
    table.moves("f4")
    table.drag("d2", "d3")
    table.moves("d2", "f4", "d2-d3")
    table.put("black", "a1")
    table.moves("d2-d3", "a1")


def test_mulino_ceylonese_gives_one_more(play):
    table = play("mulino-ceylonese", "--position", "1 w=a1,d1 b=g7,a7 hand=7,7")
    table.put("white", "g1")
    table.moves("g1")
    table.turn(1)
    table.put("white", "b2")
    table.moves("g1", "b2")
    table.turn(2)


def test_mulino_ceylonese_from_the_menu(play):
    table = play()
    table.start("mulino-ceylonese")
    table.put("white", "d2")
    table.moves("d2")
    table.put("black", "f4")
    table.moves("d2", "f4")
    table.turn(1)

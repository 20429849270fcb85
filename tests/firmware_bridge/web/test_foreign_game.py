"""Games of other distributions, with boards and figures of their own, on the page like any other."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_it_is_chosen_in_the_menu_and_played_to_its_end(play):
    table = play()
    table.start("tris")
    table.lit("b2", "target")
    for colour, cell in (("white", "b2"), ("black", "a1"), ("white", "c3"), ("black", "b1")):
        table.put(colour, cell)
        table.page.locator(f"[data-move={cell}]").wait_for()
    table.put("white", "c1")
    table.moves("b1", "c1")
    table.put("black", "a3")
    table.moves("c1", "a3")
    table.drag("c3", "c2")
    table.moves("a3", "c3-c2")
    table.drag("a1", "a2")
    table.moves("c3-c2", "a1-a2")


def test_its_own_rule_is_said_in_its_own_words(play):
    table = play("tris", "--position", "1 w=a1 b=c3", locale="it-IT")
    table.drag("a1", "a2")
    expect(table.page.locator(".illegal")).to_contain_text("Si collocano tutte le proprie pedine")


def test_its_board_has_its_lines_and_its_rules_their_page(play):
    table = play("tris")
    assert table.page.locator(".hole").count() == 9
    assert table.page.locator(".groove-lines").count() == 1
    table.page.locator("#open-rules").click()
    expect(table.page.locator("#rules h1")).to_have_text("Tris")


def test_a_piece_dropped_on_one_it_can_take_there_takes_it(play):
    table = play("chess", "--position", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1")
    table.drag("e4", "d5")
    table.moves("e4xd5")
    table.stands("d5", "white pawn")
    table.stands("f5", "black pawn")


def test_a_promotion_is_asked_for_in_the_game_s_own_words_and_the_figure_changes(play):
    table = play("chess", "--position", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", locale="it-IT")
    table.drag("a7", "a8")
    table.says("quale pezzo sta ora in a8?")
    expect(table.page.locator(".choice[data-label='a7-a8=r']")).to_contain_text("torre bianca")
    table.choose("a7-a8=r")
    table.moves("a7-a8=r")
    table.stands("a8", "white rook")

"""A game of another distribution, with a board of its own kind, on the page like any other."""

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

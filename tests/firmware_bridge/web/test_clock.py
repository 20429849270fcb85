"""Clocks on the page: chosen in the menu or on the command line, running, run out."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

SECONDS = "n => { const [m, s] = n.textContent.split(':'); return Number(m) * 60 + Number(s); }"


@pytest.mark.browser
def test_a_clock_is_chosen_in_the_menu_and_runs(play):
    table = play()
    page = table.page
    page.locator("input[value=dama]").check()
    page.locator("#choose .more summary").click()
    page.locator("#choose [name=clock]").select_option("10+5")
    page.locator("#choose [name=clock-out]").select_option("ends")
    page.locator("#choose button[type=submit]").click()
    first, second = (page.locator(f"[data-clock='{n}'] strong") for n in (1, 2))
    expect(first).to_have_text("10:00")
    table.drag("c3", "d4")
    table.moves("c3-d4")
    expect(first).to_have_text("10:05")
    expect(page.locator("[data-clock='2'].running")).to_have_count(1)
    expect(second).not_to_have_text("10:00")
    assert second.evaluate(SECONDS) < 600


@pytest.mark.browser
def test_out_of_time_is_seen_and_ends_the_game(play):
    table = play("dama", "--clock", "move:1/ends")
    table.drag("c3", "d4")
    table.phase("over")
    table.says("Player 1 wins")
    table.says("The time of the other side is up.")
    expect(table.page.locator("[data-clock='2'].out")).to_have_count(1)
    expect(table.page.locator(".rematch")).to_be_visible()


@pytest.mark.browser
def test_without_one_there_is_none_to_be_seen(play):
    table = play("dama")
    expect(table.page.locator("#clock")).to_be_hidden()


def test_a_clock_that_is_none_is_refused(server):
    with pytest.raises(AssertionError, match=r"'soon' is no clock: write off, 10"):
        server.start("dama", "--clock", "soon", "--port", "0")


@pytest.mark.browser
def test_the_journal_keeps_the_clocks(play, server):
    table = play("dama", "--clock", "10")
    table.drag("c3", "d4")
    table.moves("c3-d4")
    header, move = map(json.loads, next(server.folder.glob("*.jsonl")).read_text().splitlines())
    assert header["clock"] == "10"
    assert move["clock"] == [600.0, 600.0]

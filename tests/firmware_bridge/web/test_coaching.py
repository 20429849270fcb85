"""Help on the page: chosen in the menu, asked for with a button, seen as lights and words."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

LOSING = "1 w=c3,e1 b=e5,h8"


@pytest.mark.browser
def test_a_coach_is_chosen_in_the_menu_and_helps_on_request(play):
    table = play()
    page = table.page
    page.locator("input[value=dama]").check()
    page.locator("details.more summary").click()
    page.locator("#choose [name=coach]").first.select_option("help:3")
    page.locator("#choose button[type=submit]").click()
    page.locator(".help").click()
    expect(page.locator(".help")).to_contain_text("2 left")
    table.says("A good move:")
    expect(page.locator("[data-meaning=good]")).to_have_count(2)
    table.drag("c3", "d4")
    table.moves("c3-d4")
    expect(page.locator(".help")).to_have_count(0)


@pytest.mark.browser
def test_what_throws_the_game_is_warned_of_and_taken_back(play):
    table = play("dama", "--coach", "1=warn", "--seat", "2=computer:1", "--position", LOSING)
    table.drag("c3", "d4")
    table.lit("d4", "doubtful")
    table.says("It can still be taken back")
    table.page.locator(".undo").click()
    table.no_moves()
    table.stands("c3", "white")
    table.drag("c3", "b4")
    expect(table.page.locator(".moves li")).to_have_count(2)


@pytest.mark.browser
def test_every_landing_is_judged_while_a_piece_is_in_the_hand(play):
    table = play("dama", "--coach", "1=teach", "--position", LOSING)
    table.click("c3")
    table.lit("d4", "doubtful")
    table.lit("b4", "good")
    table.click("c3")


@pytest.mark.browser
def test_a_game_is_looked_at_again_step_by_step(play):
    table = play("dama", "--position", "1 w=c3 b=e5,h8")
    page = table.page
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.drag("e5", "c3")
    table.take_off("d4")
    table.phase("over")
    page.locator(".review-open").click()
    expect(page.locator(".curve .blunder")).to_have_count(1)
    page.locator(".review-back").click()
    expect(page.locator(".review-move")).to_have_attribute("data-kind", "blunder")
    expect(page.locator(".review-better")).to_contain_text("c3-b4 was much better")
    table.stands("d4", "white")
    table.lit("b4", "good")
    page.locator(".review-back").click()
    table.stands("c3", "white")
    page.locator(".review-close").click()
    table.stands("c3", "black")


@pytest.mark.browser
def test_on_a_phone_board_and_curve_are_seen_together(play):
    table = play("dama", "--position", "1 w=c3 b=d4", viewport={"width": 390, "height": 844})
    table.drag("c3", "e5")
    table.phase("over")
    table.page.locator(".review-open").click()
    expect(table.page.locator(".curve")).to_be_in_viewport(ratio=1)
    expect(table.page.locator("#board")).to_be_in_viewport(ratio=1)
    expect(table.page.locator(".review-back")).to_be_in_viewport(ratio=1)

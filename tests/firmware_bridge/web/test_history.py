"""The moves of a game: clicked they show the board as it stood; finished games are opened again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

PAINTED = """(root) => [...document.querySelectorAll(`${root} [fill^='url(']`)].map((node) => {
  const name = getComputedStyle(node).fill.match(/#([\\w-]+)/)?.[1];
  return Boolean(name && document.getElementById(name)); })"""
"""Whether each part of a board that has a paint finds it in the page."""


@pytest.mark.browser
def test_a_move_that_is_clicked_shows_the_board_after_it(play):
    table = play("dama")
    page = table.page
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.drag("b6", "a5")
    table.moves("c3-d4", "b6-a5")
    page.locator(".move[data-at='1']").click()
    past = page.locator("#past")
    expect(past.locator("[data-pile=b6]")).to_have_count(1)
    expect(past.locator("[data-pile=a5]")).to_have_count(0)
    assert set(page.evaluate(PAINTED, "#past")) == {True}
    expect(page.locator("#past-note")).to_contain_text("After move 1 of 2")
    page.locator(".past-back").click()
    expect(past.locator("[data-pile=c3]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(past).to_be_hidden()
    table.stands("a5", "black")


@pytest.mark.browser
def test_the_game_goes_on_while_somebody_looks_back(play, visit, server):
    table = play("dama")
    other = visit(server.link)
    table.drag("c3", "d4")
    table.moves("c3-d4")
    other.page.locator(".move[data-at='1']").click()
    expect(other.page.locator("#past-note")).to_contain_text("After move 1 of 1")
    table.drag("b6", "a5")
    other.moves("c3-d4", "b6-a5")
    expect(other.page.locator("#past-note")).to_contain_text("After move 1 of 2")
    expect(other.page.locator("#past [data-pile=b6]")).to_have_count(1)
    expect(other.page.locator("#board [data-pile=a5]")).to_have_count(1)
    # What is looked at is taken back: there is nothing to look at any more.
    other.page.locator(".move[data-at='2']").click()
    expect(other.page.locator("#past-note")).to_contain_text("After move 2 of 2")
    table.page.locator(".undo").click()
    expect(other.page.locator("#past")).to_be_hidden()


@pytest.mark.browser
def test_a_finished_game_is_opened_and_replayed_with_its_curve(play):
    table = play("dama", "--position", "1 w=c3 b=e5,h8")
    page = table.page
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.drag("e5", "c3")
    table.take_off("d4")
    table.phase("over")
    page.locator(".review-open").click()
    expect(page.locator(".curve .blunder")).to_have_count(1)
    expect(page.locator("#review .note")).to_have_count(0)
    page.locator("#leave").click()
    page.locator("#finished summary").click()
    page.locator(".open-game").click()
    expect(page.locator("#replay .replay-at")).to_have_attribute("data-at", "2")
    expect(page.locator("#replay .curve .blunder")).to_have_count(1)
    expect(page.locator("#replay [data-pile=c3]")).to_have_attribute("data-pieces", "black")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay [data-pile=d4]")).to_have_attribute("data-pieces", "white")
    expect(page.locator("#replay .review-better")).to_contain_text("c3-b4 was much better")
    page.locator(".replay-first").click()
    expect(page.locator("#replay [data-pile=c3]")).to_have_attribute("data-pieces", "white")


def test_each_step_back_goes_one_further(play):
    table = play("dama")
    page = table.page
    for start, end in (("c3", "b4"), ("f6", "g5"), ("b2", "c3"), ("g7", "f6")):
        table.drag(start, end)
        table.moves(f"{start}-{end}")
    page.locator(".moves .move").last.click()
    for at in (3, 2, 1):
        page.locator(".past-back").click()
        expect(page.locator("#past-note")).to_contain_text(f"After move {at} of 4")
    page.locator(".past-on").click()
    expect(page.locator("#past-note")).to_contain_text("After move 2 of 4")
    page.locator(".past-close").click()
    page.on("dialog", lambda question: question.accept())
    page.locator(".give-up").click()
    table.phase("over")
    page.locator(".review-open").click()
    for at in (3, 2, 1):
        page.locator(".review-back").click()
        expect(page.locator(".review-move")).to_have_attribute("data-at", str(at))
    page.locator(".again").click()
    page.locator("#finished summary").click()
    page.locator(".open-game").click()
    for at in (3, 2, 1):
        page.locator(".replay-back").click()
        expect(page.locator(".replay-at")).to_have_attribute("data-at", str(at))

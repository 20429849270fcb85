"""Lessons and diagrams: every game's, done on the page from the first step to the last."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from engines import GAMES
from firmware_bridge.table.lessons import Step, fault_of, lesson_of
from tests.firmware_bridge.web.asking import ask


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_lesson_that_ends_in_a_win(name):
    claims = [step.claim for step in lesson_of(GAMES[name])]
    assert {"win", "wins-next"} & set(claims)
    assert len(claims) >= 3


WORDS = dict.fromkeys(("it", "en", "fr"), "Go.")


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (Step("win", "1 w=c3 b=h8", ("c3-d4",), WORDS), "c3-d4 is no such thing"),
        (Step("move", "1 w=c3 b=h8", ("c3-h8",), WORDS), "is not a legal move"),
        (Step("move", "1 w=zz", (), WORDS), "position"),
        (Step("luck", "1 w=c3 b=h8", (), WORDS), "claims none of"),
        (Step("move", "1 w=c3 b=h8", (), {**WORDS, "fr": ""}), "words are missing"),
        (Step("chain", "1 w=c3 b=d4", ("c3xe5",), WORDS), "is no chain"),
    ],
)
def test_what_is_not_so_is_found(step, why):
    assert why in (fault_of(GAMES["dama"], step) or "")


@pytest.mark.browser
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_done_by_touching_what_is_lit(play, name):
    table = play()
    page = table.page
    page.locator(f"input[value={name}]").check()
    page.locator(".learn").click()
    for number, _ in enumerate(lesson_of(GAMES[name])):
        expect(page.locator(f"#learn[data-step='{number}'] .learn-words")).not_to_be_empty()
        for _ in range(4):
            if page.locator(".learn-next").is_visible():
                break
            cell = page.locator("#learn [data-light]").first.get_attribute("data-light")
            page.locator(f"#learn .cell[data-cell={cell}]").press("Enter")
        page.locator(".learn-next").click()
    expect(page.locator("#learn")).to_be_hidden()


@pytest.mark.browser
def test_the_wrong_cell_changes_nothing_and_says_so(play):
    table = play()
    page = table.page
    page.locator("input[value=dama]").check()
    page.locator(".learn").click()
    board = page.locator(".learn-board")
    expect(board).to_be_visible()
    before = board.bounding_box()
    page.locator("#learn .cell[data-cell=h8]").click()
    expect(page.locator(".learn-note")).to_contain_text("look at the lit cells")
    expect(page.locator("#learn [data-pile=c3]")).to_have_count(1)
    page.locator("#learn .cell[data-cell=c3] .hit").click()
    page.locator("#learn .cell[data-cell=d4] .hit").click()
    expect(page.locator("#learn [data-pile=d4]")).to_have_attribute("data-pieces", "white")
    expect(page.locator(".learn-next")).to_be_visible()
    assert board.bounding_box() == before, "nothing slides under a hand"
    page.locator(".learn-next").click()
    expect(page.locator("#learn[data-step='1']")).to_be_visible()
    assert board.bounding_box() == before


@pytest.mark.browser
def test_the_rules_have_diagrams(play):
    table = play("dama")
    table.page.locator("#open-rules").click()
    pictures = table.page.locator("#rules figure img")
    expect(pictures).to_have_count(len(lesson_of(GAMES["dama"])))
    for number in range(pictures.count()):
        pictures.nth(number).scroll_into_view_if_needed()
    table.page.wait_for_function(
        "[...document.querySelectorAll('#rules img')].every((one) => one.naturalWidth > 100)"
    )


def test_what_has_no_lesson_is_not_found(server):
    link = server.start("--port", "0")
    assert ask(link, "/lesson/nothing")[0] == 404
    assert ask(link, "/diagram/dama/99.svg")[0] == 404
    assert json.loads(ask(link, "/lesson/mulino")[1])["game"] == "mulino"

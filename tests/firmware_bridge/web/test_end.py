"""The end of a game on the page: the feast, the rematch, and what one can take away."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from firmware_bridge.bench.page import Visitor
from tests.firmware_bridge.web.asking import ask
from tests.firmware_bridge.web.test_people import link_for

LAST_MOVE = "1 w=c3 b=d4"


def won(play, *arguments, **settings):
    table = play("dama", "--position", LAST_MOVE, *arguments, **settings)
    table.drag("c3", "e5")
    table.take_off("d4")
    table.phase("over")
    return table


@pytest.mark.browser
def test_the_end_is_celebrated_and_says_why(play):
    table = won(play)
    expect(table.page.locator("#status h1")).to_contain_text("Player 1 wins")
    expect(table.page.locator("#status .why")).not_to_be_empty()
    expect(table.page.locator("#end .laurel .won")).to_have_count(1)


@pytest.mark.browser
def test_paper_rains_for_who_likes_it(play):
    table = play("dama", "--position", LAST_MOVE, reduced_motion="no-preference")
    table.page.evaluate(
        """new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => {
             if (node.className === "party") document.body.dataset.party = node.children.length;
           }))).observe(document.body, { childList: true }) && 0"""
    )
    table.drag("c3", "e5")
    table.take_off("d4")
    table.phase("over")
    expect(table.page.locator("body[data-party='42']")).to_have_count(1)


@pytest.mark.browser
def test_nothing_rains_for_who_wants_no_motion(play):
    table = won(play, reduced_motion="reduce")
    expect(table.page.locator(".laurel")).to_be_visible()
    assert table.page.locator(".party").count() == 0


@pytest.mark.browser
def test_the_rematch_has_sides_changed(play, server):
    table = won(play, "--seat", "2=computer:1")
    table.page.locator(".rematch").click()
    expect(table.page.locator("#end")).to_be_hidden()
    # The computer sits first now, and begins.
    table.turn(2)
    expect(table.page.locator(".moves li")).to_have_count(1)
    first, second = (json.loads(line) for path in sorted(server.folder.glob("*.jsonl"))
                     for line in path.read_text().splitlines()[:1])  # fmt: skip
    assert (first["seats"], second["seats"]) == (["people", "computer:1"], ["computer:1", "people"])


@pytest.mark.browser
def test_a_game_is_taken_away_as_file_text_and_picture(play, server):
    table = won(play)
    page = table.page
    page.locator("#end .keep summary").click()

    def saved(kind: str) -> tuple[str, bytes]:
        with page.expect_download() as coming:
            page.locator(f".share-{kind}").click()
        return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()

    name, journal = saved("file")
    assert name == "dama-0001.jsonl"
    assert journal == next(server.folder.glob("*.jsonl")).read_bytes()
    name, drawing = saved("svg")
    assert name == "dama-0001.svg"
    assert drawing.startswith(b"<svg")
    name, picture = saved("png")
    assert name == "dama-0001.png"
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 10_000
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".share-text").click()
    expect(page.locator(".share-note")).to_have_text("The moves are copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert "  1. [1] c3xe5" in text
    assert "Player 1 wins." in text


def test_the_text_is_in_the_language_that_is_asked_for(server):
    link = server.start("dama", "--position", LAST_MOVE, "--port", "0")
    for lang, words in (("it", "Giocatore 1"), ("en", "Player 1"), ("fr", "Joueur 1")):
        status, body, _ = ask(link, f"/games/1/moves.txt?lang={lang}")
        assert status == 200
        assert words in body


def test_what_does_not_exist_is_not_found(server):
    link = server.start("dama", "--port", "0")
    for path in ("/games/7", "/games/1/at/3", "/games/1/picture.svg?at=9", "/games/x"):
        assert ask(link, path)[0] == 404, path
    assert ask(link, "/games/1/at/0")[0] == 200


def test_strangers_see_no_other_games(server):
    link = server.start("dama", "--port", "0", "--lan")
    invitation = link_for(link, "guest")
    _, _, headers = ask(invitation, f"/?{urlsplit(invitation).query}")
    guest = {"Cookie": headers["set-cookie"].partition(";")[0]}
    assert ask(invitation, "/games", **guest)[0] == 403
    assert ask(invitation, "/games/1", **guest)[0] == 200
    assert ask(invitation, "/games/2", **guest)[0] == 404


@pytest.mark.browser
def test_at_the_end_everything_is_in_sight(play):
    table = won(play, viewport={"width": 1280, "height": 800})
    for part in ("#end", "#review", "#buttons", "#record .moves"):
        expect(table.page.locator(part)).to_be_visible()
        box = table.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= 800, part
    expect(table.page.locator("#end .laurel .won .pile")).to_have_count(1)


@pytest.mark.browser
def test_whoever_has_scrolled_down_sees_how_it_ended(play, server):
    table = play("dama", "--position", LAST_MOVE, viewport={"width": 390, "height": 600})
    table.page.evaluate("scrollTo(0, 150)")
    table.page.wait_for_function("() => scrollY > 100")
    other = Visitor(int(server.port))
    other.say({"do": "choose", "label": "c3xe5"})
    table.phase("over")
    table.page.wait_for_function("() => scrollY === 0")
    other.close()


@pytest.mark.browser
def test_whose_turn_it_is_gives_up_and_is_asked_first(play):
    table = play("dama")
    asked: list[str] = []

    def answer(question) -> None:
        asked.append(question.message)
        if len(asked) > 1:
            question.accept()
        else:
            question.dismiss()

    table.page.on("dialog", answer)
    for start, end in (("c3", "b4"), ("f6", "g5"), ("b2", "c3"), ("g7", "f6")):
        table.drag(start, end)
        table.moves(f"{start}-{end}")
    table.turn(1)
    table.page.locator(".give-up").click()
    table.turn(1)
    table.page.locator(".give-up").click()
    table.phase("over")
    assert asked == ["Player 1 gives the game up?"] * 2
    table.says("Player 2 wins.")
    table.says("The other side has given up.")

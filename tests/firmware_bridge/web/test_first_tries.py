"""What somebody does who has never seen the page: he drops pieces anywhere, tries every option, holds a
button to see what happens, opens half a link on a small screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.firmware_bridge.web.asking import ask

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
LAPTOP = {"width": 1366, "height": 768}


def box(table, selector):
    return table.page.evaluate(
        "s => { const b = document.querySelector(s).getBoundingClientRect();"
        " return {top: b.top, bottom: b.bottom, left: b.left, right: b.right}; }",
        selector,
    )


def drop(table, cell, x, y):
    """Drag what stands there to a point of the window."""
    table._carry(table.cell(cell), (x, y))


def beside(table):
    """A point of the window that is neither board nor tray."""
    board = box(table, "#board")
    return (board["left"] + board["right"]) / 2, board["bottom"] + 6


class TestAPieceDroppedBesideTheBoard:
    def test_stays_in_the_hand_and_makes_no_move(self, play):
        table = play("dama", viewport={"width": 1000, "height": 900})
        drop(table, "c3", 40, 885)
        expect(table.page.locator("body.holding")).to_be_visible()
        table.stands("c3", "")
        table.no_moves()
        # And from the hand it goes where it should.
        table.click("d4")
        table.moves("c3-d4")

    def test_in_the_tray_it_is_not_said_to_be_in_a_hand(self, play):
        table = play("dama")
        table.take_off("c3")
        table.says("A piece has been taken off the board: put it where it goes, or back.")
        table.put("white", "d4")
        table.moves("c3-d4")

    def test_answers_no_question(self, play):
        table = play()
        table.start("cappuccino", seed="3", sensing="presence")
        table.drag("d4", "e5")
        table.says("Several moves look like this")
        drop(table, "e5", 640, 795)
        expect(table.page.locator("body.holding")).to_be_visible()
        table.no_moves()

    def test_on_the_frame_of_the_board_stays_in_the_hand(self, play):
        table = play("dama")
        board = box(table, "#board")
        drop(table, "c3", (board["left"] + board["right"]) / 2, board["top"] + 3)
        expect(table.page.locator("body.holding")).to_be_visible()
        table.stands("c3", "")


def test_a_game_opens_at_its_top_on_a_phone(play):
    table = play(viewport=PHONE)
    table.page.locator("input[value=xe-queo]").check()
    table.page.evaluate("scrollTo(0, 10000)")
    assert table.page.evaluate("scrollY") > 0
    # Where Start is in reach, nobody scrolls back up to it.
    table.page.locator("#choose button[type=submit]").click()
    table.page.locator("body[data-screen=game]").wait_for()
    assert table.page.evaluate("scrollY") == 0
    assert box(table, "#status")["top"] >= 0


class TestOptions:
    def test_that_do_not_go_together_are_not_offered(self, play):
        table = play()
        table.page.locator("input[value=cappuccino]").check()
        colours = table.page.locator("[name='option.colours']")
        table.page.locator("details.more").evaluate("node => { node.open = true; }")
        expect(colours.locator("option")).to_have_count(2)
        table.page.locator("[name=players]").select_option("3")
        expect(colours).to_have_count(0)
        table.page.locator("#choose button[type=submit]").click()
        table.page.locator("body[data-screen=game]").wait_for()

    def test_that_matter_less_are_folded(self, play):
        page = play().page
        page.locator("input[value=cappuccino]").check()
        expect(page.locator("[name='option.setup']")).to_be_visible()
        expect(page.locator("[name='option.early']")).not_to_be_visible()
        page.locator("details.more summary").click()
        expect(page.locator("[name='option.early']")).to_be_visible()

    def test_that_another_program_sends_are_refused_in_words(self, play):
        table = play(locale="it-IT")
        wrong = {
            "do": "start", "game": "cappuccino", "players": 3, "options": {"colours": "2"},
            "seed": 1, "hinting": "full", "ready": True,
        }  # fmt: skip
        table.page.evaluate(
            "message => new Promise((done) => {"
            " const one = new WebSocket(`ws://${location.host}/table`);"
            " one.onopen = () => one.send(JSON.stringify(message));"
            " one.onmessage = ({ data }) => { const said = JSON.parse(data);"
            "   if (said.error) { window.heard = said; done(); } }; })",
            wrong,
        )
        heard = table.page.evaluate("window.heard")
        assert heard["error"] == "refused"
        assert "due colori" in heard["why"]["it"]


def test_a_question_is_gone_when_everything_is_put_back(play):
    table = play()
    table.start("cappuccino", seed="3", sensing="presence")
    table.drag("d4", "e5")
    table.says("Several moves look like this")
    table._carry(table._spot(".badge[data-top=e5]"), table.cell("d4"))
    table.stands("d4", "red")
    table.phase("waiting")
    expect(table.page.locator("#game")).not_to_contain_text("Several moves look like this")


def test_misto_says_that_a_man_may_be_moved_too(play):
    table = play("mulino-misto", "--position", "1 w=a1,d1 b=g7 hand=7,8")
    table.says("or move one of yours")


class TestTopHats:
    POSITION = "1 c3=??r c4=??y f7=?y g6=?r"

    def heaps(self, table):
        return sorted(
            table.page.locator("[data-heap]:not(.spare)").evaluate_all(
                "all => all.map((one) => one.dataset.heap)"
            )
        )

    def test_a_take_back_brings_the_hat_back_from_the_tray(self, play):
        table = play("top-hats", "--position", self.POSITION)
        table.drag("c3", "c5")
        table.moves("c3xc5")
        table.choose("c4=yellow")
        table.moves("c3xc5", "c4=yellow")
        expect(table.page.locator("[data-heap]:not(.spare)")).to_have_count(1)
        table.page.locator(".undo").click()
        table.page.locator("[data-yes='1']").click()
        table.page.locator("[data-yes='2']").click()
        table.no_moves()
        table.stands("c4", "unknown unknown yellow")
        table.stands("c3", "unknown unknown red")
        expect(table.page.locator("[data-heap]:not(.spare)")).to_have_count(0)

    def test_a_game_that_is_resumed_has_the_captured_hats_beside_it(self, play, server):
        table = play("top-hats", "--position", self.POSITION)
        table.drag("c3", "c5")
        table.choose("c4=yellow")
        table.moves("c3xc5", "c4=yellow")
        expect(table.page.locator("[data-heap]:not(.spare)")).to_have_count(1)
        table.page.locator("#leave").click()
        table.page.locator(".resume button.main").click()
        table.page.locator("body[data-screen=game]").wait_for()
        assert self.heaps(table) == ['["yellow"]']

    def test_the_colour_is_asked_once_the_hat_is_off(self, play):
        table = play("top-hats", "--position", self.POSITION)
        page = table.page
        page.evaluate(
            """() => { window.seen = []; new MutationObserver(() => {
              if (!document.querySelector("#status .asked")) return;
              const pile = document.querySelector("[data-pile=c4]");
              window.seen.push(pile.dataset.pieces.split(" ").length);
            }).observe(document.body, {subtree: true, childList: true}); }"""
        )
        table.drag("c3", "c5")
        table.says("Which colour is on top of c4 now?")
        assert set(page.evaluate("window.seen")) == {2}


def test_a_blue_cup_stays_blue(play):
    """The players take their two colours in turn; the pile that is not due is not to be had."""
    table = play()
    table.start("cappuccino", option_setup="expert", option_colours="2")
    table.put("red", "f6")
    table.moves("f6")
    table.put("yellow", "f7")
    table.moves("f7")
    blue = table.page.locator("[data-heap='[\"blue\"]']")
    red = table.page.locator("[data-heap='[\"red\"]']")
    expect(blue).to_be_enabled()
    expect(red).to_be_disabled()
    table.put("blue", "g7")
    table.moves("f7", "g7")
    table.stands("g7", "blue")


class TestALinkWithoutItsKey:
    @pytest.mark.parametrize("path", ["/", "/rules/dama", "/game", "/?key=half"])
    @pytest.mark.parametrize(("lang", "words"), [("it", "chiave"), ("en", "key"), ("fr", "clé")])
    def test_gets_a_page_that_explains(self, server, browser, path, lang, words):
        link = server.start("dama", "--lan", "--port", "0")
        origin = link.partition("?")[0].rstrip("/")
        page = browser.new_context(locale=lang).new_page()
        answer = page.goto(origin + path)
        assert answer is not None
        assert answer.status == 403
        expect(page.locator("h1")).to_contain_text(words)
        assert page.evaluate("getComputedStyle(document.body).maxWidth") != "none"
        page.context.close()

    def test_a_program_gets_no_page(self, server):
        link = server.start("dama", "--lan", "--port", "0")
        status, body, _ = ask(link.partition("?")[0], "/texts/en", Accept="*/*")
        assert (status, body) == (403, "403\n")


class TestButtons:
    def test_holding_one_takes_nothing_back(self, play):
        table = play("dama")
        table.drag("c3", "d4")
        table.moves("c3-d4")
        with table.page.expect_websocket() as opened:
            table.page.reload()
        table.moves("c3-d4")
        socket = opened.value
        with socket.expect_event("framesent", lambda text: '"down":false' in text):
            table.hold(1)  # let go by itself: here a long press means nothing
        table.moves("c3-d4")
        table.let_go()

    def test_say_in_words_what_they_are_for(self, play):
        table = play("dama")
        note = table.page.locator("#buttons .note")
        expect(note).to_contain_text("Nothing to press now")

    def test_with_a_declaration_say_that_holding_makes_it(self, play):
        table = play("top-hats", "--position", "1 c3=??r d4=??y f7=?y g4=b")
        expect(table.page.locator("#buttons .note")).to_contain_text("Hold")

    def test_consent_has_a_yes_and_a_no(self, play):
        table = play("top-hats", "--position", "1 c3=??r c4=??y f7=?y g6=?r")
        table.drag("c3", "c5")
        table.moves("c3xc5")
        table.choose("c4=red")
        table.moves("c3xc5", "c4=red")
        table.page.locator(".undo").click()
        expect(table.page.locator("[data-yes='1']")).to_be_visible()
        expect(table.page.locator("[data-yes='2']")).to_be_visible()
        table.page.locator("[data-yes='1']").click()
        expect(table.page.locator("[data-yes='1']")).to_have_count(0)
        table.page.locator(".no").click()
        expect(table.page.locator("[data-yes]")).to_have_count(0)
        table.moves("c3xc5", "c4=red")
        table.turn(2)


class TestSmallWindows:
    def test_a_laptop_shows_legend_and_take_back(self, play):
        for game in ("dama",):
            table = play(game, viewport=LAPTOP)
            table.drag("c3", "d4")
            table.moves("c3-d4")
            for part in (".undo", "#legend", "#tray", "#board"):
                assert 0 <= box(table, part)["top"] < box(table, part)["bottom"] <= 768, part

    def test_a_very_small_phone_shows_board_and_tray(self, play):
        table = play("mulino", viewport=SMALL)
        for part in ("#board", "#tray"):
            assert 0 <= box(table, part)["top"] < box(table, part)["bottom"] <= 568, part
        assert table.page.evaluate("document.documentElement.scrollWidth") <= 320

    def test_seven_challenges_are_folded_into_one_line(self, play):
        table = play("xe-queo", "--position", "1 ring=d4 red=a1 orange=g7 yellow=a7 green=g1 "
                     "blue=c2 purple=e6 score=0-0", viewport=LAPTOP)  # fmt: skip
        declare = table.page.locator(".declare")
        expect(declare).to_be_visible()
        high = declare.bounding_box()["height"]
        assert high <= 60
        assert box(table, ".undo")["bottom"] <= 768
        declare.locator("summary").click()
        table.choose("queo g7")
        table.moves("queo g7")

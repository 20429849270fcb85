"""Where things stand on screens of every size: nothing is cut off, and nothing slides under a hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import engines

pytestmark = pytest.mark.browser

DESK, PHONE, LYING = (1280, 800), (390, 844), (844, 390)
BOX = "selector => document.querySelector(selector).getBoundingClientRect().toJSON()"


def window(size):
    return {"width": size[0], "height": size[1]}


def box(table, selector):
    return table.page.evaluate(BOX, selector)


@pytest.mark.parametrize("size", [DESK, PHONE, (360, 740), LYING])
def test_how_to_put_right_is_seen_and_nothing_slides(play, size):
    table = play("dama", "--lang", "it", viewport=window(size))
    table.drag("c3", "b4")
    table.moves("c3-b4")
    before = box(table, "#board"), box(table, "#tray")
    table.drag("a7", "a5")
    table.complains("Questo pezzo")
    expect(table.page.locator(".due")).to_contain_text("a5")
    status, due = box(table, "#status"), box(table, ".due")
    assert status["top"] <= due["top"] < due["bottom"] <= status["bottom"] + 1
    assert due["bottom"] <= size[1]
    after = box(table, "#board"), box(table, "#tray")
    assert [(b["x"], b["y"]) for b in before] == [(a["x"], a["y"]) for a in after]


def test_a_longer_message_gets_its_room_and_keeps_it(play):
    table = play("dama", "--lang", "it", viewport={"width": 240, "height": 640})
    table.drag("c3", "c4")
    expect(table.page.locator(".illegal")).to_be_visible()
    status, board = box(table, "#status"), box(table, "#board")
    last = box(table, "#status > :last-child")
    assert last["bottom"] <= status["bottom"] + 1 <= board["top"] + 1
    table.page.locator(".arrange").click()
    table.content()
    assert box(table, "#status")["height"] == status["height"]


SEATED = [(name, seats) for name, book in engines.GAMES.items() for seats in book.seats]


def test_no_game_is_wider_than_a_phone(play):
    table = play("--lang", "it", viewport={"width": 360, "height": 740})
    for name, seats in SEATED:
        assert table.page.evaluate("document.documentElement.scrollWidth") <= 360, "menu"
        players = {"players": str(seats)} if len(engines.GAMES[name].seats) > 1 else {}
        table.start(name, **players)
        expect(table.page.locator(".push")).to_have_count(seats)
        for lang in ("it", "en", "fr"):
            table.unfold()
            table.page.locator("#language").select_option(lang)
            expect(table.page.locator("html")).to_have_attribute("lang", lang)
            wide = table.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 360, (name, seats, lang)
        table.page.locator("#leave").click()
        table.page.locator("body[data-screen=menu]").wait_for()


LINES = """() => [...document.querySelectorAll('.push .who, #bar .title')].map((one) => [
  one.scrollWidth <= one.clientWidth,
  Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight))])"""


@pytest.mark.parametrize("size", [(320, 568), LYING])
def test_names_are_read_whole_on_the_smallest_screens(play, size):
    table = play("cappuccino", "--players", "4", "--lang", "it", viewport=window(size))
    expect(table.page.locator(".push")).to_have_count(4)
    assert table.page.evaluate(LINES) == [[True, 1]] * 5


@pytest.mark.parametrize("size", [LYING, (667, 375), (932, 430)])
def test_a_phone_that_lies_shows_the_whole_board(play, size):
    table = play("dama", viewport=window(size))
    board = box(table, "#board")
    assert 0 <= board["top"] < board["bottom"] <= size[1]
    assert table.page.evaluate("document.documentElement.scrollHeight") <= size[1]
    assert min(board["width"], board["height"]) > size[1] * 0.7


# A list is as wide as it has to be for its longest line when nothing else says how wide it is.
NATURAL = """list => {
  const twin = list.cloneNode(true);
  twin.style.cssText = "width: max-content; max-width: none; position: absolute";
  list.after(twin);
  const wide = twin.getBoundingClientRect().width;
  twin.remove();
  return wide;
}"""


@pytest.mark.parametrize("size", [DESK, (360, 740), LYING])
def test_the_hints_in_force_can_be_read(play, size):
    table = play("lupo-e-pecore", "--lang", "fr", viewport=window(size))
    table.unfold()
    chooser = table.page.locator("#hinting")
    assert chooser.bounding_box()["width"] >= chooser.evaluate(NATURAL) - 1
    assert table.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_finger_can_lift_only_the_top_piece(play):
    position = "1 c3=??r c4=??y f7=?y g6=?r"
    table = play("top-hats", "--position", position, viewport=window(PHONE), has_touch=True)
    only = table.page.locator(".top-only")
    assert only.bounding_box()["height"] >= 32
    only.scroll_into_view_if_needed()
    only.tap()
    expect(only).to_have_attribute("aria-pressed", "true")
    table.page.touchscreen.tap(*table.cell("c3"))
    table.stands("c3", "unknown unknown")
    expect(only).to_have_attribute("aria-pressed", "false")


def test_cells_that_are_spoken_of_have_their_names_on_them(play):
    table = play("cappuccino", "--lang", "it", viewport=window(PHONE))
    page = table.page
    expect(page.locator("[data-called]")).to_have_count(0)
    cup = page.locator("[data-pile][data-pieces=red]").first.get_attribute("data-pile")
    table.drag(cup, "a1")
    for cell in (cup, "a1"):
        expect(page.locator(".due")).to_contain_text(cell)
        assert page.locator(f"[data-called={cell}]").bounding_box()["height"] >= 10
    page.locator(".arrange").click()
    expect(page.locator("[data-called]")).to_have_count(0)


LAMP = "selector => getComputedStyle(document.querySelector(selector)).color"


def test_lights_have_the_colour_that_the_legend_says(play):
    table = play("cappuccino")
    cup = table.page.locator("[data-pile][data-pieces=red]").first.get_attribute("data-pile")
    table.drag(cup, "a1")
    table.lit(cup, "missing")
    table.lit("a1", "extra")
    shown = {}
    for cell, meaning in ((cup, "missing"), ("a1", "extra")):
        shown[meaning] = table.page.evaluate(LAMP, f"[data-light={cell}]")
        swatch = f"[data-legend={meaning}] .swatch"
        expect(table.page.locator(swatch)).to_be_visible()
        assert table.page.evaluate(LAMP, swatch) == shown[meaning]
    assert shown["missing"] != shown["extra"]


@pytest.mark.parametrize("size", [(1920, 1080), (2560, 1080)])
def test_on_wide_screens_words_stay_with_the_board(play, size):
    table = play("dama", viewport=window(size))
    board, side = box(table, "#board .frame"), box(table, "#status")
    assert board["height"] > size[1] * 0.85
    assert 0 < side["left"] - board["right"] < 200
    assert abs(board["left"] - (size[0] - side["right"])) < 200, "as much room on both sides"

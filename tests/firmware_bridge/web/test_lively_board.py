"""The board by itself: captured pieces go, moves are seen, ways are drawn, great moments are said."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from firmware_bridge.bench.page import Visitor

pytestmark = pytest.mark.browser

LIVELY = {"reduced_motion": "no-preference"}

WATCH = """() => { window.moved = []; const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (this.closest("[data-pile], #flying"))
      window.moved.push(this.closest("[data-pile]")?.dataset.pile ?? "tray");
    return animate.call(this, frames, how); }; }"""


def another(server):
    one = Visitor(int(server.port))
    one.until(lambda view: view.get("phase") == "waiting")
    return one


def test_a_captured_man_goes_to_the_tray_by_itself(play):
    table = play("mangia-la-dama", "--position", "1 w=c3,a1 b=d4,h8", **LIVELY)
    table.page.evaluate(WATCH)
    table.drag("c3", "e5")
    table.moves("c3xe5")
    table.stands("d4", "")
    expect(table.page.locator("[data-heap='[\"black\"]']")).to_have_text("1")
    assert "tray" in table.page.evaluate("window.moved")


def test_what_is_dealt_is_seen_being_dealt_once(play):
    table = play(**LIVELY)
    table.page.evaluate(WATCH)
    table.start("cappuccino", seed="3")
    assert len(table.page.evaluate("window.moved")) == 32
    table.page.locator("#leave").click()
    table.start("dama")
    assert len(table.page.evaluate("window.moved")) == 32, "nobody deals draughts"


def test_whoever_practises_takes_it_off_himself(play):
    table = play()
    table.page.locator("input[value=mangia-la-dama]").check()
    table.page.locator("details.more summary").click()
    table.page.locator("[name=by_hand]").check()
    table.page.locator("#choose button[type=submit]").click()
    for start, end in (("c3", "d4"), ("f6", "e5")):
        table.drag(start, end)
    table.moves("c3-d4", "f6-e5")
    table.drag("d4", "f6")
    table.says("Still to be taken off: e5")
    table.take_off("e5")
    table.moves("f6-e5", "d4xf6")


def test_two_taps_move_a_piece_and_a_third_takes_what_the_mill_takes(play):
    table = play(
        "mulino",
        "--position",
        "1 w=a1,d1,g4 b=a7,d7,b6 hand=0,0",
        has_touch=True,
        viewport={"width": 390, "height": 844},
    )
    for cell in ("g4", "g1"):
        table.page.touchscreen.tap(*table.cell(cell))
    table.says("Mill! Take one of player 2's men.")
    table.page.touchscreen.tap(*table.cell("a7"))
    table.moves("g4-g1xa7")
    table.stands("a7", "")


def test_one_touch_takes_one_man_however_fast_the_next_one_comes(play):
    table = play("mulino", "--position", "1 w=a1,d1,g4,b2 b=a7,d7,b6,e4,f2 hand=0,0")
    table.drag("g4", "g1")
    table.says("Touch one of the lit pieces")
    # The other's drag begins before the page can know that his turn has come.
    victim, start, end = (table.cell(cell) for cell in ("a7", "d7", "g7"))
    mouse = table.page.mouse
    mouse.click(*victim)
    mouse.move(*start)
    mouse.down()
    mouse.move(*end)
    mouse.up()
    table.moves("g4-g1xa7", "d7-g7")
    table.stands("g7", "black")


@pytest.mark.parametrize("calm", [False, True])
def test_what_another_moves_is_seen_moving_unless_one_wants_calm(play, server, calm):
    motion = {"reduced_motion": "reduce"} if calm else LIVELY
    table = play("dama", **motion)
    table.page.evaluate(WATCH)
    other = another(server)
    other.say({"do": "choose", "label": "c3-d4"})
    table.stands("d4", "white")
    assert table.page.evaluate("window.moved") == ([] if calm else ["d4"])
    other.close()


def test_what_another_holds_hangs_in_the_air(play, server):
    table = play("dama")
    other = another(server)
    other.say({"do": "lift", "cell": "c3"})
    expect(table.page.locator("[data-air=c3]")).to_be_attached()
    other.say({"do": "place", "cell": "c3"})
    expect(table.page.locator("[data-air]")).to_have_count(0)
    other.close()


def test_the_board_is_turned_and_turned_back(play):
    table = play("dama")
    upright = table.cell("a1")
    table.page.locator("#turn").click()
    x, y = table.cell("a1")
    assert x > upright[0]
    assert y < upright[1]
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.page.locator("#turn").click()
    assert table.cell("a1") == pytest.approx(upright)


def test_whoever_plays_black_alone_has_black_before_him(play):
    table = play("dama", "--seat", "1=computer:1")
    assert table.cell("a1")[1] < table.cell("a7")[1]
    expect(table.page.locator(".push[data-player='1'] .who")).to_have_text("Computer")


def test_a_choice_is_drawn_as_its_way_with_what_it_takes(play):
    table = play()
    table.start("cappuccino", seed="3", sensing="presence")
    table.drag("d4", "e5")
    table.says("Several moves look like this")
    page = table.page
    ways = page.locator("[data-way]")
    choices = page.locator(".choice")
    expect(ways).to_have_count(choices.count())
    first = choices.first
    label = first.get_attribute("data-label")
    first.focus()
    expect(page.locator(".way.strong")).to_have_attribute("data-way", label)
    choices.nth(1).hover()
    expect(
        page.locator(f".way.strong[data-way='{choices.nth(1).get_attribute('data-label')}']")
    ).to_be_attached()


def test_a_king_wears_a_crown_that_is_seen_coming(play):
    table = play("dama", "--position", "1 w=c7,a1 b=h6,h4", **LIVELY)
    expect(table.page.locator(".crown")).to_have_count(0)
    table.page.evaluate(WATCH)
    table.drag("c7", "d8")
    table.moves("c7-d8")
    expect(table.page.locator("[data-pile=d8] .crown")).to_be_visible()
    table.says("A king is crowned!")
    table.page.wait_for_function("() => window.moved.includes('d8')")


SHAPE = """cell => [...document.querySelectorAll(`[data-pile=${cell}] path`)]
  .map((one) => one.getAttribute('d'))"""


def test_a_wolf_is_no_sheep_and_is_said_to_be_shut_in(play):
    table = play("lupo-e-pecore", "--position", "1 sheep=a5,c5,e5,b8 wolf=a7")
    wolf, sheep, other = (table.page.evaluate(SHAPE, cell) for cell in ("a7", "a5", "b8"))
    assert sheep == other != wolf
    table.drag("a5", "b6")
    table.phase("over")
    expect(table.page.locator("#status .why")).to_have_text("The wolf is shut in.")


def test_a_take_back_is_seen_going_back(play):
    table = play("dama", **LIVELY)
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.page.evaluate(WATCH)
    table.page.locator(".undo").click()
    table.stands("c3", "white")
    table.page.wait_for_function("() => window.moved.includes('c3')")


def test_the_zone_is_seen_shrinking(play):
    table = play("top-hats", "--position", "1 c3=??r d4=??y f7=?y g4=b", **LIVELY)
    table.page.evaluate(
        "window.began = [];"
        "document.addEventListener('animationstart', (event) => window.began.push(event.animationName))"
    )
    table.choose("shrink")
    table.lit("a1", "forbidden")
    table.page.wait_for_function("() => window.began.includes('shrink')")


def test_one_more_turn_is_said(play):
    table = play("mulino-ceylonese", "--position", "1 w=a1,d1 b=a7,b6 hand=7,7")
    table.put("white", "g1")
    table.moves("g1")
    table.says("One more turn!")
    table.turn(1)


def test_themes_and_light_and_dark_are_chosen_and_kept(play):
    table = play("dama")
    page = table.page
    tile = "getComputedStyle(document.querySelector('.dark-cell')).fill"
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(tile), page.evaluate(paper)
    page.locator("#open-appearance").click()
    page.locator(".look-slate").click()
    page.locator(".look-dark").click()
    page.locator("#appearance .close").click()
    after = page.evaluate(tile), page.evaluate(paper)
    assert after[0] != before[0]
    assert after[1] != before[1]
    page.reload()
    page.wait_for_selector(".dark-cell")
    assert (page.evaluate(tile), page.evaluate(paper)) == after

"""What is heard: our sounds, the browser's voice, the board read out, a game by keyboard and ear."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

HEARD = """() => {
  window.heard = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", {
    value: { cancel() {}, speak(one) { window.heard.push([one.lang, one.text]); } },
  });
}"""
"""A room without loudspeakers: it writes down what it is told to say."""

SAMPLES = """async (name) => {
  const { sounding } = await import("/static/sound.js");
  const paper = new OfflineAudioContext(1, 44100, 44100);
  sounding(paper, name);
  const samples = (await paper.startRendering()).getChannelData(0);
  return Math.max(...samples.map(Math.abs));
}"""


@pytest.mark.browser
def test_every_sound_is_to_be_heard_and_none_is_loud(play):
    page = play("dama").page
    for name in page.evaluate("import('/static/sound.js').then((all) => all.NAMES)"):
        assert 0.01 < page.evaluate(SAMPLES, name) < 0.6, name


@pytest.mark.browser
def test_sounds_are_on_unless_switched_off(play):
    page = play("dama").page
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    page.locator("#sound").click()
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("locale", "words"),
    [("it-IT", "Giocatore 1"), ("en-GB", "Player 1"), ("fr-FR", "oueur 1")],
)
def test_verdicts_and_turns_are_spoken_when_wanted(play, locale, words):
    table = play("dama", locale=locale)
    table.page.evaluate(f"({HEARD})()")
    table.drag("c3", "d4")
    table.moves("c3-d4")
    assert table.page.evaluate("heard") == []
    table.page.locator(".undo").click()
    table.no_moves()
    table.phase("waiting")
    table.page.locator("#voice").click()
    table.drag("c3", "b4")
    table.moves("c3-b4")
    table.page.wait_for_function("() => heard.some(([, text]) => text.includes('c3-b4'))")
    lang, said = next(one for one in table.page.evaluate("heard") if "c3-b4" in one[1])
    assert lang == locale[:2]
    assert words in said
    assert "2" in said


@pytest.mark.browser
def test_a_game_is_played_by_keyboard_and_followed_by_ear(play):
    table = play("dama", "--position", "1 w=c3 b=d4")
    page = table.page
    page.evaluate(f"({HEARD})()")
    page.locator("#read-board").focus()
    page.keyboard.press("b")
    expect(page.locator("#speech")).to_contain_text("white: c3. black: d4.")
    assert "white: c3" in page.evaluate("heard.at(-1)[1]")
    page.locator("#board [data-cell=c3]").first.focus()
    page.keyboard.press("Space")
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.keyboard.press("Space")
    expect(page.locator("#board [data-pile=e5]")).to_be_attached()
    page.locator("#board [data-cell=d4]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Delete")
    table.phase("over")
    expect(page.locator("#speech")).to_contain_text("Player 1 wins.")


@pytest.mark.browser
def test_a_mill_is_heard_and_answered_by_keyboard(play):
    table = play("mulino", "--position", "1 w=a1,d1 b=a7,d7,b6,f2 hand=1,0")
    page, press = table.page, table.page.keyboard.press
    said = page.locator("#speech")
    page.locator("#tray .heap").last.focus()
    press("Enter")
    table.lit("g1", "target")
    page.locator("#board .cell[data-cell=g1]").focus()
    press("Enter")
    expect(said).to_have_text(
        "Mill! Take one of player 2's men. Touch one of the lit pieces: it goes off by itself."
    )
    page.locator("#board .cell[data-cell=b6]").focus()
    expect(page.locator(".cell[data-cell=b6]")).to_have_attribute(
        "aria-label", "b6: black; this piece can be captured"
    )
    press("Enter")
    table.moves("g1xb6")
    expect(said).to_have_text("Player 1: g1xb6. Player 2 to move.")


@pytest.mark.browser
def test_what_must_be_done_is_heard_with_the_turn(play):
    table = play("dama", "--position", "2 w=c3,a1 b=f6,h8")
    table.drag("f6", "e5")
    table.moves("f6-e5")
    table.drag("c3", "d4")
    table.moves("f6-e5", "c3-d4")
    expect(table.page.locator("#speech")).to_have_text(
        "Player 1: c3-d4. Player 2 to move. Capturing is compulsory: the piece on e5 must."
    )


def carried(table, start: str, *keys: str) -> None:
    """From a cell by arrows, as a hand that sees nothing would."""
    press = table.page.keyboard.press
    table.page.locator(f"#board .cell[data-cell={start}]").focus()
    press("Enter")
    table.page.locator("body.holding").wait_for()
    for key in keys:
        press(f"Arrow{key}")
    press("Enter")


@pytest.mark.browser
def test_pawns_are_moved_and_named_by_keyboard(play):
    table = play(
        "xe-queo",
        "--position",
        "1 ring=d4 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1 score=0-0",
    )
    page, press = table.page, table.page.keyboard.press
    said = page.locator("#speech")
    table.hide(1, "red")
    table.hide(2, "white")
    carried(table, "a1", "Right", "Up")
    expect(said).to_have_text("Player 1: a1-b2. Player 2 to move.")
    carried(table, "g7", "Left", "Down")
    table.moves("a1-b2", "g7-f6")
    page.locator("details.declare summary").focus()
    press("Enter")
    press("Tab")
    expect(page.locator(".choice").first).to_be_focused()
    page.locator(".choice[data-label='queo d1']").focus()
    press("Enter")
    table.moves("queo d1", "wins 1")
    expect(said).to_contain_text("Player 1 takes the ring.")
    expect(said).to_contain_text("Player 2 had chosen: white.")
    # Where the ring goes is a touch, and a key is one.
    page.locator("#board .cell[data-cell=d4]").focus()
    press("Enter")
    table.moves("wins 1", "ring d4")


@pytest.mark.browser
def test_stacks_are_set_up_and_cups_are_stacked_by_keyboard(play):
    table = play("top-hats")
    page, press = table.page, table.page.keyboard.press
    page.locator("#tray .heap:enabled").first.focus()
    press("Enter")
    table.lit("c3", "target")
    page.locator("#board .cell[data-cell=c3]").focus()
    press("Enter")
    table.moves("c3")
    expect(page.locator("#speech")).to_contain_text("Player 2 to move.")
    page.locator("#leave").click()
    page.locator("body[data-screen=menu]").wait_for()
    table.start("cappuccino", seed="3")
    page.locator("#board .cell[data-cell=d4]").focus()
    press("Enter")
    table.lit("e5", "target")
    page.locator("#board .cell[data-cell=e5]").focus()
    press("Enter")
    table.moves("d4-e5")
    expect(page.locator("#speech")).to_contain_text("d4-e5. Player 2 to move.")


WALK = """() => {
  const cells = [...document.querySelectorAll("#board .cell[data-cell]")];
  const found = new Set([cells[0].dataset.cell]);
  for (const cell of found)
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      const node = document.querySelector(`#board .cell[data-cell="${cell}"]`);
      node.focus();
      node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      found.add(document.activeElement.closest("[data-cell]").dataset.cell);
    }
  return [found.size, cells.length];
}"""
"""How many cells the arrow keys lead to, and how many there are."""


@pytest.mark.browser
@pytest.mark.parametrize("game", ["cappuccino", "top-hats", "mulino"])
def test_arrows_lead_to_every_cell(play, game):
    found, cells = play(game).page.evaluate(WALK)
    assert found == cells > 20


@pytest.mark.browser
def test_an_arrow_skips_no_row_of_hexagons(play):
    page = play("cappuccino", "--seed", "3").page
    page.locator("#board .cell[data-cell=d4]").focus()
    page.keyboard.press("ArrowUp")
    # Neighbours of d4; f5 is two rows away.
    expect(page.locator("#board .cell:focus")).to_have_attribute("data-cell", re.compile("e4|e5"))

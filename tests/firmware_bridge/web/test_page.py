"""What holds for every game: take-back, languages, pages in step, a server that dies, the keyboard."""

from __future__ import annotations

import signal

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_take_back_and_its_restoring(play):
    table = play("dama")
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.page.locator(".undo").click()
    table.no_moves()
    # A simulated board does by itself what was decided on the page.
    table.says("Taken back: player 1: c3-d4.")
    table.stands("c3", "white")
    table.stands("d4", "")
    table.phase("waiting")
    table.drag("e3", "f4")
    table.moves("e3-f4")


def test_take_back_by_hand(play):
    table = play("dama")
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.drag("d4", "c3")
    table.no_moves()
    table.turn(1)


def test_a_take_back_that_unsays_a_colour_needs_everybody(play):
    table = play("top-hats", "--position", "1 c3=??r c4=??y f7=?y g6=?r")
    table.drag("c3", "c5")
    table.moves("c3xc5")
    table.press(1)
    table.moves("c4=red")
    table.page.locator(".undo").click()
    table.says("Everybody here has to agree")
    table.press(1)
    table.says("Agreed so far: Player 1")
    table.press(2)
    table.no_moves()
    table.drag("c5", "c3")
    table.phase("waiting")
    table.stands("c4", "unknown unknown yellow")


def test_the_browsers_language_and_another(play):
    table = play("dama", locale="it-IT")
    table.says("Tocca al giocatore 1")
    table.page.locator("#language").select_option("fr")
    table.says("C'est au joueur 1 de jouer")
    table.drag("c3", "c4")
    table.complains("Cette pièce")
    expect(table.page.locator("html")).to_have_attribute("lang", "fr")
    table.page.locator("#language").select_option("en")
    table.complains("This piece moves")
    table.page.reload()
    table.says("The board is being put right")


def test_the_language_and_hints_it_was_started_with(play):
    table = play("--lang", "it", "--hints", "forced")
    expect(table.page.locator("#choose")).to_contain_text("Scegli un gioco")
    expect(table.page.locator("[name=hinting]")).to_have_value("forced")
    table.page.locator("#language").select_option("fr")
    expect(table.page.locator("#choose")).to_contain_text("Choisissez un jeu")
    table.start("lupo-e-pecore")
    table.put("black", "d8")
    table.moves("d8")
    table.dark("c1")


def test_two_pages_stay_in_step(server, visit):
    link = server.start("dama", "--port", "0")
    one, two = visit(link), visit(link, locale="fr-FR")
    one.drag("c3", "d4")
    two.moves("c3-d4")
    two.stands("d4", "white")
    two.says("C'est au joueur 2 de jouer")
    two.drag("b6", "a5")
    one.moves("c3-d4", "b6-a5")
    # What one holds the other does not see on the board, and a page that goes puts it back.
    one.page.mouse.move(*one.cell("e3"))
    one.page.mouse.down()
    two.stands("e3", "")
    one.page.close()
    two.stands("e3", "white")


def test_killed_and_restarted_the_game_goes_on(server, visit):
    table = visit(server.start("dama", "--port", "0"))
    table.drag("c3", "d4")
    table.moves("c3-d4")
    port = server.port
    server.stop(signal.SIGKILL)
    expect(table.page.locator("#offline")).to_be_visible()
    server.start("dama", "--port", port)
    expect(table.page.locator("#offline")).to_be_hidden()
    table.moves("c3-d4")
    table.turn(2)
    table.drag("b6", "a5")
    table.moves("c3-d4", "b6-a5")


def test_the_menu_offers_to_resume(server, visit):
    table = visit(server.start("dama", "--port", "0"))
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.page.locator("#leave").click()
    table.page.get_by_role("button", name="Resume").click()
    table.moves("c3-d4")
    assert server.stop() == ""
    assert server.code == 0
    table = visit(server.start("--port", "0"))
    expect(table.page.locator(".resume")).to_contain_text("Draughts, one move so far")
    table.start("mulino")
    table.no_moves()


def test_another_game_does_not_give_up_the_unfinished_one(server, visit):
    table = visit(server.start("dama", "--port", "0"))
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.page.locator("#leave").click()
    table.start("mulino")
    table.put("white", "d2")
    table.moves("d2")
    table.page.locator("#leave").click()
    expect(table.page.locator(".resume")).to_contain_text("Nine men's morris")
    expect(table.page.locator(".unfinished")).to_contain_text("Draughts, one move")
    table.page.locator(".older summary").click()
    table.page.locator(".unfinished button:not(.put-away)").click()
    table.moves("c3-d4")
    assert server.stop() == ""
    table = visit(server.start("--port", "0"))
    expect(table.page.locator(".offers button")).to_have_count(2)


def test_with_the_keyboard_alone(play):
    table = play("dama", "--position", "1 w=c3,a1 b=h8,h6")
    press = table.page.keyboard.press
    table.page.locator(".cell[data-cell=a1]").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight"):
        press(key)
    expect(table.page.locator(".cell[data-cell=c3]")).to_be_focused()
    expect(table.page.locator(".cell[data-cell=c3]")).to_have_attribute(
        "aria-label", "c3: white; this piece can move"
    )
    press("Space")
    table.stands("c3", "")
    press("Escape")
    table.stands("c3", "white")
    press("Space")
    press("ArrowUp")
    press("ArrowRight")
    press("Space")
    table.moves("c3-d4")
    expect(table.page.locator("#speech")).to_contain_text("Player 1: c3-d4")


def test_on_a_phone_with_taps(play):
    table = play("mulino", viewport={"width": 390, "height": 844}, has_touch=True)
    table.page.locator("[data-heap='[\"white\"]']").scroll_into_view_if_needed()
    table.page.touchscreen.tap(*table._spot("[data-heap='[\"white\"]']"))
    expect(table.page.locator("#ghost .pile")).to_have_count(1)
    table.page.touchscreen.tap(*table.cell("d2"))
    table.moves("d2")


def test_on_a_phone_with_a_dragging_finger(play):
    table = play("mulino", viewport={"width": 390, "height": 844}, has_touch=True)
    finger = table.page.context.new_cdp_session(table.page)

    def drag(start, end):
        def touch(kind, *spots):
            points = [{"x": x, "y": y} for x, y in spots]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", start)
        expect(table.page.locator("#ghost .pile")).to_have_count(1)
        touch("touchMove", (end[0], end[1] + 15))
        touch("touchMove", end)
        touch("touchEnd")

    # The heap that the finger came down on is drawn again while it is being dragged.
    drag(table._spot("[data-heap='[\"white\"]']"), table.cell("d2"))
    table.moves("d2")
    drag(table._spot("[data-heap='[\"black\"]']"), table.cell("f4"))
    table.moves("d2", "f4")


def test_the_rules_are_at_hand(play):
    table = play("xe-queo")
    table.page.locator("#open-rules").click()
    expect(table.page.locator("#rules h1")).to_have_text("Xe Queo!")
    table.page.locator("#rules .close").click()
    expect(table.page.locator("#rules")).to_be_hidden()


def test_hints_can_be_turned_down(play):
    table = play("dama")
    table.lit("c3", "movable")
    table.page.locator("#hinting").select_option("off")
    table.dark("c3")


def test_no_page_is_told_a_secret(play):
    frames: list[str] = []
    table = play("top-hats", "--position", "1 c3=??r c4=??y f7=?y g6=?r")
    table.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda payload: frames.append(str(payload))),
    )
    table.page.reload()
    table.stands("c4", "unknown unknown yellow")
    told = next(frame for frame in frames if frame.startswith('{"full"'))
    assert '"c4":["unknown","unknown","yellow"]' in told
    assert "seed" not in told


FOCUSED = (
    "document.activeElement.closest('.cell')?.dataset.cell ?? document.activeElement.className"
)


def test_the_keyboard_is_not_lost_when_a_button_goes(play):
    table = play()
    page = table.page
    page.locator("input[value=dama]").check()
    page.locator("#choose button[type=submit]").focus()
    page.keyboard.press("Enter")
    page.locator("body[data-screen=game]").wait_for()
    page.wait_for_function("() => document.activeElement.matches('.cell')")
    table.drag("c3", "d4")
    table.moves("c3-d4")
    table.drag("b6", "a5")
    table.moves("c3-d4", "b6-a5")
    page.locator(".undo").focus()
    page.keyboard.press("Enter")
    table.moves("c3-d4")
    assert page.evaluate(FOCUSED) == "undo"
    table.phase("waiting")
    table.drag("d6", "d5")
    page.locator(".arrange").focus()
    page.keyboard.press("Enter")
    table.phase("waiting")
    page.wait_for_function("() => document.activeElement.matches('.cell')")
    page.locator("#hinting").focus()
    page.locator("#hinting").select_option("off")
    table.dark("b6")
    assert page.evaluate("document.activeElement.id") == "hinting"
    page.locator("#leave").focus()
    page.keyboard.press("Enter")
    page.locator("body[data-screen=menu]").wait_for()
    page.wait_for_function("() => document.activeElement.matches('.resume button')")


def test_the_board_is_one_stop_of_the_tab_key(play):
    table = play("dama")
    table.page.locator("#language").focus()
    table.page.keyboard.press("Tab")
    first = table.page.evaluate(FOCUSED)
    assert first in {f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)}
    table.page.keyboard.press("ArrowUp")
    assert table.page.evaluate(FOCUSED) != first
    table.page.keyboard.press("Tab")
    assert not table.page.evaluate("document.activeElement.closest('#table') !== null")

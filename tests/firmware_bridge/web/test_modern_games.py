"""Top Hats, Cappuccino and Xe Queo, played through the page with their special moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from engines import GAMES

pytestmark = pytest.mark.browser


def test_top_hats_from_the_menu(play):
    table = play()
    table.start("top-hats", players="3")
    table.says("Still to choose in private: player 1, player 2, player 3")
    # On another stack no sensor notices it, but help is at hand.
    table.put("unknown unknown red", "e5")
    table.page.get_by_role("button", name="Put right for me").click()
    table.stands("e5", "neutral")
    for player, cell in enumerate(("d2", "e2", "f3", "c3", "g4"), start=1):
        colour = ("red", "yellow", "blue")[(player - 1) % 3]
        table.put(f"unknown unknown {colour}", cell)
        table.moves(cell)
    table.stands("d2", "unknown unknown red")
    table.turn(3)
    table.put("unknown unknown blue", "e6")
    table.complains("set up on free cells of the second and third ring only")
    table.page.get_by_role("button", name="Put right for me").click()
    table.phase("waiting")
    table.stands("e6", "")
    table.put("unknown unknown blue", "e7")
    table.moves("g4", "e7")


def test_top_hats_reveal_answered_by_button(play):
    table = play("top-hats", "--position", "1 c3=??r c4=??y f7=?y g6=?r")
    table.lit("c3", "forced")
    table.take_top_off("c4")
    table.drag("c3", "c5")
    table.moves("c3xc5")
    table.says("Which colour is on top of c4 now?")
    table.says("who built a stack reads from it")
    table.stands("c4", "unknown unknown")
    expect(table.page.locator(".choice")).to_have_count(2)
    table.press(1)
    table.moves("c3xc5", "c4=red")
    table.stands("c4", "unknown red")
    table.turn(2)


def test_a_hat_nobody_took_off_goes_by_itself(play):
    table = play("top-hats", "--position", "1 c3=??r c4=??y f7=?y g6=?r")
    table.drag("c3", "c5")
    table.moves("c3xc5")
    table.stands("c4", "unknown unknown")
    table.choose("c4=yellow")
    table.moves("c3xc5", "c4=yellow")
    table.stands("c4", "unknown yellow")


def test_top_hats_says_why_only_one_stack_may_move(play):
    table = play("top-hats", "--position", "1 a1=??r e3=??r g6=??y")
    table.says("A stack of yours stands in the zone and must move towards the middle first.")
    table.says("Move the piece on a1.")
    table.drag("a1", "b2")
    table.moves("a1-b2")


def test_top_hats_shrink_by_holding_the_button(play):
    table = play("top-hats", "--position", "1 c3=??r d4=??y f7=?y g4=b")
    table.says("Instead of a move")
    table.hold(1)
    table.moves("shrink")
    table.let_go()
    table.lit("a1", "forbidden")
    table.turn(1)


def test_cappuccino_dealt_and_nothing_is_asked(play):
    table = play()
    table.start("cappuccino", seed="3")
    table.drag("d4", "e5")
    table.moves("d4-e5")
    table.stands("e5", "yellow red")
    table.turn(2)
    table.drag("d3", "e4")
    table.moves("d4-e5", "d3-e4")


def test_cappuccino_asks_where_sensors_do_not_count(play):
    table = play()
    table.start("cappuccino", seed="3", sensing="presence")
    table.drag("d4", "e5")
    table.says("Several moves look like this")
    table.lit("e5", "ask")
    table.tap("e5")
    table.moves("d4-e5")


def test_cappuccino_too_tall_a_stack(play):
    table = play("cappuccino", "--position", "1 f6=1r f7=3y g7=1y e5=1y e4=2r")
    table.drag("f6", "f7")
    table.complains("taller")
    table.lit("f7", "extra")


def test_xe_queo_dealt_by_hand_ring_challenge_and_answer(play):
    game = GAMES["xe-queo"]()
    deal = {stack[0].colour: cell for cell, stack in game.start(7).stacks.items()}
    table = play()
    table.start("xe-queo", seed="7", ready="false")
    table.phase("restoring")
    for colour, cell in deal.items():
        table.lit(cell, "missing")
        table.put(colour, cell)
    table.phase("asking")
    table.says("Where does the ring go?")
    table.click("c6")
    table.moves("ring c6")
    table.says("Each of you secretly chooses a pawn")
    table.hide(1, "red")
    table.hide(2, "white")
    expect(table.page.locator("[data-ring=c6]")).to_be_visible()
    table.turn(1)
    expect(table.page.locator(".choice[data-label='queo b3']")).to_contain_text("challenge")
    table.drag("b3", "b4")
    table.says("the ring: it lies here")
    table.moves("ring c6", "b3-b4")
    table.turn(2)
    table.choose("queo b4")
    table.moves("b3-b4", "queo b4")
    winner = 2 if game.start(7).stacks["b3"][0].colour == "red" else 1
    table.moves("queo b4", f"wins {winner}")
    table.says(f"Player {winner} takes the ring.")
    expect(table.page.locator(f".push[data-player='{winner}'] .score")).to_have_text("1")


def test_where_many_cells_are_lit_a_touch_answers_and_no_name_covers_them(play):
    table = play("xe-queo", "--seed", "7")
    table.says("Where does the ring go? Touch a lit cell.")
    table.lit("c6", "ask")
    expect(table.page.locator("[data-called]")).to_have_count(0)
    listed = table.page.locator("details.listed")
    expect(listed.locator("select")).not_to_be_visible()
    # Whoever would rather read than touch finds the same in words.
    listed.locator("summary").click()
    listed.locator("select").select_option("ring c6")
    listed.locator("button").click()
    table.moves("ring c6")


def test_few_free_cells_are_touched_as_well_and_not_read(play):
    table = play(
        "xe-queo",
        "--position",
        "2 red=a6 orange=b3 yellow=e1 green=g6 blue=b2 purple=f3 white=e7 score=0-0",
    )
    table.says("Where does the ring go? Touch a lit cell.")
    expect(table.page.locator("details.listed")).to_be_visible()
    expect(table.page.locator(".choice")).to_have_count(0)
    table.click("d4")
    table.moves("ring d4")


def test_a_touch_while_something_is_asked_leaves_nothing_in_the_hand(play):
    table = play("xe-queo", "--seed", "7")
    table.says("Where does the ring go?")
    pawn = table.pieces("b3")
    table.tap("b3")
    table.page.locator("details.listed summary").click()
    table.page.locator("details.listed select").select_option("ring c6")
    table.page.locator("details.listed button").click()
    table.moves("ring c6")
    table.stands("b3", pawn)
    expect(table.page.locator("body.holding")).to_have_count(0)


def test_xe_queo_challenge_by_hold_and_tap(play):
    table = play("xe-queo", "--position", "1 ring=d4 red=a1 orange=g7 yellow=a7 green=g1 score=3-0")
    table.hide(2, "orange")
    table.hold(1)
    table.says("Which pawn do you name?")
    table.let_go()
    table.tap("g7")
    table.moves("queo g7", "wins 1")
    table.phase("over")
    table.says("Player 1 wins.")
    table.says("One player has four rings.")
    # Nobody keeps anything from the others any more, and the wreath is for who plays with every colour.
    expect(table.page.locator("#secret")).to_be_hidden()
    expect(table.page.locator("#end .laurel .won")).to_have_count(1)

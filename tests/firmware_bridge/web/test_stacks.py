"""Stacks on the page: what is missing of one, and boards whose sensors feel less."""

from __future__ import annotations

import engines

CUPS = "1 f6=2r f7=1y e6=3y g6=1r"


def test_a_stack_that_lacks_pieces_is_asked_for_by_number(play):
    table = play("cappuccino", "--position", CUPS)
    table.take_top_off("e6")
    table.take_top_off("e6")
    table.says("2 more on e6")
    table.lit("e6", "missing")


def test_a_stack_set_up_by_hand_is_counted(play):
    table = play("cappuccino", "--position", CUPS)
    table.drag("f6", "e6")
    table.complains("taller")
    table.says("Take 2 off e6")
    table.lit("e6", "extra")


def test_sensors_that_feel_less_ask_more(play):
    """The menu offers other sensors to try."""
    book = engines.GAMES["cappuccino"]()
    moves = book.legal_moves(book.start(1))
    start, end = (step.cell for step in moves[0].steps)
    table = play()
    table.start("cappuccino", sensing="presence", seed="1")
    table.drag(start, end)
    # Which of its neighbours the stack was put on, such a sensor cannot tell.
    table.choose(moves[0].label)
    table.moves(moves[0].label)


def test_sensors_that_count_need_not_ask(play):
    book = engines.GAMES["cappuccino"]()
    moves = book.legal_moves(book.start(1))
    start, end = (step.cell for step in moves[0].steps)
    table = play()
    table.start("cappuccino", sensing="height", seed="1")
    table.drag(start, end)
    table.moves(moves[0].label)


REACHED = "([x, y]) => document.elementFromPoint(x, y).matches('.reach')"


def test_a_piece_behind_a_tall_stack_is_lifted_by_itself(play):
    table = play("cappuccino", "--position", "1 f6=6r g7=1r c3=1y")
    assert table.page.evaluate(REACHED, table.cell("g7")), "the stack's badge hangs over that cell"
    table.click("g7")
    table.stands("g7", "")
    assert len(table.pieces("f6").split()) == 6

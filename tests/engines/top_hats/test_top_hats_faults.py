"""Which rule an attempt breaks."""

from __future__ import annotations

import pytest

from engines.game import Attempt, IllegalMove
from tests.engines.top_hats.top_hats_tables import FAR, FR, IT, both


def fault(game, text, lifted, placed):
    return game.fault(game.position(text), Attempt(tuple(lifted.split()), tuple(placed.split())))


@both
@pytest.mark.parametrize(
    ("text", "lifted", "placed", "rule"),
    [
        # Whose stack
        (f"1 c3=r {FAR}", "h7", "g7", "not-your-piece"),
        (f"1 c3=r {FAR}", "e5", "d5", "not-your-piece"),
        (f"1 c3=r {FAR}", "h7", "", "not-your-piece"),
        (f"1 c3=r {FAR} g7=y", "g7", "", "wrong-piece-removed"),
        (f"1 c3=r {FAR}", "c3", "", "wrong-piece-removed"),
        (f"1 c3=r c4=r {FAR}", "c3 c4", "d3 d4", "not-a-move"),
        (f"1 c3=r {FAR}", "", "d4", "not-a-move"),
        (f"1 c3=r g7=r c4=y {FAR}", "c3 g7", "c5", "wrong-piece-removed"),
        # Where it went
        (f"1 c3=r c4=r {FAR}", "c3", "c4", "cell-taken"),
        (f"1 c3=r {FAR}", "c3", "f3", "not-adjacent"),
        (f"1 c3=r {FAR}", "c3", "c5", "not-adjacent"),
        (f"1 b2=r {FAR}", "b2", "a1", "off-limits"),
        (f"1 b2=r {FAR}", "b2", "j9", "off-limits"),
        (f"1 c4=r b4=r {FAR}", "c4", "a4", "off-limits"),
        (f"1 c3=r {FAR}", "c3", "c3", "not-a-move"),
        # What was compulsory
        (f"1 c3=r c4=y {FAR}", "c3", "d3", "capture-compulsory"),
        (f"1 b2=r c3=r c4=y {FAR}", "b2", "a1", "off-limits"),
        (f"1 c3=r c4=r d6=y {FAR}", "c3", "c5", "capture-compulsory"),
        (f"1 a4=r c3=r {FAR}", "c3", "d3", "leave-zone"),
        (f"1 a4=r c3=r {FAR}", "a4", "a3", "leave-zone"),
        # What left the board
        (f"1 c3=r c4=y g7=y {FAR}", "c3 g7", "c5", "wrong-piece-removed"),
        (f"1 c3=r c4=y {FAR}", "c3", "c5", "must-remove"),
        (f"1 c3=r c4=yy {FAR}", "c3 c4", "c5", "wrong-piece-removed"),
    ],
)  # fmt: skip
def test_the_rule_that_is_broken(game, text, lifted, placed, rule):
    assert fault(game, text, lifted, placed) == rule


def test_stopping_in_the_zone_on_the_way():
    # Over the own stack into the zone, from where it could capture.
    text = f"1 c4=r b4=r b5=y {FAR}"
    unfinished = "chain-unfinished"
    assert fault(IT, text, "c4", "a4") == unfinished
    assert fault(FR, text, "c4", "a4") == "off-limits"


def test_the_italian_zone_stack_captures_first():
    text = f"1 a4=r b4=y d3=r d4=yy {FAR}"
    assert fault(IT, text, "d3", "d5") == "capture-compulsory"
    assert fault(FR, text, "d3", "d5") == "not-a-move"  # nothing wrong with it


def test_the_forbidden_ring():
    assert fault(IT, "1 c4=r b4=y g7=y shrunk", "c4", "a4") == "off-limits"
    assert fault(IT, "1 c3=r g7=y shrunk", "c3", "b3") == "off-limits"


@both
def test_placing(game):
    assert fault(game, "1 c3=??r hand=4,5", "", "e6") == "not-in-setup-zone"
    assert fault(game, "1 c3=??r hand=4,5", "", "a1") == "not-in-setup-zone"
    assert fault(game, "1 c3=??r hand=4,5", "", "c3") == "cell-taken"
    assert fault(game, "1 c3=??r hand=4,5", "c3", "") == "not-a-move"
    assert fault(game, "2 c3=??r hand=4,5", "c3", "e6") == "not-your-piece"


@both
@pytest.mark.parametrize(
    ("label", "rule"),
    [
        ("c3-e4", "not-adjacent"),
        ("h7-g7", "not-your-piece"),
        ("b2-a2", "off-limits"),
        ("b2-c3", "cell-taken"),
        ("c3^c5", "not-adjacent"),
        ("pass", "not-a-move"),
        ("shrink", "not-a-move"),
        ("d3", "not-a-move"),
        ("c3=red", "not-a-move"),
    ],
)
def test_labels_are_refused_with_the_rule(game, label, rule):
    state = game.position(f"1 c3=r b2=r {FAR}")
    with pytest.raises(IllegalMove) as error:
        game.parse(state, label)
    assert error.value.rule == rule


@both
def test_every_legal_label_is_understood_as_an_attempt(game):
    state = game.position(f"1 b2=yr b3=?y c4=ry c3=y d4=r {FAR}")
    for move in game.legal_moves(state):
        attempt = game.attempt(state, move.label)
        assert attempt.lifted[0] == move.label[:2]
        assert attempt.placed[-1] == move.label[-2:]


@both
def test_nothing_is_legal_when_the_game_is_over(game):
    assert fault(game, "1 c3=r", "c3", "d3") == "not-a-move"

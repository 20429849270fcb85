"""Which rule an attempt at Cappuccino breaks."""

from __future__ import annotations

import pytest

from engines.game import Attempt, IllegalMove, Move
from engines.steps import lift, place
from tests.engines.cappuccino.cappuccino_tables import EXPERT, LATE, TWO

MIDDLE = "1 d4=1r e6=3y f5=1r f6=2r f7=2y g6=1y h8=1y"
"""Around f6: f7 as tall, e6 taller, f5 and g6 lower, g7 empty. d4 has nobody, h8 is far."""


@pytest.mark.parametrize(
    ("label", "rule"),
    [
        ("f7-g6", "not-your-piece"),
        ("f7-f6", "not-your-piece"),
        ("f6-e6", "too-tall"),
        ("f6-h8", "not-adjacent"),
        ("f6-g7", "not-a-move"),
        ("f6-d4", "not-adjacent"),
        ("g7-f6", "not-a-move"),
        ("f6-f6", "not-a-move"),
        ("take f6", "wrong-piece-removed"),
        ("take g6", "not-your-piece"),
        ("take g7", "not-a-move"),
        ("g7", "not-a-move"),
        ("pass", "not-a-move"),
    ],
)
def test_faults(label, rule):
    state = TWO.position(MIDDLE)
    assert TWO.fault(state, TWO.attempt(state, label)) == rule
    with pytest.raises(IllegalMove) as refused:
        TWO.parse(state, label)
    assert refused.value.rule == rule


def test_faults_of_a_lift_that_is_all_one_sees():
    assert LATE.fault(LATE.position(MIDDLE), Attempt(("d4",))) == "not-adjacent"
    low = TWO.position("1 a1=1r a2=2y f6=1r f7=1r")
    assert TWO.fault(low, Attempt(("a1",))) == "too-tall"
    assert TWO.fault(low, Attempt(("a2",))) == "not-your-piece"


def test_faults_of_stranger_things():
    state = TWO.position(MIDDLE)
    assert TWO.fault(state, Attempt(("f6", "f7"))) == "wrong-piece-removed"
    assert TWO.fault(state, Attempt(("f6", "f7"), ("g7",))) == "not-a-move"
    assert TWO.fault(state, Attempt()) == "not-a-move"


@pytest.mark.parametrize(
    ("text", "attempt", "rule"),
    [
        ("1 hand=16,16", Attempt(placed=("f7",)), "not-a-move"),
        ("2 f6=1r hand=15,16", Attempt(placed=("f6",)), "cell-taken"),
        ("2 f6=1r hand=15,16", Attempt(placed=("f8",)), "needs-two-neighbours"),
        ("1 f6=1r f7=1y hand=15,15", Attempt(placed=("f8",)), "needs-two-neighbours"),
        ("1 f6=1r f7=1y hand=15,15", Attempt(placed=("g7",)), "not-a-move"),
        ("1 f6=1r f7=1y hand=15,15", Attempt(("f6",), ("g7",)), "not-a-move"),
    ],
)
def test_faults_while_placing(text, attempt, rule):
    assert EXPERT.fault(EXPERT.position(text), attempt) == rule


def test_an_old_move_is_refused():
    state = TWO.start()
    move = TWO.legal_moves(state)[0]
    with pytest.raises(IllegalMove):
        TWO.apply(TWO.apply(state, move), move)
    with pytest.raises(IllegalMove):
        TWO.apply(state, Move("f6-a1", (lift("f6"), place("a1"))))

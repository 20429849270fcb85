"""Which rule an attempt at Xe Queo! breaks."""

from __future__ import annotations

import pytest

from engines.game import Attempt, IllegalMove, Move
from engines.steps import lift, place
from tests.engines.xe_queo.xe_queo_table import CHAIN, FULL, GAME


@pytest.mark.parametrize(
    ("text", "label", "rule"),
    [
        ("2 red=b2", "ring c3", "ring-too-close"),
        ("2 red=b2", "ring b2", "cell-taken"),
        ("2 red=b2", "b2-c3", "not-a-move"),
        ("2 red=b2", "queo b2", "not-a-move"),
        ("1 ring=d4 red=a1", "ring g7", "not-a-move"),
        ("1 ring=d4 red=a1", "wins 1", "not-a-move"),
        ("1 ring=d4 red=a1", "queo b1", "not-a-move"),
        ("1 ring=d4 red=a1", "b1-b2", "not-a-move"),
        ("1 ring=d4 red=b4", "b4-a4", "not-nearer"),
        ("1 ring=d4 red=b4", "b4-b5", "not-nearer"),
        ("1 ring=d4 red=a1", "a1-c3", "not-adjacent"),
        ("1 ring=d4 red=d6", "d6-a6", "not-adjacent"),
        ("1 ring=d4 red=a1 blue=b2", "a1-b2", "cell-taken"),
        ("1 ring=g7 red=a1 blue=b2 green=c3", "a1^c3", "cell-taken"),
        ("1 ring=g7 red=a1", "a1^c3", "not-adjacent"),
        ("1 ring=a1 red=b2 blue=c3", "b2^d4", "not-nearer"),
        ("1 ring=g7 red=a1 blue=b2", "a1^c3^d4", "not-adjacent"),
        ("1 ring=c3 red=a1 blue=b2 green=d4", "a1^c3^e5", "not-adjacent"),
        ("1 ring=d4 red=d4 blue=a1", "a1-b2", "not-a-move"),
        ("1 ring=d4 red=c3 queo=c3", "c3-d4", "not-a-move"),
    ],
)
def test_faults(text, label, rule):
    state = GAME.position(text)
    assert GAME.fault(state, GAME.attempt(state, label)) == rule
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(state, label)
    assert refused.value.rule == rule


def test_faults_of_what_hands_did():
    state = GAME.position("1 ring=d4 red=a1 blue=b2 green=a2 white=b1")
    assert GAME.fault(state, Attempt(("b2",))) == "wrong-piece-removed"
    assert GAME.fault(state, Attempt(("a1", "b2"), ("c3",))) == "not-a-move"
    assert GAME.fault(state, Attempt()) == "not-a-move"
    # Start and end of a whole chain, as seen when the pawn is not set down in between.
    chain = GAME.position(CHAIN.replace("ring=e1", "ring=a1"))
    assert GAME.fault(chain, Attempt(("b2",), ("d4",))) == "not-nearer"


def test_a_pawn_without_a_move_was_picked_up_in_vain():
    text = "1 ring=g7 red=a1 orange=a2 yellow=b1 green=b2 blue=a3 purple=c1 white=c3"
    state = GAME.position(text)
    assert GAME.underway(state, ("a1",)) == ()
    assert GAME.fault(state, Attempt(("a1",))) == "not-nearer"


def test_an_old_move_is_refused():
    state = GAME.position(FULL)
    move = GAME.parse(state, "a1-b2")
    with pytest.raises(IllegalMove):
        GAME.apply(GAME.apply(state, move), move)
    with pytest.raises(IllegalMove):
        GAME.apply(state, Move("a1-b2", (lift("a1"), place("b1"))))

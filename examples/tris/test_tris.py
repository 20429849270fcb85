"""What tris says of itself, and the contract over it: pytest examples/tris"""

import pytest

from engines import GAMES
from firmware_bridge.contract import CHECKS

GAME = GAMES["tris"]()


@pytest.mark.parametrize("check", CHECKS)
def test_it_keeps_the_contract(check):
    CHECKS[check](GAMES["tris"])


def test_three_in_a_slanting_line_win():
    state = GAME.position("1 w=a1,b2 b=a2,b1")
    state = GAME.apply(state, GAME.parse(state, "c3"))
    assert GAME.outcome(state).winners == (1,)
    assert GAME.outcome(GAME.position("1 w=a2,b3,c1 b=b1")) is None


def test_there_are_as_many_games_as_there_should_be():
    state, counts = GAME.start(), []
    edge = [state]
    for _ in range(3):
        edge = [GAME.apply(s, move) for s in edge for move in GAME.legal_moves(s)]
        counts.append(len(edge))
    assert counts == [9, 72, 504]


def test_nobody_moves_before_all_his_men_stand():
    state = GAME.position("1 w=a1 b=c3")
    assert GAME.fault(state, GAME.attempt(state, "a1-a2")) == "place-first"

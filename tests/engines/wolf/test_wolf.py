"""Lupo e pecore, clause by clause, and its whole solution."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.game import IllegalMove, Outcome
from tests.engines.playing import labels

SHEEP_FIRST = GAMES["lupo-e-pecore"]()
WOLF_FIRST = GAMES["lupo-e-pecore"](first="wolf")


def test_the_wolf_is_placed_first_on_any_of_28_cells():
    state = SHEEP_FIRST.start()
    assert state.turn == 2
    assert len(SHEEP_FIRST.legal_moves(state)) == 28


@pytest.mark.parametrize(("game", "turn"), [(SHEEP_FIRST, 1), (WOLF_FIRST, 2)])
def test_who_moves_after_the_placement(game, turn):
    state = game.start()
    assert game.apply(state, game.parse(state, "d8")).turn == turn


def test_sheep_go_forward_and_the_wolf_both_ways():
    assert labels(SHEEP_FIRST, "1 sheep=a1,c1,e1,g1 wolf=d8") == {
        "a1-b2", "c1-b2", "c1-d2", "e1-d2", "e1-f2", "g1-f2", "g1-h2",
    }  # fmt: skip
    assert labels(SHEEP_FIRST, "2 sheep=a1,c1,e1,g1 wolf=d4") == {
        "d4-e5", "d4-c5", "d4-c3", "d4-e3",
    }  # fmt: skip


def test_nobody_captures():
    assert labels(SHEEP_FIRST, "2 sheep=c3,e3,c5,e7 wolf=d4") == {"d4-e5"}


def outcome(text: str) -> Outcome | None:
    return SHEEP_FIRST.outcome(SHEEP_FIRST.position(text))


def test_wolf_without_a_move_loses():
    assert outcome("2 sheep=c7,e7,a1,c1 wolf=d8") == Outcome((1,), "surrounded")


def test_wolf_no_higher_than_the_rearmost_sheep_wins():
    assert outcome("1 sheep=c3,e3,c5,e5 wolf=g3") == Outcome((2,), "broke-through")
    assert outcome("1 sheep=c3,e3,c5,e5 wolf=h4") is None


def test_sheep_without_a_move_lose():
    assert outcome("1 sheep=b8,d8,f8,g7 wolf=h8") == Outcome((2,), "blocked")


@pytest.mark.parametrize(
    ("text", "label", "rule"),
    [
        ("1 sheep=a1,c1,e1,c3 wolf=d8", "c3-b2", "not-forward"),
        ("1 sheep=a1,c1,e1,c3 wolf=d8", "c3-e5", "not-adjacent"),
        ("1 sheep=a1,c1,e1,c3 wolf=d8", "d8-c7", "not-your-piece"),
        ("1 sheep=a1,c1,b2,g1 wolf=d8", "a1-b2", "cell-taken"),
        ("2 sheep=a1,c1,e1,g1 wolf=d8", "d8-f6", "not-adjacent"),
        ("2 sheep=a1,c1,e1,g1 wolf=", "c1", "cell-taken"),
    ],
)
def test_the_rule_a_tempting_move_breaks(text, label, rule):
    with pytest.raises(IllegalMove) as refused:
        SHEEP_FIRST.parse(SHEEP_FIRST.position(text), label)
    assert refused.value.rule == rule


@pytest.mark.parametrize("game", [SHEEP_FIRST, WOLF_FIRST], ids=["sheep first", "wolf first"])
def test_with_best_play_the_sheep_win_from_everywhere(game):
    """The whole game solved with the engine: sheep need one good move, the wolf must have none."""
    known: dict[object, bool] = {}

    def sheep_win(state) -> bool:
        if state not in known:
            over = game.outcome(state)
            if over is not None:
                known[state] = over.winners == (1,)
            else:
                results = (sheep_win(game.apply(state, m)) for m in game.legal_moves(state))
                known[state] = any(results) if state.turn == 1 else all(results)
        return known[state]

    placed = [game.apply(game.start(), move) for move in game.legal_moves(game.start())]
    assert [sheep_win(state) for state in placed] == [True] * 28

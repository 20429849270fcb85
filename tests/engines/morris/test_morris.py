"""Mulino, mulino-misto and mulino-ceylonese, clause by clause."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.game import Attempt, IllegalMove, Outcome
from engines.geometry import bit_numbers
from engines.morris.kernel import LINES, POINTS
from tests.engines.playing import after, labels, play

MULINO = GAMES["mulino"]()
MISTO = GAMES["mulino-misto"]()
CEYLONESE = GAMES["mulino-ceylonese"]()


class TestBoard:
    def test_twenty_four_points_sixteen_lines_no_diagonals(self):
        lines = {"".join(sorted(POINTS[n] for n in bit_numbers(line))) for line in LINES}
        assert len(POINTS) == 24
        assert lines == {
            "a7d7g7", "b6d6f6", "c5d5e5", "a4b4c4", "e4f4g4", "c3d3e3", "b2d2f2", "a1d1g1",
            "a1a4a7", "b2b4b6", "c3c4c5", "d1d2d3", "d5d6d7", "e3e4e5", "f2f4f6", "g1g4g7",
        }  # fmt: skip

    def test_the_inner_square_is_empty(self):
        assert MULINO.board.links["d3"] == ("e3", "c3", "d2")


class TestPlacing:
    def test_white_places_first_anywhere(self):
        state = MULINO.start()
        assert state.turn == 1
        assert {m.label for m in MULINO.legal_moves(state)} == set(POINTS)

    def test_men_in_hand_must_be_placed_before_anything_slides(self):
        assert not any("-" in label for label in labels(MULINO, "1 w=a1,d1 b=g7 hand=7,8"))

    def test_a_mill_while_placing_takes_a_man(self):
        assert after(MULINO, "1 w=a1,d1 b=g7,b6 hand=7,7", "g1xb6") == "2 w=a1,d1,g1 b=g7 hand=6,7"
        assert "g1" not in labels(MULINO, "1 w=a1,d1 b=g7,b6 hand=7,7")

    def test_slides_begin_when_both_hands_are_empty(self):
        state = play(MULINO, "2 w=a1,d1,g4 b=g7,b6,f6 hand=0,1", "d5")
        assert {m.label[:3] for m in MULINO.legal_moves(state)} <= {"a1-", "d1-", "g4-"}


class TestMills:
    def test_two_mills_at_once_still_take_one(self):
        moves = labels(MULINO, "1 w=a1,d1,g4,g7 b=b6,d6,c3 hand=5,6")
        assert {m for m in moves if m.startswith("g1")} == {"g1xb6", "g1xd6", "g1xc3"}

    def test_a_man_in_a_mill_is_safe(self):
        moves = labels(MULINO, "1 w=a1,d1 b=b6,d6,f6,c3 hand=7,5")
        assert {m for m in moves if m.startswith("g1")} == {"g1xc3"}

    def test_unless_all_are_in_mills(self):
        moves = labels(MULINO, "1 w=a1,d1 b=b6,d6,f6 hand=7,6")
        assert {m for m in moves if m.startswith("g1")} == {"g1xb6", "g1xd6", "g1xf6"}

    def test_a_mill_opened_and_closed_takes_again(self):
        text = "1 w=a1,d1,g1,b6 b=g7,f6,c5,e3 hand=0,0"
        state = play(MULINO, text, "g1-g4", "e3-e4", "g4-g1xg7")
        assert MULINO.describe(state) == "2 w=b6,a1,d1,g1 b=f6,c5,e4 hand=0,0"

    def test_a_double_mill_closes_with_every_slide(self):
        # a1-a4-a7 stands; a4 steps out of it into b2-b4-b6, and back again.
        text = "1 w=a1,a4,b6,b2,a7 b=g7,f6,c5,f4,d7 hand=0,0"
        assert {m for m in labels(MULINO, text) if m.startswith("a4-b4")} == {
            "a4-b4xg7", "a4-b4xf6", "a4-b4xc5", "a4-b4xf4", "a4-b4xd7",
        }  # fmt: skip


class TestSliding:
    def test_along_the_lines_only(self):
        assert labels(MULINO, "1 w=a1,b6,f6,c3 b=g7,g4,d7,a7 hand=0,0") == {
            "a1-d1", "a1-a4", "b6-d6", "b6-b4", "f6-d6", "f6-f4", "c3-d3", "c3-c4",
        }  # fmt: skip

    def test_three_men_fly(self):
        moves = labels(MULINO, "1 w=a1,b6,f6 b=g7,g4,d7,a7 hand=0,0")
        assert len(moves) == 3 * 17  # a1-d6 closes a mill, of which g4 alone may be the victim
        assert "a1-e3" in moves

    def test_not_with_men_in_hand(self):
        assert "a1-e3" not in labels(MISTO, "1 w=a1,b6,f6 b=g7,g4,d7 hand=1,0")

    def test_four_men_do_not_fly(self):
        assert "a1-e3" not in labels(MULINO, "1 w=a1,b6,f6,d2 b=g7,g4,d7,a7 hand=0,0")


class TestEnd:
    def test_fewer_than_three_men_lose(self):
        state = play(MULINO, "1 w=a1,d1,g4,b6 b=g7,f6,c5 hand=0,0", "g4-g1xf6")
        assert MULINO.outcome(state) == Outcome((1,), "too-few-men")
        assert MULINO.legal_moves(state) == ()

    def test_men_in_hand_count(self):
        state = MULINO.position("2 w=a1,d1,g1 b=g7 hand=6,5")
        assert MULINO.outcome(state) is None

    def test_blocked(self):
        state = MULINO.position("1 w=a7,d7,g7,g4 b=a4,d6,f4,g1 hand=0,0")
        assert MULINO.outcome(state) == Outcome((2,), "blocked")

    def test_third_repetition_is_a_draw(self):
        text = "1 w=a1,b2,c3,e5 b=a7,b6,c5,e3 hand=0,0"
        tour = ("a1-d1", "a7-d7", "d1-a1", "d7-a7")
        assert MULINO.outcome(play(MULINO, text, *tour)) is None
        assert MULINO.outcome(play(MULINO, text, *tour, *tour)) == Outcome((), "repetition")

    def test_a_mill_that_takes_nothing_may_be_closed_only_so_often(self):
        # Black has men to place, so White's mills take nothing and each gives him one more slide.
        text = "1 w=d7,b6,d6,d5,b4,e4,e3,b2,d2 b=a7,c5,a4,c4,f4,g4,d3 hand=0,2"
        there_and_back = ("d5-e5", "e5-d5")
        assert CEYLONESE.outcome(play(CEYLONESE, text, *there_and_back)) is None
        state = play(CEYLONESE, text, *there_and_back, *there_and_back)
        assert CEYLONESE.outcome(state) == Outcome((), "repetition")

    def test_a_hundred_plies_without_a_mill(self):
        state = MULINO.position("1 w=a1,b2,c3,e5 b=a7,b6,c5,e3 hand=0,0")
        plies = 0
        while MULINO.outcome(state) is None:
            options = [MULINO.apply(state, m) for m in MULINO.legal_moves(state) if not m.mill]
            state = min(options, key=lambda s: s.past.count(s.node))
            plies += 1
        assert (MULINO.outcome(state), plies) == (Outcome((), "no-mill"), 100)


class TestMisto:
    def test_each_turn_place_or_slide(self):
        moves = labels(MISTO, "1 w=a1 b=g7 hand=8,8")
        assert "d1" in moves
        assert {m for m in moves if "-" in m} == {"a1-d1", "a1-a4"}

    def test_the_hand_keeps_its_men_when_one_slides(self):
        assert after(MISTO, "1 w=a1 b=g7 hand=8,8", "a1-d1") == "2 w=d1 b=g7 hand=8,8"

    def test_a_mill_with_nobody_to_take_takes_nobody(self):
        assert after(MISTO, "1 w=a1,d1 b= hand=7,9", "g1") == "2 w=a1,d1,g1 b= hand=6,9"


class TestCeylonese:
    def test_a_mill_while_placing_takes_nothing_but_gives_one_more_placement(self):
        text = "1 w=a1,d1 b=g7,b6 hand=7,7"
        assert "g1" in labels(CEYLONESE, text)
        assert after(CEYLONESE, text, "g1") == "1 w=a1,d1,g1 b=g7,b6 hand=6,7"
        assert after(CEYLONESE, text, "g1", "c3") == "2 w=c3,a1,d1,g1 b=g7,b6 hand=5,7"

    def test_extras_chain(self):
        text = "1 w=a1,d1,g4 b=b6,d6 hand=6,7"
        assert after(CEYLONESE, text, "g1", "g7") == "1 w=g7,g4,a1,d1,g1 b=b6,d6 hand=4,7"

    def test_the_extra_of_the_last_man_is_a_slide(self):
        text = "1 w=a1,d1,c5 b=b6,d6 hand=1,2"
        state = play(CEYLONESE, text, "g1")
        assert state.turn == 1
        assert all("-" in move.label for move in CEYLONESE.legal_moves(state))
        assert after(CEYLONESE, text, "g1", "c5-d5") == "2 w=d5,a1,d1,g1 b=b6,d6 hand=0,2"

    def test_a_mill_slid_while_the_other_still_places_takes_nothing(self):
        text = "1 w=a1,d1,b4,b6,f2 b=d6,f6 hand=1,2"
        state = play(CEYLONESE, text, "g1")  # a mill with his last man: one more slide
        assert CEYLONESE.describe(state) == "1 w=b6,b4,f2,a1,d1,g1 b=d6,f6 hand=0,2"
        assert not any("x" in move.label for move in CEYLONESE.legal_moves(state))
        state = play(CEYLONESE, "1 w=b6,b4,d2,a1,d1,g1 b=d6,f6 hand=0,2", "d2-b2")
        assert CEYLONESE.describe(state) == "1 w=b6,b4,b2,a1,d1,g1 b=d6,f6 hand=0,2"

    def test_a_mill_later_takes_one_and_gives_one_more_move(self):
        text = "1 w=a1,d1,g4,b6 b=g7,f6,c5,e3 hand=0,0"
        assert after(CEYLONESE, text, "g4-g1xf6") == "1 w=b6,a1,d1,g1 b=g7,c5,e3 hand=0,0"

    def test_an_empty_hand_is_skipped_while_the_other_places(self):
        state = play(CEYLONESE, "2 w=a1,d1,c5 b=b6,d6,g4 hand=0,3", "g7")
        assert (state.turn, CEYLONESE.describe(state)) == (
            2,
            "2 w=c5,a1,d1 b=g7,b6,d6,g4 hand=0,2",
        )

    def test_an_impossible_extra_ends_the_turn(self):
        # White's last placement closes a7-d7-g7, and all his men are shut in: black goes on.
        text = "1 w=a7,d7,g4 b=a4,d6,f4,g1 hand=1,4"
        assert after(CEYLONESE, text, "g7") == "2 w=a7,d7,g7,g4 b=d6,a4,f4,g1 hand=0,4"

    def test_losing_by_count_comes_before_the_extra(self):
        state = play(CEYLONESE, "1 w=a1,d1,g4,b6 b=g7,f6,c5 hand=0,0", "g4-g1xf6")
        assert CEYLONESE.outcome(state) == Outcome((1,), "too-few-men")


@pytest.mark.parametrize(
    ("game", "text", "label", "rule"),
    [
        (MULINO, "1 w=a1,b6,f6,c3 b=g7,g4,d7,a7 hand=0,0", "a1-g1", "not-adjacent"),
        (MULINO, "1 w=a1,b6,f6,c3 b=g7,g4,d7,a7 hand=0,0", "a1-b2", "not-adjacent"),
        (MULINO, "1 w=a1,b6,f6,d1 b=g7,g4,d7,a7 hand=0,0", "a1-d1", "cell-taken"),
        (MULINO, "1 w=a1,b6,f6,c3 b=g7,g4,d7,a7 hand=0,0", "g4-g1", "not-your-piece"),
        (MULINO, "1 w=a1,d1 b=b6,d6,f6,c3 hand=7,5", "g1xb6", "mill-protected"),
        (MULINO, "1 w=a1,d1 b=b6,d6,c3 hand=7,6", "g1", "must-remove"),
        (MULINO, "1 w=a1,d1 b=b6,d6,c3 hand=7,6", "c4xb6", "wrong-piece-removed"),
        (MULINO, "1 w=a1,d1 b=b6,d6,c3 hand=7,6", "a1-a4", "not-a-move"),
        (CEYLONESE, "1 w=a1,d1 b=b6,d6,c3 hand=7,6", "g1xb6", "wrong-piece-removed"),
    ],
)
def test_the_rule_a_tempting_move_breaks(game, text, label, rule):
    with pytest.raises(IllegalMove) as refused:
        game.parse(game.position(text), label)
    assert refused.value.rule == rule


def test_a_man_taken_off_for_no_reason():
    state = MULINO.position("1 w=a1,d1 b=b6,d6,c3 hand=7,6")
    assert MULINO.fault(state, Attempt(lifted=("b6",))) == "wrong-piece-removed"


def test_where_a_man_rests_on_his_way_says_nothing():
    state = MULINO.position("1 w=a1,b6,f6,c3 b=g7,g4,d7,a7 hand=0,0")
    assert MULINO.fault(state, Attempt(("a1",), ("d1", "g1"))) == "not-adjacent"

"""Dama and mangia-la-dama, clause by clause."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.game import Attempt, IllegalMove, Outcome
from tests.engines.playing import after, labels, play

STRICT = GAMES["dama"](capture="strict")
HUFF = GAMES["dama"]()
LOSING = GAMES["mangia-la-dama"]()


class TestMen:
    def test_white_starts_with_twelve_men_on_the_dark_cells_of_three_ranks(self):
        assert HUFF.describe(HUFF.start()) == (
            "1 w=a1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3 b=b6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
        )

    def test_a_man_goes_one_cell_diagonally_forward(self):
        assert labels(STRICT, "1 w=c3 b=h8") == {"c3-b4", "c3-d4"}
        assert labels(STRICT, "2 w=a1 b=c5") == {"c5-b4", "c5-d4"}

    def test_a_man_captures_forward_only(self):
        assert labels(STRICT, "1 w=c3 b=d4,b2,h8") == {"c3xe5"}
        assert labels(STRICT, "1 w=c5 b=d4,b4,h8") == {"c5-b6", "c5-d6"}

    def test_no_capture_without_an_empty_cell_behind(self):
        assert labels(STRICT, "1 w=c3 b=d4,e5,h8") == {"c3-b4"}
        assert labels(STRICT, "1 w=g3 b=h4,a7") == {"g3-f4"}

    def test_a_man_may_capture_a_king(self):
        assert labels(STRICT, "1 w=c3 b=Kd4,h8") == {"c3xe5"}

    def test_a_chain_may_turn_and_is_played_to_its_end(self):
        assert labels(STRICT, "1 w=c3 b=d4,d6,h8") == {"c3xe5xc7"}
        assert labels(STRICT, "1 w=c3 b=d4,d6,f6,h2") == {"c3xe5xc7", "c3xe5xg7"}
        assert after(STRICT, "1 w=c3 b=d4,d6,h8", "c3xe5xc7") == "2 w=c7 b=h8"

    def test_two_routes_to_one_cell_are_two_moves(self):
        moves = labels(STRICT, "1 w=d2 b=c3,e3,c5,e5,h8")
        assert moves == {"d2xb4xd6", "d2xf4xd6"}

    def test_free_choice_no_majority_rule(self):
        assert labels(STRICT, "1 w=c3,f2 b=d4,d6,g3") == {"c3xe5xc7", "f2xh4"}


class TestKings:
    def test_a_man_on_the_last_rank_becomes_a_king_marked_by_a_second_piece(self):
        state = play(STRICT, "1 w=c7 b=a3", "c7-d8")
        assert STRICT.describe(state) == "2 w=Kd8 b=a3"
        assert [piece.colour for piece in state.stacks["d8"]] == ["white", "white"]
        assert after(STRICT, "2 w=h4 b=d2", "d2-c1") == "1 w=h4 b=Kc1"

    def test_a_king_flies_both_ways_over_empty_cells(self):
        assert labels(STRICT, "1 w=Kd4,f6,b2 b=h8") == {
            "d4-e5", "d4-c3", "d4-c5", "d4-b6", "d4-a7", "d4-e3", "d4-f2", "d4-g1",
            "f6-e7", "f6-g7", "b2-a3", "b2-c3",
        }  # fmt: skip

    def test_a_king_captures_at_a_distance_and_lands_directly_behind(self):
        assert labels(STRICT, "1 w=Ka1 b=d4,h2") == {"a1xe5"}

    def test_a_king_does_not_capture_a_backed_piece(self):
        assert "a1xf6" not in labels(STRICT, "1 w=Ka1 b=d4,e5,h2")
        assert labels(STRICT, "1 w=Ka1 b=d4,e5,h2") == {"a1-b2", "a1-c3"}

    def test_a_king_chains_and_may_turn_back(self):
        assert labels(STRICT, "1 w=Ka1 b=c3,c5,h2") == {"a1xd4xb6"}

    def test_a_king_may_capture_a_king_of_two_pieces_whole(self):
        assert after(STRICT, "1 w=Ka1 b=Kd4,h2", "a1xe5") == "2 w=Ke5 b=h2"

    def test_a_victim_blocks_until_the_end_of_the_chain(self):
        # Back on c3 the king could fly on over f6, were d4, its first victim, not still standing there.
        moves = labels(STRICT, "1 w=Ka1 b=d4,d6,b6,b4,f6,h2")
        assert moves == {"a1xe5xg7", "a1xe5xc7xa5xc3"}

    def test_no_piece_is_jumped_twice(self):
        # After b2 over c3 to d4 the only further victim is c3 itself, backwards.
        assert labels(STRICT, "1 w=Kb2 b=c3,h2") == {"b2xd4"}

    def test_the_start_cell_is_free_for_the_traveller(self):
        assert "a5xc7xe5xc3xa5" in labels(STRICT, "1 w=Ka5 b=b6,d6,d4,b4,h2")

    def test_a_man_that_reaches_the_last_rank_while_capturing_stops_there(self):
        assert labels(STRICT, "1 w=b6 b=c7,e7,h2") == {"b6xd8"}
        assert after(STRICT, "1 w=b6 b=c7,e7,h2", "b6xd8") == "2 w=Kd8 b=h2,e7"


class TestHuff:
    MISSED = ("1 w=c3,g1 b=d4,h8", "g1-f2")

    def test_a_missed_capture_is_accepted_and_the_man_may_be_taken_off(self):
        assert after(HUFF, *self.MISSED) == "2 w=f2,c3 b=d4,h8 huff=c3"
        assert "huff c3" in labels(HUFF, "2 w=f2,c3 b=d4,h8 huff=c3")

    def test_the_huffer_then_moves_as_usual(self):
        assert after(HUFF, *self.MISSED, "huff c3") == "2 w=f2 b=d4,h8"
        assert after(HUFF, *self.MISSED, "huff c3", "h8-g7") == "1 w=f2 b=d4,g7"

    def test_only_one_man_may_be_huffed(self):
        state = play(HUFF, "1 w=c3,g3,a1 b=d4,h4,f4,a7", "a1-b2")
        offered = {m.label for m in HUFF.legal_moves(state) if m.label.startswith("huff")}
        assert offered == {"huff c3", "huff g3"}
        rest = HUFF.apply(state, HUFF.parse(state, "huff g3"))
        assert not any(m.label.startswith("huff") for m in HUFF.legal_moves(rest))

    def test_the_man_is_huffed_where_it_stands_now(self):
        assert after(HUFF, "1 w=c3 b=d4,h8", "c3-b4") == "2 w=b4 b=d4,h8 huff=b4"

    def test_it_lapses_with_the_next_move(self):
        state = play(HUFF, "1 w=b2,c3,g1 b=d4,h8", "g1-f2", "h8-g7")
        assert HUFF.describe(state) == "1 w=b2,f2,c3 b=d4,g7"

    def test_any_capture_clears_it(self):
        assert after(HUFF, "1 w=c3,g1,e5 b=d4,h8,d6", "g1-f2", "d6xf4") == "1 w=f2,c3 b=d4,f4,h8"

    def test_a_capture_is_no_missed_capture(self):
        assert after(HUFF, "1 w=c3,g3 b=d4,h4,f4,a7", "c3xe5") == "2 w=g3,e5 b=f4,h4,a7"

    def test_kings_are_not_huffed(self):
        assert after(HUFF, "1 w=Kc3,g1 b=d4,h8", "g1-f2") == "2 w=f2,Kc3 b=d4,h8"

    def test_a_man_crowned_by_the_missing_move_is_a_king_and_safe(self):
        # b6 could take c7; g7, which could take nothing, is crowned instead; and the other way round.
        assert after(HUFF, "1 w=b6,g7 b=c7,a3", "g7-h8") == "2 w=b6,Kh8 b=a3,c7 huff=b6"
        assert after(HUFF, "1 w=g7 b=f8,a3", "g7-h8") == "2 w=Kh8 b=a3,f8"

    def test_stopping_a_chain_early_is_simply_illegal(self):
        state = HUFF.position("1 w=c3 b=d4,d6,h8")
        with pytest.raises(IllegalMove) as refused:
            HUFF.parse(state, "c3xe5")
        assert refused.value.rule == "chain-unfinished"

    def test_huffing_the_last_piece_wins(self):
        state = play(HUFF, "1 w=c3 b=d4,h8", "c3-b4", "huff b4")
        assert HUFF.outcome(state) == Outcome((2,), "no-pieces")

    def test_strict_has_no_huff_and_no_quiet_move_beside_a_capture(self):
        assert labels(STRICT, "1 w=c3,g1 b=d4,h8") == {"c3xe5"}

    def test_compulsory_captures_are_named_in_both(self):
        for game in (HUFF, STRICT):
            state = game.position("1 w=c3,g1 b=d4,h8")
            demand = game.compulsory(state)
            assert demand is not None
            assert [move.label for move in demand.moves] == ["c3xe5"]


class TestEnd:
    def test_no_pieces_left(self):
        state = play(STRICT, "1 w=c3 b=d4", "c3xe5")
        assert STRICT.outcome(state) == Outcome((1,), "no-pieces")
        assert STRICT.legal_moves(state) == ()

    def test_blocked(self):
        state = STRICT.position("2 w=b4,c3 b=a5")
        assert STRICT.outcome(state) == Outcome((1,), "blocked")

    def test_losing_game(self):
        assert LOSING.outcome(play(LOSING, "1 w=c3 b=d4", "c3xe5")) == Outcome((2,), "lost-all")
        assert LOSING.outcome(LOSING.position("2 w=b4,c3 b=a5")) == Outcome((2,), "blocked")

    def test_losing_game_captures_strictly(self):
        assert labels(LOSING, "1 w=c3,g1 b=d4,h8") == {"c3xe5"}

    def test_third_repetition_is_a_draw(self):
        there_and_back = ("c1-d2", "f8-e7", "d2-c1", "e7-f8")
        start = "1 w=Kc1 b=Kf8"
        twice = play(STRICT, start, *there_and_back)
        assert STRICT.outcome(twice) is None
        thrice = play(STRICT, start, *there_and_back, *there_and_back)
        assert STRICT.outcome(thrice) == Outcome((), "repetition")

    def test_eighty_plies_without_capture_or_mans_move(self):
        # Two kings on tours of different length, so that no position comes a third time.
        state = STRICT.position("1 w=Kg1,a3 b=Ka7,h6")
        seen = 0
        while STRICT.outcome(state) is None:
            fresh = [
                m
                for m in STRICT.legal_moves(state)
                if not m.taken and m.label[:2] not in ("a3", "h6")
            ]
            options = [STRICT.apply(state, m) for m in fresh]
            options = [s for s in options if not STRICT.compulsory(s)]
            state = min(options, key=lambda s: s.past.count(s.node))
            seen += 1
        assert (STRICT.outcome(state), seen) == (Outcome((), "no-progress"), 80)


@pytest.mark.parametrize(
    ("text", "label", "rule"),
    [
        ("1 w=c3 b=h8", "c3-b2", "not-forward"),
        ("1 w=c3 b=h8", "c3-c4", "not-forward"),
        ("1 w=c3 b=h8", "c3-e5", "not-adjacent"),
        ("1 w=c3,d4 b=h8", "c3-d4", "cell-taken"),
        ("1 w=c3 b=h8", "h8-g7", "not-your-piece"),
        ("1 w=c3,g1 b=d4,h8", "g1-f2", "capture-compulsory"),
        ("1 w=c3 b=d4,d6,h8", "c3xe5", "chain-unfinished"),
        ("1 w=Ka1 b=d4,h2", "a1xf6", "not-adjacent"),
        ("1 w=Ka1 b=h2", "a1-a5", "not-a-move"),
    ],
)
def test_the_rule_a_tempting_move_breaks(text, label, rule):
    with pytest.raises(IllegalMove) as refused:
        STRICT.parse(STRICT.position(text), label)
    assert refused.value.rule == rule


def test_a_piece_taken_off_for_no_reason():
    state = STRICT.position("1 w=c3 b=d4,h8")
    assert STRICT.fault(state, Attempt(lifted=("h8",))) == "wrong-piece-removed"
    assert (
        STRICT.fault(state, Attempt(lifted=("c3", "h8"), placed=("e5",))) == "wrong-piece-removed"
    )

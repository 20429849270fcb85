"""The clauses of Top Hats on the edge zone and the shrinking field, T11 to T16."""

from __future__ import annotations

from engines.game import Demand
from tests.engines.playing import labels, play
from tests.engines.top_hats.top_hats_tables import FAR, FR, IT, both, ring_cells

# The edge zone -------------------------------------------------------------------------------


@both
def test_t11_a_move_ends_in_the_zone_only_by_a_jump_over_an_opponent(game):
    assert "c4xa4" in labels(game, f"1 c4=r b4=y {FAR}")
    assert "c4^a4" not in labels(game, f"1 c4=r b4=r {FAR}")
    # Captured before, but the last jump is over an own stack.
    moves = labels(game, f"1 c2=r c3=y b4=r {FAR}")
    assert "c2xc4" in moves
    assert "c2xc4^a4" not in moves


def test_t12_italian_chains_cross_the_zone_after_any_jump_french_only_over_an_opponent():
    text = f"1 c4=r b4=r b5=y {FAR}"
    assert labels(IT, text) == {"c4^a4xc6", "b4xb6"}
    assert labels(FR, text) == {"b4xb6"}
    hostile = f"1 c4=r b4=y b5=y {FAR}"
    assert "c4xa4xc6" in labels(IT, hostile)
    assert "c4xa4xc6" in labels(FR, hostile)


@both
def test_t13_a_stack_in_the_zone_must_go_inward(game):
    text = f"1 a4=r c3=r {FAR}"
    assert labels(game, text) == {"a4-b4", "a4-b5"}
    state = game.position(text)
    assert game.compulsory(state) == Demand(game.legal_moves(state), "leave-zone")


@both
def test_t13_capturing_comes_first(game):
    assert labels(game, f"1 a4=r c3=r c4=y {FAR}") == {"c3xc5"}


def test_t13_french_stacks_on_the_outermost_ring_may_rest_on_the_next():
    moves = labels(FR, "1 a4=r c5=r g6=y shrunk")
    assert moves == {"a4-b4", "a4-b5"}
    assert labels(FR, "1 b4=r g6=y shrunk") == {"b4-c4", "b4-c5"}
    # By a jump over an own stack as well, but only to stay there: on the way T12 holds.
    moves = labels(FR, "1 a2=r b2=r d3=r g6=y shrunk")
    assert "a2^c2" in moves
    assert "a2^c2^e4" not in moves


def test_t14_italian_zone_stacks_capture_first_french_captures_are_equal():
    text = f"1 a4=r b4=y d3=r d4=y {FAR}"
    assert {label[:2] for label in labels(IT, text)} == {"a4"}
    assert {label[:2] for label in labels(FR, text)} == {"a4", "d3"}


@both
def test_t14_a_capturing_zone_stack_may_end_in_the_zone_again(game):
    assert labels(game, f"1 a4=r a3=y {FAR}") == {"a4xa2"}


@both
def test_t15_a_zone_stack_that_cannot_leave_sets_the_others_free(game):
    corner = "i9=r i8=y i7=y h9=y g9=y h8=y g7=y"
    assert labels(game, f"1 {corner} c3=r") == {
        "c3-b2", "c3-b3", "c3-c2", "c3-c4", "c3-d3", "c3-d4",
    }  # fmt: skip
    assert game.compulsory(game.position(f"1 {corner} c3=r")) is None


@both
def test_t15_no_move_at_all_is_a_pass(game):
    state = game.position("1 i9=r i8=y i7=y h9=y g9=y h8=y g7=y")
    (only,) = game.legal_moves(state)
    assert (only.label, only.steps) == ("pass", ())
    after = game.apply(state, only)
    assert after.turn == 2
    assert after.stacks == state.stacks


# Shrinking -----------------------------------------------------------------------------------

FIVE = "c3=r c5=r g5=y g7=y e7=y"


def test_t16_italian_a_player_may_shrink_the_field_before_he_moves():
    state = IT.position(f"1 {FIVE}")
    shrink = IT.parse(state, "shrink")
    assert shrink.steps == ()
    assert IT.zones(state) == {"zone": ring_cells(4), "forbidden": frozenset()}
    after = IT.apply(state, shrink)
    assert after.turn == 1
    assert after.stacks == state.stacks
    assert IT.zones(after) == {"zone": ring_cells(3), "forbidden": ring_cells(4)}
    moves = {move.label for move in IT.legal_moves(after)}
    assert "shrink" not in moves
    assert "c3-b3" not in moves
    assert "c3-d3" in moves


def test_t16_italian_not_with_six_stacks_nor_with_one_on_the_outer_ring():
    assert "shrink" not in labels(IT, f"1 {FIVE} f4=y")
    assert "shrink" not in labels(IT, "1 c3=r a1=y")
    assert "shrink" in labels(IT, "1 c3=r b2=y")


def test_t16_italian_the_forbidden_ring_is_neither_landed_on_nor_crossed():
    text = "1 c4=r b4=r b5=y g7=y"
    assert "c4^a4xc6" in labels(IT, text)
    assert not any("a4" in label or "b6" in label for label in labels(IT, f"{text} shrunk"))


def test_t16_italian_the_third_ring_is_the_zone_afterwards():
    assert labels(IT, "1 b3=r c5=r g7=y shrunk") == {"b3-c3", "b3-c4"}
    assert "d4xb4" in labels(IT, "1 d4=r c4=y g7=y shrunk")
    assert "d4^b4" not in labels(IT, "1 d4=r c4=r g7=y shrunk")


def test_t16_french_the_field_shrinks_by_itself_counting_the_neutral():
    assert "shrink" not in labels(FR, "1 c3=r g7=y")
    five = FR.position(f"1 {FIVE}")
    assert not play(FR, five, "c3-d3").shrunk
    four = FR.position("1 c3=r c5=r g5=y g7=y")
    after = play(FR, four, "c3-d3")
    assert after.shrunk
    assert after.turn == 2
    assert FR.zones(after) == {"zone": ring_cells(3, 4), "forbidden": frozenset()}


def test_t16_french_it_happens_when_a_capture_leaves_few_stacks():
    state = FR.position("1 c3=r c4=y c6=r g5=y g7=??y")
    after = play(FR, state, "c3xc5")
    assert after.shrunk


def test_t16_french_not_before_the_uncovered_hats_are_named():
    state = FR.position("1 c3=r c4=?y g5=y g7=??y")
    asked = play(FR, state, "c3xc5")
    assert (asked.turn, asked.shrunk) == (1, False)
    assert play(FR, asked, "c4=red").shrunk


def test_t16_a_typed_position_is_shrunk_only_when_it_says_so():
    assert not FR.position("1 c3=r g7=y").shrunk
    assert FR.position("1 c3=r g7=y shrunk").shrunk

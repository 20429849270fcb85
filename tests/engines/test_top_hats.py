"""The clauses of Top Hats, T1 to T19, each on a position made for it."""

from __future__ import annotations

import pytest

from engines.game import IllegalMove, Move, Outcome
from engines.geometry import rings
from engines.steps import Act, Piece, carried_out
from engines.top_hats import TopHats

RED, YELLOW, BLUE = Piece("red", 1), Piece("yellow", 2), Piece("blue", 3)
UNKNOWN, NEUTRAL = Piece("unknown"), Piece("neutral")

IT, FR = TopHats(), TopHats(rules="fr")
IT3, FR3 = TopHats(players=3), TopHats(players=3, rules="fr")
both = pytest.mark.parametrize("game", [IT, FR], ids=["it", "fr"])

FAR = "h7=??y h6=??y g8=??y h8=??y h5=??y"
"""Five stacks of player 2 in a far corner: enough that nothing shrinks."""


def labels(game, text):
    return {move.label for move in game.legal_moves(game.position(text))}


def play(game, state, *moves):
    for label in moves:
        state = game.apply(state, game.parse(state, label))
    return state


def ring_cells(*wanted):
    return frozenset(cell for cell, ring in rings(IT.board).items() if ring in wanted)


# Set-up --------------------------------------------------------------------------------------


@both
def test_t1_the_neutral_hat_stands_on_the_centre_and_nothing_else(game):
    state = game.start()
    assert dict(state.stacks) == {"e5": (NEUTRAL,)}
    assert len(game.board.cells) == 61


def test_t1_t2_fifteen_hats_in_five_stacks_each():
    assert IT.reserve(IT.start()) == {
        1: (UNKNOWN, UNKNOWN, RED) * 5,
        2: (UNKNOWN, UNKNOWN, YELLOW) * 5,
    }
    assert IT3.reserve(IT3.start())[3] == (UNKNOWN, UNKNOWN, BLUE) * 5


@both
def test_t3_stacks_are_placed_in_turn_on_free_cells_of_rings_two_and_three(game):
    state = game.start()
    assert game.zones(state) == {"setup": ring_cells(2, 3)}
    assert {move.label for move in game.legal_moves(state)} == ring_cells(2, 3)
    placing = game.parse(state, "d2")
    assert [step.act for step in placing.steps] == [Act.PLACE]
    after = game.apply(state, placing)
    assert after.turn == 2
    assert after.stacks["d2"] == (UNKNOWN, UNKNOWN, RED)
    assert len(game.reserve(after)[1]) == 12
    assert "d2" not in {move.label for move in game.legal_moves(after)}


@pytest.mark.parametrize("players", [2, 3])
def test_t3_who_placed_first_moves_first(players):
    game = TopHats(players=players)
    state = game.start()
    order = []
    while game.reserve(state):
        order.append(state.turn)
        state = game.apply(state, game.legal_moves(state)[0])
    assert order == list(range(1, players + 1)) * 5
    assert state.turn == 1
    assert set(game.zones(state)) == {"zone", "forbidden"}


# The turn ------------------------------------------------------------------------------------


@both
def test_t4_the_visible_top_owns_the_stack(game):
    state = game.position(f"1 c3=yyr {FAR} d3=rry")
    assert {move.label[:2] for move in game.legal_moves(state)} == {"c3"}


@both
def test_t6_a_step_goes_to_any_empty_neighbour_but_not_into_the_edge_zone(game):
    assert labels(game, f"1 b2=??r {FAR}") == {"b2-b3", "b2-c2", "b2-c3"}
    step = game.parse(game.position(f"1 b2=??r {FAR}"), "b2-c3")
    assert [(s.act, s.cell, s.count) for s in step.steps] == [
        (Act.LIFT, "b2", 3),
        (Act.PLACE, "c3", 3),
    ]


@both
def test_t7_chains_go_over_own_and_neutral_stacks(game):
    moves = labels(game, f"1 d3=r d4=r {FAR}")
    assert {"d3^d5", "d4^f6", "d4^d2"} <= moves
    # From d5 the neutral on e5 is next to it, and e4 empty: a chain may turn.
    assert "d3^d5^f5" in moves


@both
def test_t7_steps_and_jumps_do_not_mix(game):
    assert not any("-" in label and "^" in label for label in labels(game, f"1 d3=r d4=r {FAR}"))


@both
def test_t7_no_stack_is_jumped_twice_but_a_cell_may_be_landed_on_again(game):
    # Round the triangle b4 d4 back to b2 and on over c2: b2 is left, and crossed again.
    state = game.position(f"1 b2=r b3=y c4=y c3=y c2=y {FAR}")
    moves = {move.label for move in game.legal_moves(state)}
    assert "b2xb4xd4xb2xd2" in moves
    assert not any(label.count("b4") > 1 for label in moves)


@both
def test_t8_a_chain_may_end_where_it_began_only_after_a_capture(game):
    ringed = labels(game, f"1 b2=r b3=y c4=y c3=y {FAR}")
    assert "b2xb4xd4xb2" in ringed
    assert "b2xd4xb4xb2" not in ringed  # the same result the other way round
    friendly = labels(game, f"1 b2=r b3=r c4=r c3=r {FAR}")
    assert "b2^b4" in friendly
    assert not any(label.startswith("b2") and label.endswith("b2") for label in friendly)


@both
def test_t9_every_opponent_jumped_loses_its_top_hat(game):
    state = game.position(f"1 c3=rr c4=yry d6=y {FAR}")
    after = play(game, state, "c3xc5xe7")
    assert after.stacks["c4"] == (YELLOW, RED)
    assert "d6" not in after.stacks
    assert after.stacks["e7"] == (RED, RED)
    assert after.turn == 2
    move = game.parse(state, "c3xc5xe7")
    assert [(s.act, s.cell, s.count) for s in move.steps] == [
        (Act.LIFT, "c3", 2),
        (Act.PLACE, "c5", 2),
        (Act.LIFT, "c5", 2),
        (Act.PLACE, "e7", 2),
        (Act.REMOVE, "c4", 1),
        (Act.REMOVE, "d6", 1),
    ]


@both
def test_t9_a_single_hat_blocks_its_cell_until_the_move_ends(game):
    moves = labels(game, f"1 c2=r c3=y d5=y d4=y e4=y {FAR}")
    assert "c2xc4xe6" in moves
    assert not any(label.startswith("c2xc4xe4") for label in moves)
    back = labels(game, f"1 b2=r b3=y c4=y c3=y d4=r {FAR}")
    assert not any("b3" in label[2:] for label in back)


@both
def test_t9_own_stacks_and_the_neutral_lose_nothing(game):
    state = game.position(f"1 d3=r d4=yr {FAR}")
    after = play(game, state, "d3^d5^f5")
    assert after.stacks["d4"] == (YELLOW, RED)
    assert after.stacks["e5"] == (NEUTRAL,)


@both
def test_t10_capturing_is_compulsory_also_by_a_chain_that_begins_over_an_own_stack(game):
    text = f"1 c3=r c4=r d6=y {FAR}"
    assert labels(game, text) == {"c3^c5xe7"}
    state = game.position(text)
    assert game.compulsory(state) == game.legal_moves(state)
    with pytest.raises(IllegalMove) as error:
        game.parse(state, "c3-d3")
    assert error.value.rule == "capture-compulsory"


@both
def test_t10_may_stop_after_any_jump_once_something_was_captured(game):
    assert {"c3xc5", "c3xc5xe7"} <= labels(game, f"1 c3=r c4=y d6=y {FAR}")


@both
def test_nothing_compulsory_in_a_free_position(game):
    assert game.compulsory(game.position(f"1 c3=r {FAR}")) == ()
    assert game.compulsory(game.start()) == ()


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
    assert game.compulsory(state) == game.legal_moves(state)


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
    assert game.compulsory(game.position(f"1 {corner} c3=r")) == ()


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


# The end -------------------------------------------------------------------------------------


@both
def test_t17_one_colour_left_wins(game):
    state = game.position("1 c3=r c4=y g7=r")
    assert game.outcome(state) is None
    after = play(game, state, "c3xc5")
    assert game.outcome(after) == Outcome((1,), "one-colour")
    assert game.legal_moves(after) == ()
    with pytest.raises(IllegalMove):
        game.apply(after, Move("c5-c6", ()))


@both
def test_t17_the_uncovered_hat_decides(game):
    asked = play(game, game.position("1 c3=r c4=?y g7=r"), "c3xc5")
    assert game.outcome(asked) is None
    assert game.outcome(play(game, asked, "c4=red")) == Outcome((1,), "one-colour")
    assert game.outcome(play(game, asked, "c4=yellow")) is None


def test_t17_a_colour_nobody_plays_wins_for_nobody():
    assert IT.outcome(IT.position("1 c3=b g7=b")) == Outcome((), "one-colour")
    assert IT3.outcome(IT3.position("1 c3=b g7=b")) == Outcome((3,), "one-colour")


@pytest.mark.parametrize("game", [IT3, FR3], ids=["it", "fr"])
def test_t18_without_a_visible_stack_one_skips_but_may_come_back(game):
    state = game.position("1 c3=r g5=yb g7=b f4=b b5=r c6=r")
    after = play(game, state, "c3-d3")
    assert after.turn == 3
    back = play(game, game.position("3 g4=b g5=yr b2=r b3=b b4=r b5=b"), "g4xg6")
    assert back.stacks["g5"] == (YELLOW,)
    assert back.turn == 1
    assert play(game, back, next(m.label for m in game.legal_moves(back))).turn == 2


def test_t18_a_typed_position_may_leave_a_player_without_a_stack_to_move():
    assert labels(IT3, "2 c3=r g7=b d3=r e3=r f4=r b3=b") == {"pass"}


@both
def test_t19_the_third_time_is_a_draw(game):
    state = game.position(f"1 b2=r {FAR}")
    there_and_back = ("b2-b3", "h5-g4", "b3-b2", "g4-h5")
    state = play(game, state, *there_and_back)
    assert game.outcome(state) is None
    state = play(game, state, *there_and_back)
    assert game.outcome(state) == Outcome((), "repetition")
    assert game.legal_moves(state) == ()


def test_t19_the_same_stacks_in_another_zone_are_another_position():
    state = FR.position("1 c3=r g7=y")
    there_and_back = ("c3-c4", "g7-f7", "c4-c3", "f7-g7")
    state = play(FR, state, *there_and_back, *there_and_back)
    # Here for the third time, but the first time was before the field shrank.
    assert FR.outcome(state) is None
    assert FR.outcome(play(FR, state, "c3-c4")) == Outcome((), "repetition")


@both
def test_t19_a_hundred_turns_without_capture_are_a_draw(game):
    state = game.position(f"1 c3=r {FAR} g7=y")
    for turn in range(100):
        assert game.outcome(state) is None, turn
        for move in game.legal_moves(state):
            after = game.apply(state, move)
            if after.times == 1 and after.turn != state.turn and not game.compulsory(after):
                break
        state = after
    assert game.outcome(state) == Outcome((), "no-capture")


@both
def test_t19_a_capture_starts_the_count_again(game):
    state = play(game, game.position(f"1 b2=r {FAR}"), "b2-b3", "h5-g4")
    assert state.quiet == 2
    assert play(game, game.position(f"1 c3=r c4=y {FAR}"), "c3xc5").quiet == 0


# Moves as values -----------------------------------------------------------------------------


@both
def test_a_foreign_move_is_refused(game):
    state = game.position(f"1 c3=r {FAR}")
    with pytest.raises(IllegalMove):
        game.apply(state, Move("c3-d3", ()))
    other = game.position(f"1 c3=rr {FAR}")
    with pytest.raises(IllegalMove):
        game.apply(state, game.parse(other, "c3-d3"))


@both
def test_an_equal_move_of_another_list_is_accepted(game):
    text = f"1 c3=r c4=?y {FAR}"
    one, other = game.position(text), game.position(text)
    assert game.apply(one, game.parse(other, "c3xc5")) == play(game, one, "c3xc5")


@both
def test_steps_carry_out_what_apply_says(game):
    state = game.position(f"1 b2=yr b3=?y c4=ry c3=y d4=r {FAR}")
    for move in game.legal_moves(state):
        assert carried_out(state.stacks, move.steps) == game.apply(state, move).stacks

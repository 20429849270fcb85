"""The clauses of Top Hats on set-up, turn and end: T1 to T10, T17 to T19, each on its own position."""

from __future__ import annotations

import pytest

from engines.game import IllegalMove, Move, Outcome
from engines.steps import Act, Piece, carried_out
from engines.top_hats.book import TopHats
from tests.engines.playing import labels, play
from tests.engines.top_hats.top_hats_tables import FAR, FR, FR3, IT, IT3, both, ring_cells

RED, YELLOW, BLUE = Piece("red", 1), Piece("yellow", 2), Piece("blue", 3)
UNKNOWN, NEUTRAL = Piece("unknown"), Piece("neutral")


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
    assert game.compulsory(state).moves == game.legal_moves(state)
    with pytest.raises(IllegalMove) as error:
        game.parse(state, "c3-d3")
    assert error.value.rule == "capture-compulsory"


@both
def test_t10_may_stop_after_any_jump_once_something_was_captured(game):
    assert {"c3xc5", "c3xc5xe7"} <= labels(game, f"1 c3=r c4=y d6=y {FAR}")


@both
def test_nothing_compulsory_in_a_free_position(game):
    assert game.compulsory(game.position(f"1 c3=r {FAR}")) is None
    assert game.compulsory(game.start()) is None


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

"""Cappuccino, clause by clause from C4 on, and what must hold in any game of it."""

from __future__ import annotations

import random

import pytest

from engines.cappuccino.book import Cappuccino
from engines.game import InvalidOption, Outcome
from engines.steps import carried_out, lift, place, remove
from tests.engines.cappuccino.cappuccino_tables import BOTH, FOUR, LATE, PAIRS, THREE, TWO, played
from tests.engines.playing import at_every_table, labels

# C4: moves -------------------------------------------------------------------------------------

SHEET = "2 e6=3r f6=2y f7=2r g6=1y h8=1r h9=1r"
"""The example of the printed sheet: A on f6, B equal, C lower, D not adjacent, E higher."""


def test_onto_a_neighbour_of_at_most_its_own_height():
    assert labels(TWO, SHEET) == {"f6-f7", "f6-g6"}
    assert played(TWO, SHEET, "f6-f7") == "1 e6=3r f7=4y g6=1y h8=1r h9=1r"


def test_own_stacks_are_fair_targets_and_foreign_ones_stay():
    assert labels(TWO, "1 f6=1r f7=1r g7=1y") == {"f6-f7", "f6-g7", "f7-f6", "f7-g7"}


def test_a_merge_lifts_the_whole_stack():
    (move,) = TWO.legal_moves(TWO.position("1 f6=3r f7=2y"))
    assert move.steps == (lift("f6", 3), place("f7", 3))
    assert move.by == 0


def test_moving_is_compulsory():
    assert "pass" not in labels(TWO, SHEET)


# C5: gaps and dropping out ---------------------------------------------------------------------


def test_nothing_crosses_a_gap():
    assert labels(TWO, "1 f4=2r f6=1y f7=1y") == {"take f4", "pass"}


def test_who_cannot_move_is_skipped():
    # Player 2 has only a low stack beside a tall one.
    assert played(TWO, "1 a1=5r a2=1y f6=1r f7=1r f8=1r", "f6-f7").startswith("1 ")


def test_the_turn_goes_round():
    text = "1 a1=1r a2=1r b2=1r f6=1y f7=1y f8=1y k11=1b k10=1b j10=1b"
    assert played(THREE, text, "a1-a2").startswith("2 ")
    assert played(THREE, text, "a1-a2", "f6-f7").startswith("3 ")
    assert played(THREE, text, "a1-a2", "f6-f7", "k10-k11").startswith("1 ")


def test_typed_turn_of_a_player_who_is_out_is_passed_on():
    assert labels(TWO, "2 f6=3r f7=1b") == {"pass"}
    assert played(TWO, "2 f6=3r f7=1b", "pass") == "1 f6=3r f7=1b"


def test_dropping_out_is_for_good():
    chance = random.Random(5)
    for game in (TWO, FOUR, Cappuccino(players=3, early="pairs")):
        state = game.start(chance.randrange(1000))
        out: set[int] = set()
        while moves := game.legal_moves(state):
            able = {p for p in range(1, game.players + 1) if can_move(game, state, p)}
            assert not out & able
            out |= set(range(1, game.players + 1)) - able
            assert state.turn in able
            state = game.apply(state, chance.choice(moves))


def can_move(game, state, player):
    """Said again from the sheet, without the engine's own helpers."""
    return any(
        stack[-1].player == player and len(state.stacks.get(near, (0,) * 99)) <= len(stack)
        for cell, stack in state.stacks.items()
        for near in game.board.links[cell]
    )


# C6: the end -----------------------------------------------------------------------------------


def test_most_cups_win():
    state = TWO.position("1 a1=5r f6=2y k11=1y")
    assert TWO.legal_moves(state) == ()
    assert TWO.score(state) == {1: 5, 2: 3}
    assert TWO.outcome(state) == Outcome((1,), "most-cups")


def test_ties_share_the_win():
    state = FOUR.position("4 a1=5r f6=2y k11=3y e1=1b")
    assert FOUR.outcome(state) == Outcome((1, 2), "most-cups")


def test_tall_neighbours_end_the_game_as_well_as_gaps():
    # The lower stack may not climb, and the tall one belongs to nobody in a game of two.
    state = TWO.position("1 f6=1r f7=2b")
    assert TWO.outcome(state) == Outcome((1,), "most-cups")


def test_the_game_is_over_although_stacks_could_be_taken():
    assert TWO.legal_moves(TWO.position("1 a1=1r f6=2y")) == ()


# C7: taking off early --------------------------------------------------------------------------

ISOLATED = "1 a1=4y f6=1r f7=1r k11=2r"


def test_isolated_stacks_may_be_taken_by_their_owners_at_any_time():
    assert labels(TWO, ISOLATED) == {"f6-f7", "f7-f6", "take a1", "take k11"}
    by = {move.label: move.by for move in TWO.legal_moves(TWO.position(ISOLATED))}
    assert by["take a1"] == 2
    assert by["take k11"] == 0


def test_a_take_uses_no_turn_and_counts():
    assert played(TWO, ISOLATED, "take a1") == "1 f6=1r f7=1r k11=2r taken=4y"
    after = TWO.position("1 f6=1r f7=1r k11=2r taken=4y")
    assert TWO.score(after) == {1: 4, 2: 4}
    assert played(TWO, ISOLATED, "take a1", "take k11") == "1 f6=1r f7=1r taken=2r,4y"


def test_a_take_removes_the_whole_stack():
    move = TWO.parse(TWO.position(ISOLATED), "take a1")
    assert move.steps == (remove("a1", 4),)


def test_off_takes_nothing():
    assert labels(LATE, ISOLATED) == {"f6-f7", "f7-f6"}


def test_a_stack_of_nobody_is_taken_by_nobody():
    assert labels(TWO, "1 a1=4b f6=1r f7=1r") == {"f6-f7", "f7-f6"}


PAIR = "1 a1=3y a2=2r f6=1r f7=1r"


def test_pairs_of_unequal_stacks_go_to_the_mover():
    assert labels(TWO, PAIR) == {"f6-f7", "f7-f6"}
    assert labels(PAIRS, PAIR) == {"f6-f7", "f7-f6", "take a1"}
    move = PAIRS.parse(PAIRS.position(PAIR), "take a1")
    assert move.by == 2
    assert move.steps == (remove("a1", 3), remove("a2", 2))
    assert played(PAIRS, PAIR, "take a1") == "1 f6=1r f7=1r taken=5y"


@pytest.mark.parametrize(
    "text",
    [
        "1 a1=2y a2=2r f6=1r f7=1r g7=1r",  # either could move
        "1 a1=2y a2=1r a3=1r f6=1r f7=1r g7=1r",  # another neighbour
        "1 a1=2b a2=1r f6=1r f7=1r g7=1r",  # the tall one is nobody's
    ],
)
def test_other_pairs_are_not_taken(text):
    assert not any(label.startswith("take") for label in labels(PAIRS, text))


def test_an_equal_stack_of_nobody_can_be_taken_as_a_pair():
    assert "take a1" in labels(PAIRS, "2 a1=2y a2=2b f6=1r f7=1r")


def test_pairs_include_isolated_stacks():
    assert "take k11" in labels(PAIRS, ISOLATED)


def test_whoever_takes_his_last_move_off_the_board_is_out():
    assert played(PAIRS, "2 a1=3y a2=2r f6=1r f7=1r", "take a1") == "1 f6=1r f7=1r taken=5y"
    state = PAIRS.position("2 a1=3y a2=2r")
    state = PAIRS.apply(state, PAIRS.parse(state, "take a1"))
    assert PAIRS.outcome(state) == Outcome((2,), "most-cups")
    assert PAIRS.position(PAIRS.describe(state)) == state


# C8: two colours each --------------------------------------------------------------------------


def test_two_colours_belong_to_one_player():
    assert labels(BOTH, "1 f6=2r f7=2b a1=1y") == {"f6-f7", "f7-f6", "take a1"}
    state = BOTH.position("2 f6=1r f7=1y g7=1b g8=1g")
    owners = {stack[0].colour: stack[0].player for stack in state.stacks.values()}
    assert owners == {"red": 1, "yellow": 2, "blue": 1, "green": 2}
    assert played(BOTH, "2 f6=1r f7=1y g7=1b g8=1g", "g8-f7").startswith("1 ")


def test_the_better_colour_scores():
    state = BOTH.position("1 a1=5r f6=4b k11=3y e1=3g taken=2b,3y")
    assert BOTH.score(state) == {1: 6, 2: 6}
    assert BOTH.outcome(state) == Outcome((1, 2), "most-cups")


@pytest.mark.parametrize("players", [3, 4])
def test_two_colours_are_for_two_players(players):
    with pytest.raises(InvalidOption, match="two colours each only for 2 players"):
        Cappuccino(players=players, colours=2)


# Any game --------------------------------------------------------------------------------------


@at_every_table(Cappuccino)
@pytest.mark.parametrize("seed", range(2))
def test_random_games_keep_the_books(game, seed):
    chance = random.Random(seed)
    state = game.start(seed)
    merged = pairs = singles = 0
    while moves := game.legal_moves(state):
        assert len({move.label for move in moves}) == len(moves)
        again = game.position(game.describe(state))
        assert again == state
        assert again.stacks == state.stacks
        assert [move.label for move in game.legal_moves(again)] == [move.label for move in moves]
        for move in moves:
            after = game.apply(state, move)
            assert after.stacks == carried_out(state.stacks, move.steps)
        move = chance.choice(moves)
        if move.takes:
            pairs += len(move.steps) == 2
            singles += len(move.steps) == 1
            assert move.by in (0, state.stacks[move.steps[0].cell][-1].player)
            assert move.by != state.turn
        elif move.landings:
            merged += 1
        state = game.apply(state, move)
    cups = 16 * len(game.colours)
    assert merged + pairs == cups - len(state.stacks) - singles - pairs
    assert sum(map(len, state.stacks.values())) + sum(state.taken) == cups
    if game.options["colours"] == "1":
        assert sum(game.score(state).values()) == cups
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.reason == "most-cups"
    best = max(game.score(state).values())
    assert outcome.winners == tuple(p for p, n in game.score(state).items() if n == best)


def test_expert_games_never_run_out_of_cells():
    chance = random.Random(8)
    game = Cappuccino(players=4, setup="expert")
    for _ in range(5):
        state = game.start()
        while any(state.hand):
            moves = game.legal_moves(state)
            assert "pass" not in {move.label for move in moves}
            state = game.apply(state, chance.choice(moves))
        assert len(state.stacks) == 64

"""Laws that hold for every rule book with every option, in random play."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import IllegalMove, Move, Progress
from engines.steps import carried_out, deed_of, landings, remove
from tests.engines.playing import every_game

LONGEST = 2500
"""Turns within which every game must have ended: far above any seen, far below for ever."""


@every_game
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_random_play_keeps_the_laws(game, seed):
    chance = random.Random(seed)
    state = game.start(seed=seed)
    turns = 0
    while (moves := game.legal_moves(state)) and turns < LONGEST:
        assert game.outcome(state) is None
        assert len({move.label for move in moves}) == len(moves)
        assert game.position(game.describe(state)) == state
        assert game.parse(state, moves[-1].label) is moves[-1]
        for move in chance.sample(moves, min(3, len(moves))):
            after = game.apply(state, move)
            assert carried_out(state.stacks, move.steps) == dict(after.stacks), (
                f"{move} in {game.describe(state)}"
            )
            assert 1 <= after.turn <= game.players
            assert move.deed(state.stacks, game.board) == deed_of(
                move.steps, state.stacks, game.board
            )
            trail = landings(move.steps)
            for length in range(1, len(trail)):
                assert move.progress(trail[:length]) is not Progress.ASTRAY
            assert not trail or move.progress(trail) is Progress.ARRIVED
        before, state = state, after
        assert before.stacks == game.position(game.describe(before)).stacks
        turns += 1
    assert game.outcome(state) is not None, f"still running after {turns} turns"


@every_game
def test_a_foreign_move_raises_and_changes_nothing(game):
    state = game.start(seed=3)
    before = game.describe(state)
    with pytest.raises(IllegalMove):
        game.apply(state, Move("e9-e10", ()))
    own = game.legal_moves(state)[0]
    with pytest.raises(IllegalMove):
        game.apply(state, Move(own.label, (*own.steps, remove(game.board.cells[0]))))
    assert game.describe(state) == before


@every_game
def test_the_same_seed_gives_the_same_start(game):
    assert game.start(seed=11) == game.start(seed=11)


@every_game
def test_every_cell_that_is_spoken_of_exists(game):
    state = game.start(seed=5)
    assert set(state.stacks) <= set(game.board.cells)
    for cells in game.zones(state).values():
        assert cells <= set(game.board.cells)

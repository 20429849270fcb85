"""A book is made of its kernel: the same moves in the same order, leading to the same positions."""

from __future__ import annotations

from random import Random

import pytest

from tests.engines.playing import every_game

PLIES = 60


def walk(game, seed):
    """Positions of a game played at random, each with the move that is made."""
    state, chance = game.start(seed), Random(seed)
    for _ in range(PLIES):
        moves = game.legal_moves(state)
        if not moves:
            yield state, None
            return
        move = chance.choice(moves)
        yield state, move
        state = game.apply(state, move)


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_kernel_and_book_tell_the_same_moves(game, seed):
    kernel = game.kernel
    for state, move in walk(game, seed):
        node = kernel.node(state)
        actions, moves = kernel.moves(node), game.legal_moves(state)
        assert kernel.turn(node) == state.turn
        assert len(set(actions)) == len(actions)
        if move is None:
            outcome = game.outcome(state)
            if outcome.reason not in ("repetition", "no-progress", "no-capture", "no-mill"):
                assert kernel.winners(node, actions) == outcome.winners
            return
        assert len(actions) == len(moves)
        assert kernel.winners(node, actions) is None
        assert len(kernel.worth(node)) == game.players
        after = kernel.after(node, actions[moves.index(move)])
        assert after == kernel.node(game.apply(state, move))


@every_game
def test_telling_moves_are_moves(game):
    kernel = game.kernel
    for state, _ in walk(game, 7):
        node = kernel.node(state)
        actions = kernel.moves(node)
        assert set(kernel.telling(node, actions)) <= set(actions)

"""A book and its kernel tell the same game, and the computer can play it.

Knows `engines` only.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engines import variants
from engines.game import Move, State
from engines.kernel import Kernel
from engines.opponents import Opponent
from engines.shelf import Book
from firmware_bridge.contract.rules import SEEDS, AnyGame

PLIES = 60
NODES = 60
"""Enough for the computer to answer, not to play well."""


def walk(game: AnyGame, seed: int, plies: int = PLIES) -> Iterator[tuple[State, Move | None]]:
    """Positions of a game played at random, each with the move that is made; None at its end."""
    state, chance = game.start(seed), Random(seed)
    for _ in range(plies):
        moves = game.legal_moves(state)
        if not moves:
            yield state, None
            return
        move = chance.choice(moves)
        yield state, move
        state = game.apply(state, move)


def check_kernel(book: Book) -> None:
    """The same moves in the same order, leading to the same positions and the same winners."""
    for game in variants(book):
        for seed in SEEDS:
            for state, move in walk(game, seed):
                _check_node(game, state, move)
        start = game.start(SEEDS[0])
        chosen = Opponent(game, level=2, seed=1, nodes=NODES).choose(start)
        assert chosen in game.legal_moves(start), f"the computer chooses {chosen}, which is illegal"


def _check_node(game: AnyGame, state: State, move: Move | None) -> None:
    kernel, here = game.kernel, game.describe(state)
    node = kernel.node(state)
    actions, moves = kernel.moves(node), game.legal_moves(state)
    winners = kernel.winners(node, actions)
    assert kernel.turn(node) == state.turn, f"{here}: the kernel gives another the turn"
    assert winners is None or not kernel.still(node), f"{here}: over, and yet still"
    if move is None:
        outcome = game.outcome(state)
        assert outcome is not None
        # Draws that are counted (repetitions, quiet moves) may be the book's alone.
        assert winners == outcome.winners or (winners is None and not outcome.winners), (
            f"{here}: won by {outcome.winners}, says the book, by {winners}, says the kernel"
        )
        return
    assert winners is None, f"{here}: over for the kernel, not for the book"
    assert len(actions) == len(moves), f"{here}: {len(actions)} moves of the kernel, {len(moves)}"
    assert len(set(actions)) == len(actions), f"{here}: the kernel has a move twice"
    assert len(kernel.worth(node)) == game.players, f"{here}: worth is not one number a player"
    assert set(kernel.telling(node, actions)) <= set(actions), f"{here}: telling is no move"
    action = actions[moves.index(move)]
    after = kernel.node(game.apply(state, move))
    assert kernel.after(node, action) == after, f"{move} in {here}: the kernel comes elsewhere"
    if kernel.still(node):
        assert not kernel.telling(node, actions), f"{here}: still, and yet a move is telling"
    if type(kernel).marks is Kernel.marks:
        assert not any(_differs(leaf) for leaf in _leaves((node, action))), (
            f"{here}: None, texts and bytes hash otherwise in every process: use numbers, or "
            "override `marks`"
        )


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple | frozenset):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _differs(leaf: Any) -> bool:
    return leaf is None or isinstance(leaf, str | bytes)

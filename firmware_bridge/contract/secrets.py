"""A game in which something is hidden can be played with what each player keeps to himself.

Knows `engines` only.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engines import variants
from engines.kernel import Secret
from engines.shelf import Book
from firmware_bridge.contract.rules import SEEDS, AnyGame

PLIES = 160


def check_secrets(book: Book) -> None:
    """Secrets are dealt where the kernel says so; what they answer is legal, and nobody learns a cell
    that is not there."""
    for game in variants(book):
        if game.kernel.hidden:
            for seed in SEEDS:
                _play(game, seed)


def _play(game: AnyGame, seed: int) -> None:
    kernel, chance = game.kernel, Random(seed)
    state, seen = game.start(seed), None
    secrets: dict[int, Secret] = {}
    for _ in range(PLIES):
        if game.outcome(state) is not None:
            return
        node, here = kernel.node(state), game.describe(state)
        for player, hiding in kernel.hides(node, seen).items():
            secrets[player] = hiding.dealt(chance)
            assert hiding.allows(secrets[player]), f"{here}: what is dealt is not allowed"
        told = kernel.answer(node, secrets, seen)
        reported = kernel.chances(node) is not None
        assert told is None or reported, f"{here}: answered, and nothing was asked"
        assert told is None or told in kernel.moves(node), f"{here}: the answer is no legal move"
        move = chance.choice(game.legal_moves(state)) if told is None else game.move_of(state, told)
        seen = kernel.learned(seen, node, game.action(state, move))
        state = game.apply(state, move)
        _check_knowledge(game, state, secrets, seen)


def _check_knowledge(game: AnyGame, state: Any, secrets: dict[int, Secret], seen: Any) -> None:
    kernel = game.kernel
    for player, secret in secrets.items():
        for cell, pile in kernel.knows(kernel.node(state), player, secret, seen).items():
            stands = state.stacks.get(cell, ())
            assert len(stands) == len(pile), f"{game.describe(state)}: {cell} has another height"
            for piece, known in zip(stands, pile, strict=True):
                assert piece.name in (known, "unknown"), (
                    f"{game.describe(state)}: {cell} shows {piece.name}, his secret says {known}"
                )

"""What the tests of every rule book ask of it: which moves there are, and where they lead.

A position is given as text or as the state itself.
"""

from __future__ import annotations

import pytest

from engines import GAMES, variants


def at_every_table(*books):
    """Parametrizes `game`: each book with every number of players and all its options."""
    return pytest.mark.parametrize(
        "game", [pytest.param(g, id=_table(g)) for book in books for g in variants(book)]
    )


def _table(game) -> str:
    detail = ",".join(f"{key}={value}" for key, value in game.options.items())
    return f"{game.name}-{game.players}{'-' + detail if detail else ''}"


every_game = at_every_table(*GAMES.values())


def labels(game, position) -> set[str]:
    return {move.label for move in game.legal_moves(_state(game, position))}


def play(game, position, *moves: str):
    state = _state(game, position)
    for label in moves:
        state = game.apply(state, game.parse(state, label))
    return state


def after(game, position, *moves: str) -> str:
    return game.describe(play(game, position, *moves))


def _state(game, position):
    return game.position(position) if isinstance(position, str) else position

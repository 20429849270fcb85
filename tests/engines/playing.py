"""What the tests of every rule book ask of it: which moves there are, and where they lead.

A position is given as text or as the state itself.
"""

from __future__ import annotations


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

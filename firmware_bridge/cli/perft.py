"""Counting the positions a game can reach: the quickest way to see that a rule book is right."""

from __future__ import annotations

from typing import Any

from engines.game import Game


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """How many sequences of exactly so many moves there are from here."""
    if depth == 0:
        return 1
    moves = game.legal_moves(state)
    # The last ply need not be played: its moves only have to be counted.
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply(state, move), depth - 1) for move in moves)

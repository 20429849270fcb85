"""Positions counted to a depth, against the figures of the rule books."""

from __future__ import annotations

import pytest

from engines import GAMES


def perft(game, state, depth: int) -> int:
    moves = game.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("name", "options", "counts"),
    [
        ("dama", {"capture": "strict"}, (7, 49, 302, 1469, 7361, 36768, 179740)),
        ("mulino", {}, (24, 552, 12144, 255024, 5140800)),
        ("mulino-misto", {}, (24, 552, 13552, 319176)),
        ("mulino-ceylonese", {}, (24, 552, 12144, 255024, 5100480)),
    ],
)
def test_perft(name, options, counts):
    game = GAMES[name](**options)
    state = game.start()
    assert tuple(perft(game, state, depth + 1) for depth in range(len(counts))) == counts

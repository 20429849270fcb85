"""What a position costs: its legal moves and one of them played, against chess in python-chess.

Every side plays the same number of random games from seeded choices, a fixed number of plies long,
so all do one `legal_moves` and one move per position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import chess

from engines import GAMES
from engines.game import Game, State
from firmware_bridge.bench import Result, ratios
from firmware_bridge.people.positions import DENSE

COMPARED = ("dama", "mulino")
GAMES_PLAYED = 12
PLIES = 80
ROUNDS = 15
GOAL = 1.0
TIMES = 10


def _choices() -> Iterator[list[int]]:
    """For each game, a number per ply that picks among however many moves there are."""
    for seed in range(GAMES_PLAYED):
        rng = Random(seed)
        yield [rng.randrange(1 << 16) for _ in range(PLIES)]


def playouts(game: Game[Any, Any]) -> Callable[[], int]:
    drawn = list(_choices())

    def job() -> int:
        positions = 0
        for choices in drawn:
            state = game.start()
            for choice in choices:
                moves = game.legal_moves(state)
                positions += 1
                if not moves:
                    break
                state = game.apply(state, moves[choice % len(moves)])
        return positions

    return job


def chess_playouts() -> Callable[[], int]:
    drawn = list(_choices())

    def job() -> int:
        positions = 0
        for choices in drawn:
            board = chess.Board()
            for choice in choices:
                moves = list(board.legal_moves)
                positions += 1
                if not moves:
                    break
                board.push(moves[choice % len(moves)])
        return positions

    return job


def ordinary_and_dense() -> tuple[Callable[[], int], Callable[[], int]]:
    """Top Hats with three players: a position with a thousand moves, and ten from the first turns."""
    game = GAMES["top-hats"](players=3)
    ordinary: list[State] = []
    for seed in range(10):
        rng = Random(seed)
        state = game.start()
        while "setup" in game.zones(state):
            state = game.apply(state, rng.choice(game.legal_moves(state)))
        ordinary.append(state)

    def job(positions: list[State]) -> Callable[[], int]:
        def visit() -> int:
            for known in positions * TIMES:
                state = replace(known)  # a position remembers its moves; its copy does not
                game.apply(state, game.legal_moves(state)[0])
            return TIMES

        return visit

    return job(ordinary), job([game.position(DENSE)])


def results() -> Iterator[Result]:
    ordinary, dense = ordinary_and_dense()
    (ratio,) = ratios([dense], ordinary, ROUNDS)
    yield Result("engines/top-hats", "a position of 1,000 moves / ten ordinary ones", ratio, GOAL)
    jobs = [playouts(GAMES[name]()) for name in COMPARED]
    for name, ratio in zip(COMPARED, ratios(jobs, chess_playouts(), ROUNDS), strict=True):
        yield Result(
            name=f"engines/{name}",
            compared=f"legal_moves + apply per position: {name} / chess in python-chess",
            ratio=round(ratio, 3),
            goal=GOAL,
        )

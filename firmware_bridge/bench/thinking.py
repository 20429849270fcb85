"""What a position costs a search: ours over the books' kernels, against py-draughts' own in Python.

Both look from positions a few moves into a game, at draughts on 64 cells or at mulino, with a search of
the same kind (alpha-beta, ever deeper, with a memory), and count the positions they visit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import draughts
from draughts.engines.simple import SimpleEngine

from engines import GAMES
from engines.opponents.alphabeta import AlphaBeta
from firmware_bridge.bench import Result, ratios

COMPARED = ("dama", "mulino")
PLIES = 8
POSITIONS = 4
NODES = 4_000
DEPTH = 6
ROUNDS = 7
GOAL = 1.0


def ours(name: str) -> Callable[[], int]:
    game = GAMES[name]()
    kernel = game.kernel
    nodes = []
    for seed in range(POSITIONS):
        rng, state = Random(seed), game.start()
        for _ in range(PLIES):
            state = game.apply(state, rng.choice(game.legal_moves(state)))
        nodes.append(kernel.node(state))

    def job() -> int:
        visited = 0
        for node in nodes:
            search = AlphaBeta(kernel, kernel.turn(node), NODES)
            search.ranked(node, kernel.moves(node))
            visited += search.nodes
        return visited

    return job


def theirs() -> Callable[[], int]:
    boards = []
    for seed in range(POSITIONS):
        rng, board = Random(seed), draughts.RussianBoard()
        for _ in range(PLIES):
            board.push(rng.choice(list(board.legal_moves)))
        boards.append(board)

    def job() -> int:
        visited = 0
        for board in boards:
            engine = SimpleEngine(depth_limit=DEPTH)
            engine.get_best_move(board)
            visited += engine.nodes
        return visited

    return job


def results() -> Iterator[Result]:
    found = ratios([ours(name) for name in COMPARED], theirs(), ROUNDS)
    for name, ratio in zip(COMPARED, found, strict=True):
        yield Result(
            name=f"thinking/{name}",
            compared=f"a position in our search: {name} / draughts in py-draughts",
            ratio=round(ratio, 3),
            goal=GOAL,
        )

"""How strong each level is: levels against each other, against greedy and against random play.

    python -m firmware_bridge.bench.strength dama mulino top-hats:players=3 --games 200

Prints a table: for each game the score of every level against the one below it (a draw is half a game),
of the first against a player who looks one move ahead, and of the strongest against random moves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple, Protocol

import engines
from engines.game import Game, Move, State
from engines.kernel import Secret
from engines.opponents import LEVELS, Level, Opponent

GREEDY = Level(overlooks=0.0, depth=1, nodes=1_000_000)
LONGEST = 600
"""Moves after which a game counts as a draw."""


class Mind(Protocol):
    secret: Secret | None

    def commit(self, state: State, player: int) -> None: ...
    def saw(self, state: State, move: Move) -> None: ...
    def choose(self, state: State) -> Move: ...


class Aimless:
    """Any move is as good as another."""

    def __init__(self, game: Game[Any, Any], seed: int) -> None:
        self.game = game
        self.secret: Secret | None = None
        self._rng = Random(seed)
        self._seen: Any = None

    def commit(self, state: State, player: int) -> None:
        kernel = self.game.kernel
        hiding = kernel.hides(kernel.node(state), self._seen).get(player)
        if hiding is not None:
            self.secret = hiding.dealt(self._rng)

    def saw(self, state: State, move: Move) -> None:
        kernel = self.game.kernel
        self._seen = kernel.learned(self._seen, kernel.node(state), self.game.action(state, move))

    def choose(self, state: State) -> Move:
        move: Move = self._rng.choice(self.game.legal_moves(state))
        return move


Maker = Callable[[Game[Any, Any], int], Mind]


def at_level(level: int | Level) -> Maker:
    return lambda game, seed: Opponent(game, level, seed)


class Score(NamedTuple):
    games: int
    points: float
    lost: int

    @property
    def share(self) -> float:
        return self.points / self.games


def played(game: Game[Any, Any], minds: Mapping[int, Mind], seed: int) -> tuple[int, ...]:
    """Who wins; everybody: nobody."""
    state, rng = game.start(seed), Random(seed)
    kernel = game.kernel
    seen: Any = None
    for _ in range(LONGEST):
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome.winners or tuple(minds)
        node = kernel.node(state)
        for player, mind in minds.items():
            mind.commit(state, player)
        secrets = {player: mind.secret for player, mind in minds.items() if mind.secret}
        told, chances = kernel.answer(node, secrets, seen), kernel.chances(node)
        if told is not None:
            move = game.move_of(state, told)
        elif chances is not None:
            (move,) = rng.choices(game.legal_moves(state), chances)
        else:
            move = minds[state.turn].choose(state)
        for mind in minds.values():
            mind.saw(state, move)
        seen = kernel.learned(seen, node, game.action(state, move))
        state = game.apply(state, move)
    return tuple(minds)


def match(game: Game[Any, Any], one: Maker, other: Maker, games: int, seed: int = 0) -> Score:
    """One player of the first kind against others of the second, on every seat in turn."""
    points, lost = 0.0, 0
    for number in range(games):
        seat = 1 + number % game.players
        minds = {
            player: (one if player == seat else other)(game, seed + 97 * number + player)
            for player in range(1, game.players + 1)
        }
        winners = played(game, minds, seed + number // game.players)
        points += 1 / len(winners) if seat in winners else 0
        lost += seat not in winners
    return Score(games, points, lost)


def fair(game: Game[Any, Any]) -> float:
    """The share of somebody who is no better than the others."""
    return 1 / game.players


def results(game: Game[Any, Any], games: int, levels: range) -> Iterator[tuple[str, Score]]:
    if 1 in levels:
        yield "1 against greedy", match(game, at_level(1), at_level(GREEDY), games)
    for level in levels:
        if level > 1:
            score = match(game, at_level(level), at_level(level - 1), games)
            yield f"{level} against {level - 1}", score
    if max(levels) == max(LEVELS):
        yield f"{max(LEVELS)} against random", match(game, at_level(max(LEVELS)), Aimless, games)


def chosen(text: str) -> Game[Any, Any]:
    name, _, options = text.partition(":")
    return engines.GAMES[name](**dict(pair.split("=") for pair in options.split(",") if pair))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", help="name, or name:option=value,…")
    parser.add_argument("--games", type=int, default=200, dest="count")
    parser.add_argument("--levels", default=f"1-{max(LEVELS)}")
    given = parser.parse_args()
    first, _, last = given.levels.partition("-")
    for text in given.games:
        game = chosen(text)
        for what, score in results(game, given.count, range(int(first), int(last or first) + 1)):
            sys.stdout.write(
                f"{text:32} {what:18} {score.share:6.3f}  fair {fair(game):.2f}  lost {score.lost}\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()

"""How strong each level is: levels against each other, against greedy and against random play.

    python -m firmware_bridge.bench.strength dama mulino top-hats:players=3 --games 200 --jobs 2

Prints a table: for each game the score of every level against the one below it (a draw is half a game),
of the first against a player who looks one move ahead, of the strongest against random moves, and where
something is hidden of level 5 against itself without what it has seen. With three or four players one
sits among others of the other kind; the goal is then the share of somebody with the same odds against
each of them: 60 % against one are 3 to 2, so 3/7 against two and 1/3 against three.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial, reduce
from random import Random
from typing import Any, NamedTuple, Protocol

import engines
from engines.game import Game, Move, State
from engines.kernel import Secret
from engines.opponents import LEVELS, Level, Opponent

HALFWAY = 5
"""The level that is measured against itself without its memory."""
GREEDY = Level(overlooks=0.0, depth=1, nodes=1_000_000, attentive=True)
LONGEST = 600
"""Moves after which a game counts as a draw."""


class Mind(Protocol):
    @property
    def secret(self) -> Secret | None: ...

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


class Forgetful:
    """Keeps its secret, and thinks as if it had seen nobody do anything."""

    def __init__(self, game: Game[Any, Any], level: int, seed: int) -> None:
        self._fresh = partial(Opponent, game, level, seed)
        self._keeper = self._fresh()

    @property
    def secret(self) -> Secret | None:
        return self._keeper.secret

    def commit(self, state: State, player: int) -> None:
        self._keeper.commit(state, player)

    def saw(self, state: State, move: Move) -> None:
        self._keeper.saw(state, move)

    def choose(self, state: State) -> Move:
        mind = self._fresh()
        mind.secret = self.secret
        return mind.choose(state)


Maker = Callable[[Game[Any, Any], int], Mind]


def at_level(level: int | Level) -> Maker:
    return lambda game, seed: Opponent(game, level, seed)


def maker(name: str) -> Maker:
    """Of a kind of player: a level, or one of those that levels are measured by."""
    if name == "greedy":
        return at_level(GREEDY)
    if name == "random":
        return Aimless
    if name == "forgetful":
        return lambda game, seed: Forgetful(game, HALFWAY, seed)
    return at_level(int(name))


class Score(NamedTuple):
    games: int
    points: float
    lost: int

    def plus(self, other: Score) -> Score:
        return Score(self.games + other.games, self.points + other.points, self.lost + other.lost)

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


def match(game: Game[Any, Any], one: Maker, other: Maker, games: int) -> Score:
    """One player of the first kind against others of the second, on every seat in turn."""
    score = Score(0, 0.0, 0)
    for number in range(games):
        score = score.plus(bout(game, one, other, number))
    return score


def bout(game: Game[Any, Any], one: Maker, other: Maker, number: int) -> Score:
    """One game of a match."""
    seat = 1 + number % game.players
    minds = {
        player: (one if player == seat else other)(game, 97 * number + player)
        for player in range(1, game.players + 1)
    }
    winners = played(game, minds, number // game.players)
    return Score(1, 1 / len(winners) if seat in winners else 0.0, int(seat not in winners))


def named_bout(text: str, one: str, other: str, number: int) -> Score:
    """The same by names, which another process can be told."""
    return bout(chosen(text), maker(one), maker(other), number)


def goal(players: int, share: float) -> float:
    """What a share against one other player is among several."""
    odds = share / (1 - share)
    return odds / (odds + players - 1)


def pairs(game: Game[Any, Any], levels: range) -> Iterator[tuple[str, str, float]]:
    """Who is measured by whom, and the share that is asked of him: at most, below a half."""
    if 1 in levels:
        yield "1", "greedy", 0.2
    for level in levels:
        if level > 1:
            yield str(level), str(level - 1), 0.6
    if max(levels) == max(LEVELS):
        yield str(max(LEVELS)), "random", 0.99
    if HALFWAY in levels and game.kernel.hidden:
        yield str(HALFWAY), "forgetful", 0.5


def results(
    text: str, numbers: range, levels: range, jobs: int
) -> Iterator[tuple[str, str, float, Score]]:
    game = chosen(text)
    with ProcessPoolExecutor(jobs) as pool:
        for one, other, share in pairs(game, levels):
            play = partial(named_bout, text, one, other)
            scores = pool.map(play, numbers, chunksize=max(1, len(numbers) // (4 * jobs)))
            score = reduce(Score.plus, scores)
            yield one, other, goal(game.players, share), score


def chosen(text: str) -> Game[Any, Any]:
    name, _, options = text.partition(":")
    return engines.GAMES[name](**dict(pair.split("=") for pair in options.split(",") if pair))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", help="name, or name:option=value,…")
    parser.add_argument("--games", type=int, default=200, dest="count")
    parser.add_argument("--first", type=int, default=0, help="number of the first: each is another")
    parser.add_argument("--levels", default=f"1-{max(LEVELS)}")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    given = parser.parse_args()
    first, _, last = given.levels.partition("-")
    levels = range(int(first), int(last or first) + 1)
    numbers = range(given.first, given.first + given.count)
    for text in given.games:
        for one, other, share, score in results(text, numbers, levels, given.jobs):
            sys.stdout.write(
                f"{text:32} {one} against {other:10} {score.share:6.3f}  goal {share:.3f}  "
                f"games {score.games}  lost {score.lost}\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()

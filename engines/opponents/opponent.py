"""Somebody to play against: a book, a level and a seed, and for every position a move."""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from random import Random
from typing import Any

from engines.game import Game, Move, State
from engines.kernel import Hiding, Kernel, Secret
from engines.opponents.alphabeta import AS_GOOD, SEEN, SURE, AlphaBeta, hoped
from engines.opponents.eyes import weak
from engines.opponents.levels import LEVELS, Level

WORLDS = 12
"""How many ways of what is hidden are looked at, at the most."""
FEWEST_NODES = 240
"""For each move: looking at worlds with fewer nodes says less than looking at one of them well."""


class Opponent:
    """The same seed makes the same choices. It knows what the table knows, what it keeps to itself, and
    what it has seen others do: nothing else."""

    def __init__(
        self, game: Game[Any, Any], level: int | Level = 4, seed: int = 0, nodes: int | None = None
    ) -> None:
        self.game = game
        self.level = level if isinstance(level, Level) else LEVELS[level]
        self.seed = seed
        self.secret: Secret | None = None
        """What it has decided and keeps to itself, where the game has such a thing."""
        self.nodes = 0
        """How many positions the last thought took."""
        self._budget = self.level.nodes if nodes is None else nodes
        self._seen: Any = None

    def saw(self, state: State, move: Move) -> None:
        """Somebody has made a move: it may tell something about what is hidden."""
        kernel = self.game.kernel
        self._seen = kernel.learned(self._seen, kernel.node(state), self.game.action(state, move))

    def commit(self, state: State, player: int) -> None:
        """Decide what the player keeps to himself from here on, where he has to."""
        kernel = self.game.kernel
        hiding = kernel.hides(kernel.node(state), self._seen).get(player)
        if hiding is not None:
            rng = Random(f"{self.seed} {player} {self.game.describe(state)}")
            self.secret = kept_back(kernel, self.level, player, hiding, rng)

    def choose(self, state: State) -> Move:
        """A legal move."""
        kernel = self.game.kernel
        chances = kernel.chances(kernel.node(state))
        if chances is not None:
            move: Move = self._rng(state).choices(self.game.legal_moves(state), chances)[0]
            return move
        found = self._values(state, exact=False)
        best = found[0][1]
        # An end that is in sight is not put off for the sake of variety.
        margin = AS_GOOD if abs(best) <= SEEN else 1
        likely = [move for move, value in found if value > best - margin]
        return likely[self._rng(state).randrange(len(likely))]

    def ranked(self, state: State) -> tuple[tuple[Move, float], ...]:
        """Every legal move it sees with its value for whoever decides, between -1 and 1, best first."""
        lead = self.game.kernel.lead
        return tuple((move, rated(value, lead)) for move, value in self._values(state, exact=True))

    def _rng(self, state: State) -> Random:
        return Random(f"{self.seed} {self.game.describe(state)}")

    def _values(self, state: State, *, exact: bool) -> list[tuple[Move, int]]:
        kernel = self.game.kernel
        node = kernel.node(state)
        moves = kernel.moves(node)
        labelled = dict(zip(moves, self.game.legal_moves(state), strict=True))
        eyes = weak(kernel, self.level.overlooks**kernel.severity, self.seed)
        seen = eyes(node, moves)
        past = kernel.past(state)
        found: dict[Any, list[int]] = {move: [] for move in seen}
        worlds = self._worlds(node, len(seen), state)
        self.nodes = 0
        weights = [likely for _, likely in worlds]
        for world, likely in worlds:
            search = AlphaBeta(
                kernel,
                kernel.turn(node),
                # What is likelier is looked at the longer.
                int(self._budget * likely / sum(weights)),
                min(self.level.depth, kernel.horizon),
                eyes,
                learned=self.level.learned,
            )
            for move, value in search.ranked(world, seen, past, exact=exact or len(worlds) > 1):
                found[move].append(value)
            self.nodes += search.nodes
        totals = {move: hoped(values, weights) for move, values in found.items()}
        if self.level.guarded and self.secret is not None:
            for move in seen:
                dear = kernel.betrays(node, move, self.secret, self._seen)
                totals[move] -= round(self.level.guarded * dear)
        return sorted(
            ((labelled[move], total) for move, total in totals.items()), key=lambda pair: -pair[1]
        )

    def _worlds(self, node: Any, moves: int, state: State) -> Sequence[tuple[Any, float]]:
        kernel = self.game.kernel
        if not kernel.hidden:
            return [(node, 1.0)]
        most = max(1, min(WORLDS, self._budget // (FEWEST_NODES * moves)))
        seen = self._seen if self.level.attentive else None
        return kernel.worlds(node, self.secret, seen, self._rng(state), most)


def kept_back(
    kernel: Kernel[Any, Any], level: Level, player: int, hiding: Hiding, rng: Random
) -> Secret:
    """What a player of some level keeps to himself."""
    return kernel.prepared(player, hiding, rng) if level.learned else hiding.dealt(rng)


def rated(value: int, lead: int) -> float:
    """A value between -1 (lost) and 1 (won); ahead by a third of a lead is worth about a third."""
    if abs(value) > SURE:
        return 1.0 if value > 0 else -1.0
    return round(tanh(value / lead) * 0.99, 4)

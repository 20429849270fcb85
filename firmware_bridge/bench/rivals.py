"""The strongest level at mulino against another program's tree search, OpenSpiel's in C++.

    python -m firmware_bridge.bench.rivals --simulations 1000 --games 100

Both play on boards of their own and are told each other's moves. OpenSpiel takes a man off in a move of
its own, and has no draws by repetition; our book decides when a game is over.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import engines
from engines.opponents import Opponent
from engines.opponents.levels import STRONGEST

POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
"""Our names in the order of OpenSpiel's numbers."""
CURIOSITY = 2.0


class Rival:
    """A tree search with random games at its leaves."""

    def __init__(self, simulations: int, seed: int) -> None:
        import pyspiel

        self._state = pyspiel.load_game("nine_mens_morris").new_initial_state()
        game = self._state.get_game()
        self._mind = pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(1, seed),
            CURIOSITY,
            simulations,
            50,  # megabytes of memory
            True,  # who has proven a win plays it
            seed,
            False,
        )

    def choose(self) -> str:
        """A whole move, as our label."""
        label = self._one()
        if self._removing:
            label += f"x{self._one()}"
        return label

    @property
    def _removing(self) -> bool:
        return not self._state.is_terminal() and self._state.current_player() == self._player

    def _one(self) -> str:
        self._player = self._state.current_player()
        action = self._mind.step(self._state)
        said = self._state.action_to_string(self._player, action)
        self._state.apply_action(action)
        return _label(said)

    def told(self, label: str) -> None:
        journey, _, victim = label.partition("x")
        for part in (journey, victim):
            if part:
                self._act(part)

    def _act(self, label: str) -> None:
        state = self._state
        if state.is_terminal():
            return
        player = state.current_player()
        for action in state.legal_actions():
            if _label(state.action_to_string(player, action)) == label:
                state.apply_action(action)
                return
        raise ValueError(f"OpenSpiel does not know {label} here:\n{state}")

    @property
    def over(self) -> bool:
        return bool(self._state.is_terminal())


def _label(said: str) -> str:
    """`Point 4` or `Move 6 -> 7` in our notation."""
    return "-".join(POINTS[int(word)] for word in said.split() if word.isdigit())


def played(simulations: int, seed: int, ours: int) -> tuple[int, ...]:
    """Who wins; nobody: a draw."""
    game: Any = engines.GAMES["mulino"]()
    state = game.start()
    mind, rival = Opponent(game, STRONGEST, seed), Rival(simulations, seed + 1)
    while (outcome := game.outcome(state)) is None:
        if state.turn == ours:
            move = mind.choose(state)
            rival.told(move.label)
        else:
            if rival.over:
                return ()
            move = game.parse(state, rival.choose())
        state = game.apply(state, move)
    winners: tuple[int, ...] = outcome.winners
    return winners


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    won = drawn = 0
    for number in range(given.games):
        ours = 1 + number % 2
        winners = played(given.simulations, number, ours)
        won += winners == (ours,)
        drawn += not winners
        sys.stdout.write(
            f"{number + 1} games: {won} won, {drawn} drawn, {number + 1 - won - drawn} lost\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()

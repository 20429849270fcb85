"""A game looked at again, move by move: how each stood, and what would have been better.

Knows books and opponents. Every position is looked at with the same eyes, so that values compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engines.game import Game, Move, State
from engines.opponents.levels import LEVELS, STRONGEST
from engines.opponents.opponent import Opponent

SLIP, BLUNDER = 0.15, 0.45
"""How much worse than the best a move must be to be worth a word, and to be called a blunder."""
NODES = 3_000
"""How many positions are looked at for each move."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Of one move: what it was worth to whoever made it, and what the best would have been."""

    player: int
    move: Move
    value: float
    best: Move
    best_value: float

    @property
    def lost(self) -> float:
        return max(0.0, round(self.best_value - self.value, 4))

    @property
    def kind(self) -> str:
        """An id that the texts put into words."""
        if self.lost < SLIP:
            return "good"
        return "slip" if self.lost < BLUNDER else "blunder"


def reviewed(
    game: Game[Any, Any], played: Iterable[tuple[State, Move]], nodes: int = NODES
) -> Iterator[Remark | None]:
    """A remark for every move, given with the state before it; None where nobody had a choice."""
    mind = Opponent(game, LEVELS[STRONGEST], nodes=nodes)
    kernel = game.kernel
    for state, move in played:
        # Who did it out of turn had no choice to compare; what only turned up nobody chose.
        chosen = not move.by and kernel.chances(kernel.node(state)) is None
        if not chosen or len(game.legal_moves(state)) < 2:
            yield None
        else:
            ranked = mind.ranked(state)
            values = {other.label: value for other, value in ranked}
            best, best_value = ranked[0]
            yield Remark(state.turn, move, values[move.label], best, best_value)
        mind.saw(state, move)

"""What a strong player would say of every move: how good it is, and why where that is plain.

Knows books and what their moves do to the board, no particular book. A book may add a reason of its own
(`Game.lesson`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engines.game import Game, Move, State
from engines.geometry import Cell
from engines.opponents.review import BLUNDER, SLIP
from engines.word import Reason

MOST_REPLIES = 120
"""Answers that are looked at for a reason: in a crowd of them none is plain."""
MOST_REASONS = 40
"""Moves for which a reason is looked for."""


class Lesson(NamedTuple):
    label: str
    value: float
    """To whoever makes the move, between -1 and 1."""
    lost: float
    """How much worse than the best it is."""
    why: str = ""
    """An id that the texts put into words; empty: no plain reason."""
    cells: tuple[Cell, ...] = ()
    """What the reason is about."""

    @property
    def good(self) -> bool:
        return self.lost < SLIP

    @property
    def throws(self) -> bool:
        """Whether it throws the game away."""
        return self.lost >= BLUNDER


def lessons(
    game: Game[Any, Any], state: State, ranked: Sequence[tuple[Move, float]]
) -> list[Lesson]:
    """One for every move, the best first."""
    best = ranked[0][1] if ranked else 0.0
    found = []
    for number, (move, value) in enumerate(ranked):
        lost = max(0.0, round(best - value, 4))
        why = None
        if number == 0 or (lost >= SLIP and number < MOST_REASONS):
            why = _merit(game, state, move) if number == 0 else _fault(game, state, move)
        reason = (why.kind, why.cells) if why is not None else ("", ())
        found.append(Lesson(str(move.label), value, lost, *reason))
    return found


def _merit(game: Game[Any, Any], state: State, move: Move) -> Reason | None:
    """Why it is good."""
    after = game.apply(state, move)
    outcome = game.outcome(after)
    if outcome is not None and state.turn in outcome.winners:
        return Reason("wins")
    taken = _taken(game, state, move, others=True)
    return Reason("takes", taken) if taken else game.lesson(state, move)


def _fault(game: Game[Any, Any], state: State, move: Move) -> Reason | None:
    """Why it is bad: what the answer to it may do."""
    after = game.apply(state, move)
    replies = () if game.outcome(after) is not None else game.legal_moves(after)
    if len(replies) > MOST_REPLIES or after.turn == state.turn:
        return game.lesson(state, move)
    worst: tuple[Cell, ...] = ()
    for reply in replies:
        outcome = game.outcome(game.apply(after, reply))
        if outcome is not None and outcome.winners and state.turn not in outcome.winners:
            return Reason("loses-game")
        taken = _taken(game, after, reply, others=False, player=state.turn)
        if len(taken) > len(worst):
            worst = taken
    return Reason("loses", worst) if worst else game.lesson(state, move)


def _taken(
    game: Game[Any, Any], state: State, move: Move, *, others: bool, player: int = 0
) -> tuple[Cell, ...]:
    """The cells where a move takes something of the player's, or of the others'."""
    deed = move.deed(state.stacks, game.board)
    player = player or state.turn
    cells = (*game.board.among(deed.cleared), *game.board.among(deed.lowered))
    return tuple(cell for cell in cells if (state.stacks[cell][-1].player != player) == others)

"""An open question, and what answers it: a press, a tap on a cell, a label.

Knows moves and the cells they speak of; no clock and no words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engines.game import Move
from engines.geometry import Cell
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.touches import Touches

NO_MOVE = "none"
"""The answer that no move was made, where a sensor made it look like one."""
KEEP = "keep"
"""The answer that a move is not to be taken back, where everybody is asked."""
MOVED, WHICH_MOVE, DECLARE, TAKE_BACK = "moved", "which-move", "declare", "take-back"
"""Questions of the referee's own; a rule book has more. The texts put them into words."""


@dataclass(frozen=True, slots=True)
class Question:
    id: str
    player: int
    bases: dict[Move, Position]
    """The choices, each with the position it is a move of: an earlier one where the last move is in
    question."""
    difference: int
    """How the board differed from the record when it was asked."""
    besides: Mapping[Move, Touches | None] = field(default_factory=dict)
    """What hands did besides each of them, where the next move has begun already."""
    edge: float = 0.0
    """When something had last changed as it was asked."""

    @property
    def choices(self) -> list[Move]:
        return list(self.bases)

    @property
    def labels(self) -> tuple[str, ...]:
        return (*(move.label for move in self.bases), *([NO_MOVE] if self.id == MOVED else []))

    def of_player(self, player: int) -> Move | None:
        """The choice that this player's button names."""
        named = [move for move in self.bases if move.answer == player]
        return named[0] if len(named) == 1 else None

    def of_label(self, label: str) -> Move | None:
        return next((move for move in self.bases if move.label == label), None)

    def of_cell(self, cell: Cell) -> list[Move]:
        """The choices that speak of a cell."""
        return [move for move, base in self.bases.items() if cell in base.named_cells(move)]

    def narrowed(self, moves: list[Move]) -> Question:
        left = {move: self.bases[move] for move in moves}
        return replace(self, bases=left)

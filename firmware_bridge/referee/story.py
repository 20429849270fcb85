"""A story: one way to tell what hands did, and its price."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engines.game import Move
from engines.geometry import Cell
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.touches import NO_TOUCHES, Touches


class Kind(Enum):
    """What a story says, one for each row of docs/referee.md."""

    NOTHING = "nothing happened"
    DONE = "a move is done"
    UNDERWAY = "a move is being made"
    HELD = "a piece is held that has no move"
    CHANGED = "the last move ended elsewhere"
    CHANGING = "the last move is being changed"
    BACK = "the last move was put back"
    TWO = "one move is done and the next has begun"
    WRONG = "no legal move explains it"


UNFINISHED = frozenset({Kind.UNDERWAY, Kind.HELD, Kind.CHANGING})
"""Stories that wait for hands."""


@dataclass(frozen=True, slots=True)
class Story:
    kind: Kind
    price: float
    base: Position
    """Where its moves begin: the position as recorded, or the one before the last move."""
    moves: tuple[Move, ...] = ()
    """What it puts on the record, after what stands there up to its base."""
    going: tuple[Footprint, ...] = ()
    """What may be under way."""
    trail: tuple[Cell, ...] = ()
    """The way of a piece that stands half-way."""
    airborne: bool = False
    """Whether it has a piece in somebody's hand."""
    open: bool = False
    """Whether what it tells may go on without contradicting it."""
    unseen: bool = False
    """Whether nothing of its last move has visibly come down."""
    remaining: Touches = NO_TOUCHES
    """What hands did after its first move."""

"""A story: one way to tell what hands did, and its price."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engines.game import Move
from engines.geometry import Cell
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.touches import Touches


class End(Enum):
    """How a story ends."""

    RIGHT = "everything stands as its moves leave it"
    UNDERWAY = "a move is still being made"
    HELD = "a piece is held that has no move"
    WRONG = "no legal move explains it"


UNFINISHED = frozenset({End.UNDERWAY, End.HELD})
"""Endings that wait for hands."""


@dataclass(frozen=True, slots=True)
class Story:
    end: End
    price: float
    base: Position
    """Where it begins: the position as recorded, or the one before the last move."""
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
    owed: int = 0
    """What its first move still lacks and is asked for afterwards, as bits: a crown."""
    remaining: Touches | None = None
    """Where more than one hand was at work: the touches that its first move does not explain."""

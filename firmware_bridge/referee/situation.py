"""What everybody else is told: lights, pages, seats and journal look at this and at nothing behind it.

Frozen: a situation that was taken stays what it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engines.game import Move, State
from engines.geometry import Cell
from engines.steps import Piece
from firmware_bridge.referee.asking import Question
from firmware_bridge.referee.difference import Difference
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.lens import Lens
from firmware_bridge.referee.position import AnyGame, Position


class Phase(Enum):
    RESTORING = "restoring"
    """The board does not stand as recorded and is being put right."""
    WAITING = "waiting"
    """It does, and nothing has been touched."""
    MOVING = "moving"
    """Hands are at it."""
    ASKING = "asking"
    """Sensors cannot choose, or the rule book wants to be told."""
    OVER = "over"
    """The game has ended."""


@dataclass(frozen=True, slots=True)
class Situation:
    game: AnyGame
    lens: Lens
    phase: Phase
    position: Position
    record: tuple[Entry, ...]
    seen: int
    """What the sensors show, as a picture."""
    ignored: Mapping[Cell, str]
    """Cells whose sensors are not believed, and why."""
    ignore: int
    difference: int
    """The bits in which the board differs from the record."""
    wrong: Difference
    """What must be put right, while the board is being put right."""
    going: tuple[Footprint, ...]
    """What may be under way."""
    trail: tuple[Cell, ...]
    """The way of a piece that stands half-way, or was last seen there."""
    airborne: bool
    """Whether somebody seems to have a piece in his hand."""
    likely: Move | None
    """The move that the board looks like, before it is time to write it down."""
    question: Question | None
    consents: frozenset[int] | None
    """Who has agreed to a take-back that needs everybody; None: none is asked for."""
    carrying: bool = False
    """What is wrong with the board is a move that was decided elsewhere and not carried out yet."""

    @property
    def arrived(self) -> tuple[Footprint, ...]:
        """Of what may be under way, what a piece has come to the end of: where its way was seen, only by
        that way."""
        if len(self.trail) < 2:
            return self.going
        ended = self.position.arrived(self.trail)
        return tuple(kind for kind in self.going if kind in ended)

    @property
    def to_crown(self) -> set[Cell]:
        """Where a piece lacks nothing but its crown."""
        difference, ignore = self.difference, self.ignore
        return {*self.wrong.crowns}.union(
            kind.end
            for kind in self.going
            if kind.end is not None and kind.uncrowned(difference, ignore)
        )

    def to_finish(self, *, taking: bool) -> dict[Cell, tuple[Piece, ...]]:
        """What should stand where a move lacks only a crown, or the tops of stacks, and it is certain
        which move; with `taking` also where it lacks only that what it captures is taken off."""
        position = self.position
        if self.wrong.crowns:
            return {cell: position.stacks[cell] for cell in self.wrong.crowns}
        found = {
            kind: lacking
            for kind in self.arrived
            if (lacking := kind.lacking(self.difference, self.ignore, self._little(kind, taking)))
        }
        if len(found) != 1:
            return {}
        ((kind, lacking),) = found.items()
        after = position.after(position.by_hand[kind][0]).stacks
        return {cell: after.get(cell, ()) for cell in self.lens.cells_of(lacking)}

    def _little(self, kind: Footprint, taking: bool) -> int:
        """What such a move may lack to be finished by somebody else. Only a piece that has come down has
        captured something: before that, what is to be taken off is a choice."""
        landed = self.difference & (kind.fills or kind.sources)
        return kind.crowns | kind.tops | (kind.victims if taking and landed else 0)

    @property
    def lower_or_higher(self) -> dict[Cell, tuple[Piece, ...]]:
        """What should stand where all that is wrong are stacks that are higher or lower than they should
        be."""
        cells, stacks = {*self.wrong.missing, *self.wrong.extra}, self.position.stacks
        stand = all(c in stacks and self.seen & self.lens.all_bits(c) for c in cells)
        return {cell: stacks[cell] for cell in cells} if stand else {}

    @property
    def state(self) -> State:
        return self.position.state

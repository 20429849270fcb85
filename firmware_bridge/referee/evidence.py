"""All that is known when the board is to be judged: positions, what the sensors show, touches, time.

Frozen: whoever tells a story from it can change nothing, and the same evidence gives the same verdict.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from engines.game import Move, State
from engines.geometry import Cell
from engines.steps import Act
from firmware_bridge.referee.lens import Lens
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.scene import Scene
from firmware_bridge.referee.touches import Edge, Touches
from firmware_bridge.referee.weights import PACE, WEIGHTS, Pace, Wait, Weights


@dataclass(frozen=True, slots=True)
class Entry:
    """One move on the record, with the state it was made in."""

    before: State
    move: Move
    player: int

    @property
    def end(self) -> Cell | None:
        """Where its piece came down at last."""
        placed = [step.cell for step in self.move.steps if step.act is Act.PLACE]
        return placed[-1] if placed else None

    @property
    def taken(self) -> frozenset[Cell]:
        """The cells that lost pieces."""
        return frozenset(step.cell for step in self.move.steps if step.act is Act.REMOVE)


def ends_of(before: Position, move: Move) -> frozenset[Cell]:
    """Where its pieces come from and where they go."""
    travels = before.deed(move).travels
    return frozenset(cell for one in travels for cell in one[:2] if cell is not None)


def returned(before: Position, move: Move, touches: Touches) -> float:
    """When its piece was last seen coming back to where the move took it from."""
    deed = before.deed(move)
    cell, down = (deed.end, False) if deed.start is None else (deed.start, True)
    return max((e.when for e in touches.edges if e.cell == cell and e.down is down), default=-inf)


@dataclass(frozen=True)
class LastMove:
    """The move on the record that hands may still change."""

    entry: Entry
    before: Position
    made: Touches
    """The touches that it was made with."""
    touches: Touches
    """All since the position before it, those of the move itself included."""
    landed: float
    """When the last edge of it was seen."""
    tried: frozenset[Cell] = frozenset()
    """Where its piece rested before the move was changed."""
    said: float = 0.0
    """How much dearer it is to change it since somebody has said that it is this one, or that he is
    done."""
    answered: float = 0.0
    """How much dearer since the next player has had a piece of his own in his hand."""

    @property
    def known(self) -> frozenset[Cell]:
        """Where its piece is known to have rested, whatever is remembered of the touches."""
        end = self.entry.end
        return self.tried if end is None else self.tried | {end}

    @property
    def lands(self) -> bool:
        """Whether its piece was seen coming down."""
        kind = self.before.kind_of(self.entry.move)
        return kind is None or kind.lands

    @property
    def hand(self) -> Cell | None:
        """The cell that the hand was last at; what others looked at meanwhile was no part of it."""
        return self.left.cell if self.left is not None else self.entry.end

    @cached_property
    def left(self) -> Edge | None:
        """The edge that the hand was last seen with."""
        own = [e for e in self.made.edges if e.cell in self.cells | self.entry.taken]
        return own[-1] if own else None

    @property
    def start(self) -> Cell | None:
        """Where its piece came from; None: from beside the board."""
        return self.before.deed(self.entry.move).start

    def back_home(self, difference: int, touched: frozenset[Cell]) -> bool:
        """Whether its piece is back where it came from, with the board differing so from before it."""
        moved = bool(touched & self.cells)
        home = not difference & self.before.lens.mask(self.cells - self.entry.taken)
        return moved and home and (self.start is None or self.may_have_gone_to(self.start))

    @property
    def stands(self) -> float:
        """How much dearer it has become to change it: once its piece has been home, what the next player
        holds says nothing, but a word still counts."""
        return max(self.said, 0.0 if self.been_home else self.answered)

    @property
    def been_home(self) -> bool:
        """Whether its piece has been seen where it came from since."""
        since = (edge for edge in self.touches.edges if edge.when > self.landed and edge.down)
        return any(edge.cell == self.start for edge in since)

    def puts_back(self, older: LastMove) -> bool:
        """Whether this may be a part of putting the move before it back: its piece goes home, or what it
        took is there again."""
        if self.start is None:
            return self.entry.end in older.entry.taken
        return self.start == older.entry.end and self.entry.end == older.start

    def may_have_gone_to(self, cell: Cell) -> bool:
        """Whether what came down there last may be its piece."""
        came = [e for e in self.touches.edges if e.cell == cell and e.down][-1:]
        return all(self.gone_by(edge) for edge in came)

    def gone_by(self, landing: Edge) -> bool:
        """Whether its piece may have made this landing: a later one than its own only if it was lifted
        again before."""
        end = self.entry.end
        if end is None or end in self.before.stacks or landing.when <= self.landed:
            return True
        edges = self.touches.edges
        before = [e for e in edges if e.cell == end and e.when <= landing.when and e != landing]
        return any(e.when > self.landed for e in before) and not before[-1].down

    @cached_property
    def might_take(self) -> frozenset[Cell]:
        """What its piece might have taken on its way to where it went."""
        kinds = (k for k in self.before.leaving(self.start) if k.end == self.entry.end)
        taken = 0
        for kind in kinds:
            taken |= kind.victims
        return frozenset(self.before.lens.cells_of(taken))

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """Where its pieces came from and where they went."""
        return ends_of(self.before, self.entry.move)


@dataclass(frozen=True)
class Evidence:
    now: Position
    seen: int
    ignore: int
    touches: Touches
    """Since the position as it is now was reached."""
    last: LastMove | None
    older: LastMove | None
    """The move before that, where hands crossed so that both may have been told wrong."""
    earlier: tuple[Position, ...]
    """The positions before moves that hands may have put back together with the last, the latest
    first."""
    known: frozenset[Cell]
    """Where the piece rested whose move is off the record again, and is being changed."""
    time: float
    edge: float
    """When something last changed."""
    insisted: bool = False
    """A player says that this is it."""
    thorough: bool = True
    """Whether there is time for stories that are costly to tell: the lights come first."""
    pace: Pace = field(default=PACE)
    weights: Weights = field(default=WEIGHTS)

    @property
    def lens(self) -> Lens:
        return self.now.lens

    def scene(
        self,
        position: Position,
        touches: Touches,
        *,
        excused: int = 0,
        known: frozenset[Cell] = frozenset(),
    ) -> Scene:
        """This board as a stage, seen from a position. `excused`: bits that differ for another reason;
        `known`: cells where the piece is known to have rested."""
        difference = position.differing(self.seen, self.ignore) & ~excused
        return Scene(position, difference, self.ignore, touches, self.weights, self.pace, known)

    @cached_property
    def difference(self) -> int:
        return self.now.differing(self.seen, self.ignore)

    @cached_property
    def since_last(self) -> int:
        """How the board differs from what stood before the last move."""
        return self.last.before.differing(self.seen, self.ignore) if self.last else 0

    @property
    def same_hand(self) -> bool:
        """Whether what was touched first is what the last hand let go of."""
        first = self.touches.edges[0].cell if self.touches else None
        return self.last is not None and first is not None and first == self.last.hand

    @property
    def last_went_up(self) -> bool:
        """Whether what was last seen is something going up."""
        return bool(self.touches) and not self.touches.edges[-1].down

    @property
    def quiet(self) -> float:
        """Seconds since something changed, to the microsecond: sums must not miss a deadline."""
        return round(self.time - self.edge, 6)

    @property
    def rested(self) -> bool:
        return self.insisted or self.quiet >= round(self.pace.rest, 6)

    @property
    def out_of_patience(self) -> bool:
        return self.waited(Wait.BRIEFLY)

    @property
    def played_on(self) -> bool:
        """Whether what is unfinished has been left so for longer than anybody plays on."""
        return self.waited(Wait.LONGER)

    def waited(self, wait: Wait) -> bool:
        """Whether a move has been left as it is for longer than hands do that."""
        return self.insisted or self.quiet >= self.pace.waits[wait]

"""What hands do, one act after the other with its time: plans that can be read before they happen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random

from engines.game import Move
from engines.geometry import Cell
from engines.steps import Act, Piece, Stacks
from firmware_bridge.people.boardtop import Hand, Pile
from firmware_bridge.people.times import Span


class Kind(Enum):
    LIFT = "lift"
    PUT = "put"
    FETCH = "fetch"
    OFF = "off"
    PRESS = "press"
    HOLD = "hold"
    CHOOSE = "choose"
    UNDO = "undo"
    FLICKER = "flicker"
    """A sensor reads what is not there."""
    SETTLE = "settle"
    """And reads again what is."""


@dataclass(frozen=True, slots=True)
class Gesture:
    when: float
    kind: Kind
    hand: Hand = ""
    cell: Cell = ""
    count: int = 1
    pieces: Pile = ()
    onto: bool = False
    player: int = 0
    label: str = ""


class Script:
    """Gestures of one person, written down one after the other while a clock goes on."""

    def __init__(self, rng: Random, now: float, hand: Hand) -> None:
        self.rng = rng
        self.now = now
        self.hand = hand
        self.gestures: list[Gesture] = []

    def wait(self, span: Span, share: float = 1.0) -> None:
        self.now += share * span.draw(self.rng)

    def lift(self, cell: Cell, count: int) -> None:
        self._add(Kind.LIFT, cell=cell, count=count)

    def put(self, cell: Cell, *, onto: bool = False) -> None:
        self._add(Kind.PUT, cell=cell, onto=onto)

    def fetch(self, pieces: Pile) -> None:
        self._add(Kind.FETCH, pieces=pieces)

    def off(self) -> None:
        self._add(Kind.OFF)

    def pick(self, cell: Cell, count: int, span: Span) -> None:
        """Lift, hold for a while, put back."""
        self.lift(cell, count)
        self.wait(span)
        # Back where it was: on whatever it stood on.
        self.put(cell, onto=True)

    def press(self, player: int) -> None:
        self._add(Kind.PRESS, player=player)

    def hold(self, player: int) -> None:
        self._add(Kind.HOLD, player=player)

    def choose(self, label: str) -> None:
        self._add(Kind.CHOOSE, label=label)

    def undo(self) -> None:
        self._add(Kind.UNDO)

    def _add(
        self,
        kind: Kind,
        *,
        cell: Cell = "",
        count: int = 1,
        pieces: Pile = (),
        onto: bool = False,
        player: int = 0,
        label: str = "",
    ) -> None:
        # Two acts of one hand are never at the same moment.
        if self.gestures and self.now <= self.gestures[-1].when:
            self.now = self.gestures[-1].when + 0.001
        self.gestures.append(
            Gesture(self.now, kind, self.hand, cell, count, pieces, onto, player, label)
        )


@dataclass(frozen=True, slots=True)
class Doing:
    """A move, legal or not, sorted by what hands do for it."""

    trail: tuple[Cell, ...] = ()
    """Where the traveller is lifted and comes down, in order."""
    count: int = 1
    """How many pieces travel together."""
    onto: bool = False
    """Whether it comes down on other pieces."""
    placed: tuple[tuple[Cell, tuple[Piece, ...]], ...] = ()
    """What comes from beside the board, and where."""
    removed: tuple[tuple[Cell, int], ...] = ()
    """Where how many pieces are taken off."""
    besides: tuple[tuple[tuple[Cell, ...], int], ...] = ()
    """What else travels after it: its way, and how many pieces."""
    exchanged: tuple[tuple[Cell, int], ...] = ()
    """What has arrived and leaves the board for what comes from beside it."""

    @property
    def spoken(self) -> bool:
        """Whether hands have nothing to do."""
        return not (self.trail or self.placed or self.removed)

    @property
    def crown(self) -> bool:
        """Whether what comes from beside the board goes on top of the traveller."""
        return bool(self.trail and self.placed)

    @property
    def cells(self) -> frozenset[Cell]:
        return frozenset(
            (
                *self.trail,
                *(cell for way, _ in self.besides for cell in way),
                *(cell for cell, _ in self.placed),
                *(cell for cell, _ in self.removed),
            )
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that hands do in one turn, and the times others may wait for."""

    gestures: list[Gesture]
    begun: float
    """When the move itself begins, whatever was done before it."""
    landed: float
    """When the traveller is down for good."""
    done: float


def doing(move: Move, stacks: Stacks) -> Doing:
    """What hands have to do for a legal move on a board like this."""
    ways: list[tuple[list[Cell], int]] = []
    placed: list[tuple[Cell, tuple[Piece, ...]]] = []
    removed: list[tuple[Cell, int]] = []
    exchanged: list[tuple[Cell, int]] = []
    for step in move.steps:
        arrived = bool(ways) and step.cell == ways[-1][0][-1] and len(ways[-1][0]) > 1
        if step.act is Act.LIFT:
            if not arrived:
                ways.append(([step.cell], step.count))
        elif step.act is Act.PLACE and step.pieces:
            placed.append((step.cell, step.pieces))
        elif step.act is Act.PLACE:
            ways[-1][0].append(step.cell)
        elif step.act is Act.REMOVE:
            (exchanged if arrived else removed).append((step.cell, step.count))
    trail, count = (tuple(ways[0][0]), ways[0][1]) if ways else ((), 1)
    onto = lands_on(trail, removed, stacks)
    besides = tuple((tuple(way), many) for way, many in ways[1:])
    return Doing(trail, count, onto, tuple(placed), tuple(removed), besides, tuple(exchanged))


def lands_on(trail: tuple[Cell, ...], removed: Sequence[tuple[Cell, int]], stacks: Stacks) -> bool:
    """Whether what travels like this comes down on other pieces, once these are off the board."""
    if not trail or trail[-1] == trail[0] or trail[-1] not in stacks:
        return False
    return (trail[-1], len(stacks[trail[-1]])) not in removed

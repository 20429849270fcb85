"""What hands did, piece by piece, and what of it a move does not explain.

Knows a position and the touches since: where each piece has been, how fast and for how long, and what
came from beside the board. Prices out; which moves they are asked of is for the scene to say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import dist, inf

from engines.game import Move, Progress
from engines.geometry import PITCH, Cell
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.position import Position, between, passes_over, soonest
from firmware_bridge.referee.touches import (
    SCAN,
    Arrival,
    Touches,
    Visit,
    Way,
    from_the_side,
    ways,
)
from firmware_bridge.referee.weights import CARRY, FAR, SOON, Pace, Wait, Weights


@dataclass(frozen=True)
class Hands:
    position: Position
    difference: int
    touches: Touches
    weights: Weights
    pace: Pace
    known: frozenset[Cell]
    """Cells where a piece is known to have rested: that needs no explaining again."""

    def besides(self, kind: Footprint) -> float:
        """What of the touches has nothing to do with the way of such a move's piece."""
        weights = self.weights
        price = self._strays(self.touches.cells - self._explained(kind))
        price += weights.outrun * self._outrun(kind)
        price += weights.snatched * self._snatched(kind)
        price += weights.taken_early * max(0.0, self._taken_early(kind) - SOON)
        price += weights.long_in_hand * self._long_in_hand(kind)
        return price + weights.beside * self._from_the_side(kind)

    def way_price(self, kind: Footprint, move: Move) -> float:
        """What of the landings on its way this move does not explain."""
        weights, start = self.weights, kind.start
        swept = sum(self._strangeness(visit, kind) for visit in self.visits(start))
        if start is None or not swept:
            return swept
        # Who goes out of his way has come down there, however briefly.
        aside = {one.cell for one, slid in self._slid(start) if one.brief and not slid}
        told = (
            weights.passed * way.passed
            + (weights.landing - weights.passed) * len(aside.difference(way.cells))
            + weights.landing * len(way.ignored)
            for way in self.ways(start)
            if move.progress(way.cells) is Progress.ARRIVED
        )
        return min(swept, *told, swept)

    def _explained(self, kind: Footprint) -> set[Cell]:
        """The cells that such a move touches, and where its piece has been."""
        return {*self.position.lens.cells_of(kind.meanwhile), *self._among(kind.start), *self.known}

    def _from_the_side(self, kind: Footprint) -> float:
        """How many pieces that came from beside the board may rather be one that somebody held then."""
        if kind.start is not None or len(self.touches.edges) < 2:
            return 0.0
        cells, edges = self._explained(kind), self.touches.edges
        came = [Arrival(e.cell, 0.0, e.when) for e in edges if e.cell == kind.end and e.down][-1:]
        return from_the_side(came, self.touches.beside(cells), self.position.game.board)

    def skipped(self, kind: Footprint, moves: Sequence[Move]) -> list[int]:
        """On how many cells the piece of each did not come down where it might have, though it did on
        others; who sweeps over all of them shows nothing."""
        stops = [{*move.landings[1:-1]} for move in moves]
        landed = {visit.cell for visit, slid in self._slid(kind.start) if not slid} - {kind.end}
        if not landed & set[Cell]().union(*stops):
            return [0] * len(stops)
        return [len(cells - self._among(kind.start)) for cells in stops]

    def _slid(self, start: Cell | None) -> Iterator[tuple[Visit, bool]]:
        """Where a piece has been, and whether it may only have slid over that."""
        visits, places = self.visits(start), self.position.game.board.places
        here = [places[cell] for cell in (start, *(v.cell for v in visits), start) if cell]
        if start is None:
            yield from ((visit, False) for visit in visits)
            return
        for was, visit, now, then in zip(here, visits, here[1:], here[2:], strict=False):
            yield visit, visit.brief and between(was, now, then)

    def _outrun(self, kind: Footprint) -> bool:
        """Whether its piece would have been faster than any hand."""
        visits, board = self.visits(kind.start), self.position.game.board
        first = visits[0].down if visits else -inf
        lifts = (e.when for e in self.touches.edges if e.cell == kind.start and not e.down)
        here, left = kind.start, max((when for when in lifts if when <= first), default=-inf)
        for visit in visits:
            took = visit.down - left + SCAN
            if here is not None and took < soonest(board, here, visit.cell):
                return True
            here, left = visit.cell, visit.down if visit.brief else visit.up or inf
        return False

    def taken_up_in_haste(self, move: Move) -> bool:
        """Whether a piece that is known to have rested was carried elsewhere in less time than that
        takes; from one landing of a journey to the next it only hops."""
        board, hops = self.position.game.board, {*pairwise(move.landings)}
        for one, then in pairwise(self.visits(self.position.deed(move).start)):
            hasty = one.cell in self.known and then.down - (one.up or inf) < CARRY
            if not hasty or (one.cell, then.cell) in hops:
                continue
            length = dist(board.places[one.cell], board.places[then.cell]) / PITCH
            over = length >= 1.5 and passes_over(board, one.cell, then.cell)
            if over or length >= FAR:
                return True
        return False

    def _snatched(self, kind: Footprint) -> bool:
        """Whether what came from beside the board may be the very piece that it is said to take."""
        if kind.start is not None or not kind.victims:
            return False
        victims = self.position.lens.cells_of(kind.victims)
        came = [e.when for e in self.touches.edges if e.cell == kind.end and e.down]
        lifted = [e.when for e in self.touches.edges if e.cell in victims and not e.down]
        return bool(came and lifted) and lifted[0] < came[-1]

    def _taken_early(self, kind: Footprint) -> float:
        """For how long hands did nothing more after a victim went up and before its taker did."""
        victims = {*self.position.lens.cells_of(kind.victims)} - {kind.end}
        longest, gone = 0.0, inf
        for edge in self.touches.edges if kind.start is not None and victims else ():
            if edge.cell in victims or edge.cell == kind.start:
                longest = max(longest, edge.when - gone)
                gone = inf if edge.down else edge.when
            if edge.cell == kind.start:
                break
        return longest

    def _long_in_hand(self, kind: Footprint) -> int:
        """How far beyond what most carry a piece its piece was carried."""
        visits = self.visits(kind.start)
        if kind.start is None or not visits:
            return 0
        lifts = (e.when for e in self.touches.edges if e.cell == kind.start and not e.down)
        up = max((when for when in lifts if when <= visits[0].down), default=visits[0].down)
        carried = 0.0
        for visit in visits:
            carried, up = max(carried, visit.down - up), visit.up or inf
        waits = self.pace.waits
        return (carried >= waits[Wait.BRIEFLY]) + (carried >= waits[Wait.LONGER])

    def _among(self, start: Cell | None) -> set[Cell]:
        """The cells where a piece has been since it was lifted from there."""
        return {visit.cell for visit in self.visits(start)}

    def _strays(self, cells: frozenset[Cell]) -> float:
        """What touches cost that the travelling piece does not explain."""
        free = cells - self.position.stacks.keys() - self.known
        rested = {cell for cell in free if self.touches.rested(cell)}
        weights = self.weights
        passed = [cell for cell in free - rested if self.touches.came_down(cell)]
        price = weights.stray * len(cells) + weights.swept * len(passed)
        if not rested:
            return price
        # What comes from beside the board may be tried anywhere, and go back there; a piece that was
        # displaced, and is back, stood somewhere.
        tried = rested.intersection(kind.end for kind in self.position.leaving(None))
        for start in self.touches.lifted(self.position.stacks):
            if start in cells:
                tried |= rested & self._among(start)
        return price + weights.landing * len(tried) + weights.appeared * bool(rested - tried)

    def tried(self, besides: Collection[Cell] = ()) -> float:
        """What it costs that pieces which are back, or in a hand, stood elsewhere meanwhile."""
        # What came down once was one piece, whichever it was.
        landed = {
            visit[:2]: slid
            for start in self.touches.lifted(self.position.stacks)
            for visit, slid in self._slid(start)
            if visit.cell != start and visit.cell not in besides
        }
        weights = self.weights
        return sum(weights.passed if slid else weights.landing for slid in landed.values())

    def _strangeness(self, visit: Visit, kind: Footprint) -> float:
        """What it costs that the piece of such a move was seen here."""
        if visit.cell == kind.end or visit.cell in self.known:
            return 0.0
        if not visit.brief:
            return self.weights.landing
        places = self.position.game.board.places
        if kind.start is None or kind.end is None:
            return self.weights.passed
        ends = places[kind.start], places[kind.end]
        return 0.0 if between(ends[0], places[visit.cell], ends[1]) else self.weights.passed

    def visits(self, start: Cell | None) -> list[Visit]:
        if start not in self._visits:
            self._visits[start] = self.touches.visits(
                start, self.position.stacks, self.position.game.board
            )
        return self._visits[start]

    @cached_property
    def _visits(self) -> dict[Cell | None, list[Visit]]:
        return {}

    def ways(self, start: Cell) -> list[Way]:
        if start not in self._ways:
            self._ways[start] = [*ways(start, self.visits(start))]
        return self._ways[start]

    @cached_property
    def _ways(self) -> dict[Cell, list[Way]]:
        return {}

"""One position as a stage: what a story told from it finds done, under way, or held.

Knows a position, how the board differs from it, and what was touched since. The same questions are asked
of the position as recorded, of the one before the last move, and of the one that a move would leave.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import dist, inf
from typing import NamedTuple

from engines.game import Move, Progress
from engines.geometry import PITCH, Cell
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.position import Position, between
from firmware_bridge.referee.touches import SCAN, Arrival, Touches, Visit, Way, from_the_side
from firmware_bridge.referee.weights import CARRY, FAR, PACE, QUICKEST, THOUGHT, Weights


class Made(NamedTuple):
    """A move that looks finished."""

    move: Move
    kind: Footprint
    price: float
    unseen: bool
    """Nothing of it has visibly come down."""


class Going(NamedTuple):
    """Moves that may be under way."""

    kinds: tuple[Footprint, ...]
    trail: tuple[Cell, ...]
    """The way of a piece that stands half-way, or was last seen there."""
    airborne: bool
    to_return: bool
    """Whether something is gone that all of them leave standing: a stack whose top is being taken."""
    price: float
    """What of the touches none of them explains."""


@dataclass(frozen=True)
class Scene:
    position: Position
    difference: int
    ignore: int
    touches: Touches
    weights: Weights
    known: frozenset[Cell] = frozenset()
    """Cells where a piece is known to have rested: that needs no explaining again."""

    @cached_property
    def down(self) -> int:
        """What stands where nothing should."""
        return self.difference & ~self.position.picture

    @cached_property
    def off(self) -> int:
        """What is gone from where it should stand."""
        return self.difference & self.position.picture

    # What is done ----------------------------------------------------------------------------

    @cached_property
    def made(self) -> list[Made]:
        """The different results that the board shows, each with the price of its way."""
        position = self.position
        found: list[Made] = []
        for kind, moves in position.done(self.difference, self.ignore):
            if not self._may_be_made(kind):
                continue
            home = not kind.change & ~self.ignore
            unseen = not home and not self._came_down(kind)
            strays = self._besides(kind)
            ways = {move: strays + self._way_price(kind, move) for move in moves}
            # Of journeys that end alike, the one that was seen. Where it ended where it began, only
            # landings that tell it whole are believed.
            found += (
                Made(move, kind, ways[move], unseen)
                for move in position.results(sorted(moves, key=ways.__getitem__))
                if not home or self._told_whole(kind, move)
            )
        if len(found) < 2:
            return found
        skips = self._skipped(found)
        each, least = self.weights.skipped, min(skips)
        return [
            made._replace(price=made.price + each * (count - least))
            for made, count in zip(found, skips, strict=True)
        ]

    def _may_be_made(self, kind: Footprint) -> bool:
        """Whether hands have been where the move needs them: victims alone do not make a journey."""
        touched = self.position.lens.mask(self.touches.cells)
        sources = kind.sources & ~self.ignore
        if sources and not sources & (kind.change | touched):
            return False
        if kind.retaken and not (kind.end is not None and self.touches.came_down(kind.end)):
            return False
        if not self._travelled(kind):
            return False
        return bool(kind.change & ~self.ignore) or bool(self.touches)

    def _travelled(self, kind: Footprint) -> bool:
        """Whether what stands at the end of such a move can have come from its start: nothing comes down
        before it was lifted."""
        if not kind.fills & self.difference or kind.start not in self.touches.lifted_ever:
            return True
        if kind.retaken:
            return True  # where a victim stood, something coming down is told by `came_down`
        lifted = next(e.when for e in self.touches.edges if e.cell == kind.start and not e.down)
        came = (e.when for e in self.touches.edges if e.cell == kind.end and e.down)
        return max(came, default=-inf) >= lifted

    def _elsewhere(self, kind: Footprint) -> bool:
        """Whether its piece was seen standing elsewhere when something came down where it ends."""
        seen = kind.fills & self.difference and kind.start in self.touches.lifted_ever
        if not seen or kind.retaken:
            return False
        return all(visit.cell != kind.end for visit in self._visits(kind.start))

    def _came_down(self, kind: Footprint) -> bool:
        if kind.retaken:
            return True
        if kind.fills & self.ignore:
            return False
        if kind.start is not None and kind.start == kind.end:
            return True
        return bool(kind.fills & self.difference)

    def _told_whole(self, kind: Footprint, move: Move) -> bool:
        if kind.start is None:
            return False
        return any(
            len(way.cells) > 2 and move.progress(way.cells) is Progress.ARRIVED
            for way in self._ways(kind.start)
            if not way.passed
        )

    def way_price(self, kind: Footprint, move: Move) -> float:
        """What of the touches this move does not explain."""
        return self._besides(kind) + self._way_price(kind, move)

    def _besides(self, kind: Footprint) -> float:
        """What of the touches has nothing to do with the way of such a move's piece."""
        weights = self.weights
        among = {visit.cell for visit in self._visits(kind.start)}
        explained = {*self.position.lens.cells_of(kind.meanwhile), *among}
        price = self._strays(self.touches.cells - explained) + weights.outrun * self._outrun(kind)
        price += weights.elsewhere * self._elsewhere(kind)
        price += weights.both_hands * self.both_hands(kind)
        price += weights.snatched * self._snatched(kind)
        price += weights.long_in_hand * self._long_in_hand(kind)
        return price + weights.beside * self._from_the_side(kind)

    def _way_price(self, kind: Footprint, move: Move) -> float:
        """What of the landings on its way this move does not explain."""
        weights, start = self.weights, kind.start
        swept = sum(self._strangeness(visit, kind) for visit in self._visits(start))
        if start is None or not swept:
            return swept
        told = (
            weights.passed * way.passed + sum(self._rested(start, one) for one in way.ignored)
            for way in self._ways(start)
            if move.progress(way.cells) is Progress.ARRIVED
        )
        return min(swept, *told, swept)

    def _from_the_side(self, kind: Footprint) -> float:
        """How many pieces that came from beside the board may rather be one that somebody held then."""
        if kind.start is not None or len(self.touches.edges) < 2:
            return 0.0
        cells = {*self.position.lens.cells_of(kind.meanwhile), *self._among(kind.start)}
        edges = self.touches.edges
        came = [Arrival(e.cell, 0.0, e.when) for e in edges if e.cell == kind.end and e.down][-1:]
        others = Touches(tuple(e for e in edges if e.cell not in cells))
        return from_the_side(came, others, self.position.game.board.places)

    def _skipped(self, found: list[Made]) -> list[int]:
        """On how many cells the piece of each did not come down where it might have, though it did on
        others; who sweeps over all of them shows nothing."""
        stops = [{*made.move.landings[1:-1]} for made in found]
        start = found[0].kind.start
        landed = {visit.cell for visit, slid in self._slid(start) if not slid}
        if not (landed - {found[0].kind.end}) & set[Cell]().union(*stops):
            return [0] * len(found)
        return [
            len(cells - self._among(made.kind.start))
            for made, cells in zip(found, stops, strict=True)
        ]

    def _slid(self, start: Cell | None) -> Iterator[tuple[Visit, bool]]:
        """Where a piece has been, and whether it may only have slid over that."""
        visits, places = self._visits(start), self.position.game.board.places
        here = [places[cell] for cell in (start, *(v.cell for v in visits), start) if cell]
        if start is None:
            yield from ((visit, False) for visit in visits)
            return
        for was, visit, now, then in zip(here, visits, here[1:], here[2:], strict=False):
            yield visit, visit.brief and between(was, now, then)

    def _outrun(self, kind: Footprint) -> bool:
        """Whether its piece would have been faster than any hand."""
        visits = self._visits(kind.start)
        first = visits[0].down if visits else -inf
        lifts = (e.when for e in self.touches.edges if e.cell == kind.start and not e.down)
        here, left = kind.start, max((when for when in lifts if when <= first), default=-inf)
        for visit in visits:
            took = visit.down - left + SCAN
            if here is not None and took < self.position.soonest(here, visit.cell):
                return True
            here, left = visit.cell, visit.down if visit.brief else visit.up or inf
        return False

    def taken_up_in_haste(self, move: Move) -> bool:
        """Whether a piece that is known to have rested was carried elsewhere in less time than that
        takes; from one landing of a journey to the next it only hops."""
        places, hops = self.position.game.board.places, {*pairwise(move.landings)}
        return any(
            dist(places[one.cell], places[then.cell]) >= FAR * PITCH
            and then.down - (one.up or inf) < CARRY
            for one, then in pairwise(self._visits(self.position.deed(move).start))
            if one.cell in self.known and (one.cell, then.cell) not in hops
        )

    def _snatched(self, kind: Footprint) -> bool:
        """Whether what came from beside the board may be the very piece that it is said to take."""
        if kind.start is not None or not kind.victims:
            return False
        victims = self.position.lens.cells_of(kind.victims)
        came = [e.when for e in self.touches.edges if e.cell == kind.end and e.down]
        lifted = [e.when for e in self.touches.edges if e.cell in victims and not e.down]
        return bool(came and lifted) and lifted[0] < came[-1]

    def _long_in_hand(self, kind: Footprint) -> int:
        """How far beyond what most carry a piece its piece was carried."""
        visits = self._visits(kind.start)
        if kind.start is None or not visits:
            return 0
        lifts = (e.when for e in self.touches.edges if e.cell == kind.start and not e.down)
        up = max((when for when in lifts if when <= visits[0].down), default=visits[0].down)
        carried = 0.0
        for visit in visits:
            carried, up = max(carried, visit.down - up), visit.up or inf
        return (carried >= PACE.patience) + (carried >= PACE.patience + PACE.reminder)

    def both_hands(self, kind: Footprint) -> bool:
        """Whether a victim went up while the piece that takes it was in the air, and another might be
        meant."""
        if kind.start is None or not kind.victims or len(self.touches.edges) < 3:
            return False
        alike = [k for k in self.position.leaving(kind.start) if k.end == kind.end]
        if all(other.victims == kind.victims for other in alike):
            return False
        victims = {*self.position.lens.cells_of(kind.victims)} - {kind.end}
        ways = {kind.start, *self._among(kind.start)}
        airborne = False
        for edge in self.touches.edges:
            if edge.cell in ways:
                airborne = not edge.down
            elif airborne and edge.cell in victims and not edge.down:
                return True
        return False

    def _among(self, start: Cell | None) -> set[Cell]:
        """The cells where a piece has been since it was lifted from there."""
        return {visit.cell for visit in self._visits(start)}

    def _strays(self, cells: frozenset[Cell]) -> float:
        """What touches cost that the travelling piece does not explain."""
        free = cells - self.position.stacks.keys() - self.known
        rested = {cell for cell in free if self.touches.rested(cell)}
        weights = self.weights
        price = weights.stray * len(cells)
        if not rested:
            return price
        # What comes from beside the board may be tried anywhere, and go back there.
        tried = rested.intersection(kind.end for kind in self.position.leaving(None))
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

    @property
    def displaced(self) -> int:
        """How many pieces stood elsewhere meanwhile."""
        return sum(bool(self._visits(one)) for one in self.touches.lifted(self.position.stacks))

    @property
    def unexplained(self) -> bool:
        """Whether something stood where no piece can have been that is back now."""
        stood = self.position.stacks
        among = {v.cell for start in self.touches.lifted(stood) for v in self._visits(start)}
        return any(map(self.touches.rested, self.touches.cells - among - stood.keys()))

    def _rested(self, start: Cell | None, visit: Visit) -> float:
        """What it costs that a piece rested here and went on: who tries a cell does not leave it there
        for long, and tries one where it may go."""
        stayed = visit.up - visit.down if visit.up is not None else 0.0
        price = self.weights.landing + self.weights.stayed * max(0.0, stayed - THOUGHT)
        ends = (kind.end for kind in self.position.leaving(start))
        if start is None or stayed < QUICKEST or visit.cell in ends:
            return price
        if self.position.kinds_along((start, visit.cell)):
            return price
        return price + self.weights.astray

    def _strangeness(self, visit: Visit, kind: Footprint) -> float:
        """What it costs that the piece of such a move was seen here."""
        if visit.cell == kind.end or visit.cell in self.known:
            return 0.0
        if not visit.brief:
            return self._rested(kind.start, visit)
        places = self.position.game.board.places
        if kind.start is None or kind.end is None:
            return self.weights.passed
        ends = places[kind.start], places[kind.end]
        return 0.0 if between(ends[0], places[visit.cell], ends[1]) else self.weights.passed

    def _visits(self, start: Cell | None) -> list[Visit]:
        if start not in self._cache:
            self._cache[start] = self.touches.visits(start, self.position.stacks)
        return self._cache[start]

    @cached_property
    def _cache(self) -> dict[Cell | None, list[Visit]]:
        return {}

    def _ways(self, start: Cell) -> Iterator[Way]:
        return self.touches.ways(start, self.position.stacks)

    # What is under way -----------------------------------------------------------------------

    @cached_property
    def going(self) -> Going | None:
        """The moves that are being made and of which something is still to be done. Where one looks
        done, only landings that tell another whole speak for that."""
        way = self._way
        if self.made:
            if way is None or way.passed or way.ignored or self._told_by(way):
                return None
            kinds = self._along(way)
        else:
            kinds = list(self.open_to_it)
        shown = self.difference & ~self.ignore
        unfinished = tuple(kind for kind in kinds if kind.change & ~self.ignore != shown)
        if not unfinished:
            return None
        touched, cells_of = self.touches.cells - {*self.trail}, self.position.lens.cells_of
        strays = min(len(touched.difference(cells_of(kind.meanwhile))) for kind in unfinished)
        parts = (kind.change | kind.sources | kind.retaken for kind in unfinished)
        to_return = all(self.off & ~part for part in parts)
        price = self.weights.stray * strays
        price += min(self._left_behind(kind) for kind in unfinished)
        return Going(unfinished, self.trail, not self.down, to_return, price)

    def _left_behind(self, kind: Footprint) -> float:
        """What it costs that something stands where such a move's piece has come from: a part of its
        stack, or a piece that nobody knows of."""
        if kind.start is None or not kind.fills & self.difference:
            return 0.0
        stack = kind.sources & self.position.lens.all_bits(kind.start) & ~self.ignore
        if not stack & ~self.difference:
            return 0.0
        return self.weights.in_parts if stack & self.difference else self.weights.appeared

    def _told_by(self, way: Way) -> bool:
        """Whether this way is that of a move that looks finished."""
        return any(made.move.progress(way.cells) is Progress.ARRIVED for made in self.made)

    @property
    def trail(self) -> tuple[Cell, ...]:
        """The way of a piece that stands half-way, or was last seen there."""
        return () if self._way is None else self._way.cells

    @cached_property
    def open_to_it(self) -> tuple[Footprint, ...]:
        """All moves that the board and the landings so far leave open."""
        kinds = self.position.going(self.difference, self.ignore) if self.difference else []
        kinds = [kind for kind in kinds if self._travelled(kind)]
        along = self._along(self._way) if self._way else []
        return tuple(dict.fromkeys([*kinds, *along]))

    def _along(self, way: Way) -> list[Footprint]:
        """The moves that lead along this way and explain all that differs besides."""
        here = self.position.lens.all_bits(way.cells[-1])
        kinds = self.position.kinds_along(way.cells)
        if len(way.cells) > 1 and way.cells[-1] == way.cells[0]:
            # Back home, only a round trip can still lack something.
            kinds = [kind for kind in kinds if kind.end == kind.start]
        return [kind for kind in kinds if not self.difference & ~(kind.meanwhile | here)]

    @cached_property
    def _way(self) -> Way | None:
        """The way of a piece that stands, or was last lifted, on that of a longer move."""
        position, lens = self.position, self.position.lens
        for start in self.touches.lifted(position.stacks):
            left = position.picture & lens.all_bits(start)
            besides = self.difference & ~(left | position.victims_of(start))
            for way in self._ways(start):
                here = lens.stack_bits(way.cells[-1], position.stacks[start])
                if len(way.cells) < 2 or besides & ~here or not position.kinds_along(way.cells):
                    continue
                # The way and its victims must be all that differs, and only its end be taken.
                if self.difference & ~(left | position.victims_along(way.cells) | here):
                    continue
                # Back on its own cell, it is on a way only where every landing since it set out says so.
                if way.cells[-1] == start and way.passed:
                    continue
                return way
        return None

    def may_go_on(self, made: Made) -> bool:
        """Whether hands may be in the middle of a longer move than what the board shows."""
        if made.kind not in self._going_on:
            self._going_on[made.kind] = self._longer(made)
        return self._going_on[made.kind]

    @cached_property
    def _going_on(self) -> dict[Footprint, bool]:
        return {}

    def _longer(self, made: Made) -> bool:
        position = self.position
        going = position.going(self.difference, self.ignore) if self.difference else []
        shown = self.difference & ~self.ignore
        if any(kind.change & ~self.ignore != shown for kind in going):
            return True
        start, end = made.kind.start, made.kind.end
        if start is None or end is None:
            return False
        if any(position.leads_on(way.cells) for way in self._ways(start)):
            return True
        return position.may_slide_on(start, end, self.difference)

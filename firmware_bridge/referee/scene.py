"""One position as a stage: what a story told from it finds done, under way, or held.

Knows a position, how the board differs from it, and what was touched since. The same questions are asked
of the position as recorded, of the one before the last move, and of the one that a move would leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple

from engines.game import Move, Progress
from engines.geometry import Cell
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.hands import Hands
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.touches import Touches, Way
from firmware_bridge.referee.weights import Pace, Wait, Weights


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
    wait: Wait
    """For how long hands may leave it so."""
    price: float
    """What of the touches none of them explains."""


@dataclass(frozen=True)
class Scene:
    position: Position
    difference: int
    ignore: int
    touches: Touches
    weights: Weights
    pace: Pace
    known: frozenset[Cell] = frozenset()
    """Cells where a piece is known to have rested: that needs no explaining again."""

    @cached_property
    def hands(self) -> Hands:
        return Hands(
            self.position, self.difference, self.touches, self.weights, self.pace, self.known
        )

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
            round_trip = kind.start is not None and kind.start == kind.end
            strays = self.hands.besides(kind)
            ways = {move: strays + self.hands.way_price(kind, move) for move in moves}
            # Of journeys that end alike, the one that was seen. Where it ended where it began, only
            # landings that tell it whole are believed.
            for move in position.results(sorted(moves, key=ways.__getitem__)):
                seen = self._told_whole(kind, move) if round_trip else self._came_down(kind)
                if seen or kind.change & ~self.ignore:
                    found.append(Made(move, kind, ways[move], unseen=not seen))
        if not found:
            return found
        skips = self.hands.skipped(found[0].kind, [made.move for made in found])
        return [
            made._replace(price=made.price + self.weights.skipped * count)
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
        """Whether what stands at the end of such a move can have come from its start: what comes down is
        off its cell then, not only lifted later, and stands nowhere else."""
        if not kind.fills & self.difference or kind.start not in self.touches.lifted_ever:
            return True
        if kind.retaken:
            return True  # where a victim stood, something coming down is told by `came_down`
        edges = self.touches.edges
        came = max((e.when for e in edges if e.cell == kind.end and e.down), default=-inf)
        before = [e for e in edges if e.cell == kind.start and e.when <= came]
        # Where others were up as well, what stands elsewhere may be one of those.
        stood = self.position.stacks.keys() - {kind.start}
        elsewhere = any(
            visit.cell != kind.end
            and visit.down < came < (visit.up or inf)
            and not self.touches.up_at(visit.down) & stood
            for visit in self.hands.visits(kind.start)
        )
        return bool(before) and not before[-1].down and not elsewhere

    def _came_down(self, kind: Footprint) -> bool:
        if kind.retaken:
            return True
        if kind.fills & self.ignore:
            return False
        return bool(kind.fills & self.difference)

    @cached_property
    def half_way(self) -> bool:
        """Whether a piece that is back may be half-way: it has landed elsewhere, or may have been on a
        journey that ends where it began and of which only what it took tells."""
        lifted = self.touches.lifted(self.position.stacks)
        round_trips = (
            k for start in lifted for k in self.position.leaving(start) if k.end == start
        )
        return bool(self.trail) or any(kind.change for kind in round_trips)

    def _told_whole(self, kind: Footprint, move: Move) -> bool:
        if kind.start is None:
            return False
        visits, longest = self.hands.visits(kind.start), self.pace.waits[Wait.BRIEFLY]
        if any(visit.up is not None and visit.up - visit.down >= longest for visit in visits):
            return False  # it had come down for good, and was put back
        return any(
            len(way.cells) > 2 and move.progress(way.cells) is Progress.ARRIVED
            for way in self.hands.ways(kind.start)
            if not way.passed
        )

    # What is under way -----------------------------------------------------------------------

    @cached_property
    def going(self) -> Going | None:
        """The moves that are being made and of which something is still to be done. Where one looks
        done, only landings that tell another whole speak for that, or that it only lacks its victims."""
        way = self._way
        if self.made:
            if way is None or way.passed or way.ignored:
                return None
            kinds = self._along(way)
            if self._told_by(way):
                kinds = [kind for kind in kinds if kind.lacks_victims(self.difference, self.ignore)]
        else:
            kinds = list(self.open_to_it)
        shown = self.difference & ~self.ignore
        unfinished = tuple(kind for kind in kinds if kind.change & ~self.ignore != shown)
        if not unfinished:
            return None
        price = min(self._left_behind(kind) for kind in unfinished)
        return Going(unfinished, self.trail, not self.down, self._wait(unfinished), price)

    def _wait(self, kinds: tuple[Footprint, ...]) -> Wait:
        """For how long hands may leave such moves as they are."""
        if all(self.off & ~(kind.change | kind.sources | kind.retaken) for kind in kinds):
            return Wait.BRIEFLY  # a stack whose top is being taken has to come back
        round_trip = len(self.trail) > 1 and self.trail[-1] == self.trail[0]
        if not self.down and not round_trip:
            if any(kind.airborne(self.difference) for kind in kinds):
                return Wait.CHOOSING
            # Who has taken all victims first takes his own piece before long, or fetches it.
            more = any(kind.start is None or kind.victims & ~self.difference for kind in kinds)
            return Wait.LONGER if more else Wait.BRIEFLY
        # Who puts a part of a stack down, or clears away what a piece took half-way, goes on at once.
        if all(map(self._left_behind, kinds)):
            return Wait.BRIEFLY
        if round_trip or any(self.down & kind.fills for kind in kinds):
            return Wait.CHOOSING
        cleared = self.touches and not self.touches.edges[-1].down
        return Wait.BRIEFLY if cleared else Wait.LONGER

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
            for way in self.hands.ways(start):
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
        if any(position.leads_on(way.cells) for way in self.hands.ways(start)):
            return True
        return position.may_slide_on(start, end, self.difference)

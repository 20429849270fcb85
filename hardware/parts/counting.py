"""From what linear sensors measure to how many pieces stand on each: all cells solved together.

Pure: measurements and times in, heights out. Knows millimetres and parts of one piece's field, no pins.
Up to three pieces are told by the field, which a piece that stands askew does not leave. Above, only the
step when something comes down or goes counts; what merely shifts is smaller than that and followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from hardware.parts.field import TALLEST, Discs

EXACT = 3
"""Pieces up to which the field tells."""
STEADY = 3
"""Scans for which a measurement must hold before it counts: a hand that passes by is quicker."""
JUMP = 0.06
"""A change within one scan, in parts of a piece, that is more than noise: something moves."""
SHARE = 0.6
"""Of a step between two heights that makes one: less is a stack that was set straight."""
ASKEW_SHARE = 0.6
"""Of what a piece loses that stands as far off the middle as it may: hardly any lose more."""
LEAST = 0.03
"""A smaller step, in parts of a piece, is not believed: above ten pieces one more adds less."""
CLOSE = 75.0
"""Millimetres within which something that moves is felt by a stack as much as a small step."""
SMALL = 0.25
"""A change, in parts of a piece, that neighbours on their way may make as well."""
STIRRED = STEADY + 2
"""Scans after which whatever moved there has been told, and is taken out."""
KEPT = 0.02
"""Of a border between two heights, by which it must be crossed."""
REACH = 100.0
"""Millimetres from which on a stack is not felt."""
LONGEST = 16
"""Scans that a steady measurement is the mean of, at most."""
NEAR_REST = 0.1
"""An empty cell that measures more than this is not drifting: something comes near."""


class Counting:
    """`places` are millimetres by channel, `one` how far each sensor goes for a piece in its middle."""

    def __init__(
        self,
        discs: Discs,
        places: Sequence[tuple[float, float]],
        one: Sequence[float],
        rest: Sequence[float],
        drift: float = 120.0,
        stacked: Sequence[tuple[float, float]] = (),
    ) -> None:
        """`stacked`: what two and three pieces measure on each cell, in parts of one, where learned."""
        self.rest = list(rest)
        self.heights = [0] * len(places)
        self._one = list(one)
        self._drift = drift
        told = [discs.fields_through(*parts) for parts in stacked] or [discs.fields] * len(places)
        self._fields = told
        self._bounds = [_bounds(fields, discs.slack) for fields in told]
        self._pulls = _pulls(discs, places)
        self._pull = [0.0] * len(places)
        """What everything else adds to each cell now."""
        self._mean = [0.0] * len(places)
        self._count = [0] * len(places)
        self._settled = [0.0] * len(places)
        """What each cell measured when its height was last told, above three."""
        self._noise = [0.0] * len(places)
        self._close = [
            [other for other, there in enumerate(places) if 0 < dist(here, there) <= CLOSE]
            for here in places
        ]
        self._scan = 0
        self._stirred = [0] * len(places)
        """Until which scan something close by may still be moving."""

    @property
    def noise(self) -> Sequence[float]:
        """How much each sensor trembles, in parts of a piece."""
        return self._noise

    def margin(self, channel: int) -> float:
        """How far its measurement is from that of another height, in parts of a piece."""
        height, mean = abs(self.heights[channel]), abs(self._mean[channel])
        if self._count[channel] < STEADY:
            return 1.0  # what moves is on its way to some height
        bounds = self._bounds[channel]
        low, high = bounds[height : height + 2] if height <= EXACT else (0.0, mean + 1)
        return min(mean - low if height else 1.0, high - mean)

    def step(self, channel: int) -> float:
        """By how much one piece more would move it, in parts of a piece."""
        fields, height = self._fields[channel], min(abs(self.heights[channel]), TALLEST - 1)
        return fields[height + 1] - fields[height]

    def update(self, raw: Sequence[float], seconds: float) -> list[int]:
        """The heights, `seconds` after the last measurement; a negative one lies the other way round."""
        mean, count, pull = self._mean, self._count, self._pull
        share = min(1.0, seconds / self._drift)
        changed: list[int] = []
        self._scan += 1
        for channel, value in enumerate(raw):
            rest = self.rest[channel]
            x = (value - rest) / self._one[channel] - pull[channel]
            off = x - mean[channel]
            if off > JUMP or off < -JUMP:
                mean[channel], count[channel] = x, 0
                for other in self._close[channel]:
                    self._stirred[other] = self._scan + STIRRED
                continue
            if self._stirred[channel] > self._scan and count[channel] >= LONGEST:
                continue  # what stands still waits until its neighbours do
            seen = count[channel] = min(count[channel] + 1, LONGEST)
            mean[channel] += off / (seen + 1)
            if seen < STEADY:
                continue
            self._noise[channel] += (abs(off) - self._noise[channel]) / 64
            if not self.heights[channel] and -NEAR_REST < mean[channel] < NEAR_REST:
                # Only what is small is drift; it is followed by the cell that it happens to.
                self.rest[channel] = rest + mean[channel] * self._one[channel] * share
                continue
            small = abs(abs(mean[channel]) - self._settled[channel]) < SMALL
            if small and self._stirred[channel] > self._scan:
                continue
            if self._judged(channel, share):
                changed.append(channel)
        for channel in changed:
            self._tell_neighbours(channel)
        return list(self.heights)

    def _judged(self, channel: int, share: float) -> bool:
        """Look at a steady measurement; True when the height has changed."""
        was, x = self.heights[channel], self._mean[channel]
        side = 1 if x > 0 else -1
        before = abs(was) if was * side > 0 else 0
        now = self._height(channel, before, abs(x))
        if now * side == was:
            if now > EXACT:
                self._settled[channel] += (abs(x) - self._settled[channel]) * share
            return False
        self._settled[channel] = abs(x)
        self.heights[channel] = now * side
        return True

    def _height(self, channel: int, was: int, x: float) -> int:
        bounds, fields = self._bounds[channel], self._fields[channel]
        if was > EXACT and x >= bounds[EXACT + 1]:
            step = x - self._settled[channel]
            up = fields[min(was + 1, TALLEST)] - fields[was] if was < TALLEST else fields[1]
            down = fields[was] - fields[was - 1]
            if step > max(LEAST, SHARE * up):
                return max(was + 1, _nearest(fields, fields[was] + step))
            if step < -max(LEAST, SHARE * down):
                return max(EXACT + 1, min(was - 1, _nearest(fields, fields[was] + step)))
            return was
        height = 0
        for number in range(1, EXACT + 2):
            # What stands there keeps its height on the borders of that height.
            kept = {was: -KEPT, was + 1: KEPT}.get(number, 0.0)
            if x < bounds[number] * (1 + kept):
                break
            height = number
        return height if height <= EXACT else max(height, _nearest(fields, x))

    def _tell_neighbours(self, channel: int) -> None:
        """Work out what this cell now adds to those around it; they have not moved."""
        height = self.heights[channel]
        side = 1 if height > 0 else -1
        for other, table, added in self._pulls[channel]:
            new = side * table[min(abs(height), TALLEST)]
            # The mean is what is left when everything else is taken out: it stays.
            self._pull[other] += new - added[0]
            added[0] = new


def _nearest(fields: Sequence[float], x: float) -> int:
    return min(range(EXACT + 1, TALLEST), key=lambda n: abs(fields[n] - x))


def _bounds(fields: Sequence[float], slack: float) -> tuple[float, ...]:
    """From which field on there are so many pieces: half-way between what one fewer gives at most and
    what so many give that stand rather askew."""
    loss = ASKEW_SHARE * slack
    steps = range(1, EXACT + 2)
    return (0.0, *((fields[n - 1] + fields[n] * (1 - loss)) / 2 for n in steps))


def _pulls(
    discs: Discs, places: Sequence[tuple[float, float]]
) -> list[list[tuple[int, tuple[float, ...], list[float]]]]:
    """For each cell those that feel it, by how many pieces stand there, and what they feel now."""
    tables: dict[float, tuple[float, ...]] = {}
    found: list[list[tuple[int, tuple[float, ...], list[float]]]] = []
    for here in places:
        near: list[tuple[int, tuple[float, ...], list[float]]] = []
        for other, there in enumerate(places):
            away = round(dist(here, there), 1)
            if 0 < away <= REACH:
                if away not in tables:
                    tables[away] = discs.beside(away)
                near.append((other, tables[away], [0.0]))
        found.append(near)
    return found

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
    ) -> None:
        self.rest = list(rest)
        self.heights = [0] * len(places)
        self._one = list(one)
        self._drift = drift
        self._fields = discs.fields
        self._bounds = _bounds(discs)
        self._pulls = _pulls(discs, places)
        self._pull = [0.0] * len(places)
        """What everything else adds to each cell now."""
        self._mean = [0.0] * len(places)
        self._count = [0] * len(places)
        self._settled = [0.0] * len(places)
        """What each cell measured when its height was last told, above three."""
        self._noise = [0.0] * len(places)

    @property
    def noise(self) -> Sequence[float]:
        """How much each sensor trembles, in parts of a piece."""
        return self._noise

    def margin(self, channel: int) -> float:
        """How far its measurement is from that of another height, in parts of a piece."""
        height, mean = abs(self.heights[channel]), abs(self._mean[channel])
        low, high = self._bounds[min(height, EXACT) :][:2] if height <= EXACT else (0.0, mean + 1)
        return min(mean - low if height else 1.0, high - mean)

    def update(self, raw: Sequence[float], seconds: float) -> list[int]:
        """The heights, `seconds` after the last measurement; a negative one lies the other way round."""
        mean, count, pull = self._mean, self._count, self._pull
        share = min(1.0, seconds / self._drift)
        changed: list[int] = []
        for channel, value in enumerate(raw):
            rest = self.rest[channel]
            x = (value - rest) / self._one[channel] - pull[channel]
            off = x - mean[channel]
            if off > JUMP or off < -JUMP:
                mean[channel], count[channel] = x, 0
                continue
            seen = count[channel] = min(count[channel] + 1, LONGEST)
            mean[channel] += off / (seen + 1)
            if seen < STEADY:
                continue
            self._noise[channel] += (abs(off) - self._noise[channel]) / 64
            if not self.heights[channel] and -NEAR_REST < mean[channel] < NEAR_REST:
                # Only what is small is drift; it is followed by the cell that it happens to.
                self.rest[channel] = rest + mean[channel] * self._one[channel] * share
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
        now = self._height(before, abs(x), self._settled[channel])
        if now * side == was:
            if now > EXACT:
                self._settled[channel] += (abs(x) - self._settled[channel]) * share
            return False
        self._settled[channel] = abs(x)
        self.heights[channel] = now * side
        return True

    def _height(self, was: int, x: float, settled: float) -> int:
        bounds, fields = self._bounds, self._fields
        if was > EXACT and x >= bounds[EXACT + 1]:
            step = x - settled
            up = fields[min(was + 1, TALLEST)] - fields[was] if was < TALLEST else fields[1]
            down = fields[was] - fields[was - 1]
            if step > SHARE * up:
                return max(was + 1, self._nearest(fields[was] + step))
            if step < -SHARE * down:
                return max(EXACT + 1, min(was - 1, self._nearest(fields[was] + step)))
            return was
        height = 0
        for number in range(1, EXACT + 2):
            # What stands there keeps its height on the border.
            edge = 0.02 * bounds[number]
            if x < bounds[number] + (edge if number > was else -edge):
                break
            height = number
        return height if height <= EXACT else max(height, self._nearest(x))

    def _nearest(self, x: float) -> int:
        return min(range(EXACT + 1, TALLEST), key=lambda n: abs(self._fields[n] - x))

    def _tell_neighbours(self, channel: int) -> None:
        """Work out what this cell now adds to those around it; they have not moved."""
        height = self.heights[channel]
        side = 1 if height > 0 else -1
        for other, table, added in self._pulls[channel]:
            new = side * table[min(abs(height), TALLEST)]
            # The mean is what is left when everything else is taken out: it stays.
            self._pull[other] += new - added[0]
            added[0] = new


def _bounds(discs: Discs) -> tuple[float, ...]:
    """From which field on there are so many pieces: half-way between what one fewer gives at most and
    what so many give that stand rather askew."""
    fields, loss = discs.fields, ASKEW_SHARE * discs.slack
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

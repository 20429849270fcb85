"""Magnets over linear sensors as they are: fields from tables that magpylib made, pieces that stand
askew, neighbours, sensors that differ, tremble and drift, and converters of ten or twelve bits.

Knows nothing of the code that counts. `scripts/field_tables.py` makes the tables.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from pathlib import Path
from random import Random

TABLES = json.loads((Path(__file__).parent / "fields.json").read_text(encoding="utf-8"))
ASIDE: list[float] = TABLES["aside"]
SUPPLY = 3300.0
"""Millivolts; a sensor rests in the middle."""
SENSITIVITY = 15.0
"""Millivolts per millitesla: of sensors that no stack drives to the rail (twice as much would, from six
pieces on)."""
CARRIED = (3.0, 12.0, 40.0)
"""Millimetres above its place at which a piece is seen on its way, one scan each."""
MOST_KNOWN = 2000
"""Stacks whose fields are remembered."""
REACH = 100.0
"""Millimetres from which on a magnet is not felt."""


@dataclass(slots=True)
class Stack:
    pieces: int
    dx: float
    dy: float
    up: float = 0.0
    """Millimetres above the board."""
    side: int = 1
    """-1: its magnets lie the other way round."""


@dataclass(slots=True)
class Magnets:
    places: Sequence[tuple[float, float]]
    disc: str = "15x3"
    bits: int = 10
    rng: Random = field(default_factory=lambda: Random(1))
    noise: float = 0.1
    """Millitesla, one standard deviation."""
    askew: float = 1.5
    """Millimetres off the middle, one standard deviation each way, at most `furthest`."""
    furthest: float = 4.0
    spread: float = 0.05
    offset: float = 60.0
    """Millivolts by which sensors rest elsewhere than in the middle, at most."""
    warmer: float = 0.0
    """Kelvin since the sensors were learned: 0.1 % of sensitivity each, and 0.02 mT of rest."""
    stacks: dict[int, list[Stack]] = field(default_factory=dict)
    _gain: list[float] = field(default_factory=list)
    _rest: list[float] = field(default_factory=list)
    _known: dict[tuple[float, ...], list[tuple[int, float]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        one, rng = SENSITIVITY, self.rng
        self._gain = [one * rng.uniform(1 - self.spread, 1 + self.spread) for _ in self.places]
        self._rest = [SUPPLY / 2 + rng.uniform(-self.offset, self.offset) for _ in self.places]

    # Hands -----------------------------------------------------------------------------------

    def stood(self) -> tuple[float, float]:
        """Where a piece comes to stand, off the middle."""
        while True:
            at = self.rng.gauss(0, self.askew), self.rng.gauss(0, self.askew)
            if hypot(*at) <= self.furthest:
                return at

    def put(self, channel: int, pieces: int, *, side: int = 1, centred: bool = False) -> None:
        """Pieces come down together, on whatever stands there."""
        at = (0.0, 0.0) if centred else self.stood()
        self.stacks.setdefault(channel, []).append(Stack(pieces, *at, side=side))

    def take(self, channel: int, pieces: int | None = None) -> None:
        """The top pieces go, all of them unless told how many."""
        left = self.height(channel) - (self.height(channel) if pieces is None else pieces)
        kept: list[Stack] = []
        for stack in self.stacks.pop(channel, []):
            stay = min(stack.pieces, left)
            left -= stay
            if stay:
                kept.append(replace(stack, pieces=stay))
        if kept:
            self.stacks[channel] = kept

    def height(self, channel: int) -> int:
        return sum(stack.pieces for stack in self.stacks.get(channel, ()))

    def straighten(self, channel: int, way: float) -> None:
        """Somebody touches a stack: it shifts by so many millimetres."""
        for stack in self.stacks.get(channel, ()):
            stack.dx += way if stack.dx <= 0 else -way

    # Sensors ---------------------------------------------------------------------------------

    def fields(self) -> list[float]:
        """Millitesla at every sensor."""
        found = [0.0] * len(self.places)
        for channel, stacks in self.stacks.items():
            lowest = 0
            for stack in stacks:
                for other, strength in self._around(channel, stack, lowest):
                    found[other] += strength
                lowest += stack.pieces
        return found

    def _around(self, channel: int, stack: Stack, lowest: int) -> list[tuple[int, float]]:
        """What a stack adds to each sensor that feels it; what stands still is worked out once."""
        key = (channel, stack.dx, stack.dy, stack.up, stack.pieces, stack.side, lowest)
        found = self._known.get(key)
        if found is None:
            table = TABLES["discs"][self.disc]["mT"]
            x, y = self.places[channel]
            found = []
            for other, (ox, oy) in enumerate(self.places):
                aside = hypot(x + stack.dx - ox, y + stack.dy - oy)
                if aside < REACH:
                    heights = (lowest + n + stack.up / TABLES["apart"] for n in range(stack.pieces))
                    strength = sum(_between(table, height, aside) for height in heights)
                    found.append((other, stack.side * strength))
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[key] = found
        return found

    def raw(self, fields: Sequence[float] | None = None) -> list[int]:
        """What the converters say."""
        top, rng = (1 << self.bits) - 1, self.rng
        found = []
        for channel, strength in enumerate(self.fields() if fields is None else fields):
            felt = strength + rng.gauss(0, self.noise) + 0.02 * self.warmer
            volts = self._rest[channel] + felt * self._gain[channel] * (1 - 0.001 * self.warmer)
            found.append(max(0, min(top, round(volts / SUPPLY * top))))
        return found


def _between(table: list[list[float]], height: float, aside: float) -> float:
    low = min(int(height), len(table) - 1)
    high = min(low + 1, len(table) - 1)
    n = min(bisect_right(ASIDE, aside), len(ASIDE) - 1)
    share = (aside - ASIDE[n - 1]) / (ASIDE[n] - ASIDE[n - 1])
    part = height - int(height) if high > low else 0.0
    # Above the table the field has fallen to next to nothing.
    if height >= len(table):
        return 0.0
    here, there = (t[n - 1] + (t[n] - t[n - 1]) * share for t in (table[low], table[high]))
    return here + (there - here) * part

"""How strong the field of magnets on each other is at a sensor below them, and beside them.

Knows discs and millimetres, no sensors. All of it in parts of what one disc gives in the middle of its
cell, so that neither the magnets' grade nor the sensors' sensitivity matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import hypot, sqrt

ASKEW = 4.0
"""Millimetres that a piece may stand off the middle of its cell."""
TALLEST = 16
"""Pieces up to which the field is worked out; what is above adds next to nothing."""


@dataclass(frozen=True)
class Discs:
    """Round magnets magnetised through their thickness, all millimetres."""

    across: float = 15.0
    thick: float = 3.0
    distance: float = 16.0
    """From the sensor to the middle of the lowest one."""
    apart: float = 4.0
    """From one to the next on top of it: the thickness of a piece."""

    @cached_property
    def fields(self) -> tuple[float, ...]:
        """What a sensor measures under 0, 1, 2 … pieces."""
        one = self._on_axis(self.distance)
        heights = (self.distance + self.apart * n for n in range(TALLEST))
        parts = [self._on_axis(z) / one for z in heights]
        return tuple(sum(parts[:n]) for n in range(TALLEST + 1))

    def fields_through(self, two: float, three: float) -> tuple[float, ...]:
        """The same where two and three pieces were measured: what is above follows their step."""
        known = self.fields
        step = (three - two) / (known[3] - known[2])
        return (0.0, 1.0, two, *(three + (field - known[3]) * step for field in known[3:]))

    @cached_property
    def slack(self) -> float:
        """The part of its field that a piece loses which stands as far off the middle as it may."""
        z, step = self.distance, 0.5
        bend = self._on_axis(z + step) - 2 * self._on_axis(z) + self._on_axis(z - step)
        # Near the axis the field falls with the square of the way, as its bend along the axis says.
        return ASKEW**2 / 4 * bend / step**2 / self._on_axis(z)

    def beside(self, away: float) -> tuple[float, ...]:
        """What 0, 1, 2 … pieces on a cell so far away add: they pull the other way."""
        parts = [self._dipole(away, self.distance + self.apart * n) for n in range(TALLEST)]
        return tuple(sum(parts[:n]) for n in range(TALLEST + 1))

    def _on_axis(self, z: float) -> float:
        """In units of half the remanence: the middle of the disc is z away."""
        radius, near, far = self.across / 2, z - self.thick / 2, z + self.thick / 2
        return far / hypot(far, radius) - near / hypot(near, radius)

    def _dipole(self, away: float, z: float) -> float:
        """From so far a disc is a point: its field upwards, as a part of one in the middle."""
        moment = (self.across / 2) ** 2 * self.thick / 2
        field = moment * (2 * z * z - away * away) / sqrt(away * away + z * z) ** 5
        return field / self._on_axis(self.distance)

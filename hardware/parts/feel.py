"""From what a linear sensor measures to what it reads: how far from its rest value is a piece."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.sensors import EMPTY, REVERSED, UPRIGHT


@dataclass(frozen=True, slots=True)
class Feel:
    """Two thresholds, in steps of the converter, so that a value between them changes nothing."""

    on: float = 60.0
    off: float = 35.0
    drift: float = 120.0
    """Seconds in which the rest value goes two thirds of the way to what an empty cell measures."""

    def reading(self, value: float, rest: float, was: int) -> int:
        away = value - rest
        if was and away * was > self.off:
            return was
        if abs(away) >= self.on:
            return UPRIGHT if away > 0 else REVERSED
        return EMPTY

    def followed(self, value: float, rest: float, seconds: float) -> float:
        """The rest value after some time in which an empty cell measured this."""
        # Only small differences are drift; a magnet that comes near slowly is not.
        if abs(value - rest) > self.off / 2:
            return rest
        return rest + (value - rest) * min(1.0, seconds / self.drift)

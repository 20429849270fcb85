"""From wanted colours to what pixels are sent: gamma for the eye, brightness, and the supply.

What would draw more than the budget at its brightest is dimmed as a whole, so that colours keep their
ratio, the supply its voltage, and nothing pumps while it breathes. Pure; every light driver uses it.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.lights import RGB
from hardware.parts.rhythms import STEPS

FULL_MA = 20.0
"""What one colour of one pixel draws at full brightness."""
IDLE_MA = 0.7
"""What a dark pixel draws."""


class Dimmer:
    def __init__(
        self, *, brightness: float = 1.0, gamma: float = 1.0, budget_ma: float | None = None
    ) -> None:
        self._budget = budget_ma
        self._table = [round(brightness * 255 * (part / 255) ** gamma) for part in range(256)]
        self.scale = bytes(round(255 * (step / STEPS) ** gamma) for step in range(STEPS + 1))
        """Of a colour as it is sent, the share out of 255 for each step of a rhythm."""

    def __call__(self, colours: Sequence[RGB]) -> list[RGB]:
        table = self._table
        sent = [RGB(table[red], table[green], table[blue]) for red, green, blue in colours]
        if self._budget is None:
            return sent
        draw = current(sent)
        if draw <= self._budget:
            return sent
        # Whatever dimming does, the chips' own current remains.
        idle = IDLE_MA * len(sent)
        share = max(0.0, (self._budget - idle) / (draw - idle))
        return [RGB(*(int(part * share) for part in colour)) for colour in sent]


def current(sent: Sequence[RGB]) -> float:
    """The milliamperes that a frame draws as it is sent."""
    return IDLE_MA * len(sent) + FULL_MA / 255 * sum(map(sum, sent))

"""A board without hardware: magnets that hands move, sensors that feel them, lights and buttons.

Behaves to everything above it exactly like a real one, faults included: a dead sensor feels nothing,
a stuck one always something, a flickering one changes its mind with every reading. Knows channels,
no cells and no games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hardware.lights import DARK, RGB, UNLIT, Glow
from hardware.sensors import EMPTY, UPRIGHT
from hardware.symptoms import Symptom


class Magnet(NamedTuple):
    """One piece: what it is called, and which way round its magnet lies (UPRIGHT or REVERSED)."""

    name: str
    polarity: int = UPRIGHT


@dataclass(slots=True)
class Faults:
    dead: set[int] = field(default_factory=set)
    stuck: set[int] = field(default_factory=set)
    flickering: set[int] = field(default_factory=set)


class SimulatedBoard:
    """Sensors, lights and buttons in one, with the hands' side of it: `put`, `take`, `push`."""

    def __init__(
        self,
        channels: int,
        pixels: int = 0,
        players: int = 2,
        *,
        polarity: bool = False,
        heights: bool = False,
    ) -> None:
        self._stacks: list[list[Magnet]] = [[] for _ in range(channels)]
        self._polarity = polarity
        self._heights = heights
        self._looks = 0
        self._down = [False] * players
        self.faults = Faults()
        self.shown: tuple[RGB, ...] = (DARK,) * (pixels or channels)
        self.button_lights: tuple[RGB, ...] = (DARK,) * players

    # What hands do ---------------------------------------------------------------------------

    def put(self, channel: int, magnets: Iterable[Magnet]) -> None:
        """Set pieces down on whatever stands there, lowest first."""
        self._stacks[channel].extend(magnets)

    def take(self, channel: int, count: int | None = None) -> list[Magnet]:
        """Lift the top pieces, all of them unless told how many."""
        stack = self._stacks[channel]
        cut = 0 if count is None else max(0, len(stack) - count)
        taken = stack[cut:]
        del stack[cut:]
        return taken

    def standing(self, channel: int) -> tuple[Magnet, ...]:
        return tuple(self._stacks[channel])

    def push(self, player: int, down: bool) -> None:
        self._down[player - 1] = down

    # What the program sees -------------------------------------------------------------------

    @property
    def channels(self) -> int:
        return len(self._stacks)

    @property
    def pixels(self) -> int:
        return len(self.shown)

    def readings(self) -> Sequence[int]:
        self._looks += 1
        return [self._reading(channel, stack) for channel, stack in enumerate(self._stacks)]

    def _reading(self, channel: int, stack: list[Magnet]) -> int:
        if channel in self.faults.dead:
            return EMPTY
        if channel in self.faults.stuck:
            return UPRIGHT
        if channel in self.faults.flickering and self._looks % 2:
            return EMPTY if stack else UPRIGHT
        if not stack:
            return EMPTY
        height = len(stack) if self._heights else 1
        return stack[0].polarity * height if self._polarity else height

    def show(self, glows: Sequence[Glow]) -> None:
        self.shown = tuple(glow.colour for glow in glows)

    def light_buttons(self, colours: Sequence[RGB]) -> None:
        self.button_lights = (*colours, *self.button_lights[len(colours) :])[: len(self._down)]

    def tend(self) -> None:
        pass

    @property
    def arrived(self) -> bool:
        return True

    def symptoms(self) -> Sequence[Symptom]:
        return ()

    def down(self) -> Sequence[bool]:
        return tuple(self._down)

    def light(self, colours: Sequence[RGB]) -> None:
        self.light_buttons(colours)

    def close(self) -> None:
        self.show([UNLIT] * len(self.shown))
        self.light_buttons([DARK] * len(self._down))

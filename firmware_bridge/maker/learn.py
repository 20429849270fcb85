"""Learning how a board is wired: one place after the other is named, and its sensor answers.

Pure: readings and times in; what to ask for and what was learned out. Two rounds: in the first the
places are named in words and a magnet tells each one's sensor; in the second the pixels light one by
one and the magnet, put onto the light, tells each one's place. Where pieces on each other are counted,
two and three are measured in between. Can be stopped and taken up again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hardware.driver import counts
from hardware.lights import DARK, RGB
from hardware.panels.panel import Panel
from hardware.parts.feel import Feel
from hardware.sensors import REVERSED

STACKS = {"two": 2, "three": 3}
"""Stages in which pieces on each other are measured, and how many."""
FEW = 3
"""Places on which they are, unless it is to be every one: the others are like those."""
MEANT = 20
"""Measurements that what a piece does is the mean of."""
SURE = 0.25
"""Seconds for which a reading must stand before it is believed."""
EMPTYING = 5.0
"""Seconds that people get to clear the board, counted from the last thing that moved on it."""
RESTING = 40
"""Readings of the empty board that a rest value is the mean of."""
MORE = 1.1
"""Times what one piece fewer measures, at least: otherwise there are not so many."""
HERE = RGB(255, 255, 255)


@dataclass(slots=True)
class Learned:
    """What is known so far, by place; a later run takes it up again from a file."""

    channels: dict[str, int] = field(default_factory=dict)
    pixels: dict[str, int] = field(default_factory=dict)
    rest: dict[str, int] = field(default_factory=dict)
    one: dict[str, int] = field(default_factory=dict)
    """How far one piece moves the sensor, where pieces on each other are counted."""
    two: dict[str, int] = field(default_factory=dict)
    three: dict[str, int] = field(default_factory=dict)
    """The same for two and for three on each other."""
    flipped: list[str] = field(default_factory=list)
    resting: list[float] = field(default_factory=list)
    """By channel, until the channels' places are known."""
    skipped: list[str] = field(default_factory=list)
    """Places whose sensor did not answer."""
    skipped_stacks: list[str] = field(default_factory=list)
    """Places on which nobody put pieces on each other."""
    dark: list[int] = field(default_factory=list)
    """Pixels that nobody found."""


class Learner:
    def __init__(
        self,
        panel: Panel,
        learned: Learned | None = None,
        *,
        pixels: bool = True,
        every_stack: bool = False,
    ) -> None:
        self.panel = panel
        self.learned = learned or Learned()
        self._pixels = pixels and panel.lights.strip.count > 0
        self._measures = panel.sensors.feel is not None
        self._feel = panel.sensors.feel or Feel()
        self._counts = counts(panel.sensors)
        self._every_stack = every_stack
        self._lately: deque[Sequence[int]] = deque(maxlen=MEANT)
        """The last measurements."""
        self._quiet: list[int] = []
        self._sums: list[float] = []
        self._counted = 0
        self._candidate: int | None = None
        self._since = 0.0
        self._lifting = True
        self.complaint: tuple[str, str] | None = None
        """What the last magnet did wrong: an id of the texts and the place it is about."""

    # What to ask for -------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        """`rest`, `sensors`, one of `STACKS`, `pixels` or `done`."""
        if self._measures and not self.learned.resting:
            return "rest"
        if self._next_place() is not None:
            return "sensors"
        for stack in STACKS:
            if self._next_stack(stack) is not None:
                return stack
        if self._pixels and self._next_pixel() is not None:
            return "pixels"
        return "done"

    def _next_place(self) -> str | None:
        done = {*self.learned.channels, *self.learned.skipped}
        return next((p.name for p in self.panel.places if p.name not in done), None)

    def _next_stack(self, stack: str) -> str | None:
        """The place where so many are measured next."""
        known = [place for place in self.learned.channels if place in self.learned.one]
        if not self._every_stack and len(known) > FEW:
            known = [known[n * (len(known) - 1) // (FEW - 1)] for n in range(FEW)]
        done = {*self._measured_stacks(stack), *self.learned.skipped_stacks}
        return next((place for place in known if place not in done), None)

    def _measured_stacks(self, stack: str) -> dict[str, int]:
        return {"two": self.learned.two, "three": self.learned.three}[stack]

    def _next_pixel(self) -> int | None:
        if len(self.learned.pixels) == len(self.learned.channels):
            return None
        done = {*self.learned.pixels.values(), *self.learned.dark}
        return next((n for n in range(self.panel.lights.strip.count) if n not in done), None)

    @property
    def wanted(self) -> str | None:
        """The place where the magnet should go, when it is asked for by name."""
        if self._lifting:
            return None
        stage = self.stage
        if stage in STACKS:
            return self._next_stack(stage)
        return self._next_place() if stage == "sensors" else None

    @property
    def pixel(self) -> int | None:
        """The pixel that is being asked about."""
        return self._next_pixel() if self.stage == "pixels" else None

    @property
    def lifting(self) -> bool:
        """Whether the board must be empty before the next place is asked for."""
        return self._lifting and self.stage != "rest"

    def colours(self) -> list[RGB]:
        shown = [DARK] * self.panel.lights.strip.count
        if self.pixel is not None and not self._lifting:
            shown[self.pixel] = HERE
        return shown

    def skip(self) -> str:
        """Give up on what is being asked for; its name."""
        place, pixel, stage = self._next_place(), self.pixel, self.stage
        self._lifting = True
        if place is not None:
            self.learned.skipped.append(place)
            return place
        if stage in STACKS:
            left = self._next_stack(stage) or ""
            self.learned.skipped_stacks.append(left)
            return left
        assert pixel is not None
        self.learned.dark.append(pixel)
        return f"#{pixel}"

    # What is seen ----------------------------------------------------------------------------

    def observe(
        self, readings: Sequence[int], now: float, raw: Sequence[int] | None = None
    ) -> bool:
        """Take in one reading; True when something was learned."""
        if self.stage == "rest":
            return self._rested(raw if raw is not None else readings, now)
        if raw is not None:
            self._lately.append(raw)
            rests = self.learned.resting
            readings = [self._feel.reading(v, r, 0) for v, r in zip(raw, rests, strict=True)]
        felt = [channel for channel, reading in enumerate(readings) if reading]
        candidate = felt[0] if len(felt) == 1 else None if not felt else -1
        if candidate != self._candidate:
            self._candidate, self._since = candidate, now
            self._lately.clear()
            return False
        if now - self._since < SURE:
            return False
        if self._lifting:
            self._lifting = candidate is not None
            return False
        if candidate is None:
            return False
        self._lifting = True
        if candidate == -1:
            names = {c: p for p, c in self.learned.channels.items()}
            self.complaint = ("several", ", ".join(names.get(c, f"#{c}") for c in felt))
            return False
        return self._felt(candidate, readings[candidate])

    def _rested(self, raw: Sequence[int], now: float) -> bool:
        stirred = len(raw) != len(self._quiet) or any(
            abs(new - old) > self._feel.off for new, old in zip(raw, self._quiet, strict=True)
        )
        if stirred:
            self._quiet, self._since = list(raw), now
        if now - self._since < EMPTYING:
            self._sums, self._counted = [0.0] * len(raw), 0
            return False
        self._sums = [a + b for a, b in zip(self._sums, raw, strict=True)]
        self._counted += 1
        if self._counted < RESTING:
            return False
        self.learned.resting = [total / RESTING for total in self._sums]
        return True

    def _felt(self, channel: int, reading: int) -> bool:
        known = {c: place for place, c in self.learned.channels.items()}
        if self.stage == "sensors":
            place = self._next_place() or ""
            if channel in known:
                self.complaint = ("taken", known[channel])
                return False
            self.learned.channels[place] = channel
            if self.learned.resting:
                resting = self.learned.resting[channel]
                self.learned.rest[place] = round(resting)
                if self._counts and self._lately:
                    self.learned.one[place] = self._moved(channel)
            if reading == REVERSED:
                self.learned.flipped.append(place)
        elif self.stage in STACKS:
            return self._stacked(self.stage, known.get(channel), channel)
        else:
            place = known[channel]
            pixel = self.pixel
            assert pixel is not None
            if place in self.learned.pixels:
                self.complaint = ("lit", place)
                return False
            self.learned.pixels[place] = pixel
        self.complaint = None
        return True

    def _moved(self, channel: int) -> int:
        """How far the sensor is from its rest."""
        measured = sum(raw[channel] for raw in self._lately) / len(self._lately)
        return round(abs(measured - self.learned.resting[channel]))

    def _stacked(self, stack: str, where: str | None, channel: int) -> bool:
        place = self._next_stack(stack) or ""
        moved = self._moved(channel)
        fewer = self.learned.two if stack == "three" else self.learned.one
        if where != place:
            self.complaint = ("elsewhere", place)
            return False
        if moved < MORE * fewer.get(place, self.learned.one[place]):
            self.complaint = ("fewer", place)
            return False
        self._measured_stacks(stack)[place] = moved
        self.complaint = None
        return True

    def entries(self) -> dict[str, dict[str, Any]]:
        """What belongs into the panel's file, table by table."""
        names = [place.name for place in self.panel.places]
        found: dict[str, dict[str, Any]] = {"sensors": {}}
        if self.learned.rest:
            found["sensors"]["flipped"] = list(self.learned.flipped)
            found["sensors"]["rest"] = dict(self.learned.rest)
        if self.learned.one:
            found["sensors"]["one"] = dict(self.learned.one)
        for stack in STACKS:
            if self._measured_stacks(stack):
                found["sensors"][stack] = dict(self._measured_stacks(stack))
        found["sensors"]["channels"] = _filled(self.learned.channels, names)
        if self.learned.pixels:
            found["lights"] = {"pixels": _filled(self.learned.pixels, names)}
        return found


def _filled(known: dict[str, int], names: list[str]) -> dict[str, int]:
    """With the numbers that are left for the places that did not answer: each needs one."""
    spare = (number for number in range(10_000) if number not in set(known.values()))
    return {name: known[name] if name in known else next(spare) for name in names}

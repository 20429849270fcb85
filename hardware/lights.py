"""What every light driver offers. Knows pixels (integers), colours and rhythms; no cells, no games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from hardware.parts.rhythms import PHASES as PHASES
from hardware.parts.rhythms import RHYTHMS, STEPS, strength
from hardware.symptoms import Symptom


class RGB(NamedTuple):
    """Red, green and blue from 0 to 255, as wanted; dimming for eye or supply is the driver's."""

    red: int
    green: int
    blue: int


STEADY, BREATHE, BLINK, DOUBLE, QUICK, INWARD, SELDOM = range(len(RHYTHMS))
"""The rhythms, by number."""


class Glow(NamedTuple):
    """How a pixel lives: its colour, its rhythm, and how far it lags behind others of that rhythm, in
    parts of 256 of a period."""

    colour: RGB
    rhythm: int = STEADY
    phase: int = 0


DARK = RGB(0, 0, 0)
UNLIT = Glow(DARK)


def still(colours: Iterable[RGB]) -> list[Glow]:
    """Pixels that stay as they are."""
    return [Glow(colour) for colour in colours]


def on_or_off(glow: Glow, now: float) -> RGB:
    """What a lamp without a rhythm of its own shows of a glow at this second: its colour, or nothing."""
    bright = 2 * strength(glow.rhythm, int(now * 1000), glow.phase) > STEPS
    return glow.colour if bright else DARK


class Lights(Protocol):
    @property
    def pixels(self) -> int:
        """How many pixels there are under the cells."""

    def show(self, glows: Sequence[Glow]) -> None:
        """Let all pixels live like this from now on. Never raises for pixels that fail."""

    def light_buttons(self, colours: Sequence[RGB]) -> None:
        """Make the pixels behind them look like this: they are lights of the buttons. Colours without a
        pixel are passed over."""

    def tend(self) -> None:
        """Called at every turn: the frame of the moment, and whatever could not be shown before."""

    @property
    def arrived(self) -> bool:
        """Whether what was last wanted is what the pixels were sent."""

    def symptoms(self) -> Sequence[Symptom]:
        """What is wrong at the moment."""

    def close(self) -> None:
        """Dark, if that is still possible."""

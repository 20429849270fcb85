"""What every light driver offers. Knows pixels (integers) and colours, no cells and no games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from hardware.symptoms import Symptom


class RGB(NamedTuple):
    """Red, green and blue from 0 to 255, as wanted; dimming for eye or supply is the driver's."""

    red: int
    green: int
    blue: int


DARK = RGB(0, 0, 0)


class Lights(Protocol):
    @property
    def pixels(self) -> int:
        """How many pixels there are under the cells."""

    def show(self, colours: Sequence[RGB]) -> None:
        """Make these pixels look like this, all of them. Never raises for pixels that fail."""

    def light_buttons(self, colours: Sequence[RGB]) -> None:
        """Make the pixels behind them look like this: they are lights of the buttons. Colours without a
        pixel are passed over."""

    def tend(self) -> None:
        """Called at every turn: what could not be shown is tried again, whole."""

    def symptoms(self) -> Sequence[Symptom]:
        """What is wrong at the moment."""

    def close(self) -> None:
        """Dark, if that is still possible."""

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
        """How many pixels there are."""

    def show(self, colours: Sequence[RGB]) -> None:
        """Make the pixels look like this, all of them. Never raises for pixels that fail."""

    def tend(self) -> None:
        """Called at every turn: what could not be shown is tried again, whole."""

    def symptoms(self) -> Sequence[Symptom]:
        """What is wrong at the moment."""

    def close(self) -> None: ...

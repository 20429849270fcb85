"""Lights and buttons of a board that has none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.driver import Driver, Opening, Role
from hardware.lights import RGB, Glow
from hardware.parts.strip import NO_PIXELS, Strip
from hardware.plan import Plan
from hardware.symptoms import Symptom


class Absent:
    pixels = 0
    arrived = True

    def show(self, glows: Sequence[Glow]) -> None:
        pass

    def light_buttons(self, colours: Sequence[RGB]) -> None:
        pass

    def tend(self) -> None:
        pass

    def symptoms(self) -> Sequence[Symptom]:
        return ()

    def down(self) -> Sequence[bool]:
        return ()

    def light(self, colours: Sequence[RGB]) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class AbsentWiring:
    strip: Strip = NO_PIXELS
    count: int = 0
    pixels: int = 0

    def plan(self) -> Plan:
        return Plan()

    def open(self, opening: Opening) -> Absent:  # noqa: ARG002 - there is nothing to open
        return Absent()


def read(*_: object) -> AbsentWiring:
    """Whatever the table says."""
    return AbsentWiring()


DRIVER = Driver(lights=Role(None, read, anywhere=True), buttons=Role(None, read, anywhere=True))

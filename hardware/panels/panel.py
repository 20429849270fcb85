"""A panel as a value: where its sensors and pixels lie, and how they are wired.

Places are in millimetres, in the same coordinates as the boards that are laid on it. Knows channels,
pixels and pins; no games. Read from TOML by hardware/panels/panel_file.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

from hardware.drivers.hall import Feel
from hardware.parts.frames import Layout

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a grid, before it is wired: row and column count from 0, at the lower left."""

    name: str
    x: float
    y: float
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    x: float
    y: float
    channel: int
    pixel: int | None


@dataclass(frozen=True, slots=True)
class MatrixWiring:
    """Rows and columns of switches, on the Pi's pins, or on those of a microcontroller at `port`."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    pull: str = "up"
    active_high: bool = False
    diodes: bool = True
    settle_us: int = 60
    port: str = ""

    @property
    def channels(self) -> int:
        return len(self.rows) * len(self.columns)


@dataclass(frozen=True, slots=True)
class HallWiring:
    converters: tuple[int, ...]
    select: tuple[int, ...]
    count: int
    feel: Feel
    rest: tuple[float, ...]
    flipped: tuple[int, ...]

    @property
    def channels(self) -> int:
        return self.count


@dataclass(frozen=True, slots=True)
class SimulatedWiring:
    count: int
    polarity: bool = False

    @property
    def channels(self) -> int:
        return self.count


@dataclass(frozen=True, slots=True)
class LightsWiring:
    driver: str
    pin: int
    count: int
    """Pixels under the cells; those of the buttons come behind them."""
    order: str = "GRB"
    brightness: float = 1.0
    gamma: float = 2.2
    budget_ma: float = 2000.0


@dataclass(frozen=True, slots=True)
class ButtonsWiring:
    driver: str
    pins: tuple[int, ...] = ()
    crossings: tuple[tuple[int, int], ...] = ()
    lamps: tuple[int, ...] = ()
    light: str = "none"

    @property
    def count(self) -> int:
        return len(self.crossings) if self.driver == "matrix" else len(self.pins)

    @property
    def pixels(self) -> int:
        """How many pixels at the end of the strip are theirs."""
        return self.count if self.light == "pixels" else 0


SensorWiring = MatrixWiring | HallWiring | SimulatedWiring


@dataclass(frozen=True)
class Panel:
    name: str
    about: str
    pitch: float
    places: tuple[Place, ...]
    sensors: SensorWiring
    lights: LightsWiring
    buttons: ButtonsWiring
    document: Mapping[str, Any]
    """The profile as it was read, so that it can be written again with what was learned."""

    @property
    def driver(self) -> str:
        match self.sensors:
            case MatrixWiring(port=port):
                return "serial" if port else "matrix"
            case HallWiring():
                return "hall"
            case _:
                return "simulated"

    @property
    def polarity(self) -> bool:
        """Whether the sensors tell which way round a magnet lies."""
        match self.sensors:
            case HallWiring():
                return True
            case SimulatedWiring(polarity=polarity):
                return polarity
            case _:
                return False

    @cached_property
    def by_name(self) -> Mapping[str, Place]:
        return {place.name: place for place in self.places}

    @cached_property
    def by_channel(self) -> Mapping[int, Place]:
        return {place.channel: place for place in self.places}

    def layout(self) -> Layout:
        """What a microcontroller is told."""
        assert isinstance(self.sensors, MatrixWiring)
        wiring = self.sensors
        return Layout(
            wiring.rows,
            wiring.columns,
            self.buttons.pins,
            self.lights.pin,
            self.lights.count + self.buttons.pixels,
            wiring.active_high,
            wiring.settle_us,
        )


def square_spots(columns: int, rows: int, pitch: float, x: float, y: float) -> list[Spot]:
    return [
        Spot(f"{LETTERS[c]}{r + 1}", x + pitch * c, y + pitch * r, r, c)
        for r in range(rows)
        for c in range(columns)
    ]


def hexagon_spots(radius: int, pitch: float, x: float, y: float) -> list[Spot]:
    """Rows from the bottom; numbers count along a row, so that equal numbers lie on a slant."""
    span = range(2 * radius + 1)
    return [
        Spot(
            f"{LETTERS[r]}{n + 1}",
            x + pitch * ((n - radius) - (r - radius) / 2),
            y + pitch * sqrt(3) / 2 * (r - radius),
            r,
            n,
        )
        for r in span
        for n in span
        if abs(r - n) <= radius
    ]


def pixel_numbers(spots: list[Spot], order: str, first: int) -> dict[str, int]:
    """How a strip that runs row by row passes the places: each row from the left, or to and fro."""
    numbers: dict[str, int] = {}
    for row in sorted({spot.row for spot in spots}):
        along = sorted((s for s in spots if s.row == row), key=lambda s: s.x)
        if order == "serpentine" and row % 2:
            along.reverse()
        for spot in along:
            numbers[spot.name] = first + len(numbers)
    return numbers

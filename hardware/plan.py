"""How something is wired, as values: what the maker's tables and drawings show, and who takes which pin.

A driver fills in a `Plan`; who prints or draws it knows no driver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hardware.phrases import Said

ROW, COLUMN, GROUP, NOTE = "row", "column", "group", "note"
"""What a drawing tells apart: lines across, lines upwards, sensors of one group, and plain words."""


@dataclass(frozen=True, slots=True)
class Header:
    """Where pins are brought out, on a computer or on a chip: number → (its name, its place there)."""

    pins: Mapping[int, tuple[str, str]]

    def name(self, number: int) -> str:
        return self.pins[number][0]

    def place(self, number: int) -> str:
        return self.pins[number][1]


class Pin(NamedTuple):
    header: Header
    number: int
    use: str
    """What it goes to; a Said where that is more than names of parts."""
    entry: str
    """The key of the panel's file that names it; a Said where no key does."""
    bus: str = ""
    """Drivers on the same bus share its pins; any other pin has one user."""


class Connection(NamedTuple):
    """How one sensor is connected."""

    ends: str
    note: str = ""
    """A word for the drawing; the channel's number where there is none."""
    group: int | None = None
    """Sensors of one group have one colour."""


class Wire(NamedTuple):
    """A line from sensor to sensor: its name, which way it runs, and the channels along it."""

    name: str
    way: str
    channels: tuple[int, ...]


class Part(NamedTuple):
    """Something to buy."""

    what: Said
    pieces: int
    joints: int = 0
    """Solder joints of each."""
    ma: float = 0.0
    """Milliamperes that each draws from 3.3 V."""


class Setting(NamedTuple):
    """A line of the Pi's config.txt."""

    line: str
    model: str = "all"
    """The section that it belongs to: all, pi3, pi4."""


class Chip(NamedTuple):
    """A part with legs, and where each of them goes."""

    name: str
    legs: tuple[tuple[str, str, str], ...]
    """Number, name, and what it is connected to."""
    times: int = 1


@dataclass(frozen=True, slots=True)
class Plan:
    pins: tuple[Pin, ...] = ()
    connections: Mapping[int, Connection] = field(default_factory=dict)
    """Every sensor by its channel; every button by its number, from 1."""
    wires: tuple[Wire, ...] = ()
    legend: tuple[tuple[str, Said], ...] = ()
    """What ROW, COLUMN, GROUP and NOTE mean in this drawing."""
    shared: tuple[tuple[str, Said], ...] = ()
    """What hangs on pins that others have named already: which ones, and what it is."""
    parts: tuple[Part, ...] = ()
    """What has to be bought for it."""
    chips: tuple[Chip, ...] = ()
    """What belongs into the schematic."""
    settings: tuple[Setting, ...] = ()
    """What has to be switched on or off on the Pi."""

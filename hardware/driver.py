"""What a driver is: a module with a `DRIVER` that can serve as sensors, lights or buttons of a panel.

For each of these roles it says which keys its table of a panel's file has, and reads that table into a
wiring: a frozen value that knows which pins it takes, how it is described to a maker, and how it is
opened. docs/drivers.md shows how to write one; hardware/drivers/ lists those there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from hardware.buttons import Buttons
from hardware.lights import Lights
from hardware.panels.grid import Grid
from hardware.panels.table import Table
from hardware.parts.feel import Feel
from hardware.parts.strip import Strip
from hardware.phrases import Phrase
from hardware.plan import Plan
from hardware.sensors import Sensors

if TYPE_CHECKING:
    from hardware.panels.panel import Panel

Usual = TypeVar("Usual")


@dataclass(frozen=True)
class World:
    """What opening a board takes from outside."""

    clock: Callable[[], float] = monotonic
    wait: Callable[[float], None] = sleep
    devices: Mapping[str, Any] = field(default_factory=dict)
    """What stands in for the way to a device, by the driver's word for it: pins, a port, a strip."""

    def device(self, name: str, usual: Usual) -> Usual:
        """The way to a device: the usual one unless something stands in for it."""
        way: Usual = self.devices.get(name, usual)
        return way


@dataclass
class Opening:
    """A board that is being opened: sensors first, then lights, then buttons."""

    panel: Panel
    players: int
    world: World
    sensors: Sensors | None = None
    lights: Lights | None = None


class SensorWiring(Protocol):
    @property
    def channel_of(self) -> Mapping[str, int]:
        """The channel of each place."""

    @property
    def channels(self) -> int:
        """How many there are, those of no place included."""

    @property
    def polarity(self) -> bool:
        """Whether the sensors tell which way round the lowest magnet lies."""

    @property
    def feel(self) -> Feel | None:
        """From which measurement on there is a piece; None where sensors only open and close."""

    def plan(self) -> Plan: ...
    def open(self, opening: Opening) -> Sensors: ...


def counts(wiring: SensorWiring) -> bool:
    """Whether the sensors tell how many magnets stand on each other: a wiring that can says so with an
    attribute `heights`."""
    return bool(getattr(wiring, "heights", False))


class LightWiring(Protocol):
    @property
    def strip(self) -> Strip: ...
    def plan(self) -> Plan: ...
    def open(self, opening: Opening) -> Lights: ...


class ButtonWiring(Protocol):
    @property
    def count(self) -> int: ...
    @property
    def pixels(self) -> int:
        """How many pixels behind those of the board are lights of the buttons."""

    def plan(self) -> Plan: ...
    def open(self, opening: Opening) -> Buttons: ...


Read = TypeVar("Read")


@dataclass(frozen=True)
class Role(Generic[Read]):
    keys: Mapping[str, Phrase] | None
    """The keys of its table besides those that every driver has, and what they mean; None: whatever
    stands there is passed over."""
    read: Read
    """Makes a wiring of the table, or says what is wrong with it."""
    anywhere: bool = False
    """Whether it goes even with sensors whose driver serves whole boards only."""


SensorRole = Role[Callable[[Table, Grid], SensorWiring]]
LightRole = Role[Callable[[Table, Grid], LightWiring]]
ButtonRole = Role[Callable[[Table, SensorWiring], ButtonWiring]]


@dataclass(frozen=True)
class Driver:
    sensors: SensorRole | None = None
    lights: LightRole | None = None
    buttons: ButtonRole | None = None
    whole: bool = False
    """Whether it serves whole boards only: lights and buttons of others do not go with its sensors, nor
    its own with theirs."""

"""A board without hardware, as a panel's file or `simulated:PANEL` asks for it.

`simulated:quadra?dead=c3&flicker=d4,e5&stuck=a1&polarity=1` stands in for any panel, with faults to try
things out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl

from hardware.driver import Driver, Opening, Role, SensorWiring
from hardware.errors import ProfileError
from hardware.panels.grid import Grid
from hardware.panels.panel import Panel
from hardware.panels.table import Table
from hardware.parts import strip
from hardware.parts.feel import Feel
from hardware.parts.simulated_board import SimulatedBoard
from hardware.parts.strip import Strip
from hardware.phrases import Phrase
from hardware.plan import Plan

KEYS = {
    "polarity": Phrase(
        "whether a simulated sensor tells which way round a magnet lies",
        it="se un sensore simulato distingue il verso di un magnete",
        fr="si un capteur simulé distingue le sens d'un aimant",
    ),
}
NO_FAULT = Phrase(
    "a simulated board cannot do '{fault}'; it can do {known}",
    it="un tavoliere simulato non sa fare '{fault}'; sa fare {known}",
    fr="un plateau simulé ne sait pas faire '{fault}' ; il sait faire {known}",
)
NO_PLACE = Phrase(
    "panel {panel} has no place '{place}' for {fault}=",
    it="il pannello {panel} non ha un posto '{place}' per {fault}=",
    fr="le panneau {panel} n'a pas de place '{place}' pour {fault}=",
)
FAULTS = ("dead", "stuck", "flicker")


@dataclass(frozen=True, slots=True)
class SimulatedSensors:
    channel_of: Mapping[str, int]
    channels: int
    polarity: bool = False
    faults: tuple[tuple[str, int], ...] = ()
    """What is wrong with which channel."""
    feel: Feel | None = None
    """That of the sensors it stands in for."""

    @classmethod
    def read(cls, table: Table, grid: Grid) -> SimulatedSensors:
        channels = table.numbers("channels", grid.one_by_one(), len(grid.spots))
        return cls(channels, len(grid.spots), table.flag("polarity", False))

    def plan(self) -> Plan:
        return Plan()

    def open(self, opening: Opening) -> SimulatedBoard:
        pixels = opening.panel.lights.strip.count or self.channels
        board = SimulatedBoard(self.channels, pixels, opening.players, polarity=self.polarity)
        broken = board.faults
        kinds = dict(zip(FAULTS, (broken.dead, broken.stuck, broken.flickering), strict=True))
        for fault, channel in self.faults:
            kinds[fault].add(channel)
        return board


@dataclass(frozen=True, slots=True)
class SimulatedLights:
    strip: Strip

    @classmethod
    def read(cls, table: Table, grid: Grid) -> SimulatedLights:
        return cls(Strip.read(table, grid))

    def plan(self) -> Plan:
        return Plan()

    def open(self, opening: Opening) -> SimulatedBoard:
        return _same(opening)


@dataclass(frozen=True, slots=True)
class SimulatedButtons:
    """As many as there are players."""

    count: int = 0
    pixels: int = 0

    @classmethod
    def read(cls, table: Table, sensors: SensorWiring) -> SimulatedButtons:  # noqa: ARG003
        return cls()

    def plan(self) -> Plan:
        return Plan()

    def open(self, opening: Opening) -> SimulatedBoard:
        return _same(opening)


def _same(opening: Opening) -> SimulatedBoard:
    """The device that the sensors are: it has been opened already."""
    assert isinstance(opening.sensors, SimulatedBoard)
    return opening.sensors


def stand_in(panel: Panel, query: str) -> Panel:
    """The same panel without its hardware, and with the faults that are asked for."""
    asked = dict(parse_qsl(query, keep_blank_values=True))
    polarity = asked.pop("polarity", "1" if panel.sensors.polarity else "0") == "1"
    faults: list[tuple[str, int]] = []
    for fault, places in asked.items():
        if fault not in FAULTS:
            raise ProfileError(NO_FAULT(fault=fault, known=", ".join((*FAULTS, "polarity"))))
        for place in places.split(","):
            if place not in panel.by_name:
                raise ProfileError(NO_PLACE(panel=panel.name, place=place, fault=fault))
            faults.append((fault, panel.by_name[place].channel))
    wired = panel.sensors
    return replace(
        panel,
        sensors=SimulatedSensors(
            wired.channel_of, wired.channels, polarity, tuple(faults), wired.feel
        ),
        lights=SimulatedLights(panel.lights.strip),
        buttons=SimulatedButtons(),
    )


DRIVER = Driver(
    sensors=Role(KEYS, SimulatedSensors.read),
    lights=Role(strip.KEYS, SimulatedLights.read),
    buttons=Role({}, SimulatedButtons.read),
    whole=True,
)

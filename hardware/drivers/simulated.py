"""A board without hardware, as a panel's file or `simulated:PANEL` asks for it.

`simulated:quadra?dead=c3&flicker=d4,e5&stuck=a1&sensing=presence` stands in for any panel, with faults
and other sensors to try things out. Nothing is dearer here: unless asked for others, its sensors count.
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
    "heights": Phrase(
        "whether a simulated sensor counts the magnets that stand on each other",
        it="se un sensore simulato conta i magneti uno sull'altro",
        fr="si un capteur simulé compte les aimants posés l'un sur l'autre",
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
NO_SENSING = Phrase(
    "a simulated sensor cannot do '{sensing}'; it can do {known}",
    it="un sensore simulato non sa fare '{sensing}'; sa fare {known}",
    fr="un capteur simulé ne sait pas faire '{sensing}' ; il sait faire {known}",
)
SENSING = {
    "presence": (False, False),
    "polarity": (True, False),
    "height": (False, True),
    "polar-height": (True, True),
}
"""What can be asked for: whether it feels which way round a magnet lies, and whether it counts."""
FAULTS = ("dead", "stuck", "flicker")


@dataclass(frozen=True, slots=True)
class SimulatedSensors:
    channel_of: Mapping[str, int]
    channels: int
    polarity: bool = False
    heights: bool = False
    faults: tuple[tuple[str, int], ...] = ()
    """What is wrong with which channel."""
    feel: Feel | None = None
    """That of the sensors it stands in for."""

    @classmethod
    def read(cls, table: Table, grid: Grid) -> SimulatedSensors:
        channels = table.numbers("channels", grid.one_by_one(), len(grid.spots))
        size = len(grid.spots)
        return cls(channels, size, table.flag("polarity", False), table.flag("heights", False))

    def plan(self) -> Plan:
        return Plan()

    def open(self, opening: Opening) -> SimulatedBoard:
        pixels = opening.panel.lights.strip.count or self.channels
        board = SimulatedBoard(
            self.channels,
            pixels,
            opening.players,
            polarity=self.polarity,
            heights=self.heights,
        )
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
    polarity, heights = panel.sensors.polarity, "polarity" not in asked
    polarity = asked.pop("polarity", "1" if polarity else "0") == "1"
    if (sensing := asked.pop("sensing", None)) is not None:
        if sensing not in SENSING:
            raise ProfileError(NO_SENSING(sensing=sensing, known=", ".join(SENSING)))
        polarity, heights = SENSING[sensing]
    faults: list[tuple[str, int]] = []
    for fault, places in asked.items():
        if fault not in FAULTS:
            raise ProfileError(
                NO_FAULT(fault=fault, known=", ".join((*FAULTS, "polarity", "sensing")))
            )
        for place in places.split(","):
            if place not in panel.by_name:
                raise ProfileError(NO_PLACE(panel=panel.name, place=place, fault=fault))
            faults.append((fault, panel.by_name[place].channel))
    wired = panel.sensors
    return replace(
        panel,
        sensors=SimulatedSensors(
            wired.channel_of, wired.channels, polarity, heights, tuple(faults), wired.feel
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

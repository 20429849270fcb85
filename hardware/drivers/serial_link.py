"""A microcontroller that scans the sensors and lights the pixels, at the other end of a serial port.

It serves a whole board: sensors, lights and buttons are one device, which learns how it is wired from
the panel's file each time it is greeted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from hardware.driver import Driver, Opening, Role, SensorWiring
from hardware.errors import NoDevice, ProfileError
from hardware.panels.grid import Grid
from hardware.panels.panel import Panel
from hardware.panels.table import Table
from hardware.parts import bill, crossings, strip
from hardware.parts.crossings import SCAN_KEYS, SETTLE_US, Crossings, active_high
from hardware.parts.frames import Layout
from hardware.parts.headers import PICO
from hardware.parts.player_buttons import (
    LIGHT_KEY,
    MOST_BUTTONS,
    PIN_KEY,
    PIXELS,
    button_plan,
    light,
)
from hardware.parts.serial_board import FILES, SerialBoard
from hardware.parts.serial_port import PICO as PICO_PORT
from hardware.parts.serial_port import USB, opened_port, pause
from hardware.parts.strip import Strip, data_plan
from hardware.phrases import Phrase
from hardware.plan import Part, Plan

PORT = "port"
"""What stands in for opening a serial port in a World: called with the path or USB numbers."""
ANSWER = 3.0
"""Seconds that a microcontroller gets to answer its first greeting."""

KEYS = {
    **crossings.KEYS,
    **SCAN_KEYS,
    "port": Phrase(
        "path of the serial port, or usb:vendor:product",
        it="percorso della porta seriale, o usb:vendor:product",
        fr="chemin du port série, ou usb:vendor:product",
    ),
}
NO_PORT = Phrase(
    "= '{port}' is not written usb:vendor:product, as in {example}",
    it="= '{port}' non è scritto usb:vendor:product, come in {example}",
    fr="= '{port}' n'est pas écrit usb:vendor:product, comme dans {example}",
)
REFUSED = Phrase("panel {panel}: {why}", it="pannello {panel}: {why}", fr="panneau {panel} : {why}")
SILENT = Phrase(
    "the microcontroller of panel {panel} does not answer: mpremote cp {files} : + reset",
    it="il microcontrollore del pannello {panel} non risponde: mpremote cp {files} : + reset",
    fr="le microcontrôleur du panneau {panel} ne répond pas : mpremote cp {files} : + reset",
)


@dataclass(frozen=True, slots=True)
class SerialSensors:
    crossings: Crossings
    channel_of: Mapping[str, int]
    settle_us: int
    port: str
    polarity = False
    feel = None

    @classmethod
    def read(cls, table: Table, grid: Grid) -> SerialSensors:
        port = table.text("port", PICO_PORT)
        if port.startswith(USB) and not re.fullmatch(r"usb:[0-9a-f]{4}:[0-9a-f]{4}(:.+)?", port):
            raise table.wrong("port", NO_PORT(port=port, example=PICO_PORT))
        lines = Crossings.read(table, PICO, active_high=active_high(table))
        settle_us = table.whole("settle_us", 0, 10_000, SETTLE_US)
        return cls(lines, lines.channel_of(table, grid), settle_us, port)

    @property
    def channels(self) -> int:
        return self.crossings.count

    def plan(self) -> Plan:
        plan = self.crossings.plan(len(self.channel_of))
        # Twenty pins on each side.
        return replace(plan, parts=(Part(bill.PICO(), 1, 40), *plan.parts))

    def layout(self, panel: Panel) -> Layout:
        """What the microcontroller is told of its wiring."""
        lines = self.crossings
        buttons = panel.buttons.pins if isinstance(panel.buttons, SerialButtons) else ()
        # A layout names a data pin even where no pixels hang on it: any that is free.
        taken = (*lines.rows, *lines.columns, *buttons)
        spare = next((pin for pin in PICO.pins if pin not in taken), 0)
        pin = panel.lights.pin if isinstance(panel.lights, SerialLights) else spare
        pixels = panel.lights.strip.count + panel.buttons.pixels
        scale = panel.lights.strip.dimmer().scale
        return Layout(
            lines.rows,
            lines.columns,
            buttons,
            pin,
            pixels,
            lines.active_high,
            self.settle_us,
            scale,
        )

    def open(self, opening: Opening) -> SerialBoard:
        panel, world = opening.panel, opening.world
        connect = world.device(PORT, opened_port)
        # The first opening may fail and says why; later ones are tried again and again.
        connect(self.port).close()
        strip = panel.lights.strip
        board = SerialBoard(
            self.layout(panel),
            partial(connect, self.port),
            dimmer=strip.dimmer(),
            order=strip.in_order,
            lights=panel.buttons.pixels,
            diodes=self.crossings.diodes,
            retry=pause(self.port),
            clock=world.clock,
        )
        try:
            _greeted(board, opening)
        except Exception:
            board.close()
            raise
        return board


def _greeted(board: SerialBoard, opening: Opening) -> None:
    """Wait for the first report; after it a cable may come and go."""
    world, name = opening.world, opening.panel.name
    begin = world.clock()
    while not board.connected:
        board.talk()
        if board.refusal is not None:
            raise ProfileError(REFUSED(panel=name, why=board.refusal))
        if world.clock() - begin > ANSWER:
            raise NoDevice(SILENT(panel=name, files=FILES))
        world.wait(0.002)


@dataclass(frozen=True, slots=True)
class SerialLights:
    strip: Strip
    pin: int

    @classmethod
    def read(cls, table: Table, grid: Grid) -> SerialLights:
        return cls(Strip.read(table, grid), table.pin("pin", PICO.pins))

    def plan(self) -> Plan:
        return data_plan(PICO, self.pin, self.strip.count)

    def open(self, opening: Opening) -> SerialBoard:
        return _same(opening)


@dataclass(frozen=True, slots=True)
class SerialButtons:
    pins: tuple[int, ...]
    light: str

    @classmethod
    def read(cls, table: Table, sensors: SensorWiring) -> SerialButtons:  # noqa: ARG003
        return cls(table.pins("pins", PICO.pins, MOST_BUTTONS), light(table))

    @property
    def count(self) -> int:
        return len(self.pins)

    @property
    def pixels(self) -> int:
        return self.count if self.light == PIXELS else 0

    def plan(self) -> Plan:
        return button_plan(PICO, self.pins)

    def open(self, opening: Opening) -> SerialBoard:
        return _same(opening)


def _same(opening: Opening) -> SerialBoard:
    """The device that the sensors are: it has been opened already."""
    assert isinstance(opening.sensors, SerialBoard)
    return opening.sensors


DRIVER = Driver(
    sensors=Role(KEYS, SerialSensors.read),
    lights=Role({**strip.KEYS, **strip.PIN_KEY}, SerialLights.read),
    buttons=Role({**PIN_KEY, **LIGHT_KEY}, SerialButtons.read),
    whole=True,
)

"""A panel of Hall sensors that count, with magnets above them: real drivers on mock pins.

Knows a panel's file and the world of its drivers; no game. What the magnets do reaches the program only
through gpiozero's own converter classes, and what it lights is taken down as the bytes of the strip.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from firmware_bridge.maker.panel_text import with_entries
from firmware_bridge.people.converter import BusFactory, Converter
from firmware_bridge.people.magnets import TABLES, Magnets
from firmware_bridge.people.sensors_learned import measured
from hardware.board import OpenBoard, open_board
from hardware.driver import World
from hardware.drivers.hall import HallWiring
from hardware.drivers.neopixels import STRIP
from hardware.panels.panel_file import panel_named
from hardware.parts.gpio import PINS

SCAN = 0.02
"""Seconds from one scan to the next: fifty a second."""
SETTLING = 5
"""Scans after which what hands have done has been read."""


class HallTable:
    """`panel` is one that counts; the file that is learned from it goes to `folder`."""

    def __init__(
        self,
        panel: str,
        folder: Path,
        *,
        disc: str = "20x3",
        bits: int = 12,
        noise: float = 0.1,
        seed: int = 1,
        learned: bool = True,
        clocked: bool = True,
    ) -> None:
        """`clocked`: every clock of the converter's bus goes over the pins."""
        self.now = 0.0
        self.sent = b""
        self.handed = 0.0
        """When the strip was last sent something, by the machine's own clock."""
        self._bits = bits
        wiring = panel_named(panel).sensors
        assert isinstance(wiring, HallWiring)
        self.magnets = Magnets(wiring.places, disc, bits, Random(seed), noise)
        # gpiozero's software SPI takes its pins from the factory of the process.
        self._before = Device.pin_factory
        self._factory: Any = MockFactory() if clocked else BusFactory(bits)
        Device.pin_factory = self._factory
        self._factory.voltages = [0] * 128
        if clocked:
            Converter(11, 10, 9, 8, pin_factory=self._factory).bits = bits
        self.file = folder / "mine.toml"
        self.file.write_text(self._text(panel, disc, learned=learned), encoding="utf-8")
        self.measure()

    @property
    def world(self) -> World:
        devices = {PINS: self._factory, STRIP: self._strip}
        return World(clock=lambda: self.now, wait=lambda _: None, devices=devices)

    @cached_property
    def board(self) -> OpenBoard:
        with warnings.catch_warnings():
            # gpiozero says that it drives the mock pins in software.
            warnings.simplefilter("ignore")
            return open_board(str(self.file), 2, self.world)

    def _text(self, panel: str, disc: str, *, learned: bool) -> str:
        table = TABLES["discs"][disc]
        size = {"disc": [table["across"], table["thick"]], "distance": table["distance"]}
        known = self._learned(panel) if learned else {}
        ours = Path(panel_named(panel).file).read_text(encoding="utf-8")
        return with_entries(ours, {"sensors": {**size, "bits": self._bits, **known}})

    def _learned(self, panel: str) -> dict[str, dict[str, int]]:
        rest, one = measured(self.magnets)
        places = panel_named(panel).places
        return {
            "rest": {place.name: round(rest[place.channel]) for place in places},
            "one": {place.name: round(abs(one[place.channel])) for place in places},
        }

    def _strip(self, _: int, count: int, order: str) -> Any:
        """The real library's strip, up to the call that would pull the pin."""
        os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
        import board
        import neopixel

        took: Callable[[bytes], None] = self._took

        class Recorded(neopixel.NeoPixel):  # type: ignore[misc]
            def _transmit(self, buffer: bytearray) -> None:
                took(bytes(buffer))

        return Recorded(board.NEOPIXEL, count, auto_write=False, pixel_order=order)

    def _took(self, frame: bytes) -> None:
        self.sent, self.handed = frame, perf_counter()

    # Hands and eyes --------------------------------------------------------------------------

    def put(self, channel: int, height: int) -> None:
        """So many pieces stand there from now on; below zero: the other side's."""
        stands, side = self.magnets.height(channel), 1 if height > 0 else -1
        if abs(height) > stands:
            self.magnets.put(channel, abs(height) - stands, side=side)
        elif abs(height) < stands:
            self.magnets.take(channel, stands - abs(height))

    def measure(self, fields: list[float] | None = None) -> None:
        """What the sensors' voltages are at this moment."""
        raw = self.magnets.raw(fields)
        self._factory.voltages[: len(raw)] = raw

    def readings(self) -> list[int]:
        """What the driver says once what was done has come to rest."""
        fields = self.magnets.fields()
        for _ in range(SETTLING):
            self.now += SCAN
            self.measure(fields)
            told = self.board.readings()
        return list(told)

    def strip(self, wanted: bytes) -> bytes:
        return self.sent if self.sent == wanted else b""

    def close(self) -> None:
        if "board" in self.__dict__:
            self.board.close()
        self._factory.reset()
        Device.pin_factory = self._before

"""A panel on mock pins, wired as a matrix: hands on the switches, the strip's bytes to look at."""

from __future__ import annotations

import os

os.environ["BLINKA_OS_AGNOSTIC"] = "1"

from firmware_bridge.people.wired import WiredFactory
from hardware.board import World, open_board
from hardware.drivers.neopixels import NeoPixels
from hardware.panels.panel import MatrixWiring
from hardware.panels.panel_file import panel_named


class MatrixBench:
    _sent = b""

    def __init__(self, name):
        wires = panel_named(name).sensors
        assert isinstance(wires, MatrixWiring)
        self.factory = WiredFactory(wires.rows, wires.columns)
        world = World(factory=self.factory, wait=lambda _: None, strip=MatrixBench.strip_for(self))
        self.board = open_board(name, 2, world)

    @staticmethod
    def strip_for(bench):
        """The real library's strip, up to the call that would pull the pin."""
        import board
        import neopixel

        class Recorded(neopixel.NeoPixel):
            def _transmit(self, buffer):
                bench._sent = bytes(buffer)

            def deinit(self):
                self.fill(0)

        def opened(pin, count, dimmer, *, order, lights, clock):
            strip = Recorded(board.NEOPIXEL, count, auto_write=False, pixel_order=order)
            return NeoPixels(strip, dimmer, lights=lights, clock=clock)

        return opened

    def put(self, channel, reading):
        (self.factory.put if reading else self.factory.take)(channel)

    def readings(self):
        return self.board.sensors.readings()

    def strip(self, wanted):
        return self._sent

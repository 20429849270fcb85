"""A panel on mock pins, wired as a matrix: hands on the switches, the strip's bytes to look at."""

from __future__ import annotations

import os

os.environ["BLINKA_OS_AGNOSTIC"] = "1"

from firmware_bridge.people.wired import WiredFactory
from hardware.board import open_board
from hardware.driver import World
from hardware.drivers.matrix import MatrixWiring
from hardware.drivers.neopixels import STRIP
from hardware.panels.panel_file import panel_named
from hardware.parts.gpio import PINS


class MatrixBench:
    _sent = b""

    def __init__(self, name):
        sensors = panel_named(name).sensors
        assert isinstance(sensors, MatrixWiring)
        wires = sensors.crossings
        self.factory = WiredFactory(wires.rows, wires.columns)
        devices = {PINS: self.factory, STRIP: MatrixBench.strip_for(self)}
        world = World(wait=lambda _: None, devices=devices)
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

        def opened(pin, count, order):
            return Recorded(board.NEOPIXEL, count, auto_write=False, pixel_order=order)

        return opened

    def put(self, channel, reading):
        (self.factory.put if reading else self.factory.take)(channel)

    def readings(self):
        return self.board.sensors.readings()

    def strip(self, wanted):
        return self._sent

"""The other side of every driver: hands, eyes, and somebody who pulls the plug."""

from __future__ import annotations

import os
import warnings
from time import monotonic
from typing import Any

os.environ["BLINKA_OS_AGNOSTIC"] = "1"

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from firmware_bridge.people.converter import Converter
from firmware_bridge.people.pico import Pico
from firmware_bridge.people.wired import WiredFactory
from hardware.board import open_board
from hardware.driver import World
from hardware.drivers.neopixels import STRIP
from hardware.lights import RGB
from hardware.panels.panel_file import panel_named
from hardware.parts.gpio import PINS
from hardware.parts.i2c import I2C
from hardware.parts.simulated_board import Magnet
from tests.hardware.expander_chip import Lines, Wire
from tests.hardware.serial_bench import SerialBench

GONE = OSError(5, "Input/output error")


class ByHand:
    """A board on pins or a bus of our own, with a clock that is turned by hand."""

    vanishes = True

    def __init__(self, panel, devices):
        self.now = 0.0
        self.sent = b""
        self.refused = None
        world = World(
            clock=lambda: self.now, wait=lambda _: None, devices={STRIP: self._strip, **devices}
        )
        with warnings.catch_warnings():
            # gpiozero says that it drives the mock pins in software.
            warnings.simplefilter("ignore")
            self.board = open_board(panel, 2, world)
        self.sensors: Any = self.board.sensors
        self.lights: Any = self.board.lights
        self.buttons: Any = self.board.buttons
        self.budget_ma: float | None = self.board.panel.lights.strip.budget_ma

    def _strip(self, pin, count, order):
        """The real library's strip, up to the call that would pull the pin."""
        import board
        import neopixel

        bench = self

        class Recorded(neopixel.NeoPixel):
            def _transmit(self, buffer):
                if bench.refused is not None:
                    raise bench.refused
                bench.sent = bytes(buffer)

            def deinit(self):
                self.fill(0)
                self.show()

        return Recorded(board.NEOPIXEL, count, auto_write=False, pixel_order=order)

    def readings(self):
        return self.sensors.readings()

    def strip(self, wanted):
        return self.sent

    def down(self):
        self.sensors.readings()
        return self.buttons.down()

    def shown(self):
        sent = self.sent
        return [RGB(sent[n + 1], sent[n], sent[n + 2]) for n in range(0, len(sent), 3)]

    def wait(self, seconds):
        for _ in range(10):
            self.now += seconds / 10
            self.board.readings()
            self.buttons.down()

    def close(self):
        self.board.close()


class MatrixBench(ByHand):
    def __init__(self, panel="quadra-matrix"):
        wiring: Any = panel_named(panel).sensors
        lines = wiring.crossings
        self._factory = WiredFactory(lines.rows, lines.columns)
        super().__init__(panel, {PINS: self._factory})

    def put(self, channel, reading):
        (self._factory.put if reading else self._factory.take)(channel)

    def vanish(self):
        self._factory.error = GONE

    def come_back(self):
        self._factory.error = None


class StripBench(MatrixBench):
    def vanish(self):
        self.refused = GONE

    def come_back(self):
        self.refused = None


class PinButtons(MatrixBench):
    def press(self, player, down):
        wiring: Any = self.board.panel.buttons
        pin = f"GPIO{wiring.pins[player - 1]}"
        (self._factory.grounded.add if down else self._factory.grounded.discard)(pin)


class CrossingBench(MatrixBench):
    def __init__(self):
        super().__init__("favo-matrix")

    def press(self, player, down):
        wiring: Any = self.board.panel.buttons
        self.put(wiring.channels[player - 1], down)


class HallBench(ByHand):
    def __init__(self):
        # gpiozero's software SPI takes its pins from the factory of the process.
        Device.pin_factory = self._factory = MockFactory()
        self._factory.voltages = [512] * 128
        self._converter = Converter(11, 10, 9, 8, pin_factory=self._factory)
        super().__init__("quadra-hall", {PINS: self._factory})

    def put(self, channel, reading):
        self._factory.voltages[channel] = 512 + 188 * reading

    def vanish(self):
        self._converter.error = GONE

    def come_back(self):
        self._converter.error = None

    def close(self):
        super().close()
        self._factory.reset()
        Device.pin_factory = None


class ExpanderBench(ByHand):
    def __init__(self):
        wiring: Any = panel_named("quadra-expander").sensors
        self._crossings = wiring.crossings
        self._lines = Lines(wiring.chips)
        self._wire = Wire(self._lines)
        super().__init__("quadra-expander", {I2C: lambda _: self._wire, PINS: WiredFactory((), ())})

    def put(self, channel, reading):
        row, column = divmod(channel, len(self._crossings.columns))
        spot = self._crossings.rows[row], self._crossings.columns[column]
        (self._lines.closed.add if reading else self._lines.closed.discard)(spot)

    def vanish(self):
        self._wire.absent = {0x20}

    def come_back(self):
        self._wire.absent = set()


class SimulatedBench(ByHand):
    vanishes = False

    def __init__(self, panel="simulated:quadra"):
        super().__init__(panel, {})
        self.budget_ma = None

    def put(self, channel, reading):
        self.sensors.take(channel)
        if reading:
            self.sensors.put(channel, [Magnet("man", reading)])

    def press(self, player, down):
        self.sensors.push(player, down)

    def shown(self):
        return [*self.lights.shown, *self.sensors.button_lights]


class PicoBench:
    """The firmware on a real MicroPython at the other end of a real port: time is real here."""

    vanishes = True

    def __init__(self, folder):
        self._pico = Pico(folder)
        self._bench = SerialBench(self._pico, folder, "quadra-serial")
        self.board = self._bench.board
        self.sensors = self.lights = self.buttons = self._bench.link
        self.budget_ma = self.board.panel.lights.strip.budget_ma
        self.put = self._bench.put
        self.readings = self._bench.readings

    def vanish(self):
        self._bench.cable.unplug()

    def come_back(self):
        self._bench.cable.plug()

    def wait(self, seconds):
        end = monotonic() + seconds
        self._bench.cable.until(lambda: monotonic() >= end, self.sensors.readings)

    def press(self, player, down):
        self._pico.push(player - 1, int(down))

    def down(self):
        self.wait(0.1)
        return self.buttons.down()

    def shown(self):
        self.wait(0.2)
        strip = self._pico.strip
        return [RGB(strip[n + 1], strip[n], strip[n + 2]) for n in range(0, len(strip), 3)]

    def close(self):
        self._bench.close()
        self._pico.power_off()


class PicoStrip(PicoBench):
    """The plug is that of the strip: the microcontroller notices and says nothing arrived."""

    def vanish(self):
        self._pico.cut_strip()

    def come_back(self):
        self._pico.cut_strip(0)


class NoLightsBench(SimulatedBench):
    """A board of sensors alone."""

    def __init__(self, folder):
        file = folder / "bare.toml"
        file.write_text(
            '[grid]\nshape = "square"\ncolumns = 3\nrows = 3\n[sensors]\ndriver = "simulated"\n'
        )
        super().__init__(str(file))

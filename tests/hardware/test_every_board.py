"""One suite over every back-end: whatever the wiring, a board behaves as the protocols say."""

from __future__ import annotations

import os
import warnings

import pytest

os.environ["BLINKA_OS_AGNOSTIC"] = "1"

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from firmware_bridge.people.pico import Pico
from hardware.board import open_board
from hardware.driver import World
from hardware.drivers.neopixels import STRIP
from hardware.lights import DARK, RGB
from hardware.parts.gpio import PINS
from hardware.parts.simulated_board import Magnet, SimulatedBoard
from tests.hardware.converter import Converter
from tests.hardware.matrix_bench import MatrixBench
from tests.hardware.serial_bench import SerialBench


class SimulatedBench:
    def __init__(self):
        self.board = open_board("simulated:quadra")
        assert isinstance(self.board.sensors, SimulatedBoard)
        self._side = self.board.sensors

    def put(self, channel, reading):
        self._side.put(channel, [Magnet("man")]) if reading else self._side.take(channel)

    def readings(self):
        return self.board.sensors.readings()


class HallBench:
    def __init__(self):
        factory = Device.pin_factory
        factory.voltages = [512] * 128
        self._factory = factory
        self._converter = Converter(11, 10, 9, 8, pin_factory=factory)
        strip = MatrixBench.strip_for(self)
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # gpiozero says that it drives the mock pins in software
            devices = {PINS: factory, STRIP: strip}
            world = World(wait=lambda _: None, clock=lambda: 0.0, devices=devices)
            self.board = open_board("quadra-hall", 2, world)

    def put(self, channel, reading):
        self._factory.voltages[channel] = 700 if reading else 512

    def readings(self):
        return self.board.sensors.readings()


@pytest.fixture(params=["simulated", "matrix", "hall", "serial"])
def bench(request, tmp_path):
    if request.param == "serial":
        pico = Pico(tmp_path)
        serial = SerialBench(pico, tmp_path, "quadra-serial")
        yield serial
        serial.close()
        pico.power_off()
    elif request.param == "hall":
        Device.pin_factory = MockFactory()
        hall = HallBench()
        yield hall
        hall.board.close()
        Device.pin_factory.reset()
        Device.pin_factory = None
    else:
        bench = SimulatedBench() if request.param == "simulated" else MatrixBench("quadra-matrix")
        yield bench
        bench.board.close()


def test_a_board_behaves_as_the_protocols_say(bench):
    sensors, lights, buttons = bench.board.sensors, bench.board.lights, bench.board.buttons
    assert sensors.channels == 64
    assert lights.pixels == 64
    empty = bench.readings()
    assert list(empty) == [0] * 64
    for channel in (0, 7, 27, 63):
        bench.put(channel, 1)
    full = bench.readings()
    assert [n for n, reading in enumerate(full) if reading] == [0, 7, 27, 63]
    assert list(empty) == [0] * 64, "a reading that was handed out must not change any more"
    bench.put(27, 0)
    assert list(bench.readings())[27] == 0
    assert full[27] == 1
    lights.show([RGB(9, 9, 9)] * 64)
    lights.show([DARK] * 64)
    assert list(buttons.down()) == [False, False]
    buttons.light([RGB(1, 1, 1), DARK])

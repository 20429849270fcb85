"""Whole games of dama and Top Hats through the matrix driver to verdicts and pixels."""

from __future__ import annotations

import os

import pytest

os.environ["BLINKA_OS_AGNOSTIC"] = "1"

from firmware_bridge.bench.wired import WiredFactory
from firmware_bridge.devices import World, open_board
from firmware_bridge.trace import Header
from hardware.lights import RGB
from hardware.neopixels import NeoPixels
from hardware.panel import MatrixWiring
from hardware.panel_file import panel_named
from tests.hardware.through import Play


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

    def put(self, channel, level):
        (self.factory.put if level else self.factory.take)(channel)

    def levels(self):
        return self.board.sensors.levels()

    def strip(self, wanted):
        return self._sent


def test_dama():
    play = Play(
        MatrixBench("quadra-matrix"), Header("dama", {"capture": "strict"}, 2, ready=True), 1
    )
    play.bouncing = 3
    play.to_the_end()
    play.check(least=30)


@pytest.mark.parametrize("seed", [1, 2])
def test_top_hats(seed):
    play = Play(
        MatrixBench("favo-matrix"), Header("top-hats", {"rules": "it"}, 2, seed, ready=True), seed
    )
    play.to_the_end()
    play.check(least=20)


def test_buttons_on_the_favos_crossings():
    bench = MatrixBench("favo-matrix")
    bench.levels()
    assert list(bench.board.buttons.down()) == [False] * 4
    bench.put(0 * 11 + 8, 1)
    bench.levels()
    assert list(bench.board.buttons.down()) == [False, True, False, False]
    bench.board.buttons.light([RGB(255, 0, 0)])
    assert bench.strip(b"")[-12:-9] != bytes(3)
    bench.board.close()

"""The unchanged firmware behind cables that are pulled, cut and noisy."""

from __future__ import annotations

import fcntl
import os
import select
import termios
from random import Random

import pytest

from firmware_bridge.record.trace import Header
from hardware.parts import frames
from tests.hardware.noise import Noise
from tests.hardware.serial_bench import SerialBench
from tests.hardware.through import Play

pytestmark = pytest.mark.firmware


@pytest.fixture
def bench(pico, tmp_path):
    bench = SerialBench(pico, tmp_path, "quadra-serial")
    yield bench
    bench.close()


class PulledCable(SerialBench):
    """Whenever something is done on the board, the cable is pulled at some moment around it."""

    pulled = 0
    rng = Random(8)

    def put(self, channel, reading):
        if self.rng.random() < 0.5:
            # In the middle of whatever was being said.
            self.cable.to_pi = self.cable.to_board = self._half
        for _ in range(self.rng.randrange(3)):
            self.cable.pump()
            self.link.readings()
        self.cable.unplug()
        super().put(channel, reading)
        before = self.wanted[:channel] + self.wanted[channel + 1 :]
        for _ in range(self.rng.randrange(3)):
            now = list(self.link.readings())
            assert now[:channel] + now[channel + 1 :] == before
        self.cable.to_pi = self.cable.to_board = bytes
        self.cable.plug()
        self.pulled += 1

    def _half(self, data):
        return data[: self.rng.randrange(len(data) + 1)]

    def readings(self):
        def follow():
            # Between what was and what is there is one edge: that of the hand.
            differ = [
                n for n, reading in enumerate(self.link.readings()) if reading != self.wanted[n]
            ]
            assert len(differ) <= 1 or not self.started

        self.cable.until(self.agreed, follow)
        self.started = True
        return self.link.latest()

    started = False


def test_unplugging_a_hundred_times_loses_no_move_and_invents_none(pico, tmp_path):
    bench = PulledCable(pico, tmp_path, "quadra-serial")
    play = Play(bench, Header("mulino", {}, 2, ready=True), 4)
    while bench.pulled < 100:
        assert play.ply()
    play.check(least=40)
    for channel in range(64):
        SerialBench.put(bench, channel, 0)
    bench.close()


def test_a_button_held_while_the_cable_is_pulled_is_let_go(pico, bench, tmp_path):
    bench.pico.push(0, 1)
    bench.cable.until(lambda: bench.link.down()[0], bench.link.readings)
    bench.cable.unplug()
    bench.link.readings()
    assert not any(bench.link.down())
    bench.pico.push(0, 0)
    bench.cable.plug()
    bench.readings()
    # The same for buttons on crossings, which are read like pieces.
    bench.link.close()
    (tmp_path / "favo").mkdir()
    favo = SerialBench(pico, tmp_path / "favo", "favo-serial")
    favo.put(8, 1)
    favo.readings()
    assert list(favo.board.buttons.down()) == [False, True, False, False]
    favo.cable.unplug()
    favo.link.readings()
    assert not any(favo.board.buttons.down())
    assert favo.link.latest()[8] == 1
    favo.cable.plug()
    favo.close()


def test_the_power_goes_and_comes_back(pico, bench):
    bench.readings()
    for reading in (1, 0):
        pico.power_off()
        bench.put(5, reading)
        pico.power_on()
        bench.cable.until(bench.agreed, bench.link.readings)


FRAMES = int(os.environ.get("TAVOLIERE_NOISE", "12000"))
"""A million for the long run: TAVOLIERE_NOISE=1000000, which takes a quarter of an hour."""
BURST = 400


class Storm:
    """Pieces are moved while bad frames pour in; each reading seen must be one that hands made."""

    def __init__(self, bench, seed):
        self.bench = bench
        self.noise = Noise(seed)
        self.rng = Random(seed)
        self.most = 0
        """Reports that it took at most until all was known."""
        self._reports = 0
        self._splitter = frames.Splitter()
        bench.cable.to_board = self.noise.listen
        bench.cable.to_pi = self.hear
        bench.readings()

    def hear(self, data):
        heard = self._splitter.feed(data)
        self._reports += sum(frame.kind == frames.STATE for frame in heard)
        return self.noise.listen(data)

    def move_a_piece(self):
        self.before = self.bench.wanted[:]
        self.arrived = False
        channel = self.rng.randrange(64)
        self.bench.put(channel, 1 - self.bench.wanted[channel])

    def look(self):
        """Either as before or as now, and never again as before once it was as now."""
        seen = list(self.bench.link.readings())
        self.arrived = self.arrived or seen == self.bench.wanted
        assert seen == self.bench.wanted or (seen == self.before and not self.arrived)
        assert self.bench.pico.running

    def blow(self, into):
        sent = 0
        while sent < BURST:
            # No more than fits: a full pipe would only lose bytes.
            if select.select([], [into], [], 0)[1]:
                self.bench.cable._give(into, self.noise.burst(20))
                sent += 20
            self.bench.cable.pump()
            self.look()

    def calm(self):
        """Until what was poured in has been swallowed, and then until all is known."""
        while True:
            heard = self.bench.link._splitter.spoiled
            self.bench.cable.pump(0.001)
            self.look()
            if heard == self.bench.link._splitter.spoiled and not self.waiting():
                break
        self._reports = 0
        self.bench.cable.until(self.bench.agreed, self.look, limit=60)
        self.most = max(self.most, self._reports)

    def waiting(self):
        """Whether the board still has unread bytes, as the pipe's owner knows."""
        unsent = fcntl.ioctl(self.bench.pico.wire, termios.TIOCOUTQ, bytes(4))
        return any(unsent)


@pytest.mark.parametrize("side", ["board", "pi"])
def test_noise_makes_no_ghost_edge_and_is_overcome_within_ten_reports(bench, side):
    """Random, cut, spoiled, foreign and repeated frames into either side, between the real ones. Ten
    reports are a second where the machine is not busy with other things."""
    storm = Storm(bench, 11)
    while storm.noise.made < FRAMES // 2:
        storm.move_a_piece()
        storm.blow(bench.pico.wire.fileno() if side == "board" else bench.cable._master)
        storm.calm()
    assert storm.most <= 10

"""The whole program at a Pico: the firmware on a real MicroPython, the cable a real port to pull."""

from __future__ import annotations

from time import monotonic

from firmware_bridge.people.pico import Cable
from firmware_bridge.table.wired import WiredBoard
from hardware.driver import World
from hardware.panels.panel_file import OURS
from hardware.parts.serial_port import PICO
from tests.hardware.at_the_board import AtTheBoard

FILES = "abcdefgh"


class PicoTable(AtTheBoard):
    def __init__(self, pico, folder):
        self.pico = pico
        self.cable = Cable(pico, folder / "ttyACM0")
        profile = folder / "mine.toml"
        text = (OURS / "quadra-serial.toml").read_text(encoding="utf-8")
        text = text.replace(PICO, str(self.cable.path))
        profile.write_text(text.replace("settle_us = 60", "settle_us = 0"), encoding="utf-8")
        board = WiredBoard(str(profile), World(wait=self.cable.pump))
        super().__init__(folder, monotonic, board)

    def put(self, cell, reading):
        self.pico.close_crossing(int(cell[1]) - 1, FILES.index(cell[0]), reading)

    def until(self, true, limit=5.0):
        self.cable.until(true, self.app.turn, limit)

    def wait(self, seconds):
        end = monotonic() + seconds
        self.until(lambda: monotonic() >= end, seconds + 5)

    def strip(self):
        return self.pico.strip

    def pull(self):
        """Out, and long enough for everybody to see that it is."""
        self.cable.unplug()
        self.until(lambda: self.on_the_page("trouble.cable"))

    def plug(self):
        self.cable.plug()
        self.until(lambda: not self.on_the_page("trouble.cable"))

    def close(self):
        for cell in (f"{file}{rank}" for file in FILES for rank in range(1, 9)):
            self.put(cell, 0)
        super().close()
        self.cable.pump()
        self.cable.unplug()

"""A panel behind the firmware on a real MicroPython: hands on one side, pyserial on the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firmware_bridge.people.pico import Cable, Pico
from hardware.board import OpenBoard, open_board
from hardware.driver import World
from hardware.drivers.serial_link import SerialSensors
from hardware.panels.panel_file import OURS
from hardware.parts.serial_board import SerialBoard
from hardware.parts.serial_port import PICO


class SerialBench:
    def __init__(self, pico: Pico, folder: Path, panel: str, *, settle_us: int = 0) -> None:
        self.pico = pico
        self.cable = Cable(pico, folder / "ttyACM0")
        profile = folder / f"{panel}.toml"
        source = (OURS / profile.name).read_text(encoding="utf-8")
        source = source.replace(PICO, str(self.cable.path))
        # The stand-in pins settle at once; its clock counts whole milliseconds.
        profile.write_text(source.replace("settle_us = 60", f"settle_us = {settle_us}"))
        self.board: OpenBoard = open_board(str(profile), 2, World(wait=self.cable.pump))
        assert isinstance(self.board.sensors, SerialBoard)
        self.link = self.board.sensors
        assert isinstance(self.board.panel.sensors, SerialSensors)
        self._width = len(self.board.panel.sensors.crossings.columns)
        self.wanted = [0] * self.link.channels

    def put(self, channel: int, reading: int) -> None:
        self.pico.close_crossing(*divmod(channel, self._width), reading)
        self.wanted[channel] = reading

    def agreed(self) -> bool:
        return self.link.connected and list(self.link.latest()) == self.wanted

    def readings(self) -> Sequence[int]:
        self.cable.until(self.agreed, self.link.readings)
        return self.link.latest()

    def strip(self, wanted: bytes) -> bytes:
        self.cable.until(lambda: self.pico.strip == wanted, self.link.readings)
        return self.pico.strip

    def clear(self) -> None:
        for channel, reading in enumerate(self.wanted):
            if reading:
                self.put(channel, 0)

    def close(self) -> None:
        self.clear()
        self.link.close()
        self.cable.pump()
        self.cable.unplug()

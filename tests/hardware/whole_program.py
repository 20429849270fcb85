"""The program as people start it, with the firmware on a real MicroPython at its port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from select import select

from firmware_bridge.bench.page import Visitor
from firmware_bridge.people.pico import Cable, Pico
from hardware.panels.panel_file import OURS, panel_named

FILES = "abcdefgh"


class Table:
    """A Pico with its cable, and the program as a process of its own."""

    def __init__(self, folder, lang="en", game="dama"):
        self.log = folder / "log"
        self.pico = Pico(folder)
        self.cable = Cable(self.pico, folder / "ttyACM0")
        self.state = folder / "state"
        profile = folder / "mine.toml"
        text = (OURS / "quadra-serial.toml").read_text(encoding="utf-8")
        text = text.replace("usb:2e8a:0005", str(self.cable.path))
        profile.write_text(text.replace("settle_us = 60", "settle_us = 0"), encoding="utf-8")
        complaints = self.log.open("w", encoding="utf-8")
        self.program = subprocess.Popen(
            [
                sys.executable, "-m", "firmware_bridge", "play", *([game] if game else []),
                "--board", str(profile), "--no-browser", "--port", "0", "--new", "--lang", lang,
            ],
            env={**os.environ, "XDG_STATE_HOME": str(self.state)},
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
        )  # fmt: skip
        complaints.close()

    def lit(self):
        """The cells that are; the buttons' own lights come behind them on the strip."""
        strip = self.pico.strip
        return {
            place.name
            for place in panel_named("quadra-serial").places
            if place.pixel is not None and any(strip[3 * place.pixel : 3 * place.pixel + 3])
        }

    def until(self, true):
        def alive():
            assert self.program.poll() is None

        self.cable.until(true, alive, limit=20)

    def set(self, cell, reading):
        self.pico.close_crossing(int(cell[1]) - 1, FILES.index(cell[0]), reading)

    def port(self):
        """Where the page is; the program says so once the board has answered."""
        assert self.program.stdout is not None
        self.until(lambda: bool(select([self.program.stdout], [], [], 0)[0]))
        found = re.search(r":(\d+)/", self.program.stdout.readline())
        assert found
        return int(found[1])

    def page(self):
        """A page that joins."""
        return Visitor(self.port())

    def until_page(self, page, true):
        def heard():
            page.listen(0.0)
            return bool(page.view) and true(page.view)

        self.until(heard)

    def journal(self):
        return "".join(path.read_text() for path in self.state.rglob("*.jsonl"))

    def leave(self):
        self.program.send_signal(signal.SIGINT)
        self.cable.until(lambda: self.program.poll() is not None, lambda: None, limit=20)
        return self.program.returncode

    def close(self):
        self.program.kill()
        self.program.communicate()
        self.pico.power_off()

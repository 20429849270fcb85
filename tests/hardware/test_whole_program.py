"""`tavoliere play --board` as people start it, with the firmware on a real MicroPython at its port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from select import select

import pytest

from engines import GAMES
from firmware_bridge.bench.page import Visitor
from firmware_bridge.bench.pico import MICROPYTHON, Cable, Pico
from firmware_bridge.texts import LANGUAGES, Texts
from hardware.panel_file import OURS, panel_named

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.skipif(not MICROPYTHON.exists(), reason="make setup installs MicroPython"),
]
FILES = "abcdefgh"


class Table:
    """A Pico with its cable, and the program as a process of its own."""

    def __init__(self, folder, lang="en"):
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
                sys.executable, "-m", "firmware_bridge.cli", "play", "dama", "--board", str(profile),
                "--no-browser", "--port", "0", "--new", "--lang", lang,
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

    def set(self, cell, level):
        self.pico.close_crossing(int(cell[1]) - 1, FILES.index(cell[0]), level)

    def page(self):
        """A page that joins; the program says where it is once the board has answered."""
        assert self.program.stdout is not None
        self.until(lambda: bool(select([self.program.stdout], [], [], 0)[0]))
        found = re.search(r":(\d+)/", self.program.stdout.readline())
        assert found
        return Visitor(int(found[1]))

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


@pytest.fixture
def table(request, tmp_path):
    table = Table(tmp_path, getattr(request, "param", "en"))
    yield table
    table.close()


def test_set_up_unplug_and_move(table):
    # Every man that belongs on the board is asked for.
    men = set(GAMES["dama"]().start().stacks)
    table.until(lambda: table.lit() == men)
    for cell in men:
        table.set(cell, 1)
    # The board is right: the men that can move breathe, and the others are dark.
    table.until(lambda: table.lit() == {"a3", "c3", "e3", "g3"})
    table.cable.unplug()
    table.set("c3", 0)
    table.cable.plug()
    # It has been noticed: the cells where the man may go are lit.
    table.until(lambda: {"b4", "d4"} <= table.lit())
    table.set("d4", 1)
    table.until(lambda: "c3-d4" in table.journal())
    assert table.leave() == 0
    table.cable.until(lambda: not any(table.pico.strip), lambda: None)


@pytest.mark.parametrize("table", LANGUAGES, indirect=True)
def test_the_cable_in_words_on_a_page_and_at_the_terminal(request, table):
    lang = request.node.callspec.params["table"]
    out, back = (
        {one: Texts(one)(key) for one in LANGUAGES} for key in ("trouble.cable", "mended.cable")
    )
    page = table.page()
    for cell in GAMES["dama"]().start().stacks:
        table.set(cell, 1)
    table.until_page(page, lambda view: view.get("phase") == "waiting")
    table.cable.unplug()
    table.until_page(page, lambda view: view["faulty"] == [out])
    table.set("c3", 0)
    table.set("d4", 1)
    table.cable.plug()
    table.until_page(page, lambda view: not view["faulty"])
    table.until_page(page, lambda view: view["history"] == [[1, "c3-d4"]])
    assert table.leave() == 0
    page.close()
    # Once that it is out, once that it is back, in the language of whoever has started it.
    assert table.log.read_text().splitlines() == [
        f"tavoliere: {out[lang]}",
        f"tavoliere: {back[lang]}",
    ]

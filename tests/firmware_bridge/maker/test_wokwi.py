"""The project for the simulator: its wires against the profile, its program on a real MicroPython."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from select import select
from time import monotonic
from typing import Any

import pytest

from firmware_bridge.cli.main import main
from firmware_bridge.maker.wokwi import FIRMWARE, project
from firmware_bridge.people.pico import Pico
from firmware_bridge.texts import Texts
from hardware.panels.panel_file import OURS, panel_named, read_panel
from hardware.panels.profile import panel_from

TEXT = Texts("en")
DOCS = Path(__file__).parents[3] / "docs/boards"
LEGS = {
    "wokwi-pi-pico": {"VBUS", "GND.1", *(f"GP{n}" for n in (*range(23), 26, 27, 28))},
    "wokwi-slide-switch": {"1", "2", "3"},
    "wokwi-pushbutton": {"1.l", "2.l", "1.r", "2.r"},
    "wokwi-diode": {"A", "C"},
    "wokwi-neopixel": {"VDD", "DOUT", "VSS", "DIN"},
}
"""What the simulator calls them."""
JOINED = {"wokwi-slide-switch": ("2", "3"), "wokwi-pushbutton": ("1.l", "2.l")}
"""The legs that a closed contact joins."""


class Circuit:
    """What the wires of a diagram join, with some contacts closed."""

    def __init__(self, drawn):
        self.kinds = {part["id"]: part["type"] for part in drawn["parts"]}
        assert len(self.kinds) == len(drawn["parts"])
        self.wires = [(one, other) for one, other, _, _ in drawn["connections"]]
        for leg in (leg for wire in self.wires for leg in wire):
            part, _, name = leg.partition(":")
            assert name in LEGS[self.kinds[part]], leg

    def net(self, leg, closed=()):
        """All that conducts to a leg, diodes apart."""
        joins = [*self.wires]
        for contact in closed:
            one, other = JOINED[self.kinds[contact]]
            joins.append((f"{contact}:{one}", f"{contact}:{other}"))
        found, new = {leg}, {leg}
        while new:
            new = {b for pair in joins for a, b in (pair, pair[::-1]) if a in new} - found
            found |= new
        return found

    def pulled_low(self, row, closed):
        """The Pico's pins that a row at ground draws down: against the ring's way nothing flows."""
        low = self.net(row, closed)
        more = {f"{leg[:-1]}A" for leg in low if leg.startswith("d-") and leg.endswith(":C")}
        for leg in more:
            low = low | self.net(leg, closed)
        return {leg for leg in low if leg.startswith("pico:GP")} - {row}


def named(name: str) -> Any:
    """A panel, whatever its drivers offer besides."""
    return panel_named(name)


def drawn(panel: Any) -> Any:
    return json.loads(project(panel, TEXT)["diagram.json"])


def test_the_diagram_of_the_guide_is_the_one_that_is_made():
    shown = DOCS / "wokwi-quadra-serial.json"
    assert shown.read_bytes() == project(named("quadra-serial"), TEXT)["diagram.json"]


@pytest.mark.parametrize("name", ["quadra-serial", "favo-serial"])
def test_a_closed_switch_is_read_at_its_crossing_and_nowhere_else(name):
    panel = named(name)
    circuit, lines = Circuit(drawn(panel)), panel.sensors.crossings
    rows = [f"pico:GP{pin}" for pin in lines.rows]
    assert all(circuit.pulled_low(row, ()) == set() for row in rows)
    for place in panel.places:
        row, column = divmod(place.channel, len(lines.columns))
        closed = (f"sw-{place.name}",)
        assert circuit.pulled_low(rows[row], closed) == {f"pico:GP{lines.columns[column]}"}
        assert not any(circuit.pulled_low(other, closed) for other in rows if other != rows[row])


def test_three_corners_make_no_ghost_of_the_fourth():
    circuit = Circuit(drawn(named("quadra-serial")))
    assert circuit.pulled_low("pico:GP0", ("sw-a1", "sw-a2", "sw-b2")) == {"pico:GP11"}


def test_buttons_go_to_ground_or_sit_on_their_crossings():
    quadra = Circuit(drawn(named("quadra-serial")))
    assert "pico:GND.1" in quadra.net("pico:GP26", ("btn-1",))
    assert "pico:GND.1" not in quadra.net("pico:GP26", ("btn-2",))
    favo = Circuit(drawn(named("favo-serial")))
    assert favo.pulled_low("pico:GP0", ("btn-2",)) == {"pico:GP19"}


@pytest.mark.parametrize("name", ["quadra-serial", "favo-serial"])
def test_the_data_line_runs_through_the_pixels_in_their_order(name):
    panel = named(name)
    circuit = Circuit(drawn(panel))
    leg = f"pico:GP{panel.lights.pin}"
    for pixel in range(panel.lights.strip.count + panel.buttons.pixels):
        assert circuit.net(leg) == {leg, f"px-{pixel}:DIN"}
        assert "pico:VBUS" in circuit.net(f"px-{pixel}:VDD")
        assert "pico:GND.1" in circuit.net(f"px-{pixel}:VSS")
        leg = f"px-{pixel}:DOUT"
    assert circuit.net(leg) == {leg}


def test_pixels_lie_beside_the_switch_of_their_cell():
    panel = named("quadra-serial")
    at = {part["id"]: (part["left"], part["top"]) for part in drawn(panel)["parts"]}
    for place in panel.places:
        switch, pixel = at[f"sw-{place.name}"], at[f"px-{place.pixel}"]
        assert abs(switch[0] - pixel[0]) < 50
        assert abs(switch[1] - pixel[1]) < 50
    assert at["sw-a1"][1] > at["sw-a8"][1]
    assert at["sw-a1"][0] < at["sw-h1"][0]


def test_a_strip_that_begins_elsewhere_and_a_matrix_without_diodes():
    text = (OURS / "quadra-serial.toml").read_text()
    text = text.replace("diodes = true", "diodes = false").replace(
        "pin = 22", "pin = 22\nfirst = 3"
    )
    panel = panel_from(tomllib.loads(text), "mine", "mine.toml")
    circuit = Circuit(drawn(panel))
    assert "pico:GP0" in circuit.net("pico:GP11", ("sw-a1",))
    assert "wokwi-diode" not in circuit.kinds.values()
    assert sum(kind == "wokwi-neopixel" for kind in circuit.kinds.values()) == 3 + 64 + 2


def test_a_board_without_a_pico_is_refused(capsys):
    assert main(["board", "wokwi", "quadra-hall", "--lang", "en"]) == 2
    assert "quadra-hall has no Pico" in capsys.readouterr().err


@pytest.mark.firmware
@pytest.mark.parametrize(
    ("name", "cell", "row", "column"), [("quadra-serial", "c2", 1, 2), ("favo-serial", "f6", 5, 5)]
)
def test_its_program_lights_what_is_closed_and_says_so(tmp_path, name, cell, row, column):
    """Unchanged, as the simulator gets it."""
    assert main(["board", "wokwi", name, "--out", str(tmp_path / "project"), "--lang", "en"]) == 0
    files = [tmp_path / "project" / file for file in (*FIRMWARE, "wiring.py")]
    panel = read_panel(OURS / f"{name}.toml")
    pixel = 3 * (panel.by_name[cell].pixel or 0)
    pico = Pico(tmp_path, files)
    try:
        said = until(pico, lambda said: "the board answers" in said)
        pico.close_crossing(row, column)
        said = until(
            pico, lambda said: f"{cell} closed" in said and any(pico.strip[pixel : pixel + 1]), said
        )
        assert sum(value > 0 for value in pico.strip) == 1
        pico.close_crossing(row, column, 0)
        until(pico, lambda said: f"{cell} open" in said and not any(pico.strip), said)
        assert pico.running
    finally:
        pico.power_off()


def until(pico, true, said="", limit=20.0):
    """What the program has said until then."""
    begin = monotonic()
    while not true(said):
        assert monotonic() - begin < limit, said
        if select([pico.wire], [], [], 0.01)[0]:
            said += os.read(pico.wire.fileno(), 4096).decode()
    return said

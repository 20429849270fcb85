"""What has to be bought: counted against the panel itself, for every panel that we ship."""

from __future__ import annotations

import csv
import io

import pytest

from firmware_bridge.cli.main import main
from firmware_bridge.maker.body import ALONG, COUNTING, HALL, REED, layers, outline
from firmware_bridge.maker.parts import as_csv, as_text, bill, wires
from firmware_bridge.texts import LANGUAGES, Texts
from hardware.panels.panel_file import OURS, panel_named

TEXT = Texts("en")
PANELS = sorted(path.stem for path in OURS.glob("*-*.toml"))


def counted(name: str) -> dict[str, float]:
    return {line.what: line.amount for line in bill(panel_named(name), TEXT).lines}


def one(parts: dict[str, float], beginning: str) -> float:
    (count,) = (n for what, n in parts.items() if what.startswith(beginning))
    return count


@pytest.mark.parametrize("name", PANELS)
def test_every_cell_has_its_sensor_and_its_pixel(name):
    panel, parts = panel_named(name), counted(name)
    sensors = "linear Hall" if panel.sensors.feel is not None else "reed"
    assert one(parts, sensors) == len(panel.places)
    assert one(parts, "pixel WS2812B") == len(panel.places) + panel.buttons.count
    assert one(parts, "button") == panel.buttons.count
    assert one(parts, "level shifter") == 1


def test_a_diode_for_every_contact_and_for_buttons_on_crossings():
    assert one(counted("quadra-matrix"), "diode") == 64
    assert one(counted("favo-matrix"), "diode") == 91 + 4


def test_chips_are_as_many_as_the_sensors_need():
    assert one(counted("quadra-hall"), "16-way") == 4
    assert one(counted("favo-heights"), "16-way") == 6
    assert one(counted("favo-heights"), "converter MCP3208") == 1
    # One beside each multiplexer and converter, and one for the shifter.
    assert one(counted("favo-heights"), "capacitor 100 nF") == 6 + 1 + 1
    assert one(counted("quadra-expander"), "port expander") == 1


@pytest.mark.parametrize("name", PANELS)
def test_the_supply_bears_the_budget_and_the_fuse_lets_it_pass(name):
    panel, parts = panel_named(name), counted(name)
    found = bill(panel, TEXT)
    assert found.supply_a * 1000 >= 1.5 * found.budget_ma
    fuse = next(what for what in parts if what.startswith("fuse"))
    amperes = float(fuse.split()[1])
    assert found.budget_ma / 1000 < amperes <= found.supply_a


@pytest.mark.parametrize("name", PANELS)
def test_nothing_is_left_to_guess_down_to_leads_sockets_and_screws(name):
    panel, parts = panel_named(name), counted(name)
    pins = sum(len(w.plan().pins) for w in (panel.sensors, panel.lights, panel.buttons))
    assert one(parts, "lead with a plug") == pins + 1
    assert one(parts, "socket for a chip") == one(parts, "capacitor 100 nF")
    screw = next(what for what in parts if what.startswith("screw M3"))
    tall = 6 + layers(panel).grid + 2
    assert tall + 3 < float(screw.split()[3]) < tall + 10
    assert any(what.startswith("sheet of bridges") for what in parts) == (layers(panel).seat > 0)


def test_joints_are_what_a_maker_counts():
    assert 600 < bill(panel_named("quadra-matrix"), TEXT).joints < 700
    assert bill(panel_named("favo-hall"), TEXT).joints > 900


def test_a_larger_board_takes_more_wire():
    assert wires(panel_named("favo-matrix")) > wires(panel_named("quadra-matrix")) > 10


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PANELS)
def test_table_and_csv_say_the_same(name, lang):
    panel, text = panel_named(name), Texts(lang)
    read = list(csv.reader(io.StringIO(as_csv(panel, text))))
    assert all(len(row) == 4 for row in read)
    shown = as_text(panel, text)
    assert all(row[0] in shown for row in read)


def test_the_command_writes_both(tmp_path, capsys):
    file = tmp_path / "parts.csv"
    assert main(["board", "parts", "quadra-serial", "--csv", str(file), "--lang", "en"]) == 0
    assert "Raspberry Pi Pico" in capsys.readouterr().out
    assert "Raspberry Pi Pico" in file.read_text(encoding="utf-8")


# The body ---------------------------------------------------------------------------------------


def test_magnets_are_as_far_away_as_sensors_ask_for():
    reed, hall = layers(panel_named("quadra-matrix")), layers(panel_named("quadra-hall"))
    assert (reed.kind, hall.kind) == (REED, HALL)
    assert 4 <= reed.distance <= 6
    assert 4 <= hall.distance <= 6
    assert ALONG > 4


@pytest.mark.parametrize("name", ["quadra-heights", "favo-heights"])
def test_a_board_that_counts_is_as_high_as_its_profile_says(name):
    panel = panel_named(name)
    stack = layers(panel)
    assert stack.kind == COUNTING
    assert stack.distance == pytest.approx(18.0, abs=0.06)
    assert stack.disc == (20.0, 3.0)


def test_the_outline_leaves_a_rim_around_the_outermost_cells():
    assert outline(panel_named("quadra-matrix"))[:2] == (-40.0, -40.0)
    assert outline(panel_named("quadra")).width == 360.0
    assert outline(panel_named("favo")).width == 480.0
    assert len({(round(x), round(y)) for x, y in outline(panel_named("favo")).pegs()}) == 4

"""Panels: those that we ship, and every fault a maker can put into his own, each once."""

from __future__ import annotations

import tomllib
from math import hypot

import pytest

from hardware import drivers
from hardware.drivers import driver_named
from hardware.drivers.hall import HallWiring
from hardware.errors import ProfileError
from hardware.panels import keys
from hardware.panels.panel_file import OURS, own_folder, panel_files, panel_named, read_panel
from hardware.panels.profile import panel_from
from hardware.parts.config_txt import config_txt

SHIPPED = sorted(path.stem for path in OURS.glob("*.toml"))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_panel_is_right(name):
    panel = panel_named(name)
    count = 64 if name.startswith("quadra") else 91
    assert len(panel.places) == panel.lights.strip.count == count
    assert len({place.channel for place in panel.places}) == count
    assert sorted(place.pixel or 0 for place in panel.places) == list(range(count))


@pytest.mark.parametrize("name", SHIPPED)
def test_the_strip_never_jumps(name):
    """To and fro: each pixel is next to the one before, so short wires do."""
    path = sorted(panel_named(name).places, key=lambda place: place.pixel or 0)
    for one, two in zip(path, path[1:], strict=False):
        assert hypot(one.x - two.x, one.y - two.y) < 41


def test_places_lie_where_the_boards_have_their_cells():
    quadra, favo = panel_named("quadra").by_name, panel_named("favo").by_name
    assert (quadra["a1"].x, quadra["a1"].y) == (0, 0)
    assert (quadra["h8"].x, quadra["h8"].y) == (280, 280)
    assert (favo["f6"].x, favo["f6"].y) == (0, 0)
    assert favo["f7"].x == 40


def test_a_users_own_panel_is_found_and_hides_ours(tmp_path):
    (tmp_path / "mine.toml").write_text((OURS / "quadra-matrix.toml").read_text())
    (tmp_path / "favo.toml").write_text((OURS / "quadra.toml").read_text())
    assert "mine" in panel_files(tmp_path)
    assert len(panel_named("favo", tmp_path).places) == 64
    assert panel_named(str(tmp_path / "mine.toml")).name == "mine"


def test_where_users_keep_their_panels():
    assert str(own_folder({"XDG_CONFIG_HOME": "/conf"})) == "/conf/tavoliere/panels"
    assert str(own_folder({"HOME": "/home/me"})) == "/home/me/.config/tavoliere/panels"


def test_learned_orders_replace_the_rule():
    document = tomllib.loads((OURS / "quadra-hall.toml").read_text(encoding="utf-8"))
    document["sensors"]["channels"] = {"a1": 1, "b1": 0}
    document["sensors"]["rest"] = {"a1": 490}
    document["sensors"]["flipped"] = ["b1"]
    document["lights"]["pixels"] = {"a1": 1, "b1": 0}
    panel = panel_from(document, "learned", "learned.toml")
    assert (panel.by_name["a1"].channel, panel.by_name["b1"].pixel) == (1, 0)
    assert isinstance(panel.sensors, HallWiring)
    assert panel.sensors.rest[:2] == (512, 490)
    assert panel.sensors.flipped == (0,)


def test_the_document_explains_every_key():
    document = (OURS.parent.parent / "docs" / "profiles.md").read_text(encoding="utf-8")
    roles = [
        role
        for driver in filter(None, map(driver_named, drivers.OURS))
        for role in (driver.sensors, driver.lights, driver.buttons)
    ]
    own = [key for role in roles if role is not None for key in role.keys or ()]
    assert {"rows", "budget_ma", "crossings"} <= set(own)
    for key in (*keys.GRID, *keys.SENSORS, *keys.LIGHTS, *keys.BUTTONS, *own):
        assert f"`{key}`" in document or f"\n{key} = " in document, key


# Every fault once ------------------------------------------------------------------------------

M, H, S, F = "quadra-matrix", "quadra-hall", "quadra-serial", "favo-matrix"
G = "quadra-heights"
FAULTS = [
    (M, "", "colour = 1\n", "there is no key colour; there are about, grid"),
    (M, "[grid]", "[frame]", "there is no key frame;"),
    (M, 'shape = "square"', 'shape = "round"', "[grid] shape = 'round' is none of square, hexagon"),
    (M, "columns = 8", "columns = 99", "[grid] columns = 99 is not from 1 to 16 (places in a row"),
    (M, "rows = 8", "rows = 2.5", "[grid] rows = 2.5 is no whole number"),
    (M, "rows = 8", "", "[grid] rows is missing (rows of a square grid)"),
    (M, "pitch = 40.0", 'pitch = "wide"', "[grid] pitch = 'wide' is no number (millimetres"),
    (M, "pitch = 40.0", "origin = [1]", "[grid] origin = [1] is no pair of numbers"),
    (M, "pitch = 40.0", "origin = [0, inf]", "[grid] origin = inf is not from -10000 to 10000"),
    (G, "disc = [20.0, 3.0]", "disc = [1e-300, 3]", "[sensors] disc = 1e-300 is not from 0.5 to 60"),
    (F, "radius = 5", "radius = true", "[grid] radius = True is no number (rings around"),
    (M, 'driver = "matrix"', 'driver = "wifi"', "[sensors] driver = 'wifi' is none of matrix, hall"),
    (M, "settle_us = 60", "settle_us = -1", "[sensors] settle_us = -1 is not from 0 to 10000 (micro"),
    (M, "diodes = true", "diodes = 1", "[sensors] diodes = 1 is neither true nor false (whether"),
    (M, "diodes = true", "diods = true", "there is no key [sensors] diods; "),
    (M, 'pull = "up"', "pull = 3", "[sensors] pull = 3 is no text (up, down"),
    (M, 'pull = "up"', 'pull = "down"', "[sensors] pull = 'down' makes every open contact read as"),
    (M, "rows = [4,", "rows = [4, 4,", "[sensors] rows names pin 4 twice (pins that drive"),
    (M, "rows = [4,", "rows = [99,", "[sensors] rows names pin 99, which cannot be used"),
    (M, "rows = [4,", 'rows = ["4",', "is no list of pin numbers"),
    (M, "rows = [4, 5,", "rows = [", "[sensors] rows names 6 pins; the grid needs 8"),
    (F, "rows = [2,", "rows = [8, 2,", "[sensors] rows names 12 pins; the most are 11"),
    (S, "rows = [0,", "rows = [25,", "[sensors] rows names pin 25, which cannot be used"),
    (S, "usb:2e8a:0005", "usb:2e8a", "[sensors] port = 'usb:2e8a' is not written usb:vendor:product"),
    (H, "converters = [8]", "", "[sensors] converters is missing (chip-select pins"),
    (H, "select = [5, 6, 13, 19]", "select = [5]", "[sensors] select names 1 pins; a 16-way"),
    (H, "select = [5, 6, 13, 19]", "", "[sensors] converters reach 8 sensors; the grid has 64"),
    (H, "off = 35", "off = 70", "[sensors] off = 70 must be less than on = 60"),
    (H, "off = 35", "rest = {z9 = 1}", "[sensors] rest names the place 'z9', which the grid does"),
    (H, "off = 35", "rest = {a1 = 5000}", "[sensors] rest a1 = 5000 is no whole number from 0 to"),
    (H, "off = 35", "rest = 5", "[sensors] rest must be a table from place to number"),
    (H, "off = 35", "flipped = ['q1']", "[sensors] flipped names the place 'q1'"),
    (H, "off = 35", "flipped = 'a1'", "[sensors] flipped = 'a1' is no list of places"),
    (M, "settle_us = 60", "channels = {a1 = 1}", "[sensors] channels gives 1 to both 'a1' and 'b1'"),
    (M, 'driver = "neopixel"', 'driver = "serial"', "[lights] driver = 'serial' does not go with"),
    (M, 'driver = "neopixel"', 'driver = "simulated"', "[lights] driver = 'simulated' does not go"),
    (S, 'driver = "serial"\npin', 'driver = "neopixel"\npin', "[lights] driver = 'neopixel' does not"),
    (M, "pin = 10", "pin = 28", "[lights] pin = 28 cannot be used (the data pin)"),
    (M, "pin = 10", "pin = 4", "pin 4 is used by [sensors] rows and by [lights] pin: give each its"),
    (H, "pin = 18", "pin = 10", "pin 10 is used by the converters' SPI and by [lights] pin"),
    (M, "brightness = 0.6", "brightness = 2", "[lights] brightness = 2 is not from 0 to 1"),
    (M, "brightness = 0.6", "pixels = {a1 = 1}", "[lights] pixels gives 1 to both 'a1' and 'b1'"),
    (M, 'driver = "gpio"', 'driver = "serial"', "[buttons] driver = 'serial' does not go with"),
    (H, 'driver = "gpio"', 'driver = "matrix"', "[buttons] driver = 'matrix' needs sensors in a"),
    (M, 'driver = "gpio"', 'driver = "simulated"', "[buttons] driver = 'simulated' does not go"),
    (F, 'light = "pixels"', 'light = "pins"', "[buttons] light = 'pins' does not go with driver"),
    (M, "pins = [2, 3]", "", "[buttons] pins is missing (one pin per player"),
    (M, 'light = "pixels"', 'light = "pins"', "[buttons] lamps is missing (one pin per lamp)"),
    (F, "[[0, 7], ", "[[0, 77], ", "[buttons] crossings has [0, 77], which is no crossing of the"),
    (F, "[[0, 7], ", "[[0, 0], ", "[buttons] crossings has [0, 0], where a1 is already"),
    (F, "[[0, 7], ", "[[0, 8], ", "[buttons] crossings has [0, 8], where another button is"),
    (F, "crossings = [[0, 7], [0, 8], [0, 9], [0, 10]]", "crossings = []", "must list a crossing"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "old", "new", "said"), FAULTS)
def test_a_fault_is_named_with_file_key_and_meaning(tmp_path, base, old, new, said):
    text = (OURS / f"{base}.toml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1) if old else new + text, encoding="utf-8")
    with pytest.raises(ProfileError) as caught:
        read_panel(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_are_no_profiles(tmp_path):
    with pytest.raises(ProfileError, match="there is no panel 'quadrat'; there are favo"):
        panel_named("quadrat")
    with pytest.raises(ProfileError, match=r"there is no file .*none.toml"):
        read_panel(tmp_path / "none.toml")
    with pytest.raises(ProfileError, match="is a folder"):
        read_panel(tmp_path)
    broken = tmp_path / "broken.toml"
    broken.write_text("[grid\n")
    with pytest.raises(ProfileError, match=r"broken.toml: this is not TOML: .*line 1"):
        read_panel(broken)
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    with pytest.raises(ProfileError, match=r"toml: grid is missing \(where the sensors lie\)"):
        read_panel(empty)


def test_a_byte_order_mark_is_passed_over(tmp_path):
    """As some editors write it, without telling anybody."""
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + (OURS / "quadra.toml").read_bytes())
    assert len(read_panel(file).places) == 64


STEADY = "[pi3] core_freq=250 [pi4] core_freq=500 core_freq_min=500"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("quadra-matrix", f"dtparam=spi=on dtparam=i2c_arm=off {STEADY}"),
        (
            "favo-matrix",
            f"dtparam=spi=on dtoverlay=spi0-0cs enable_uart=0 dtparam=i2c_arm=off {STEADY}",
        ),
        ("quadra-hall", "dtparam=spi=on dtparam=audio=off dtparam=i2c_arm=off"),
        (
            "quadra-expander",
            f"dtparam=i2c_arm=on dtparam=i2c_arm_baudrate=400000 dtparam=spi=on {STEADY}",
        ),
        ("favo-serial", ""),
    ],
)
def test_what_a_pi_must_switch_on_or_off_follows_from_the_wiring(name, lines):
    panel = panel_named(name)
    plans = [wiring.plan() for wiring in (panel.sensors, panel.lights, panel.buttons)]
    assert config_txt(plans) == lines.split()

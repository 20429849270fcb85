"""Port expanders through smbus2's messages, on chips that are modelled register by register."""

from __future__ import annotations

import errno
import re
from itertools import combinations
from random import Random

import pytest

from firmware_bridge.record.trace import Header
from hardware.driver import Opening, World
from hardware.drivers.expander import ExpanderWiring
from hardware.errors import NoDevice, NoPermission, ProfileError
from hardware.panels.panel_file import OURS, read_panel
from hardware.parts.i2c import I2C, explained
from hardware.parts.retries import AGAIN
from hardware.symptoms import SENSORS, Symptom
from tests.hardware.benches import ExpanderBench
from tests.hardware.expander_chip import BANK, SEQOP, Lines, Wire
from tests.hardware.through import Play

ONE_CHIP = (OURS / "quadra-expander.toml").read_text(encoding="utf-8")
DIRECT = re.sub(r"rows = \[0.*\ncolumns.*\ndiodes.*\n", "", ONE_CHIP).replace(
    "chips = [0x20]", "chips = [0x20, 0x21, 0x24, 0x26, 0x27]"
)
TWO_CHIPS = """
[grid]
shape = "hexagon"
radius = 5

[sensors]
driver = "expander"
chips = [0x20, 0x21]
rows = [7, 15, 23, 31, 0, 1, 2, 16, 17, 18, 19]
columns = [3, 4, 5, 6, 8, 9, 10, 20, 21, 22, 24]
"""


class Bench:
    def __init__(self, folder, text=ONE_CHIP, *, diodes=True, before=None):
        file = folder / "mine.toml"
        file.write_text(text, encoding="utf-8")
        self.panel = read_panel(file)
        wiring = self.panel.sensors
        assert isinstance(wiring, ExpanderWiring)
        self.wiring = wiring
        self.lines = Lines(wiring.chips, diodes=diodes)
        if before is not None:
            for chip in self.lines.chips.values():
                before(chip)
        self.wire = Wire(self.lines)
        self.now = 0.0
        world = World(clock=lambda: self.now, devices={I2C: lambda _: self.wire})
        self.sensors = wiring.open(Opening(self.panel, 2, world))

    def _spot(self, channel):
        crossings = self.wiring.crossings
        if crossings is None:
            return self.lines.grounded, self.wiring.inputs[channel]
        row, column = divmod(channel, len(crossings.columns))
        return self.lines.closed, (crossings.rows[row], crossings.columns[column])

    def put(self, *channels):
        for channel in channels:
            spots, spot = self._spot(channel)
            spots.add(spot)
        return self

    def take(self, *channels):
        for channel in channels:
            spots, spot = self._spot(channel)
            spots.discard(spot)
        return self

    def seen(self):
        return {n for n, reading in enumerate(self.sensors.readings()) if reading}


@pytest.mark.parametrize("text", [ONE_CHIP, DIRECT, TWO_CHIPS], ids=["matrix", "direct", "two"])
def test_every_sensor_alone_and_any_set_together(tmp_path, text):
    bench, rng = Bench(tmp_path, text), Random(4)
    places = [place.channel for place in bench.panel.places]
    assert bench.seen() == set()
    for channel in places:
        assert bench.put(channel).seen() == {channel}
        assert bench.take(channel).seen() == set()
    for _ in range(30):
        stand = set(rng.sample(places, rng.randrange(len(places))))
        assert bench.put(*stand).seen() == stand
        bench.take(*stand)


def test_whole_ports_are_read_at_once(tmp_path):
    """A transfer a row, or a chip of inputs; another one tells whether a chip has lost its supply."""
    matrix = Bench(tmp_path)
    matrix.wire.transfers = matrix.wire.bits = 0
    matrix.seen()
    assert matrix.wire.transfers == 1 + 8 + 1
    # At 400 kHz, which docs/build.md asks for, a scan stays below two milliseconds.
    assert matrix.wire.bits / 400e3 < 0.002
    direct = Bench(tmp_path, DIRECT)
    direct.wire.transfers = 0
    direct.seen()
    assert direct.wire.transfers == 5 + 5


def test_a_ghost_is_reported_and_not_believed(tmp_path):
    bench = Bench(tmp_path, ONE_CHIP.replace("diodes = true", "diodes = false"), diodes=False)
    for piece in (0, 1):
        bench.put(piece).seen()
    assert bench.put(8).seen() == {0, 1}
    assert bench.sensors.ghosts == (8, 9)


def test_rows_never_fight_even_where_diodes_are_missing(tmp_path):
    bench = Bench(tmp_path, diodes=False)
    for pair in combinations(range(0, 64, 7), 2):
        bench.put(*pair).seen()  # two outputs that meet would fail the test


@pytest.mark.parametrize("left", [BANK, SEQOP, BANK | SEQOP])
def test_a_chip_that_another_program_left_in_another_mode(tmp_path, left):
    def before(chip):
        chip.write(bytes((0x0A, left)))
        chip.registers["IPOL", 0] = 0xFF
        chip.registers["OLAT", 1] = 0xFF
        chip.registers["GPINTEN", 0] = 0xFF

    bench = Bench(tmp_path, before=before)
    assert bench.put(0, 63).seen() == {0, 63}


def test_a_chip_that_lost_its_supply_for_a_moment_is_set_up_again(tmp_path):
    bench = Bench(tmp_path).put(5)
    assert bench.seen() == {5}
    bench.lines.chips[0x20].power_on()
    assert bench.seen() == {5}
    assert bench.sensors.symptoms() == []


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.ETIMEDOUT, errno.EIO])
def test_a_bus_that_fails_is_asked_again(tmp_path, number):
    bench = Bench(tmp_path).put(5)
    assert bench.seen() == {5}
    bench.wire.error = OSError(number, "no")
    bench.put(9)
    assert bench.seen() == {5}
    assert bench.sensors.symptoms() == [Symptom(SENSORS)]
    bench.wire.error = None
    assert bench.seen() == {5}, "too early"
    bench.now += AGAIN
    assert bench.seen() == {5, 9}
    assert bench.sensors.symptoms() == []


def test_after_closing_every_row_floats(tmp_path):
    bench = Bench(tmp_path)
    bench.seen()
    bench.sensors.close()
    chip = bench.lines.chips[0x20]
    assert all(chip.drives(line) is None for line in range(16))
    assert not bench.wire.opened
    bench.sensors.close()  # once more, which does no harm


# What keeps it from opening ------------------------------------------------------------------------


def opened(folder, text, world):
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    panel = read_panel(file)
    return panel.sensors.open(Opening(panel, 2, world))


def test_a_chip_that_is_not_there_is_named_with_its_address(tmp_path):
    wire = Wire(Lines([0x20, 0x24]))
    world = World(devices={I2C: lambda _: wire})
    text = ONE_CHIP.replace("chips = [0x20]", "chips = [0x20, 0x21]")
    said = r"no chip answers at 0x21 on the I²C bus 1 \(Remote I/O error\): .*i2cdetect -y 1"
    with pytest.raises(NoDevice, match=said):
        opened(tmp_path, text, world)
    assert not wire.opened


def test_a_bus_that_is_switched_off_is_said_by_the_real_library(tmp_path):
    """This machine has no I²C bus, as a Pi on which nobody has enabled it."""
    said = "there is no I²C bus 1: sudo raspi-config nonint do_i2c 0, then restart the Pi"
    with pytest.raises(NoDevice, match=said):
        opened(tmp_path, ONE_CHIP, World())


def test_a_bus_that_others_own():
    refused = explained(PermissionError(errno.EACCES, "Permission denied", "/dev/i2c-1"), 1)
    assert isinstance(refused, NoPermission)
    assert "usermod -aG i2c $USER" in str(refused)


FAULTS = [
    (
        "chips = [0x20]",
        "chips = [0x50]",
        "[sensors] chips = [80] is no list of different addresses",
    ),
    (
        "chips = [0x20]",
        "chips = [0x20, 0x20]",
        "[sensors] chips = [32, 32] is no list of different",
    ),
    ("chips = [0x20]", "chips = []", "[sensors] chips = [] is no list"),
    ("chips = [0x20]", "", "[sensors] chips is missing (addresses of the MCP23017 chips"),
    ("bus = 1", "bus = -1", "[sensors] bus = -1 is not from 0 to 30 (number of the I²C bus"),
    (
        "columns = [6, 8",
        "columns = [6, 7",
        "[sensors] columns names pin 7, 0x20 GPA7, which can only",
    ),
    (
        "columns = [6, 8",
        "columns = [6, 5",
        "pin 5 is used by [sensors] rows and by [sensors] columns",
    ),
    ("columns = [6, 8", "columns = [6, 16", "[sensors] columns names pin 16, which cannot be used"),
    ("columns = [6, 8, 9, 10, 11, 12, 13, 14]", "", "[sensors] columns is missing"),
    ("pins = [17, 27]", "pins = [2, 17]", "pin 2 is used by the I²C bus 1 and by [buttons] pins"),
    (
        "rows = [0, 1, 2, 3, 4, 5, 7, 15]\ncolumns = [6, 8, 9, 10, 11, 12, 13, 14]",
        "",
        "[sensors] chips reach 14 sensors; the grid has 64",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), FAULTS)
def test_a_wiring_that_cannot_be(tmp_path, old, new, said):
    assert old in ONE_CHIP
    file = tmp_path / "mine.toml"
    file.write_text(ONE_CHIP.replace(old, new), encoding="utf-8")
    with pytest.raises(ProfileError) as caught:
        read_panel(file)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_whole_game_of_dama_through_the_expander():
    play = Play(ExpanderBench(), Header("dama", {"capture": "strict"}, 2, ready=True), 1)
    play.bouncing = 2
    play.to_the_end()
    play.check(least=30)

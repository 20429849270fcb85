"""Which library drives the pins, what keeps it from doing so, and columns that are read together.

lgpio itself needs a chip in the kernel. What stands in for it here refuses what the kernel refuses: a
line that is claimed twice, and a read of a group that is not there.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.people.wired import WiredFactory
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import in_words
from hardware.drivers.matrix import open_matrix
from hardware.errors import MissingDriver, NoDevice, NoPermission
from hardware.parts.packages import lock, setup
from hardware.parts.pin_group import LgpioGroup
from hardware.parts.pin_library import in_a_folder_of_its_own, opened

ROWS, COLUMNS = (4, 5, 6, 12), (17, 18, 19, 20)


@pytest.fixture
def devices(tmp_path):
    (tmp_path / "gpiochip0").touch()
    return tmp_path


def refused(why):
    def load():
        raise why

    return load


def test_without_a_chip_nobody_guesses(tmp_path):
    """Root on such a machine would otherwise read every contact as closed."""
    with pytest.raises(NoDevice, match=r"no GPIO chip \(.*/gpiochip\*\).*simulated board"):
        opened(tmp_path, environment={})


def test_without_rights_the_command_is_named(devices):
    with pytest.raises(
        NoPermission, match=r"gpiochip0: sudo usermod -aG gpio,spi \$USER"
    ) as caught:
        opened(
            devices,
            load=refused(RuntimeError("can not open gpiochip")),
            environment={},
            may=lambda *_: False,
        )
    said = {lang: in_words(caught.value, Texts(lang)) for lang in ("it", "en", "fr")}
    assert len(set(said.values())) == 3
    assert all("usermod" in line and "\n" not in line for line in said.values())


def test_a_chip_that_does_not_answer_is_no_missing_package(devices):
    with pytest.raises(NoDevice, match=r"gpiochip0 does not answer \(unknown Pi\)"):
        opened(devices, load=refused(RuntimeError("unknown Pi")), environment={})


def test_the_package_is_asked_for_only_when_it_is_missing(devices):
    with pytest.raises(MissingDriver, match=r"No module named 'lgpio'\): make setup-pi"):
        opened(devices, load=refused(ImportError("No module named 'lgpio'")), environment={})


def test_another_library_may_be_chosen(devices, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert isinstance(opened(devices, load=refused(OSError)), MockFactory)


def test_importing_leaves_nothing_in_the_working_folder(tmp_path, monkeypatch):
    """A stand-in that does what lgpio does when it is imported."""
    (tmp_path / "lgpio.py").write_text("import os\nos.mkfifo('.lgd-nfy0')\nHERE = os.getcwd()\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    in_a_folder_of_its_own()
    import lgpio

    assert str(work) != lgpio.HERE
    assert not Path(lgpio.HERE).exists()
    assert list(work.iterdir()) == []
    assert Path.cwd() == work
    del sys.modules["lgpio"]


@pytest.mark.parametrize(
    ("model", "prefix", "command"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0\0", "/home/a/.venv", "make setup-pi LOCK=pi5"),
        ("Raspberry Pi Compute Module 5\0", "/home/a/.venv", "make setup-pi LOCK=pi5"),
        ("Raspberry Pi 4 Model B Rev 1.5\0", "/home/a/.venv", "make setup-pi"),
        (
            "Raspberry Pi 5 Model B Rev 1.0\0",
            "/usr/local/lib/tavoliere/versions/1",
            "sudo make install LOCK=pi5",
        ),
        (
            "Raspberry Pi 5 Model B Rev 1.0\0",
            "/usr/lib/tavoliere/venv",
            "sudo apt install ./tavoliere_*_arm64.deb",
        ),
    ],
)
def test_the_hint_names_the_lock_of_this_computer(tmp_path, model, prefix, command):
    file = tmp_path / "model"
    file.write_text(model)
    assert setup(file, prefix) == command


def test_a_computer_without_a_model_is_no_pi_5(tmp_path):
    assert lock(tmp_path / "model") == "pi"


# Columns that are read together -----------------------------------------------------------------


def test_a_row_is_one_request():
    factory = WiredFactory(ROWS, COLUMNS)
    matrix = open_matrix(ROWS, COLUMNS, wait=lambda _: None, factory=factory)
    factory.put(5)
    factory.put(14)
    factory.requests = 0
    assert [n for n, reading in enumerate(matrix.readings()) if reading] == [5, 14]
    assert factory.requests == len(ROWS)
    matrix.close()


def test_pins_that_cannot_be_grouped_are_read_one_by_one():
    class Alone(WiredFactory):
        group = None  # type: ignore[assignment]

    factory = Alone(ROWS, COLUMNS)
    matrix = open_matrix(ROWS, COLUMNS, wait=lambda _: None, factory=factory)
    factory.put(5)
    factory.requests = 0
    assert [n for n, reading in enumerate(matrix.readings()) if reading] == [5]
    assert factory.requests == len(ROWS) * len(COLUMNS)
    matrix.close()


class Kernel:
    """What lgpio's calls do to lines, as far as groups go."""

    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128

    def __init__(self, claimed):
        self.claimed = set(claimed)
        self.groups: dict[int, tuple[list[int], int]] = {}
        self.high: set[int] = set()

    def gpio_free(self, handle, number):
        self.claimed.remove(number)

    def group_claim_input(self, handle, numbers, flags):
        assert not self.claimed & set(numbers), "GPIO busy"
        self.claimed |= set(numbers)
        self.groups[numbers[0]] = numbers, flags

    def group_read(self, handle, first):
        numbers, _ = self.groups[first]
        return [len(numbers), sum(1 << n for n, pin in enumerate(numbers) if pin in self.high)]

    def group_free(self, handle, first):
        numbers, _ = self.groups.pop(first)
        self.claimed -= set(numbers)


def test_lines_are_freed_claimed_together_and_freed_again():
    kernel = Kernel(COLUMNS)
    group = LgpioGroup(kernel, 0, COLUMNS, "up")
    assert kernel.groups == {17: (list(COLUMNS), kernel.SET_PULL_UP)}
    kernel.high = {18, 20}
    assert group.levels() == 0b1010
    group.free()
    assert kernel.claimed == set()

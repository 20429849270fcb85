"""Drivers of other distributions: installed for real, found by their entry points, used like ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "shift-register"
COMMAND = Path(sys.executable).with_name("tavoliere")
PANEL = (EXAMPLE / "test_shift_register.py").read_text(encoding="utf-8").split('"""')[3]
"""The panel of the example's own tests."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The example's distribution, as pip installs it."""
    folder = tmp_path_factory.mktemp("site")
    source = shutil.copytree(EXAMPLE, tmp_path_factory.mktemp("source") / "example")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", folder, source], check=True, capture_output=True)
    return folder


@pytest.fixture
def run(tmp_path):
    """Commands as somebody types them who keeps his panels in a folder of his own."""
    panels = tmp_path / "tavoliere" / "panels"
    panels.mkdir(parents=True)

    def ran(site, *command, panel=PANEL):
        (panels / "mine.toml").write_text(panel, encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": str(site), "XDG_CONFIG_HOME": str(tmp_path)}
        done = subprocess.run(
            command, env=env, capture_output=True, text=True, cwd=tmp_path, check=False
        )
        return done.returncode, done.stdout, done.stderr

    return ran


def test_the_example_passes_its_own_tests(site, run):
    test = EXAMPLE / "test_shift_register.py"
    code, out, _ = run(
        site,
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        site,
        test,
    )
    assert code == 0, out
    assert "1 passed" in out


def test_its_panel_is_listed_described_and_simulated(site, run):
    code, out, _ = run(site, COMMAND, "board", "list")
    assert code == 0
    listed = next(line for line in out.splitlines() if line.startswith("mine "))
    assert "shift-register" in listed
    code, out, _ = run(site, COMMAND, "board", "wiring", "mine", "--lang", "it")
    assert code == 0
    assert "74HC165 SH/LD" in out
    assert "74HC165 2 H → GND" in out
    code, out, _ = run(site, COMMAND, "board", "wiring", "mine", "--svg", "w.svg", "--lang", "it")
    assert code == 0
    code, out, _ = run(site, COMMAND, "board", "check", "simulated:mine", "--lang", "en")
    assert (code, out.splitlines()[-1]) == (0, "All is well.")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "chips = 2",
            "chips = 1",
            "[sensors] chips = 1 puces lisent 8 capteurs ; la grille en a 16",
        ),
        ("chips = 2", "", "[sensors] chips manque (combien de puces il y a dans la chaîne)"),
        ("clock = 27", "clock = 17", "la broche 17 sert à [sensors] latch et à [sensors] clock"),
        ("data = 22", "data = 22\nrows = [4]", "il n'y a pas de clé [sensors] rows"),
    ],
)
def test_what_is_wrong_is_said_in_the_drivers_own_words(site, run, old, new, said):
    code, _, err = run(
        site, COMMAND, "board", "wiring", "mine", "--lang", "fr", panel=PANEL.replace(old, new)
    )
    assert (code, err.count("\n")) == (2, 1)
    assert said in err


def test_on_a_machine_without_pins_it_says_so_like_ours(site, run):
    code, _, err = run(site, COMMAND, "board", "check", "mine", "--lang", "en")
    assert (code, err.count("\n")) == (2, 1)
    assert "no GPIO chip" in err


def test_without_the_distribution_the_drivers_there_are_are_named(tmp_path, run):
    code, _, err = run(tmp_path, COMMAND, "board", "wiring", "mine", "--lang", "en")
    assert code == 2
    assert "driver = 'shift-register' is none of matrix, hall, expander, serial, simulated" in err


def installed(folder, module, source, *points):
    """A distribution of one module, as it lies in a folder of packages."""
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("\n".join(("[tavoliere.drivers]", *points, "")))
    return folder


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "import no_such_library\nDRIVER = None\n",
            "does not load (ModuleNotFoundError: No module",
        ),
        ("DRIVER = None\n", "is no hardware.driver.Driver: mend or remove the package"),
    ],
)
def test_a_driver_that_is_broken_is_named_and_hides_no_panel(tmp_path, run, source, said):
    site = tmp_path / "site"
    site.mkdir()
    installed(site, "broken", source, "shift-register = broken:DRIVER")
    code, _, err = run(site, COMMAND, "board", "wiring", "mine", "--lang", "en")
    assert (code, err.count("\n")) == (2, 1)
    assert "the driver 'shift-register'" in err
    assert said in err
    code, out, _ = run(site, COMMAND, "board", "list", "--lang", "en")
    assert code == 0
    assert "quadra-matrix" in out


def test_no_other_distribution_hides_a_driver_of_ours(tmp_path, run):
    site = tmp_path / "site"
    site.mkdir()
    installed(site, "usurper", "raise SystemExit(99)\n", "matrix = usurper:DRIVER")
    code, out, _ = run(site, COMMAND, "board", "wiring", "quadra-matrix")
    assert code == 0
    assert "GPIO17" in out


@pytest.mark.parametrize(
    "name", ["tavoliere_shift_register.py", "pyproject.toml", "test_shift_register.py"]
)
def test_the_document_shows_the_example_as_it_is(name):
    document = (ROOT / "docs" / "drivers.md").read_text(encoding="utf-8")
    assert (EXAMPLE / name).read_text(encoding="utf-8") in document

"""The Debian package, installed by the real dpkg below a folder: it plays and it leaves the games.

scripts/try_deb.sh does the same in whole Debians, on both architectures.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path
from urllib.request import urlopen

import pytest

from scripts import pi_lock

ROOT = Path(__file__).parent.parent
PYTHON = "usr/lib/tavoliere/venv/bin/python"
GROUPS = ("gpio", "spi", "i2c", "dialout")
STARTS = "etc/systemd/system/multi-user.target.wants/tavoliere.service"


def fits() -> bool:
    """Whether this machine's own Python is one that the package asks for."""
    asked = "import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))"
    try:
        return subprocess.run(["/usr/bin/python3", "-c", asked], check=False).returncode == 0
    except FileNotFoundError:
        return False


needs_dpkg = pytest.mark.skipif(
    shutil.which("dpkg") is None or not fits(), reason="needs dpkg, and Debian's Python"
)


def dpkg(root: Path, *arguments: str | Path) -> None:
    """A system of its own below `root`, where other packages are not looked for."""
    said = subprocess.run(
        [
            "dpkg",
            f"--root={root}",
            "--force-script-chrootless,depends,not-root,bad-path",
            f"--log={root}/log",
            *arguments,
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stderr


def ran(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [root / PYTHON, "-I", root / "usr/bin/tavoliere", *words],
        capture_output=True,
        text=True,
        check=False,
    )


@needs_dpkg
@pytest.mark.slow
def test_it_is_built_installed_played_upgraded_and_purged(tmp_path):
    """One test, since building takes longest."""
    package, root = built(), debian(tmp_path / "debian")
    dpkg(root, "--install", package)
    check_places(root)
    check_packages(root)
    play(root, tmp_path / "state")
    settings = root / "etc/tavoliere/tavoliere.conf"
    settings.write_text("TAVOLIERE_PLAY=--lan --lang fr\n")
    game = root / "var/lib/tavoliere/games/1/journal.jsonl"
    game.parent.mkdir(parents=True)
    game.write_text("{}\n")
    dpkg(root, "--install", package)
    assert settings.read_text() == "TAVOLIERE_PLAY=--lan --lang fr\n"
    dpkg(root, "--purge", "tavoliere")
    for gone in ("usr/lib/tavoliere", "usr/bin/tavoliere", "etc/tavoliere", STARTS):
        assert not os.path.lexists(root / gone)
    assert game.read_text() == "{}\n"


def built() -> Path:
    said = subprocess.run(
        ["bash", "scripts/deb.sh", "all"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    return ROOT / said.stdout.strip()


def debian(root: Path) -> Path:
    """As much of a system as dpkg and the package's scripts need."""
    (root / "etc").mkdir(parents=True)
    (root / "etc/group").write_text("".join(f"{group}:x:99:\n" for group in GROUPS))
    (root / "var/lib/dpkg/info").mkdir(parents=True)
    (root / "var/lib/dpkg/updates").mkdir()
    (root / "var/lib/dpkg/status").touch()
    return root


def check_places(root: Path) -> None:
    unit = (root / "usr/lib/systemd/system/tavoliere.service").read_text()
    assert "ExecStart=/usr/bin/tavoliere play" in unit
    assert "/usr/local" not in unit
    assert (root / STARTS).readlink() == Path("/usr/lib/systemd/system/tavoliere.service")
    assert (root / "usr/lib/udev/rules.d/60-tavoliere.rules").exists()
    settings = (root / "etc/tavoliere/tavoliere.conf").read_text()
    assert settings == (ROOT / "systemd/tavoliere.conf").read_text()
    # For every machine: nothing that is compiled.
    assert not list(root.rglob("*.so"))


def check_packages(root: Path) -> None:
    """Its own ones and no others."""
    assert ran(root, "--version").stdout == f"tavoliere {version('tavoliere')}\n"
    checked = ran(root, "board", "check", "simulated:quadra", "--lang", "en").stdout
    assert checked.endswith("All is well.\n")
    asked = "import sys, starlette; print(starlette.__file__, *sys.path, sep='\\n')"
    found = subprocess.run(
        [root / PYTHON, "-I", "-c", asked], capture_output=True, text=True, check=True
    ).stdout
    assert found.startswith(str(root))
    assert "dist-packages" not in found


def play(root: Path, state: Path) -> None:
    words = "play dama --no-browser --port 0 --lang en".split()
    with subprocess.Popen(
        [root / PYTHON, "-I", root / "usr/bin/tavoliere", *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TAVOLIERE_STATE": str(state), "PYTHONUNBUFFERED": "1"},
    ) as program:
        assert program.stdout is not None
        link = next(
            word for line in program.stdout for word in line.split() if word.startswith("http://")
        )
        page = urlopen(link, timeout=30).read().decode()
        program.terminate()
    assert "Tavoliere" in page
    assert list(state.rglob("*.jsonl"))


@pytest.mark.parametrize(("python", "lgpio"), [("3.11", "lgpio"), ("3.13", "adafruit-lgpio")])
def test_a_pi_gets_the_lines_of_the_lock_that_hold_for_its_python(python, lgpio):
    lines = list(pi_lock.lines(python))
    names = [line.partition("==")[0] for line in lines]
    assert [name for name in names if "lgpio" in name] == [lgpio]
    assert {"rpi-ws281x", "spidev", "rpi-gpio", "starlette"} <= set(names)
    assert all("--hash=sha256:" in line and ";" not in line for line in lines)

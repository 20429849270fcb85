"""`make install` below a root of its own: what is put where, what an upgrade keeps, what goes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOME = "usr/local/lib/tavoliere"
PLACES = (
    "etc/systemd/system/tavoliere.service",
    "etc/udev/rules.d/60-tavoliere.rules",
    "etc/tavoliere/tavoliere.conf",
    "usr/local/bin/tavoliere",
)


def run(what: str, root: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "scripts/install.sh", what],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DESTDIR": str(root), "LOCK": "run", **environment},
    )


@pytest.fixture
def root(tmp_path):
    """With a program that is up to date, so that only its surroundings are installed."""
    venv = tmp_path / HOME / "venv/bin"
    venv.mkdir(parents=True)
    (venv / "tavoliere").symlink_to(Path(sys.executable).with_name("tavoliere"))
    made = (ROOT / "scripts/install.sh").read_text()
    script = made[: made.index('case "${1:-}"')] + "checksum\n"
    ran = subprocess.run(
        ["bash", "-s"],
        input=script.replace('cd "$(dirname "$0")/.."', f"cd '{ROOT}'"),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "LOCK": "run"},
    )
    (tmp_path / HOME / ".installed").write_text(ran.stdout)
    return tmp_path


def test_everything_is_where_it_belongs(root):
    ran = run("install", root)
    assert ran.returncode == 0, ran.stderr
    assert "up to date" in ran.stderr
    for place in PLACES:
        assert os.path.lexists(root / place), place  # a link into the real root
    unit = (root / PLACES[0]).read_text()
    assert f"ExecStart=/{HOME}/venv/bin/tavoliere play" in unit
    assert os.readlink(root / PLACES[3]) == f"/{HOME}/venv/bin/tavoliere"  # noqa: PTH115


def test_again_changes_nothing_and_keeps_settings_and_games(root):
    assert run("install", root).returncode == 0
    settings = root / PLACES[2]
    settings.write_text("TAVOLIERE_PLAY=--board mine\n")
    game = root / "var/lib/tavoliere/0001-dama.jsonl"
    game.parent.mkdir(parents=True)
    game.write_text("a game\n")
    ran = run("install", root)
    assert "kept as it is" in ran.stderr
    assert settings.read_text() == "TAVOLIERE_PLAY=--board mine\n"
    assert run("uninstall", root).returncode == 0
    assert (settings.exists(), game.exists()) == (True, True)
    left = {path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_dir()}
    assert left == {PLACES[2], "var/lib/tavoliere/0001-dama.jsonl"}
    assert run("uninstall", root).returncode == 0


def test_the_settings_are_read_by_systemd_as_they_are_meant():
    lines = (ROOT / "systemd/tavoliere.conf").read_text().splitlines()
    given = [line for line in lines if line and not line.startswith("#")]
    assert len(given) == 1
    assert given[0].startswith("TAVOLIERE_PLAY=--")
    assert len(lines) > 5


def test_a_lock_that_does_not_exist_is_named(root):
    ran = run("install", root, LOCK="pi9")
    assert ran.returncode == 1
    assert "requirements/pi9.txt" in ran.stderr


@pytest.mark.slow
def test_the_program_itself_is_installed_and_runs(tmp_path):
    ran = run("install", tmp_path, PYTHON=sys.executable)
    assert ran.returncode == 0, ran.stderr
    shown = subprocess.run(
        [tmp_path / HOME / "venv/bin/tavoliere", "games"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "xe-queo" in shown.stdout

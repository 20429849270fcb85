"""`make install` below a root of its own: what is put where, what an upgrade keeps, what goes."""

from __future__ import annotations

import os
import shutil
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


def run(
    what: str, root: Path, *, umask: int = 0o022, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "scripts/install.sh", what],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        umask=umask,
        env={**os.environ, "DESTDIR": str(root), "LOCK": "run", **environment},
    )


def version_now() -> str:
    """The name of the folder that this version would be installed in."""
    made = (ROOT / "scripts/install.sh").read_text()
    script = made[: made.index('case "${1:-}"')] + "checksum | tr -s ' ' -\n"
    ran = subprocess.run(
        ["bash", "-s"],
        input=script.replace('cd "$(dirname "$0")/.."', f"cd '{ROOT}'"),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "LOCK": "run"},
    )
    return ran.stdout.strip()


def put(root: Path, name: str) -> None:
    """A complete version, without going through building it."""
    folder = root / HOME / "versions" / name
    (folder / "bin").mkdir(parents=True)
    (folder / "bin/tavoliere").symlink_to(Path(sys.executable).with_name("tavoliere"))
    (folder / "around").mkdir()
    (folder / "around/README.md").write_text(name)
    (folder / "around/60-tavoliere.rules").write_text(name)
    unit = (ROOT / "systemd/tavoliere.service").read_text()
    (folder / "around/tavoliere.service").write_text(f"# {name}\n{unit}")
    (folder / ".complete").touch()


def points(root: Path, link: str) -> str:
    return (root / HOME / link).readlink().name


@pytest.fixture
def root(tmp_path):
    """With this version built, so that only its surroundings are installed."""
    put(tmp_path, version_now())
    return tmp_path


def test_everything_is_where_it_belongs(root):
    ran = run("install", root)
    assert ran.returncode == 0, ran.stderr
    assert points(root, "venv") == version_now()
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
    assert "up to date" in ran.stderr
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


def test_an_upgrade_switches_over_and_can_be_taken_back(root):
    for name in ("one", "two"):
        put(root, name)
    (root / HOME / "venv").symlink_to("versions/two")
    (root / HOME / "previous").symlink_to("versions/one")
    assert run("install", root).returncode == 0
    assert (points(root, "venv"), points(root, "previous")) == (version_now(), "two")
    left = {path.name for path in (root / HOME / "versions").iterdir()}
    assert left == {version_now(), "two"}
    for now, before in (("two", version_now()), (version_now(), "two")):
        assert run("rollback", root).returncode == 0
        assert (points(root, "venv"), points(root, "previous")) == (now, before)
        assert (root / PLACES[0]).read_text().startswith(f"# {now}\n")
        assert (root / PLACES[1]).read_text() == now


def test_an_upgrade_that_fails_leaves_the_old_version_running(tmp_path):
    put(tmp_path, "one")
    (tmp_path / HOME / "venv").symlink_to("versions/one")
    # One that begins and does not come to its end: there is no disk for it, or somebody pulled the plug.
    begun = tmp_path / HOME / "versions" / version_now()
    begun.mkdir()
    (begun / "half").touch()
    ran = run("install", tmp_path, PYTHON="false")
    assert ran.returncode == 1
    assert points(tmp_path, "venv") == "one"
    assert not (tmp_path / HOME / "previous").exists()
    assert not (tmp_path / PLACES[0]).exists()


def test_without_a_version_before_there_is_no_way_back(root):
    assert run("install", root).returncode == 0
    ran = run("rollback", root)
    assert ran.returncode == 1
    assert ran.stderr == "install: there is no version to go back to\n"
    assert points(root, "venv") == version_now()


def hidden(root: Path) -> list[Path]:
    """What another user could not read."""
    return [
        path
        for path in root.rglob("*")
        if not path.is_symlink() and not path.stat().st_mode & (0o005 if path.is_dir() else 0o004)
    ]


def test_whoever_installs_it_everybody_can_read_it(root):
    assert run("install", root, umask=0o077).returncode == 0
    assert hidden(root / "etc") == hidden(root / "usr/local/bin") == []
    assert (root / HOME / "README.md").stat().st_mode & 0o004


@pytest.mark.slow
def test_the_program_itself_is_installed_and_runs(tmp_path):
    ran = run("install", tmp_path, umask=0o077, PYTHON=sys.executable)
    assert ran.returncode == 0, ran.stderr
    assert hidden(tmp_path / HOME) == []
    shown = subprocess.run(
        [tmp_path / HOME / "venv/bin/tavoliere", "games"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "xe-queo" in shown.stdout


def only(folder: Path, *names: str) -> str:
    """A PATH on which nothing is but these."""
    folder.mkdir()
    for name in names:
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    return str(folder)


BASICS = ("bash", "dirname", "id", "cat", "tr", "find", "sort", "cksum", "readlink", "rm", "mkdir")


def test_a_missing_compiler_is_named_before_anything_is_built(tmp_path):
    """Five minutes of downloads would otherwise end in a compiler's complaint."""
    path = only(tmp_path / "bin", *BASICS, "python3")
    target = tmp_path / "root"
    ran = run("install", target, LOCK="pi", PATH=path, PYTHON=sys.executable)
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "these are missing: build-essential python3-dev" in ran.stderr
    assert not target.exists()


@pytest.mark.parametrize(
    ("model", "lock"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0\0", "pi5"),
        ("Raspberry Pi 4 Model B Rev 1.5\0", "pi"),
        ("", "pi"),
    ],
)
def test_the_lock_is_that_of_this_pi(tmp_path, model, lock):
    file = tmp_path / "model"
    file.write_text(model)
    ran = subprocess.run(
        ["bash", "-c", "source scripts/packages.sh; lock_of_this_pi"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MODEL": str(file)},
    )
    assert ran.stdout.strip() == lock


def test_a_pi_5_may_clock_its_pixels_out():
    assert "DeviceAllow=/dev/pio0 rw" in (ROOT / "systemd/tavoliere.service").read_text()

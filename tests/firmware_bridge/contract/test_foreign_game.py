"""Games of other distributions: installed for real, found by their entry points, played like ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.contract import CHECKS

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "tris"
DOCUMENT = ROOT / "docs" / "games.md"


@pytest.fixture
def run(tmp_path):
    """Commands on a machine where only what lies in one folder is installed beside the program."""

    def ran(site, *arguments):
        start = (
            "import sys; sys.path[:] = [p for p in sys.path if 'site-packages' not in p and p];"
            f"sys.path[:0] = [{str(ROOT)!r}, {str(site)!r}];"
            "from firmware_bridge.cli.main import main; sys.exit(main(sys.argv[1:]))"
        )
        env = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "LC_ALL": "C"}
        command = [sys.executable, "-S", "-c", start, *arguments]
        done = subprocess.run(
            command, env=env, capture_output=True, text=True, cwd=tmp_path, check=False
        )
        return done.returncode, done.stdout, done.stderr

    return ran


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The example's distribution, as pip installs it."""
    folder = tmp_path_factory.mktemp("site")
    source = shutil.copytree(
        EXAMPLE,
        tmp_path_factory.mktemp("source") / "tris",
        ignore=shutil.ignore_patterns("*.egg-info"),
    )
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", folder, source], check=True, capture_output=True)
    return folder


def test_it_is_listed_counted_and_known_without_a_line_of_ours_naming_it(site, run):
    code, out, err = run(site, "games", "--json")
    assert (code, err) == (0, "")
    assert next(game for game in json.loads(out) if game["name"] == "tris")["players"] == [2]
    assert run(site, "perft", "tris", "3") == (0, "1 9\n2 72\n3 504\n", "")


def test_without_it_there_is_no_such_game(tmp_path, run):
    code, _, err = run(tmp_path, "perft", "tris", "1")
    assert (code, err.count("\n")) == (2, 1)
    assert "there is no game 'tris'" in err


def installed(folder, source, *points, files=()):
    """A distribution with one package, as it lies in a folder of packages."""
    package = folder / "mine"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "book.py").write_text(source)
    for name, content in files:
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(content)
    about = folder / "mine-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("\n".join(("[tavoliere.games]", *points, "")))
    return folder


DAMA = "from engines.draughts.book import Dama\nclass Mine(Dama):\n    name = 'mine'\n"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import no_such_library\n", "ModuleNotFoundError: No module named 'no_such_library'"),
        ("raise SystemExit(99)\n", "SystemExit: 99"),
        ("Mine = 7\n", "it is no engines.Game"),
        (DAMA.replace("'mine'", "'yours'"), "its book calls it 'yours'"),
        (DAMA, "its folder has no look.toml"),
    ],
)
def test_one_that_is_broken_is_named_in_one_line_and_takes_nothing_away(
    tmp_path, run, source, said
):
    site = installed(tmp_path / "site", source, "mine = mine.book:Mine")
    code, out, err = run(site, "games")
    assert (code, err.count("\n")) == (0, 1)
    assert err.startswith("tavoliere: the game 'mine' does not load (")
    assert said in err
    assert "dama" in out
    assert "mine" not in [line.split()[0] for line in out.splitlines()]


def test_a_look_that_is_wrong_is_named(tmp_path, run):
    look = '[board]\nground = "sand"\n'
    site = installed(tmp_path / "site", DAMA, "mine = mine.book:Mine", files=[("look.toml", look)])
    _, _, err = run(site, "games")
    assert "look.toml is wrong: [board] 'sand' is none of wood, panel, felt" in err


def test_no_other_distribution_hides_a_game_of_ours(tmp_path, run):
    site = installed(tmp_path / "site", "raise SystemExit(99)\n", "dama = mine.book:Mine")
    assert run(site, "perft", "dama", "1") == (0, "1 7\n", "")


def test_a_check_that_a_book_breaks_off_is_named_with_its_line_and_the_others_run(tmp_path):
    source = DAMA + "    def start(self, seed=0):\n        return 1 // seed\n"
    site = installed(tmp_path / "site", source, "mine = mine.book:Mine")
    ran = subprocess.run(
        [sys.executable, "-m", "firmware_bridge.contract", "mine"],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, "")
    told = dict(line.split(": ")[1:3] for line in ran.stdout.splitlines())
    assert list(told) == list(CHECKS)
    assert "ZeroDivisionError: integer division or modulo by zero" in ran.stdout
    assert "mine/book.py:5)" in ran.stdout


def test_no_line_of_the_packages_knows_the_example():
    for package in ("engines", "hardware", "firmware_bridge"):
        for path in (ROOT / package).rglob("*.py"):
            code = path.read_text(encoding="utf-8").replace("firmware_bridge.contract tris", "")
            assert "tris" not in code.lower().split(), path
            assert "tavoliere_tris" not in code, path
            assert "tavoliere_chess" not in code, path


@pytest.mark.parametrize(
    "name",
    [
        "pyproject.toml",
        "tavoliere_tris/book.py",
        "tavoliere_tris/look.toml",
        "tavoliere_tris/words/en.toml",
        "tavoliere_tris/words/it.toml",
        "tavoliere_tris/pages/en/tris.md",
        "tavoliere_tris/lessons.toml",
        "test_tris.py",
    ],
)
def test_the_document_shows_the_example_as_it_is(name):
    assert (EXAMPLE / name).read_text(encoding="utf-8") in DOCUMENT.read_text(encoding="utf-8")

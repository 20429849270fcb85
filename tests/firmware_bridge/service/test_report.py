"""One file with all that a bug report needs, and nothing that is nobody's business."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile

import pytest

from firmware_bridge.record.replay import replay
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Accepted, Chosen
from firmware_bridge.service.companion import lasting_key
from firmware_bridge.service.report import blotted, played_in
from firmware_bridge.table.app import App


def run(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "firmware_bridge", "report", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "TAVOLIERE_STATE": str(folder / "games"), "LC_ALL": "C.UTF-8"},
    )


def unpacked(path):
    held = {}
    with tarfile.open(path) as packed:
        for member in packed.getmembers():
            file = packed.extractfile(member)
            assert file is not None
            held[member.name.removeprefix("tavoliere-report/")] = file.read()
    return held


@pytest.fixture
def folder(tmp_path):
    store = Store(tmp_path / "games")
    store.open()
    app = App(store, lambda: 1.0)
    for name in ("mulino", "dama"):
        app.start(Header(name, {}, 2, ready=True))
    app.changed(Chosen("c3-d4"))
    app.close()
    store.close()
    return tmp_path


def test_it_holds_version_profile_journal_and_trace_of_the_last_game(folder):
    ran = run(folder, "--board", "quadra", "--out", "it.tar.gz")
    assert (ran.returncode, ran.stderr) == (0, "")
    held = unpacked(folder / "it.tar.gz")
    assert set(held) == {
        "version.json", "0002-dama.jsonl", "0002-dama.1.trace", "profile-quadra.toml"
    }  # fmt: skip
    assert json.loads(held["version.json"])["tavoliere"]
    told = replay(held["0002-dama.1.trace"].decode().splitlines())
    assert [verdict for _, verdict in told if isinstance(verdict, Accepted)]


def test_the_key_is_nowhere_in_it(folder):
    key = lasting_key(folder / "games")
    profile = folder / "mine.toml"
    profile.write_text(f"# see http://pi.local/?key={key}\n# {key}\n# key=abcdefghijklmnopqrstu\n")
    assert run(folder, "--board", str(profile)).returncode == 0
    for data in unpacked(folder / "tavoliere-report.tar.gz").values():
        assert key.encode() not in data
        assert b"abcdefghijkl" not in data


def test_without_a_game_there_is_still_the_version(tmp_path):
    assert run(tmp_path).returncode == 0
    assert set(unpacked(tmp_path / "tavoliere-report.tar.gz")) == {"version.json"}


@pytest.mark.parametrize("wrong", [("--board", "nowhere"), ("--out", "no/such/place")])
def test_mistakes_are_one_line(folder, wrong):
    ran = run(folder, *wrong)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert len(ran.stderr.splitlines()) == 1


def test_the_games_of_the_service_are_found(tmp_path):
    """Nobody plays here but the service; then somebody does, and his games are meant."""
    service = tmp_path / "service"
    environment = {"XDG_STATE_HOME": str(tmp_path / "mine")}
    assert played_in(environment, service) == tmp_path / "mine/tavoliere"
    Store(service).begin(Header("dama", {}, 2)).close()
    assert played_in(environment, service) == service
    Store(tmp_path / "mine/tavoliere").begin(Header("dama", {}, 2)).close()
    assert played_in(environment, service) == tmp_path / "mine/tavoliere"
    asked = {**environment, "TAVOLIERE_STATE": str(tmp_path / "there")}
    assert played_in(asked, service) == tmp_path / "there"


@pytest.mark.parametrize(
    ("told", "left"),
    [
        (b"in /home/anna/games/x", b"in ~/games/x"),
        (b'"/Users/anna b"', b'"~ b"'),
        (b"/home/anna", b"~"),
        (b"/root/x and /root", b"~/x and ~"),
        (b"/rooted /homework/x", b"/rooted /homework/x"),
    ],
)
def test_nobodys_home_is_told(told, left):
    assert blotted(told, None) == left


def test_what_looks_like_a_key_is_blotted_out():
    assert blotted(b"a?key=0123456789abcdef_-x b", None) == b"a?key=... b"

"""Disks that are full, read-only or broken: play goes on, with one warning, and one word at its end."""

from __future__ import annotations

import errno
import gc
import json
import os
import re
import resource
import signal
import subprocess
import sys

import pytest

from firmware_bridge.bench.page import Visitor
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.lines import Lines
from firmware_bridge.record.replay import replay
from firmware_bridge.record.saving import OFFER
from firmware_bridge.web.view import match_view
from tests.firmware_bridge.record.bad_disk import BadDisk
from tests.firmware_bridge.room import DAMA, OPENING, Room


def on_disk(room: Room) -> list[str]:
    """The record as it would be resumed now, from a copy."""
    path = room.store.latest()
    assert path is not None
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    journal = Journal(copy)
    resumed = journal.resume()
    journal.close()
    return [entry.move.label for entry in resumed.record]


@pytest.fixture
def room(request, tmp_path):
    one = Room(tmp_path, disk=BadDisk(request.param))
    yield one
    one.close()


every_disk = pytest.mark.parametrize(
    ("room", "key"),
    [
        (errno.ENOSPC, "trouble.disk-full"),
        (errno.EDQUOT, "trouble.disk-full"),
        (errno.EROFS, "trouble.disk-read-only"),
        (errno.EIO, "trouble.disk-broken"),
    ],
    indirect=["room"],
    ids=["full", "quota", "read-only", "broken"],
)


@every_disk
@pytest.mark.parametrize("left", [0, 5, 40])
def test_play_goes_on_with_one_warning_and_catches_up(room, key, left):
    room.app.start(DAMA)
    room.play(*OPENING[:2])
    room.store.disk.room = left
    room.play(*OPENING[2:5])
    assert room.record == OPENING[:5]
    assert room.warned == [key]
    assert len(match_view(room.match)["faulty"]) == 1
    assert OPENING[: len(on_disk(room))] == on_disk(room)
    room.store.disk.room = None
    room.wait(OFFER + 1)
    assert on_disk(room) == OPENING[:5]
    assert match_view(room.match)["faulty"] == []
    assert "saved" in match_view(room.match)["said"]["lines"][-1]["en"]
    room.play(*OPENING[5:])
    assert on_disk(room) == OPENING
    assert room.warned == [key, "mended.disk"]


@every_disk
def test_a_game_begins_on_such_a_disk(room, key):
    room.store.disk.room = 0
    room.app.start(DAMA)
    room.play(*OPENING[:2])
    assert room.record == OPENING[:2]
    assert room.warned == [key]
    room.store.disk.room = None
    room.wait(OFFER + 1)
    assert on_disk(room) == OPENING[:2]


@every_disk
def test_the_trace_tells_a_true_story(room, key, tmp_path):
    room.app.start(DAMA)
    room.play(*OPENING[:2])
    room.store.disk.room = 7
    room.play(*OPENING[2:4])
    room.store.disk.room = None
    room.play(*OPENING[4:])
    trace = next(tmp_path.glob("*.trace")).read_text()
    assert all(json.loads(line) for line in trace.splitlines())
    told = [verdict for _, verdict in replay(trace.splitlines())]
    assert [getattr(verdict, "move", None) for verdict in told if hasattr(verdict, "move")]


def test_a_read_only_folder_can_be_played_in(tmp_path):
    disk = BadDisk(errno.EROFS)
    disk.room = 0
    room = Room(tmp_path / "none", disk=disk)
    room.app.start(DAMA)
    room.play("c3-d4")
    assert room.record == ["c3-d4"]
    room.close()


def test_what_waits_too_long_ends_the_file_without_a_hole(tmp_path):
    disk = BadDisk(errno.ENOSPC)
    lines = Lines(tmp_path / "trace", disk, synced=False, most=10)
    lines.open(0)
    lines.add("one")
    disk.room = 0
    lines.add("two two two")
    disk.room = None
    lines.add("three")
    lines.close()
    assert (tmp_path / "trace").read_text() == "one\n"


def test_only_what_can_be_borne_is_borne(tmp_path):
    disk = BadDisk(errno.EBADF)
    lines = Lines(tmp_path / "journal", disk, synced=True)
    lines.open(0)
    disk.room = 0
    with pytest.raises(OSError, match="Bad file"):
        lines.add("one")


def test_a_real_one_runs_into_a_real_limit(tmp_path):
    """The system lets no file grow beyond a size: as on a full disk, with a half-written line."""
    running = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "firmware_bridge",
            "play",
            "dama",
            "--no-browser",
            "--port",
            "0",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TAVOLIERE_STATE": str(tmp_path), "LC_ALL": "C.UTF-8"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (210, 10_000)),
    )
    assert running.stdout is not None
    found = re.search(r":(\d+)/", running.stdout.readline())
    assert found
    page = Visitor(int(found[1]))
    for number, label in enumerate(OPENING, start=1):
        if number == len(OPENING):
            resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (10_000, 10_000))
        page.say({"do": "choose", "label": label})
        page.say({"do": "arrange"})
        page.until(lambda view, number=number: len(view.get("history", ())) == number)
        page.until(lambda view: view["phase"] == "waiting")
        if number == len(OPENING) - 1:
            page.until(lambda view: view["faulty"])
            assert "full" in page.view["faulty"][0]["en"]
            cut = (tmp_path / "0001-dama.jsonl").read_bytes()
            assert cut.endswith(b"\n")
            assert cut.count(b"\n") < number
    page.until(lambda view: not view["faulty"])
    running.send_signal(signal.SIGKILL)
    page.close()
    full, mended = running.communicate()[1].splitlines()
    assert "disk is full" in full
    assert "all are saved" in mended
    resumed = Journal(tmp_path / "0001-dama.jsonl").resume()
    assert [entry.move.label for entry in resumed.record] == OPENING


def test_a_refused_line_keeps_nothing_of_what_was_on_the_table(tmp_path):
    """An error kept with its traceback keeps every frame on the way to it, and they keep the error: only
    the collector would find them."""
    disk = BadDisk(errno.ENOSPC)
    lines = Lines(tmp_path / "one", disk, synced=True)
    lines.add("taken")
    disk.room = 0
    gc.collect()
    gc.disable()
    try:
        for number in range(100):
            lines.add(f"refused {number}")
        assert lines.trouble is not None
        assert gc.collect() < 100
    finally:
        gc.enable()
        lines.close()

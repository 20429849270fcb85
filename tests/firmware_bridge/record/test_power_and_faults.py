"""A disk that lies and a disk that refuses, at every call in turn: nothing that was shown is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

import engines
from firmware_bridge.record.disk import put_whole
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.record.upkeep import AT_HAND, OLD
from firmware_bridge.referee.verdicts import Accepted
from tests.firmware_bridge.record.memory_disk import MemoryDisk, snapshot
from tests.firmware_bridge.record.power import through_power_cuts
from tests.firmware_bridge.record.refusals import FOLDER, every_refusal, kept


@pytest.mark.parametrize("name", engines.GAMES)
def test_power_goes_at_every_call_and_the_last_confirmed_position_is_there(name):
    counted = through_power_cuts(engines.GAMES[name](), moves=14)
    assert counted["cuts"] > 100
    assert counted["torn"] > 10
    assert counted["second"] > 30
    assert counted["same"]
    assert counted["more"]


@pytest.mark.parametrize("name", engines.GAMES)
def test_the_disk_refuses_any_call_and_nothing_shown_is_lost(name):
    counted = every_refusal(name, moves=3, step=12)
    assert counted["cases"] > 50


def test_a_small_file_is_the_old_one_or_the_new_one_whenever_power_goes():
    """The link for phones, and the key."""
    path, other = Path("/run/link"), Path("/run/link.new")
    disk = MemoryDisk()
    disk.make(path.parent)
    put_whole(disk, path, b"old\n", 0o600)
    found: list[bytes] = []

    def cut(call: str) -> None:
        found.extend(left.read(path) for left in snapshot(disk).after_power_cuts())

    disk.before = cut
    put_whole(disk, path, b"new\n", 0o600)
    assert set(found) == {b"old\n", b"new\n"}
    disk.before = lambda _: None
    assert disk.read(path) == b"new\n"
    assert disk.size(other) == 0
    for left in snapshot(disk).after_power_cuts():
        assert left.read(path) == b"new\n"


def test_a_game_that_is_put_away_is_somewhere_whenever_power_goes():
    header, first = Header("dama", {}, 2), "c3-d4"
    disk = MemoryDisk()
    store = Store(FOLDER, disk)
    for _ in range(AT_HAND + 2):
        journal = store.begin(header)
        journal.note(Accepted(1, first))
        store.part_with(journal)
    calls = []

    def cut(call: str) -> None:
        calls.append(call)
        if call in ("rename", "remove", "settle"):
            for left in snapshot(disk).after_power_cuts():
                for number in (1, 2, AT_HAND + 2):
                    assert kept(left, number) == [first]

    disk.before = cut
    store.unfinished()
    assert "rename" in calls
    disk.before = lambda _: None
    assert len(disk.names(FOLDER / OLD)) == 2

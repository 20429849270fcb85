"""The folder of games: what cannot be read harms nothing, and nothing in it grows without bound."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from engines.errors import TavoliereError
from firmware_bridge.record.disk import Disk
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.lines import Lines
from firmware_bridge.record.saving import OFFER
from firmware_bridge.record.store import Occupied, Store
from firmware_bridge.record.trace import Header
from firmware_bridge.record.upkeep import AT_HAND, MOST_TRACES, OLD, new_trace
from firmware_bridge.referee.verdicts import Accepted, Over
from firmware_bridge.table.app import App
from firmware_bridge.table.starting import STARTS
from tests.firmware_bridge.record.bad_disk import BadDisk
from tests.firmware_bridge.room import DAMA, OPENING, Room


class Watched(Disk):
    """A real disk that remembers what was read, and has worn sectors."""

    def __init__(self, *worn: str) -> None:
        self.worn = worn
        self.was_read: list[str] = []

    def read(self, path):
        self.was_read.append(path.name)
        if path.name in self.worn:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return super().read(path)


def journals(folder, count, *, moves=1):
    """So many unfinished games of dama."""
    store = Store(folder)
    for _ in range(count):
        journal = store.begin(DAMA)
        for n, label in enumerate(OPENING[:moves]):
            journal.note(Accepted(n % 2 + 1, label))
        store.part_with(journal)


# What cannot be read ---------------------------------------------------------------------------


def unreadable(folder, kind):
    name = "0009-dama.jsonl"
    if kind == "folder":
        (folder / name).mkdir()
    elif kind == "dangling link":
        (folder / name).symlink_to("nowhere")
    elif kind == "pipe":
        os.mkfifo(folder / name)
    else:
        (folder / name).write_text("{}\n")
    return Watched(name) if kind == "worn sector" else Watched()


@pytest.mark.parametrize("kind", ["folder", "dangling link", "pipe", "worn sector"])
def test_what_cannot_be_read_is_passed_over_and_named(tmp_path, kind):
    journals(tmp_path, 2)
    disk = unreadable(tmp_path, kind)
    store = Store(tmp_path, disk)
    found = store.resumable()
    assert found is not None
    assert found[0].path.name == "0002-dama.jsonl"
    assert [Path(error.filename).name for error in store.unreadable] == ["0009-dama.jsonl"]
    assert [one.number for one in store.unfinished()] == [2, 1]
    assert store.begin(DAMA).path.name == "0010-dama.jsonl"
    store.close()


def test_only_the_newest_game_is_read_to_go_on_with_it(tmp_path):
    journals(tmp_path, 5)
    disk = Watched("0001-dama.jsonl", "0002-dama.jsonl")
    found = Store(tmp_path, disk).resumable()
    assert found is not None
    found[0].close()
    assert set(disk.was_read) == {"0005-dama.jsonl"}


# Nothing grows ---------------------------------------------------------------------------------


def test_old_games_are_put_away_and_can_still_be_resumed(tmp_path):
    journals(tmp_path, AT_HAND + 5)
    store = Store(tmp_path)
    store.unfinished()
    at_hand = sorted(path.name for path in tmp_path.glob("*.jsonl"))
    assert len(at_hand) == AT_HAND
    assert at_hand[0] == "0006-dama.jsonl"
    assert len(list((tmp_path / OLD).iterdir())) == 5
    found = store.reopen(2)
    assert found is not None
    assert [entry.move.label for entry in found[1].record] == OPENING[:1]
    assert store.new_trace(found[0]) == tmp_path / "0002-dama.1.trace"
    store.close()


def test_what_is_put_away_is_never_read_again(tmp_path):
    journals(tmp_path, AT_HAND + 20)
    Store(tmp_path).unfinished()
    disk = Watched()
    store = Store(tmp_path, disk)
    store.unfinished()
    found = store.resumable()
    assert found is not None
    assert len(set(disk.was_read)) <= AT_HAND
    store.close()


def test_a_game_in_which_nothing_was_done_is_not_kept_for_ever(tmp_path):
    """Whoever begins game after game fills no disk; whatever has a move in it stays."""
    journals(tmp_path, 3)
    journals(tmp_path, 2 * AT_HAND, moves=0)
    Store(tmp_path).unfinished()
    assert len(list(tmp_path.glob("*.jsonl"))) == AT_HAND
    assert len(list((tmp_path / OLD).iterdir())) == 3


def test_the_oldest_traces_make_room_and_games_stay(tmp_path):
    journals(tmp_path, 3)
    for number in (1, 2, 3):
        for part in range(1, 101):
            (tmp_path / f"{number:04}-dama.{part}.trace").write_text("x")
    latest = tmp_path / "0003-dama.jsonl"
    assert new_trace(Disk(), latest).name == "0003-dama.101.trace"
    left = sorted(tmp_path.glob("*.trace"))
    assert len(left) == MOST_TRACES - 1
    assert not (tmp_path / "0001-dama.61.trace").exists()
    assert (tmp_path / "0001-dama.62.trace").exists()
    assert len(list(tmp_path.glob("*.jsonl"))) == 3


class Sized(Disk):
    """Every trace has twenty megabytes."""

    def size(self, path):
        return 20 << 20


def test_traces_have_a_quota_together(tmp_path):
    journals(tmp_path, 1)
    for part in range(1, 11):
        (tmp_path / f"0001-dama.{part}.trace").write_text("x")
    new_trace(Sized(), tmp_path / "0001-dama.jsonl")
    assert sorted(path.name for path in tmp_path.glob("*.trace")) == [
        "0001-dama.10.trace",
        "0001-dama.9.trace",
    ]


def test_a_trace_ends_at_its_quota(tmp_path):
    lines = Lines(tmp_path / "trace", Disk(), synced=False, most=20)
    lines.open(0)
    for word in ("one", "two", "three three three", "4"):
        lines.add(word)
    lines.close()
    assert (tmp_path / "trace").read_text() == "one\ntwo\n"


def test_one_address_may_begin_games_only_so_often(tmp_path):
    room = Room(tmp_path)
    for _ in range(STARTS):
        room.app.start(DAMA, by="10.0.0.7")
    under_way = room.match
    with pytest.raises(TavoliereError, match="wait 3 s"):
        room.app.start(DAMA, by="10.0.0.7")
    assert room.match is under_way
    room.app.start(DAMA, by="10.0.0.8")
    room.app.start(DAMA)
    room.now += 3
    room.app.start(DAMA, by="10.0.0.7")
    room.app.leave()
    with pytest.raises(TavoliereError, match="wait"):
        room.app.resume(by="10.0.0.7")
    room.close()


# A full disk, and then another game ------------------------------------------------------------


def records(folder):
    """Every game as the next start of the program finds it."""
    store = Store(folder)
    told = {}
    for path in sorted(folder.glob("*.jsonl")):
        found = store.reopen(int(path.name[:4]))
        assert found is not None
        told[path.name] = [entry.move.label for entry in found[1].record]
    store.close()
    return told


@pytest.fixture
def room(tmp_path):
    one = Room(tmp_path / "games", disk=BadDisk(errno.ENOSPC))
    yield one
    one.close()


def test_moves_shown_on_a_full_disk_survive_the_menu_and_another_game(room):
    room.app.start(DAMA)
    room.play(*OPENING[:2])
    room.store.disk.room = 0
    room.play(*OPENING[2:4])
    room.app.leave()
    room.wait(1)
    assert [trouble.key for trouble in room.app.troubles] == ["trouble.disk-full"]
    assert [one.moves for one in room.app.left.games] == [4]
    room.app.start(Header("mulino", {}, 2, ready=True))
    room.play("d2")
    assert "mended.disk" not in room.warned
    room.store.disk.room = None
    room.wait(OFFER + 1)
    assert records(room.folder) == {"0001-dama.jsonl": OPENING[:4], "0002-mulino.jsonl": ["d2"]}
    assert room.warned[-1] == "mended.disk"


def test_it_is_not_called_saved_while_an_older_game_still_waits(room):
    """The new game's lines fit into what room there is, the old one's do not."""
    room.app.start(DAMA)
    room.store.disk.room = 0
    room.play(*OPENING[:3])
    room.app.leave()
    room.app.start(DAMA)
    room.store.disk.room = 90  # for one of the waiting lines, not for all
    room.wait(OFFER + 1)
    assert "mended.disk" not in room.warned
    room.store.disk.room = None
    room.wait(OFFER + 1)
    assert room.warned.count("mended.disk") == 1


def test_a_game_left_on_a_full_disk_is_resumed_as_it_was_shown(room):
    room.app.start(DAMA)
    room.store.disk.room = 0
    room.play(*OPENING[:3])
    room.app.leave()
    room.app.resume(1)
    assert room.record == OPENING[:3]
    room.play(OPENING[3])
    room.app.leave()
    room.app.resume()
    assert room.record == OPENING[:4]
    room.store.disk.room = None
    room.wait(OFFER + 1)
    assert records(room.folder) == {"0001-dama.jsonl": OPENING[:4]}


def test_two_games_begun_on_a_full_disk_do_not_share_a_file(room):
    room.store.disk.error = errno.EROFS
    room.store.disk.room = 0
    room.app.start(DAMA)
    room.play("c3-d4")
    room.app.start(DAMA)
    room.play("a3-b4")
    room.store.disk.room = None
    room.wait(OFFER + 1)
    assert records(room.folder) == {"0001-dama.jsonl": ["c3-d4"], "0002-dama.jsonl": ["a3-b4"]}


def test_what_could_not_be_saved_until_the_end_is_named(tmp_path):
    disk = BadDisk(errno.ENOSPC)
    store = Store(tmp_path, disk)
    store.open()
    app = App(store, lambda: 1.0)
    app.start(DAMA)
    disk.room = 0
    assert app.match is not None
    app.match.journal.note(Accepted(1, "c3-d4"))
    app.close()
    assert store.close() == [tmp_path / "0001-dama.jsonl"]


# One program at a time -------------------------------------------------------------------------


def test_nothing_that_can_be_deleted_keeps_others_out(tmp_path):
    store = Store(tmp_path)
    store.open()
    for path in tmp_path.iterdir():
        path.unlink()
    with pytest.raises(Occupied):
        Store(tmp_path).open()
    store.close()
    again = Store(tmp_path)
    again.open()
    again.close()


def test_a_game_that_is_put_away_is_kept_and_its_number_is_not_given_again(tmp_path):
    journals(tmp_path, 3)
    store = Store(tmp_path)
    store.put_away(3)
    assert [one.number for one in store.unfinished()] == [2, 1]
    kept = store.read(3)
    assert kept is not None
    assert len(kept.record) == 1
    assert store.begin(DAMA).path.name == "0004-dama.jsonl"
    store.close()


# Secrets -----------------------------------------------------------------------------------------


def test_a_secret_does_not_outlive_its_game_whenever_the_power_goes(tmp_path):
    """The game's end is on the disk, and what was to be done about it was not done any more."""
    journals(tmp_path, 4)
    over, cut, going, torn = (tmp_path / f"{n:04}-dama.secret" for n in (1, 2, 3, 4))
    journal = Journal(over.with_suffix(".jsonl"), Disk())
    journal.resume()
    journal.note(Over((1,), "no-pieces"))
    cut.with_suffix(".jsonl").unlink()
    for path in (over, cut, going, torn.with_suffix(".new")):
        path.write_text("{}")
    (tmp_path / "key.new").write_text("")
    store = Store(tmp_path)
    store.open()
    store.close()
    left = {path.name for path in tmp_path.iterdir() if path.suffix != ".jsonl"}
    assert left == {going.name, "key.new"}

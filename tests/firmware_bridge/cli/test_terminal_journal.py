"""Games in the terminal are kept like any other: whatever ends it, they can be resumed."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.cli.terminal import sit_down
from firmware_bridge.record.disk import Disk
from firmware_bridge.record.journal import Journal
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.table.app import App
from firmware_bridge.texts import LANGUAGES, Texts
from tests.firmware_bridge.record.bad_disk import BadDisk
from tests.firmware_bridge.screen import Screen

COMMAND = Path(sys.executable).with_name("tavoliere")


def asked(game: str, position: str | None = None) -> Header:
    return Header(game, {}, 2, ready=True, position=position)


def at_the_table(
    folder: Path,
    header: Header | None,
    *lines: str,
    new: bool = False,
    lang: str = "en",
    disk: Disk | None = None,
) -> list[str]:
    """Type these lines, then come to the end of the input; what was shown."""
    screen = Screen(lines)
    store = Store(folder, disk)
    store.open()
    try:
        found = None if new else store.resumable()
        sit_down(header, store, found, screen.read, screen.write, Texts(lang))
    finally:
        store.close()
    return screen.shown


def kept(folder: Path) -> list[str]:
    latest = Store(folder).latest()
    assert latest is not None
    return [entry.move.label for entry in Journal(latest).resume().record]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_command_goes_on_with_the_game(tmp_path, lang):
    at_the_table(tmp_path, asked("dama"), "c3-d4", "b6-a5", lang=lang)
    shown = at_the_table(tmp_path, asked("dama"), "d4-c5", lang=lang)
    text = Texts(lang)
    moves = text("page.moves-many", count=2)
    offer = text("page.resume-offer", game=text("game.dama.title"), moves=moves)
    assert shown[0] == text("play.resumed", offer=offer)
    assert kept(tmp_path) == ["c3-d4", "b6-a5", "d4-c5"]
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


def test_what_was_played_before_can_be_taken_back(tmp_path):
    at_the_table(tmp_path, asked("mulino"), "d2", "f4")
    shown = at_the_table(tmp_path, asked("mulino"), "undo", "undo", "undo", "a1")
    assert "Taken back: d2" in shown
    assert "There is no move to take back." in shown
    assert kept(tmp_path) == ["a1"]


def test_new_begins_another_one_and_keeps_the_old(tmp_path):
    at_the_table(tmp_path, asked("mulino"), "d2")
    shown = at_the_table(tmp_path, asked("mulino"), "a1", new=True)
    assert shown[0].startswith("Nine men's morris. Type a move")
    assert kept(tmp_path) == ["a1"]
    assert len(list(tmp_path.glob("*-mulino.jsonl"))) == 2


@pytest.mark.parametrize("header", [asked("dama"), asked("mulino", "1 w=a1 b=g7 hand=8,8")])
def test_another_game_and_a_typed_position_are_new_ones(tmp_path, header):
    at_the_table(tmp_path, asked("mulino"), "d2")
    at_the_table(tmp_path, header)
    assert kept(tmp_path) == []


def test_a_game_that_is_over_is_not_resumed(tmp_path):
    almost = asked("dama", "1 w=c3 b=d4")
    shown = at_the_table(tmp_path, almost, "c3xe5")
    assert shown[-1] == "One player has no piece left. Player 1 wins."
    assert Store(tmp_path).resumable() is None
    assert at_the_table(tmp_path, asked("dama"))[0].startswith("Draughts. Type a move")


def test_the_menu_offers_the_unfinished_game(tmp_path):
    at_the_table(tmp_path, asked("mulino"), "d2")
    shown = at_the_table(tmp_path, None, "0", "undo")
    assert shown[0] == "  0  Resume. Unfinished: Nine men's morris, one move so far."
    assert "Taken back: d2" in shown


def test_the_menu_without_an_unfinished_game_offers_none(tmp_path):
    shown = at_the_table(tmp_path, None, "0", "mulino", "d2")
    assert shown[0].startswith("  1  ")
    assert "'0' is neither a number of the list nor the name of a game." in shown
    assert kept(tmp_path) == ["d2"]


def test_the_page_goes_on_with_a_game_of_the_terminal(tmp_path):
    at_the_table(tmp_path, asked("dama"), "c3-d4")
    app = App(Store(tmp_path), lambda: 0.0)
    app.look_for_unfinished()
    app.resume()
    assert app.match is not None
    assert [entry.move.label for entry in app.match.situation.record] == ["c3-d4"]
    app.close()


def test_a_full_disk_is_told_once_and_play_goes_on(tmp_path):
    disk = BadDisk(errno.ENOSPC)
    disk.room = 240  # enough for the head and one move
    shown = at_the_table(tmp_path, asked("mulino"), "d2", "f4", "a1", disk=disk)
    assert sum("The disk is full" in line for line in shown) == 1
    assert shown[-2] == "player 2, black> "
    assert kept(tmp_path) == ["d2"]


@pytest.fixture
def playing(tmp_path):
    """The real command, with two moves typed and shown."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "TAVOLIERE_STATE": str(tmp_path)}
    with subprocess.Popen(
        [COMMAND, "play", "mulino", "--terminal"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("d2\nf4\n")
        running.stdin.flush()
        shown = ""
        while shown.count("still has to place: 8") < 3:
            shown += running.stdout.readline()
        yield running
        running.kill()


def test_a_killed_terminal_loses_nothing(playing, tmp_path):
    playing.kill()
    playing.wait(timeout=60)
    assert kept(tmp_path) == ["d2", "f4"]


def test_ctrl_c_leaves_the_table(playing, tmp_path):
    playing.send_signal(signal.SIGINT)
    rest, complaints = playing.communicate(timeout=60)
    assert rest.endswith("The game was left unfinished. It is kept and can be resumed.\n")
    assert (playing.returncode, complaints) == (0, "")
    assert kept(tmp_path) == ["d2", "f4"]

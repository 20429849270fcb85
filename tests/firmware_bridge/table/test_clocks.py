"""Clocks that are set in the middle of a game: play goes on, one line says so, nothing is spoiled."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

from firmware_bridge.record.replay import replay
from firmware_bridge.referee.verdicts import Accepted
from firmware_bridge.service.report import game_files
from firmware_bridge.texts import LANGUAGES, Texts
from firmware_bridge.web.view import match_view
from tests.firmware_bridge.room import DAMA, OPENING, TODAY, Room

ROOT = Path(__file__).parents[3]
YEAR = 86400.0 * 365


def stamp(room: Room) -> None:
    """Date this game's files as a system would whose clock says what the wall says."""
    for path in room.folder.glob(f"{room.match.journal.path.stem}*"):
        os.utime(path, (room.wall, room.wall))


def resumed(folder: Path, wall: float) -> Room:
    """The program started again; its own clock begins anew, as after a restart of the machine."""
    again = Room(folder, now=3.0, wall=wall)
    again.app.look_for_unfinished()
    again.app.resume()
    return again


@pytest.mark.parametrize(("jump", "key"), [(-YEAR, "clock.back"), (YEAR, "clock.forward")])
def test_play_goes_on_with_one_line_and_resumes_exactly(room, tmp_path, jump, key):
    room.app.start(DAMA)
    room.play(*OPENING[:3])
    hand = room.table.new_hand()
    room.table.lift(hand, "c7")
    room.wait(0.2)
    room.apart += jump
    room.wait(0.2)
    told = match_view(room.match)
    assert told["said"]["lines"] == [{lang: Texts(lang)(key) for lang in LANGUAGES}]
    assert told["faulty"] == []
    room.table.place(hand, "b6")
    room.wait(1.0)
    room.play(*OPENING[4:])
    assert room.record == OPENING
    assert room.warned == [key]
    state = room.match.situation.state
    stamp(room)
    room.close()
    again = resumed(tmp_path, room.wall - jump)
    assert again.record == OPENING
    assert again.match.situation.state == state
    assert again.warned == []
    again.close()


def test_back_and_forth_and_the_trace_goes_on_in_order(room, tmp_path):
    room.app.start(DAMA)
    for number, label in enumerate(OPENING):
        room.apart += YEAR if number % 2 else -YEAR
        room.play(label)
    assert room.record == OPENING
    assert room.warned == [
        "clock.forward" if number % 2 else "clock.back" for number in range(len(OPENING))
    ]
    # A trace whose times went back would be refused.
    told = [v for _, v in replay(next(tmp_path.glob("*.trace")).read_text().splitlines())]
    assert [verdict.move for verdict in told if isinstance(verdict, Accepted)] == OPENING


def test_the_last_game_is_the_last_one_begun_whatever_its_files_are_dated(room, tmp_path):
    room.app.start(DAMA)
    room.play(OPENING[0])
    stamp(room)
    first = {path: path.read_bytes() for path in tmp_path.glob("0001-*")}
    room.apart -= YEAR
    room.app.start(DAMA)
    room.play("g3-h4", "b6-a5")
    stamp(room)
    second = room.match.journal.path
    dates = [path.stat().st_mtime for path in sorted(tmp_path.glob("*.jsonl"))]
    assert dates[1] < dates[0] - YEAR / 2
    room.close()
    # Nothing of the first game was overwritten, and the second is the one that goes on.
    assert {path: path.read_bytes() for path in first} == first
    again = resumed(tmp_path, TODAY + YEAR)
    assert again.match.journal.path == second
    assert again.record == ["g3-h4", "b6-a5"]
    assert second in set(game_files(tmp_path))
    assert not set(first) & set(game_files(tmp_path))
    again.play("h4-g5")
    assert again.record == ["g3-h4", "b6-a5", "h4-g5"]
    again.close()


def test_a_clock_that_is_put_right_little_by_little_is_not_worth_a_word(room):
    room.app.start(DAMA)
    for _ in range(200):
        room.apart += 0.5
        room.wait(0.1)
    assert room.warned == []


@pytest.mark.parametrize("jump", [3600.0, YEAR])
def test_a_machine_that_has_slept_changes_no_move(room, jump):
    """Both clocks have gone on while nobody looked."""
    room.app.start(DAMA)
    room.play(*OPENING[:3])
    hand = room.table.new_hand()
    room.table.lift(hand, "c7")
    room.app.turn()
    room.now += jump
    room.app.turn()
    room.table.place(hand, "b6")
    room.wait(1.0)
    room.play(*OPENING[4:])
    assert room.record == OPENING
    assert room.warned == []


def test_only_one_file_looks_at_the_clock_on_the_wall():
    """And it decides nothing: it is asked by the app, which has the answer said. The disk knows when a
    file was written, which the menu shows and nothing reckons with."""
    wall = {"time", "localtime", "gmtime", "now", "today", "utcnow", "getmtime", "st_mtime"}
    looks: set[str] = set()
    asks: set[str] = set()
    for package in ("engines", "hardware", "firmware_bridge"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Attribute) and node.attr in wall:
                    owner = node.value.id if isinstance(node.value, ast.Name) else ""
                    if owner in ("time", "datetime", "date") or node.attr == "st_mtime":
                        looks.add(path.name)
                if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("wall_clock"):
                    asks.add(path.name)
    assert looks == {"wall_clock.py", "disk.py"}
    assert asks == {"app.py"}

"""The loop's work without the loop: the clock is turned by hand and the board is in memory."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from firmware_bridge.looks.look import common
from firmware_bridge.record.replay import replay
from firmware_bridge.record.store import Occupied, Store, state_folder
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Accepted, Chosen, Faulty, TakeBack
from firmware_bridge.table.fitting import DoesNotFit
from firmware_bridge.table.wired import WiredBoard
from firmware_bridge.web.view import match_view
from hardware.lights import DARK
from hardware.parts.rhythms import FRAME
from hardware.parts.simulated_board import Magnet
from tests.firmware_bridge.room import DAMA, Room
from tests.hardware.matrix_table import MatrixTable


def test_a_move_goes_from_the_hand_to_the_disk(room):
    room.app.start(DAMA)
    room.carry("c3", "d4")
    assert room.record == ["c3-d4"]
    assert room.lines()[-1] == {"move": "c3-d4", "player": 1}


def test_the_game_goes_on_where_it_was_left(room, tmp_path):
    room.app.start(DAMA)
    room.carry("c3", "d4")
    state = room.match.situation.state
    room.close()
    again = Room(tmp_path)
    again.app.look_for_unfinished()
    again.app.resume()
    assert again.match.situation.state == state
    again.carry("b6", "a5")
    assert again.record == ["c3-d4", "b6-a5"]
    assert len(list(tmp_path.glob("*.trace"))) == 2
    again.close()


def test_leaving_offers_the_game_again(room):
    room.app.start(DAMA)
    room.carry("c3", "d4")
    room.app.leave()
    assert room.app.match is None
    assert room.app.left.open is not None
    room.app.resume()
    assert room.record == ["c3-d4"]


def test_a_new_game_keeps_the_old_one_on_disk(room, tmp_path):
    room.app.start(DAMA)
    room.app.start(Header("mulino", {}, 2, ready=True))
    names = sorted(path.name for path in tmp_path.glob("*.jsonl"))
    assert names == ["0001-dama.jsonl", "0002-mulino.jsonl"]


def test_every_game_that_was_left_can_be_resumed(room):
    room.app.start(DAMA)
    room.carry("c3", "d4")
    room.app.start(Header("mulino", {}, 2, ready=True))
    room.app.changed(Chosen("d2"))
    room.app.leave()
    assert [(one.number, one.game, one.moves) for one in room.app.left.games] == [
        (2, "mulino", 1),
        (1, "dama", 1),
    ]
    room.app.resume(1)
    assert room.record == ["c3-d4"]
    room.app.resume(2)  # by another page, which has not seen yet that a game goes on
    assert room.record == ["c3-d4"]
    room.carry("b6", "a5")
    room.app.leave()
    assert [one.moves for one in room.app.left.games] == [1, 2]
    room.app.resume(9)
    assert room.app.match is None
    room.app.resume()
    assert room.match.header.game == "mulino"


def test_a_game_that_is_over_or_unreadable_is_not_offered(room, tmp_path):
    (tmp_path / "0001-dama.jsonl").write_text('{"journal": 1}\n{"move": "c3-d4"}\n{"over": [1]}\n')
    (tmp_path / "0002-dama.jsonl").write_text('{"journal": 1}\n[]\nnonsense\n')
    (tmp_path / "0003-dama.jsonl").write_text('{"journal": 1}\n{"move": "c3-d4"}\n{"undo": ""}\n')
    (tmp_path / "0004-dama.jsonl").write_text('{"journal": 1}\n{"move": "c3-d4"}\n{"mo')
    assert [one.number for one in room.app.store.unfinished()] == [4]


def test_the_trace_replays_to_the_same_record(room, tmp_path):
    room.app.start(DAMA)
    room.carry("c3", "d4")
    room.carry("b6", "a5")
    room.app.changed(TakeBack())
    room.carry("a5", "b6")
    room.carry("f6", "g5")
    room.app.changed(Chosen("d4-c5"))
    trace = next(tmp_path.glob("*.trace")).read_text().splitlines()
    told = [verdict for _, verdict in replay(trace)]
    accepted = [verdict.move for verdict in told if isinstance(verdict, Accepted)]
    assert accepted == ["c3-d4", "b6-a5", "f6-g5", "d4-c5"]
    assert room.record == ["c3-d4", "f6-g5", "d4-c5"]


@pytest.mark.parametrize(("seconds", "asked"), [(0.3, None), (1.2, frozenset())])
def test_a_press_on_the_page_is_told_from_a_hold(room, seconds, asked):
    room.app.start(DAMA)
    room.carry("c3", "d4")
    room.match.pressed_on_page[0] = True
    room.wait(seconds)
    room.match.pressed_on_page[0] = False
    room.wait(0.1)
    assert room.match.situation.consents == asked
    assert room.record == ["c3-d4"]


def test_a_simulated_board_lets_the_program_sleep(room):
    room.app.start(DAMA)
    room.wait(1.0)
    assert room.match.deadline is None
    assert room.app._pause() is None


def test_a_board_that_fails_ends_the_program(room):
    room.app.start(DAMA)
    room.app.fail(OSError(5, "Input/output error"))
    with pytest.raises(OSError, match="Input/output"):
        asyncio.run(room.app.run())


def test_a_page_can_say_that_nothing_was_moved(room):
    room.app.start(DAMA)
    table = room.table
    table.board.faults.dead.add(table.cells.index("a1"))
    room.wait(2.7)
    assert room.match.illegal is not None
    room.match.pressed_on_page[0] = True
    room.wait(0.1)
    room.match.pressed_on_page[0] = False
    room.wait(0.1)
    asked = match_view(room.match)["question"]
    assert asked["choices"][-1]["label"] == "none"
    room.app.changed(Chosen("none"))
    told = match_view(room.match)
    assert told["question"] is None
    assert "a1" in told["faulty"][0]["en"]


class TestARealBoard:
    @pytest.fixture
    def room(self, tmp_path):
        one = Room(tmp_path)
        one.app.board = WiredBoard("simulated:quadra")
        one.app.start(Header("lupo-e-pecore", {"first": "sheep"}, 2))
        yield one
        one.close()

    def board(self, room):
        return room.app.board._open.sensors

    def put(self, room, cell):
        channel = room.app.board._open.panel.by_name[cell].channel
        self.board(room).put(channel, [Magnet("piece")])
        room.wait(0.6)

    def test_it_is_set_up_by_its_lights(self, room):
        assert room.match.simulation is None
        room.wait(0.1)
        for cell in ("a1", "c1", "e1", "g1"):
            assert room.match.lit[cell].meaning == "missing"
            self.put(room, cell)
        self.put(room, "d8")
        assert room.record == ["d8"]

    @pytest.mark.parametrize("hinting", ["full", "off"])
    def test_the_button_of_who_is_to_move_glows_in_his_colour(self, tmp_path, hinting):
        room = Room(tmp_path)
        room.app.board = WiredBoard("simulated:quadra")
        room.app.hinting = hinting
        room.app.start(Header("mulino", {}, 2))
        white, black = common().lamps["white"], common().lamps["black"]
        room.wait(0.1)
        assert self.board(room).button_lights == (white, DARK, DARK, DARK)
        self.put(room, "a1")
        assert self.board(room).button_lights == (DARK, black, DARK, DARK)
        room.close()

    def test_a_sensor_that_is_not_believed_fills_no_disk(self, tmp_path):
        room = Room(tmp_path)
        room.app.board = WiredBoard("simulated:quadra?flicker=d4")
        room.app.start(Header("mulino", {}, 2))
        room.wait(3.0)
        assert "d4" in room.match.situation.ignored
        (trace,) = tmp_path.glob("*.trace")
        size = trace.stat().st_size
        room.wait(60.0)
        assert trace.stat().st_size == size
        self.put(room, "a1")
        told = [verdict for _, verdict in replay(trace.read_text().splitlines())]
        assert told[-2:] == [Faulty("d4", "flickering"), Accepted(1, "a1")]
        room.close()

    def test_a_game_that_does_not_fit_changes_nothing(self, room):
        under_way = room.match
        with pytest.raises(DoesNotFit):
            room.app.start(Header("cappuccino", {}, 2), "off")
        assert room.match is under_way
        assert room.app.hinting == "full"
        room.app.start(Header("mulino", {}, 2), "off")
        assert room.match.hinting == room.app.hinting == "off"

    def test_a_closed_game_is_dark(self, room):
        self.put(room, "a1")
        room.app.leave()
        assert not any(sum(colour) for colour in self.board(room).shown)


def test_frames_come_at_the_pace_of_the_rhythm_and_after_the_disk(tmp_path):
    table = MatrixTable(tmp_path)
    shows: list[float] = []

    def look():
        shows.append(table.now)
        if table.app.match is not None:
            on_disk = table.match.journal.path.read_text().splitlines()[1:]
            assert len(on_disk) == len(table.record)

    table.on_frame = look
    table.app.start(Header("lupo-e-pecore", {"first": "sheep"}, 2))
    table.wait(2.0)
    # The lights of cells and buttons go out as two frames of one moment.
    moments = sorted(set(shows))
    assert len(moments) > 3
    gaps = [later - earlier for earlier, later in zip(moments, moments[1:], strict=False)]
    assert min(gaps) >= FRAME / 1000
    for cell in ("a1", "c1", "e1", "g1", "d8"):
        table.put(cell, 1)
        table.wait(0.6)
    assert table.record == ["d8"]
    table.close()


def test_where_games_lie():
    assert state_folder({"TAVOLIERE_STATE": "/x"}) == Path("/x")
    assert state_folder({"XDG_STATE_HOME": "/y"}) == Path("/y/tavoliere")
    assert state_folder({"XDG_STATE_HOME": "relative"}) == Path.home() / ".local/state/tavoliere"


def test_one_program_at_a_time(tmp_path):
    one, two = Store(tmp_path), Store(tmp_path)
    one.open()
    with pytest.raises(Occupied, match="another tavoliere is playing"):
        two.open()
    one.close()
    two.open()
    two.close()

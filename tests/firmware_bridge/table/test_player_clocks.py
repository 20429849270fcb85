"""The players' clocks: whose runs, what stops it, what happens when one has run out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from firmware_bridge.record.limits import BadLimit, Limit, limit_of
from firmware_bridge.record.seats import seat_of
from firmware_bridge.record.trace import Header, event_line, header_of
from firmware_bridge.referee.verdicts import OutOfTime, Over, TakeBack, TimeUp
from firmware_bridge.table.app import App
from firmware_bridge.table.thinking import AtOnce
from firmware_bridge.web.view import match_view
from tests.firmware_bridge.room import DAMA, Room


class Timed(Room):
    def new_app(self) -> App:
        return App(self.store, lambda: self.now, thinker=AtOnce())

    def begin(self, limit: str, **more: Any) -> None:
        self.app.start(replace(DAMA, clock=limit_of(limit), **more))

    def left(self) -> list[int]:
        return [round(seconds) for seconds in self.match.clocks.remaining(self.now)]


@pytest.mark.parametrize("text", ["10", "10+5", "1/ends", "move:30", "move:30/ends", "15+10/ends"])
def test_a_limit_is_written_as_it_is_read(text):
    assert str(limit_of(text)) == text


def test_what_a_limit_says():
    assert limit_of("off") is None
    assert limit_of("10+5/ends") == Limit(600, 5, ends=True)
    assert limit_of("move:30") == Limit(30, each_move=True)


@pytest.mark.parametrize(
    "text", ["", "0", "ten", "10+", "-3", "move:0", "10/ends/ends", "1e9", None, 7]
)
def test_nonsense_is_refused_in_one_line(text):
    with pytest.raises(BadLimit, match=r"is no clock: write off, 10") as error:
        limit_of(text)
    assert len(str(error.value).splitlines()) == 1


def test_a_header_carries_it():
    header = replace(DAMA, clock=Limit(600, 5))
    assert header_of(header.fields(), 1).clock == header.clock
    assert "clock" not in DAMA.fields()


def test_clocks_begin_with_the_first_move(tmp_path):
    room = Timed(tmp_path)
    room.begin("10")
    room.wait(60, pace=1.0)
    assert room.left() == [600, 600]
    room.play("c3-d4")
    room.wait(59, pace=1.0)
    assert room.left() == [600, 540]


def test_a_move_brings_its_bonus_and_the_other_runs(tmp_path):
    room = Timed(tmp_path)
    room.begin("10+5")
    room.play("c3-d4")
    room.wait(29, pace=1.0)
    room.play("b6-a5")
    assert room.left() == [604, 575]


def test_each_move_has_its_own_time(tmp_path):
    room = Timed(tmp_path)
    room.begin("move:30")
    room.play("c3-d4")
    room.wait(20, pace=1.0)
    room.play("b6-a5")
    assert room.left() == [29, 30]


def test_a_button_stops_it_at_once(tmp_path):
    """A move that is made and confirmed is on the record before the board has come to rest."""
    room = Timed(tmp_path)
    room.begin("10")
    room.play("c3-d4")
    table = room.table
    hand = table.new_hand()
    table.lift(hand, "b6")
    room.wait(3.0)
    table.place(hand, "a5")
    table.withdraw(hand)
    room.match.pressed_on_page[1] = True
    room.wait(0.1)
    room.match.pressed_on_page[1] = False
    room.wait(0.1)
    assert room.record == ["c3-d4", "b6-a5"]
    assert room.match.clocks.running == 1


def test_out_of_time_is_said_and_play_goes_on(tmp_path):
    room = Timed(tmp_path)
    room.begin("move:30")
    room.play("c3-d4")
    room.wait(31, pace=0.5)
    assert room.match.told == [OutOfTime(2)]
    assert match_view(room.match)["over"] is None
    assert "Player 2 is out of time" in match_view(room.match)["said"]["lines"][0]["en"]
    room.play("b6-a5")
    assert room.record == ["c3-d4", "b6-a5"]


def test_out_of_time_ends_the_game_where_that_was_chosen(tmp_path):
    room = Timed(tmp_path)
    room.begin("1/ends")
    room.play("c3-d4")
    room.wait(61, pace=0.5)
    assert room.match.told[-2:] == [OutOfTime(2), Over((1,), "time")]
    over = match_view(room.match)["over"]
    assert over["winners"] == [1]
    assert over["why"]["en"] == "The time of the other side is up."
    assert room.lines()[-1]["over"] == [1]
    assert room.match.clocks.running == 0
    # Who takes it back plays on: the clock has said what it had to say.
    room.app.changed(TakeBack())
    room.play("c3-b4")
    room.wait(5, pace=0.5)
    assert match_view(room.match)["over"] is None


def test_nobody_pays_for_carrying_out_a_move_of_the_computers(tmp_path):
    room = Timed(tmp_path)
    room.begin("10", seats=(seat_of("people"), seat_of("computer:1")))
    room.play("c3-d4")
    running = set()
    while len(room.record) < 2 or room.match.situation.difference:
        room.wait(0.02)
        running.add((room.match.situation.phase.value, room.match.clocks.running))
    assert ("restoring", 1) not in running
    room.wait(0.1)
    assert room.match.clocks.running == 1


def test_clocks_survive_being_left_and_a_power_cut(tmp_path):
    room = Timed(tmp_path)
    room.begin("10+5")
    room.play("c3-d4")
    room.wait(29, pace=1.0)
    room.play("b6-a5")
    assert [round(one) for one in room.lines()[-1]["clock"]] == [605, 575]
    room.wait(9, pace=1.0)
    left = room.left()
    room.app.leave()
    room.wait(100, pace=10.0)
    room.app.resume()
    assert room.left() == left
    assert room.match.session.header.clock == limit_of("10+5")


def test_a_trace_has_it_too():
    assert event_line(TimeUp(2, True), 3.0) == '{"t": 3.0, "time": 2, "ends": true}'


def test_nobody_counts_unless_asked(tmp_path):
    room = Timed(tmp_path)
    room.app.start(DAMA)
    room.play("c3-d4")
    assert match_view(room.match)["clock"] is None
    assert "clock" not in room.lines()[-1]
    assert Header("dama", {}, 2).clock is None

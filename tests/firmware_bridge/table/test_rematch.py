"""The same game once more: everybody moves up one seat."""

from __future__ import annotations

from firmware_bridge.record.seats import seat_of
from firmware_bridge.record.trace import Header
from firmware_bridge.table.rematch import rematch_of
from tests.firmware_bridge.room import Room


def test_who_sat_second_sits_first():
    header = Header("dama", {}, 2, seed=4, seats=(seat_of("people"), seat_of("computer:3")))
    again = rematch_of(header)
    assert [str(seat) for seat in again.seats] == ["computer:3", "people"]
    assert (again.game, again.seed) == ("dama", 5)
    assert rematch_of(again).seats == header.seats


def test_a_game_that_goes_on_is_not_begun_again(tmp_path):
    room = Room(tmp_path)
    room.app.start(Header("dama", {"capture": "huff"}, 2, ready=True, position="1 w=c3,a1 b=d4"))
    first = room.match
    room.app.rematch()
    assert room.match is first
    room.play("c3xe5")
    room.app.rematch()
    assert room.match is not first
    assert room.record == []

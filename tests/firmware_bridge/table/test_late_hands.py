"""Captured pieces go by themselves on a simulated board, while a hand may be on its way to them."""

from __future__ import annotations

import pytest

from engines import GAMES
from firmware_bridge.record.trace import Header
from firmware_bridge.table.tidying import REACHED_WITHIN
from firmware_bridge.web.guidance import due
from firmware_bridge.web.hands import PageHand
from tests.firmware_bridge.room import Room

HATS = "1 c3=??r c4=??y f7=?y g6=?r"


def begun(room: Room, name: str, position: str, *, by_hand: bool = False) -> PageHand:
    game = GAMES[name]()
    header = Header(name, game.options, 2, position=position, ready=True, by_hand=by_hand)
    room.app.start(header)
    room.wait(0.2)
    return PageHand()


def take_off(room: Room, hand: PageHand, cell: str, count: int | None = None) -> None:
    hand.lift(room.match, cell, count, room.now)
    room.wait(0.1)
    hand.place(room.match, None)
    room.wait(2)


@pytest.mark.parametrize("later", [0.05, 0.3, 0.6, 1.0])
def test_one_hat_goes_whoever_is_first(tmp_path, later):
    room = Room(tmp_path)
    hand = begun(room, "top-hats", HATS)
    room.carry("c3", "c5")
    room.wait(later)
    take_off(room, hand, "c4", 1)
    assert room.record == ["c3xc5"]
    assert room.table.standing()["c4"] == ("unknown", "unknown")
    assert room.table.heaps() == {("yellow",): 1}
    assert room.match.illegal is None


def test_a_man_that_has_just_gone_can_still_be_taken_hold_of(tmp_path):
    room = Room(tmp_path)
    hand = begun(room, "mangia-la-dama", "1 w=c3,a1 b=d4,h8")
    room.carry("c3", "e5")
    room.wait(0.6)
    assert room.record == ["c3xe5"]
    take_off(room, hand, "d4")
    assert room.table.heaps() == {("black",): 1}


def test_who_comes_much_later_means_what_stands_there(tmp_path):
    room = Room(tmp_path)
    hand = begun(room, "top-hats", HATS)
    room.carry("c3", "c5")
    room.wait(REACHED_WITHIN + 1)
    hand.lift(room.match, "c4", 1, room.now)
    assert room.table.standing()["c4"] == ("unknown",)


def test_who_takes_them_off_himself_still_does_after_a_break(tmp_path):
    room = Room(tmp_path)
    begun(room, "mangia-la-dama", "1 w=c3,a1 b=d4,h8,f8", by_hand=True)
    room.play("c3xe5", "h8-g7")
    room.app.leave()
    room.app.look_for_unfinished()
    room.app.resume()
    room.wait(0.2)
    assert room.match.tidying.by_hand


SEVERAL_WAYS = "1 c2=??r d3=??r f4=??r f7=??y g5=??y h5=??y h7=??b h8=??b e8=??b"
"""Hats that can be jumped in many orders, some of which end on the same cell."""


def test_a_way_that_was_seen_tells_what_it_has_taken(tmp_path):
    room = Room(tmp_path)
    game = GAMES["top-hats"](players=3)
    header = Header("top-hats", game.options, 3, position=SEVERAL_WAYS, ready=True)
    room.app.start(header)
    room.wait(0.2)
    for start, end in (("c2", "e4"), ("e4", "e6")):
        room.carry(start, end)
        room.wait(0.4)
        told = due(room.match)
        assert told is not None
        assert told.words["en"] == f"The piece on {end} goes on from there."
    room.carry("e6", "g8")
    room.wait(1)
    assert room.record == ["c2^e4^e6xg8"]
    assert room.table.standing()["f7"] == ("unknown", "unknown")

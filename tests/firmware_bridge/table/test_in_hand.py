"""A piece that somebody holds over a screen's board has not gone, however long he thinks."""

from __future__ import annotations

import pytest

from engines import GAMES
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.web.guidance import due
from firmware_bridge.web.hands import PageHand
from firmware_bridge.web.view import match_view
from tests.firmware_bridge.room import Room

ALONE = "1 a1=2r f6=1r f7=1y g7=1y"
"""Cups on a1 that have no neighbour: they may be taken off."""


def begun(room: Room, position: str, *, by_hand: bool = False) -> PageHand:
    game = GAMES["cappuccino"]()
    header = Header(game.name, game.options, 2, position=position, ready=True, by_hand=by_hand)
    room.app.start(header)
    room.wait(0.2)
    return PageHand()


def test_thinking_with_a_stack_in_the_hand_takes_nothing_off(tmp_path):
    room = Room(tmp_path)
    hand = begun(room, ALONE)
    hand.lift(room.match, "a1", None, room.now)
    room.wait(20)
    assert room.record == []
    hand.place(room.match, "a1")
    room.wait(3)
    assert room.record == []
    assert room.match.illegal is None


def test_laid_aside_it_is_off(tmp_path):
    room = Room(tmp_path)
    hand = begun(room, ALONE)
    hand.lift(room.match, "a1", None, room.now)
    room.wait(20)
    hand.place(room.match, None)
    room.wait(3)
    assert room.record == ["take a1"]


def test_whoever_practises_the_real_thing_has_the_patience_of_a_real_board(tmp_path):
    room = Room(tmp_path)
    hand = begun(room, ALONE, by_hand=True)
    hand.lift(room.match, "a1", None, room.now)
    room.wait(20)
    assert room.record == ["take a1"]


@pytest.mark.parametrize("thinks", [0.3, 5, 60])
def test_what_was_thought_over_is_recorded_when_it_has_come_down(tmp_path, thinks):
    room = Room(tmp_path)
    hand = begun(room, ALONE)
    hand.lift(room.match, "f6", None, room.now)
    room.wait(thinks)
    hand.place(room.match, "f7")
    room.wait(1)
    assert room.record == ["f6-f7"]


def test_putting_right_lays_aside_what_is_held_and_makes_no_second_one(tmp_path):
    room = Room(tmp_path)
    hand = begun(room, ALONE)
    hand.lift(room.match, "g7", None, room.now)
    room.wait(0.2)
    room.table.lay_aside()
    room.table.put_right(room.match.situation.position.stacks, unseen_only=False)
    assert hand.holds(room.match) == []
    assert room.table.standing()["g7"] == ("yellow",)
    assert not room.table.tray


def test_a_stack_that_may_be_taken_off_says_where_to(tmp_path):
    room = Room(tmp_path)
    hand = begun(room, ALONE)
    hand.lift(room.match, "a1", None, room.now)
    room.wait(1)
    told = due(room.match)
    assert told is not None
    assert told.words["en"] == "Drop it beside the board to take it off, or put it back."
    hand.place(room.match, "a1")
    room.wait(1)
    hand.lift(room.match, "f6", None, room.now)
    room.wait(1)
    told = due(room.match)
    assert told is not None
    assert told.words["en"] == "A piece is in the air: put it down, or back."


@pytest.mark.parametrize(
    ("name", "position", "start", "end", "taken"),
    [
        ("mulino", "1 w=a1,d1,g4 b=a7,d7,b6 hand=0,0", "g4", "g1", {"a7": 1, "d7": 1, "b6": 1}),
        ("dama", "1 w=c3 b=Kd4,h8", "c3", "e5", {"d4": 2}),
        ("top-hats", "1 c3=??r c4=??y f7=?y g6=?r", "c3", "c5", {"c4": 1}),
    ],
)
def test_one_touch_takes_what_the_move_takes_and_no_more(
    tmp_path, name, position, start, end, taken
):
    room = Room(tmp_path)
    game = GAMES[name]()
    room.app.start(Header(name, game.options, 2, position=position, ready=True))
    room.wait(0.2)
    room.carry(start, end)
    assert match_view(room.match)["takes"] == taken


def test_who_holds_a_pile_and_presses_finds_no_sensor_broken(tmp_path):
    """The next move was chosen on the page meanwhile: pieces have to go back, and nothing lies."""
    room = Room(tmp_path)
    room.app.start(Header("top-hats", GAMES["top-hats"]().options, 2, ready=True))
    room.play("c3", "c4")
    hand = PageHand()
    hand.lift(room.match, "c4", None, room.now)
    room.wait(1)
    room.app.changed(Chosen("c5"))
    room.wait(1)
    room.match.pressed_on_page[0] = True
    room.wait(0.3)
    room.match.pressed_on_page[0] = False
    room.wait(1)
    assert room.match.troubles == ()
    assert room.match.situation.ignored == {}
    hand.place(room.match, "c4")
    room.wait(3)
    assert room.record == ["c3", "c4", "c5"]
    assert set(room.table.standing()) == {"c3", "c4", "c5", "e5"}
    assert room.match.situation.phase is Phase.WAITING

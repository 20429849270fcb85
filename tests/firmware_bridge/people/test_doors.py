"""Whoever is behind the door: the same lines get the same answers."""

from __future__ import annotations

import sys

import pytest

import engines
from firmware_bridge.people.door import Door, DoorClosed, InProcess, Line, Piped, door_for
from firmware_bridge.people.game_night import GameNight
from firmware_bridge.people.habits import Habits

REPLAY = f"{sys.executable} -m firmware_bridge replay --json -"
HEADER: Line = {"game": "dama", "options": {}, "players": 2, "ready": True}


@pytest.mark.parametrize("door", [InProcess(), Piped(REPLAY)], ids=["in-process", "subprocess"])
def test_each_line_is_answered_before_the_next(door: Door):
    door.open(HEADER)
    assert door.say({"t": 1.0, "cell": "c3", "is": 0}) == []
    assert door.say({"t": 1.5, "cell": "d4", "is": 1}) == []
    (said,) = door.say({"t": 4.0})
    assert (said["verdict"], said["move"]) == ("accepted", "c3-d4")
    door.close()


@pytest.mark.parametrize("name", ["dama", "cappuccino", "top-hats", "xe-queo"])
def test_both_doors_tell_the_same_evening(name):
    evenings = []
    for door in (InProcess, lambda: Piped(REPLAY)):
        night = GameNight(
            engines.GAMES[name](), seed=4, habits=Habits.all(), sensing="presence", door=door
        )
        tally = night.play(12)
        evenings.append((tally.as_json(), night.evening.lines, night.evening.record))
    assert evenings[0] == evenings[1]


def test_a_program_that_ends_is_said_to_have_ended():
    door = Piped(f"{sys.executable} -c pass")
    door.open(HEADER)
    with pytest.raises(DoorClosed):
        door.say({"t": 1.0})
    door.close()


@pytest.mark.parametrize("text", ["", "subprocess:", "elsewhere"])
def test_a_door_that_does_not_exist_is_refused(text):
    with pytest.raises(ValueError, match="no door"):
        door_for(text)

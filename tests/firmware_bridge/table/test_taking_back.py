"""A take-back with the buttons of a board: asked for, agreed to or not, seen on its lights."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header
from firmware_bridge.table.app import App
from firmware_bridge.table.lighting import Lighting
from firmware_bridge.table.thinking import AtOnce
from firmware_bridge.web.view import match_view
from hardware.lights import DARK
from tests.firmware_bridge.room import Room


class Buttons(Room):
    def new_app(self) -> App:
        return App(self.store, lambda: self.now, thinker=AtOnce())

    def push(self, player: int, seconds: float) -> None:
        self.table.board.push(player, True)
        self.wait(seconds)
        self.table.board.push(player, False)
        self.wait(0.5)

    def press(self, player: int) -> None:
        self.push(player, 0.2)

    def hold(self, player: int) -> None:
        self.push(player, 1.5)

    @property
    def glowing(self) -> list[int]:
        """Whose button glows on a real board."""
        match = self.match
        lighting = Lighting(match.device, match.session.game.board, {}, {})
        lamps = lighting.buttons(match.situation)
        return [player for player, lamp in enumerate(lamps, start=1) if lamp != DARK]

    def lit(self, meaning: str) -> set[str]:
        return {cell for cell, hint in self.match.lit.items() if hint.meaning == meaning}


@pytest.fixture
def room(tmp_path: Path) -> Buttons:
    return Buttons(tmp_path)


def begin(room: Buttons, *seats: Seat, position: str = "1 w=c3,a1 b=f6,h8") -> None:
    room.app.start(
        Header("dama", {"capture": "huff"}, 2, position=position, ready=True, seats=seats)
    )
    room.wait(0.1)


def test_a_long_press_asks_and_everybody_answers_with_his_button(room):
    begin(room)
    room.carry("c3", "d4")
    room.wait(1)
    room.hold(1)
    assert room.record == ["c3-d4"]
    assert room.lit("ask") == {"c3", "d4"}
    assert room.glowing == [1, 2]
    room.press(2)
    assert room.glowing == [1]
    room.press(1)
    assert room.record == []


def test_a_long_press_on_it_says_no(room):
    begin(room)
    room.carry("c3", "d4")
    room.wait(1)
    room.hold(1)
    room.press(1)
    room.hold(2)
    assert room.record == ["c3-d4"]
    assert room.lit("ask") == set()
    assert room.glowing == [2]


def test_playing_on_says_no(room):
    begin(room)
    room.carry("c3", "d4")
    room.wait(1)
    room.hold(1)
    room.carry("f6", "g5")
    room.wait(1)
    assert room.record == ["c3-d4", "f6-g5"]
    room.press(1)
    room.press(2)
    assert room.record == ["c3-d4", "f6-g5"]


def test_against_the_computer_a_slip_takes_nothing_back(room):
    begin(room, Seat(), Seat(1))
    room.carry("c3", "d4")
    room.wait(3)
    assert len(room.record) == 2
    room.hold(1)
    assert len(room.record) == 2
    assert room.glowing == [1], "the computer agrees to anything"
    room.press(1)
    assert room.record == []


def test_what_nobody_here_decided_is_not_taken_back(room):
    """It would be played again, and whoever is there would carry it back and forth."""
    begin(room, Seat(1), Seat())
    room.wait(3)
    (opening,) = room.record
    room.match.take_back(room.now)
    room.hold(2)
    assert room.record == [opening]
    assert room.match.situation.consents is None
    assert match_view(room.match)["takes_back"] == 0
    room.play(room.match.situation.game.legal_moves(room.match.situation.state)[0].label)
    room.wait(3)
    assert match_view(room.match)["takes_back"] == 2
    room.match.take_back(room.now)
    room.wait(1)
    assert room.record == [opening]


def test_computers_among_themselves_are_left_alone(room):
    begin(room, Seat(1), Seat(1))
    room.wait(6)
    made = room.record
    room.match.take_back(room.now)
    assert room.record == made
    assert made


def test_after_the_end_a_press_answers_what_is_asked(room):
    begin(room, position="1 w=c3 b=d4")
    room.app.changed()
    room.play("c3xe5")
    room.wait(3)
    room.hold(2)
    assert room.glowing == [1, 2]
    room.press(1)
    room.press(2)
    assert room.record == []

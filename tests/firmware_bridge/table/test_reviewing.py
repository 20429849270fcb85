"""A game that is over looked at again: remarks one after the other, and the board as it stood."""

from __future__ import annotations

from engines import GAMES
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import TakeBack
from firmware_bridge.table.app import App
from firmware_bridge.table.thinking import AtOnce
from firmware_bridge.web.view import match_view
from tests.firmware_bridge.room import Room


class Study(Room):
    def new_app(self) -> App:
        return App(self.store, lambda: self.now, thinker=AtOnce())

    def begin(self, name: str, position: str) -> None:
        game = GAMES[name]()
        header = Header(name, game.options, game.players, ready=True, position=position)
        self.app.start(header)

    def look(self, at: int | None) -> bool:
        done = self.match.reviewing.go(self.match.situation, at)
        self.app.changed()
        self.wait(0.5)
        return done


def played(tmp_path) -> Study:
    """White gives a man away and loses."""
    room = Study(tmp_path)
    room.begin("dama", "1 w=c3 b=e5,h8")
    room.play("c3-d4", "e5xc3")
    assert room.match.situation.position.outcome is not None
    return room


def test_a_game_that_goes_on_is_not_looked_at_again(tmp_path):
    room = Study(tmp_path)
    room.begin("dama", "1 w=c3 b=e5,h8")
    assert not room.look(0)
    assert match_view(room.match)["review"] is None


def test_what_was_better_is_said_and_lit(tmp_path):
    room = played(tmp_path)
    assert not room.look(3)
    assert room.look(1)
    told = match_view(room.match)["review"]
    assert (told["at"], told["moves"]) == (1, 2)
    player, value, kind, words = told["remarks"][0]
    assert (player, kind) == (1, "blunder")
    assert value < 0
    assert "c3-b4 was much better" in words["en"]
    assert "The answer may end the game" in words["en"]
    assert told["remarks"][1][2] == "good"
    lit = {cell: hint.meaning for cell, hint in room.match.lit.items()}
    assert lit == {"c3": "good", "d4": "last", "b4": "good"}


def test_the_board_is_shown_as_it_stood(tmp_path):
    room = played(tmp_path)
    room.look(0)
    assert match_view(room.match)["pieces"] == {"c3": ["white"], "e5": ["black"], "h8": ["black"]}
    room.look(1)
    assert match_view(room.match)["pieces"] == {"d4": ["white"], "e5": ["black"], "h8": ["black"]}
    room.look(None)
    assert match_view(room.match)["pieces"] == {"c3": ["black"], "h8": ["black"]}


def test_who_takes_back_plays_on(tmp_path):
    room = played(tmp_path)
    room.look(1)
    room.app.changed(TakeBack())
    room.wait(1.0)
    assert match_view(room.match)["review"] is None
    assert room.match.situation.position.outcome is None

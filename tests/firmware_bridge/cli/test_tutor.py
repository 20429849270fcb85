"""The coach in the terminal: it warns, helps and teaches by lines that are typed and shown."""

from __future__ import annotations

import pytest

from engines import GAMES
from firmware_bridge.cli.terminal import new_table, resumed_table
from firmware_bridge.record.coaches import assigned
from firmware_bridge.record.seats import assigned as seated
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.texts import LANGUAGES, Texts
from tests.firmware_bridge.screen import Screen

HANGING = "1 w=c3,e1 b=e5,h8"
"""Whoever goes to d4 is taken, and White has no other man to speak of."""


class Evening:
    """One game at a terminal with a journal of its own."""

    def __init__(self, folder, *coaches, position=HANGING, seats=(), lang="en"):
        self.store = Store(folder)
        self.store.open()
        self.header = Header(
            "dama",
            GAMES["dama"]().options,
            2,
            ready=True,
            position=position,
            seats=seated(seats, 2),
            coaches=assigned(coaches, 2),
        )
        self.journal = self.store.begin(self.header)
        self.text = Texts(lang)

    def play(self, *lines):
        screen = Screen(lines)
        table = new_table(self.journal, self.header, screen.read, screen.write, self.text)
        table.play()
        return table, screen.shown

    def resume(self, *lines):
        self.store.part_with(self.journal)
        found = self.store.resumable()
        assert found is not None
        screen = Screen(lines)
        table = resumed_table(*found, screen.read, screen.write, self.text)
        table.play()
        return table, screen.shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_move_that_throws_the_game_is_warned_of(tmp_path, lang):
    text = Texts(lang)
    _, shown = Evening(tmp_path, "1=warn", lang=lang).play("c3-d4")
    why = text("coach.loses", cells="d4")
    assert f"{text('coach.warn')} {why}" in shown


def test_nobody_is_warned_of_a_good_move_nor_without_such_a_coach(tmp_path):
    warning = Texts("en")("coach.warn")
    for number, (coach, move) in enumerate((("1=warn", "c3-b4"), ("1=help", "c3-d4"))):
        _, shown = Evening(tmp_path / str(number), coach).play(move)
        assert not any(line.startswith(warning) for line in shown)


def test_the_computer_waits_until_the_warned_move_stands(tmp_path):
    evening = Evening(tmp_path, "1=warn", seats=["2=computer:8"])
    table, shown = evening.play("c3-d4", "undo", "c3-d4", "")
    assert shown.count("Enter goes on, undo takes the move back> ") == 2
    assert "Taken back: c3-d4" in shown
    assert table.labels[:2] == ["c3-d4", "e5xc3"]


def test_help_is_a_good_move_as_often_as_agreed(tmp_path):
    evening = Evening(tmp_path, "1=help:1")
    _, shown = evening.play("help", "help", "c3-b4", "h8-g7", "help")
    helped = [line for line in shown if line.startswith("A good move: ")]
    assert len(helped) == 2, "to hear it again costs nothing"
    assert helped[0] == helped[1]
    assert "help shows a good move." in shown
    assert shown.count("There is no help for you here, or none left.") == 1


def test_a_restart_gives_nobody_more_help(tmp_path):
    evening = Evening(tmp_path, "1=help:1")
    evening.play("help")
    _, shown = evening.resume("help")
    assert "There is no help for you here, or none left." in shown


def test_help_has_a_word_in_every_language(tmp_path):
    for lang in LANGUAGES:
        text = Texts(lang)
        _, shown = Evening(tmp_path / lang, "1=help", lang=lang).play(text("play.help"))
        assert any(line.startswith(text("coach.help", move="")[:-2]) for line in shown)


def test_who_is_taught_sees_what_each_move_is_worth(tmp_path):
    table, shown = Evening(tmp_path, "1=teach").play("?", "c3-b4", "?")
    (judged,) = (line for line in shown if line.startswith("Moves, the best first"))
    worth = dict(pair.split() for pair in judged.partition(": ")[2].split(", "))
    before = table.record[0].before
    assert set(worth) == {move.label for move in GAMES["dama"]().legal_moves(before)}
    assert [int(value) for value in worth.values()] == sorted(map(int, worth.values()))[::-1]
    assert int(worth["c3-d4"]) < int(worth["c3-b4"])
    assert any(line.startswith("Moves: ") for line in shown), "the other player is not taught"

"""The computer in the terminal: it keeps its secret, and knows only what stands on the record."""

from __future__ import annotations

from random import Random

import pytest

from engines import GAMES
from firmware_bridge.cli.computers import Computers
from firmware_bridge.cli.terminal import sit_down
from firmware_bridge.record.disk import Disk
from firmware_bridge.record.seats import assigned as seated
from firmware_bridge.record.secrets import SecretFile
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.texts import LANGUAGES, Texts
from tests.firmware_bridge.screen import Screen

BESIDE_THE_RING = (
    "1 ring=d4 red=d3 orange=a1 yellow=a7 green=g1 blue=g7 purple=a4 white=g4 score=0-0"
)


def header_for(game: str, *seats: str, position: str | None = None) -> Header:
    book = GAMES[game]()
    return Header(
        game, book.options, book.players, ready=True, position=position, seats=seated(seats, 2)
    )


class Evening:
    """Computers and the record that they look at."""

    def __init__(self, folder, header):
        self.file = SecretFile(folder / "0001-game.jsonl", Disk())
        self.header = header
        self.game = header.rule_book()
        self.record = []
        self.state = header.opening(self.game)
        self.computers = self.sit()

    def sit(self):
        return Computers(self.header, self.file, Random(3))

    def decided(self):
        return self.computers.decided(self.record, self.state)

    def play(self, *labels):
        for label in labels:
            move = self.game.parse(self.state, label)
            self.record.append(Entry(self.state, move, move.by or self.state.turn))
            self.state = self.game.apply(self.state, move)

    def undo(self):
        self.state = self.record.pop().before

    def card(self, player):
        ((_, given),) = self.file.read().items()
        return given[player].secret


def test_the_computer_commits_itself_before_the_first_move(tmp_path):
    evening = Evening(tmp_path, header_for("xe-queo", "2=computer:3", position=BESIDE_THE_RING))
    assert evening.decided() is None, "it is for people to move"
    assert len(evening.card(2)) == 1
    assert evening.file.path.stat().st_mode & 0o077 == 0, "for nobody else to read"


def test_it_answers_by_its_card(tmp_path):
    evening = Evening(tmp_path, header_for("xe-queo", "2=computer:3", position=BESIDE_THE_RING))
    evening.decided()
    pawns = dict(
        zip(
            ("red", "orange", "yellow", "green", "blue", "purple", "white"),
            ("d3", "a1", "a7", "g1", "g7", "a4", "g4"),
            strict=True,
        )
    )
    (colour,) = evening.card(2)
    other = next(cell for name, cell in pawns.items() if name != colour)
    evening.play(f"queo {pawns[colour]}")
    assert evening.decided() == "wins 1", "it was seen through"
    evening.undo()
    evening.play(f"queo {other}")
    assert evening.decided() == "wins 2"


def test_a_restart_keeps_the_card_and_the_end_does_not(tmp_path):
    evening = Evening(tmp_path, header_for("xe-queo", "2=computer:3", position=BESIDE_THE_RING))
    evening.decided()
    before = evening.card(2)
    evening.computers = evening.sit()
    evening.play("a1-b2")
    evening.decided()
    assert evening.card(2) == before
    evening.computers.end()
    assert not evening.file.path.exists()


def test_what_was_taken_back_was_not_seen(tmp_path):
    """Both have the same record behind them in the end, and decide the same."""
    header = header_for("xe-queo", "2=computer:5", position=BESIDE_THE_RING)
    wavering, straight = (Evening(tmp_path / name, header) for name in ("one", "other"))
    for evening in (wavering, straight):
        evening.file.path.parent.mkdir()
        evening.decided()
    wavering.play("a1-b2")
    wavering.decided()
    wavering.undo()
    for evening in (wavering, straight):
        evening.play("g7-f6")
    assert wavering.decided() == straight.decided()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_that_decides_nothing_alone_is_shown(tmp_path, lang):
    """Where people enter the ring with another pawn than the computer's, theirs must say the rest."""
    text = Texts(lang)
    store = Store(tmp_path)
    store.open()
    try:
        screen = Screen(["d3-d4"])
        header = header_for("xe-queo", "2=computer:1", position=BESIDE_THE_RING)
        sit_down(header, store, None, screen.read, screen.write, text)
    finally:
        store.close()
    shown = text("page.due-opened", player=2, pieces="")
    claimed = [line for line in screen.shown if line.startswith(shown[:-2])]
    answered = [line for line in screen.shown if "> wins 2" in line]
    assert len(claimed) + len(answered) == 1, "its own pawn decides alone; any other is shown"


def at_the_table(tmp_path, game, *lines, seat, position=None):
    """What was seen and what stands on the record when somebody has typed that and left."""
    store = Store(tmp_path)
    store.open()
    screen = Screen([*lines, "quit"])
    try:
        sit_down(
            header_for(game, seat, position=position),
            store,
            None,
            screen.read,
            screen.write,
            Texts("en"),
        )
        found = store.resumable()
        assert found is not None
        return screen.shown, [entry.move.label for entry in found[1].record]
    finally:
        store.close()


def test_a_challenge_that_was_answered_can_be_taken_back(tmp_path):
    """Nobody decides what a card says: it would only be said again."""
    _, record = at_the_table(
        tmp_path, "xe-queo", "queo a1", "undo", seat="2=computer:1", position=BESIDE_THE_RING
    )
    assert record == []


def test_what_people_did_not_decide_is_not_taken_back(tmp_path):
    shown, record = at_the_table(tmp_path, "dama", "undo", seat="1=computer:1")
    assert "There is no move to take back." in shown
    assert len(record) == 1

"""What players keep to themselves: chosen, kept, answered by, and nowhere else to be found."""

from __future__ import annotations

import json
import re
import stat
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engines import GAMES
from engines.top_hats.state import BOARD, HatState
from firmware_bridge.record.coaches import assigned
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.secrets import Kept, SecretFile, kept
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Ask, Chosen, Pressed, Restore, TakeBack
from firmware_bridge.table.app import App
from firmware_bridge.table.keeping import Keeping
from firmware_bridge.table.thinking import LESSONS, MOVE, AtOnce, Thought
from tests.firmware_bridge.room import Room

RED = ("yellow", "red", "yellow", "red", "yellow", "yellow", "red", "yellow", "yellow", "red")
YELLOW = ("yellow", "red", "red", "red", "yellow", "red", "yellow", "red", "red", "yellow")


class Den(Room):
    """A room whose lots are drawn by a seed."""

    lots = 1

    def new_app(self) -> App:
        return App(self.store, lambda: self.now, thinker=AtOnce(), chance=Random(self.lots))

    def sit_down(self, name: str, *levels: int, seed: int = 1) -> None:
        seats = tuple(map(Seat, levels)) if any(levels) else ()
        game = GAMES[name](players=len(levels))
        self.app.start(Header(name, game.options, game.players, seed, ready=True, seats=seats))

    def choose(self, player: int, *secret: str) -> bool:
        done = self.match.keeping.choose(self.match.situation, player, secret or None)
        self.app.changed()
        return done

    def any_move(self, chance: Random) -> None:
        situation = self.match.situation
        if self.match.deciding.awaited(situation) is None and not situation.carrying:
            moves = [move.label for move in situation.game.legal_moves(situation.state)]
            if self.match.keeping.answer(situation) is None:
                self.play(chance.choice(moves))
        self.wait(0.9, pace=0.1)

    def play_on(self, chance: Random, most: int = 2000) -> None:
        for _ in range(most):
            if self.match.situation.phase is Phase.OVER:
                return
            self.any_move(chance)
        raise AssertionError("the game does not end")

    @property
    def secret_file(self):
        return self.match.journal.path.with_suffix(".secret")


def test_a_commitment_is_opened_by_its_secret_alone():
    one = kept(("red", "yellow"))
    assert one.opens(one.commitment)
    assert not Kept(("yellow", "red"), one.salt).opens(one.commitment)
    assert kept(("red", "yellow")).commitment != one.commitment


def test_a_file_that_is_no_use_is_none(tmp_path):
    room = Den(tmp_path)
    path = tmp_path / "0001-dama.jsonl"
    for text in ("", "[]", "{", '{"a": 1}', '{"0": {"1": 3}}'):
        path.with_suffix(".secret").write_text(text)
        assert SecretFile(path, room.store.disk).read() == {}


def test_nothing_is_asked_when_a_hat_comes_to_light(tmp_path):
    room = Den(tmp_path)
    room.sit_down("top-hats", 0, 0)
    assert room.match.keeping.waits_for(room.match.situation) == [1, 2]
    assert room.choose(1, *RED)
    assert not room.choose(2, *RED), "that is not what player 2 hides"
    assert room.choose(2, *YELLOW)
    assert room.match.keeping.waits_for(room.match.situation) == []
    chance = Random(4)
    while not any("=" in label for label in room.record):
        room.any_move(chance)
        assert not any(isinstance(verdict, Ask) for verdict in room.match.told)
    room.play_on(chance)


def test_stacks_are_what_their_builder_built(tmp_path):
    room = Den(tmp_path)
    room.sit_down("top-hats", 0, 0)
    room.choose(1, *RED)
    room.choose(2, *YELLOW)
    room.play("c3", "c4")
    knows = room.match.keeping.knows
    assert knows(room.match.situation, 1) == {"c3": ("yellow", "red", "red")}
    assert knows(room.match.situation, 2) == {"c4": ("yellow", "red", "yellow")}


def test_who_has_not_chosen_is_dealt_something_when_play_begins(tmp_path):
    room = Den(tmp_path)
    room.sit_down("top-hats", 0, 0)
    room.choose(1, *RED)
    room.play("c3")
    assert set(room.match.keeping.secrets()) == {1, 2}
    assert not room.choose(1, *RED), "too late"


def test_the_cards_of_a_round_say_who_takes_the_ring(tmp_path):
    room = Den(tmp_path)
    room.sit_down("xe-queo", 0, 0)
    room.play(room.match.session.game.legal_moves(room.match.situation.state)[0].label)
    assert room.choose(1, "red")
    assert room.choose(2, "white")
    white = room.match.keeping.knows(room.match.situation, 2)
    assert list(white.values()) == [("white",)]
    (cell,) = white
    room.play(f"queo {cell}")
    room.wait(1)
    assert room.record[-1] == "wins 1"
    assert room.match.keeping.knows(room.match.situation, 2) == {}
    # A take-back goes to what somebody decided, and the same card is there again. It was seen, so
    # everybody is asked.
    room.app.changed(TakeBack())
    room.app.changed(Pressed(1))
    room.app.changed(Pressed(2))
    room.wait(1)
    assert len(room.record) == 1
    assert room.match.keeping.secrets()[2] == ("white",)


def test_the_card_that_decided_is_shown_and_the_other_stays_hidden(tmp_path):
    room = Den(tmp_path)
    room.sit_down("xe-queo", 0, 0)
    room.play(room.match.session.game.legal_moves(room.match.situation.state)[0].label)
    room.choose(1, "red")
    room.choose(2, "white")
    keeping = room.match.keeping
    assert keeping.uncovered(room.match.situation) == {}
    (cell,) = keeping.knows(room.match.situation, 1)
    room.play(f"queo {cell}")
    assert keeping.uncovered(room.match.situation) == {2: ("white",)}
    room.wait(1)
    assert room.record[-1] == "wins 2"
    assert keeping.uncovered(room.match.situation) == {2: ("white",)}
    room.play(room.match.session.game.legal_moves(room.match.situation.state)[0].label)
    assert keeping.uncovered(room.match.situation) == {}


def test_nobody_is_asked_while_the_computers_pawn_is_on_its_way_into_the_ring(tmp_path):
    room = Den(tmp_path)
    room.sit_down("xe-queo", 1, 1)
    told = 0
    while room.match.situation.phase is not Phase.OVER:
        room.wait(0.1, pace=0.1)
        question = room.match.situation.question
        if question is not None and question.labels[0].startswith("wins"):
            told += room.match.situation.phase is Phase.RESTORING
            assert room.match.keeping.tells(room.match.situation)
        assert not any(isinstance(verdict, Restore) for verdict in room.match.told)
    assert told


def test_no_button_says_otherwise_than_the_cards(tmp_path):
    room = Den(tmp_path)
    room.sit_down("xe-queo", 0, 0)
    room.play(room.match.session.game.legal_moves(room.match.situation.state)[0].label)
    room.choose(1, "red")
    room.choose(2, "white")
    (cell,) = room.match.keeping.knows(room.match.situation, 1)
    room.play(f"queo {cell}")
    room.match.pressed_on_page[0] = True
    room.wait(0.2, pace=0.1)
    room.match.pressed_on_page[0] = False
    room.wait(1, pace=0.1)
    assert room.record[-1] == "wins 2"


@pytest.mark.parametrize("name", ["top-hats", "xe-queo"])
def test_it_is_in_a_file_of_its_own_until_the_game_is_over(tmp_path, name):
    room = Den(tmp_path)
    room.sit_down(name, 0, 1)
    chance = Random(2)
    while not room.match.keeping.secrets():
        room.any_move(chance)
    assert stat.S_IMODE(room.secret_file.stat().st_mode) == 0o600
    room.play_on(chance)
    assert not room.secret_file.exists()


def test_a_restart_keeps_them(tmp_path):
    room = Den(tmp_path)
    room.sit_down("top-hats", 0, 0)
    room.choose(1, *RED)
    room.choose(2, *YELLOW)
    room.play("c3", "c4")
    before = room.match.keeping.secrets()
    room.close()
    again = Den(tmp_path)
    again.app.look_for_unfinished()
    again.app.resume()
    again.wait(0.2)
    assert again.match.keeping.secrets() == before == {1: RED, 2: YELLOW}
    assert again.match.keeping.knows(again.match.situation, 1) == {"c3": ("yellow", "red", "red")}
    again.play_on(Random(5))


def test_without_the_file_people_are_asked(tmp_path):
    room = Den(tmp_path)
    room.sit_down("top-hats", 0, 0)
    room.play("c3", "c4")
    path = room.secret_file
    room.close()
    path.unlink()
    again = Den(tmp_path)
    again.app.look_for_unfinished()
    again.app.resume()
    chance = Random(4)
    for _ in range(200):
        if again.match.situation.question is not None:
            break
        again.any_move(chance)
    again.wait(3)
    question = again.match.situation.question
    assert question is not None
    assert question.id == "colour"


# Honest ------------------------------------------------------------------------------------------


def test_the_computer_commits_before_play_and_answers_by_it(tmp_path):
    room = Den(tmp_path)
    room.sit_down("top-hats", 0, 1)
    committed = room.match.keeping.secrets()[2]
    room.play_on(Random(3))
    assert room.match.keeping.secrets()[2] == committed
    # Every hat of its stacks that came to light is one that it had put there.
    shown: Counter[str] = Counter()
    for entry in room.match.situation.record:
        cell, _, colour = entry.move.label.partition("=")
        assert isinstance(entry.before, HatState)
        if colour and entry.before.hats.builders[BOARD.index[cell]] == 2:
            shown[colour] += 1
    assert shown
    assert shown <= Counter(committed)


def until_something_shows(data: bytes) -> bytes:
    """The lines before the first that names a colour as seen on a cell."""
    return re.split(rb"\w\d=\w+", data, maxsplit=1)[0].rpartition(b"\n")[0]


def test_no_secret_is_written_anywhere_else(tmp_path):
    """The same game with other secrets leaves the same files until something is uncovered."""
    told = []
    for n, secret in enumerate([RED, RED[::-1]]):
        room = Den(tmp_path / str(n))
        room.sit_down("top-hats", 0, 0)
        room.choose(1, *secret)
        room.choose(2, *YELLOW)
        chance = Random(4)
        while not any("=" in label for label in room.record):
            room.any_move(chance)
        room.close()
        files = sorted(path for path in room.folder.iterdir() if path.suffix != ".secret")
        told.append([until_something_shows(path.read_bytes()) for path in files])
        assert len(files) == 2
        assert json.dumps(list(secret)).encode()[1:-1] not in b"".join(told[-1])
    assert told[0] == told[1]


def test_a_coach_gives_no_secret_away(tmp_path):
    """Its lights are for all to see: they are the same whatever the player keeps."""
    seen = set()
    for pawn in ("red", "green", "white"):
        room = Den(tmp_path / pawn)
        game = GAMES["xe-queo"]()
        coaches = assigned(["1=teach"], 2)
        room.app.start(Header("xe-queo", game.options, 2, 1, ready=True, coaches=coaches))
        room.play(game.legal_moves(room.match.situation.state)[0].label)
        assert room.choose(1, pawn)
        assert room.choose(2, "blue")
        hand = room.table.new_hand()
        start = next(iter(room.match.situation.position.stacks))
        room.table.lift(hand, start)
        room.wait(0.5)
        seen.add(tuple(sorted((cell, hint.meaning) for cell, hint in room.match.lit.items())))
        room.close()
    assert len(seen) == 1
    assert any(meaning in ("good", "doubtful") for _, meaning in seen.pop())


class Listening(AtOnce):
    """Remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Thought] = []

    def ask(self, thought: Thought) -> None:
        self.asked.append(thought)
        super().ask(thought)


def test_a_coach_is_told_no_secret_and_the_computer_its_own(tmp_path):
    room = Den(tmp_path)
    listening = room.app.thinker = Listening()
    header = Header("xe-queo", {}, 2, 1, ready=True, seats=(Seat(), Seat(1)))
    room.app.start(replace(header, coaches=assigned(["1=teach"], 2)))
    room.play(room.match.situation.game.legal_moves(room.match.situation.state)[0].label)
    (its,) = room.match.keeping.secrets()[2]
    assert room.choose(1, "red" if its != "red" else "blue")
    room.play(room.match.situation.game.legal_moves(room.match.situation.state)[0].label)
    room.wait(3)
    coached = [one for one in listening.asked if one.want == LESSONS and len(one.moves) > 1]
    assert coached
    assert {one.secret for one in coached} == {None}
    moved = [one for one in listening.asked if one.want == MOVE and len(one.moves) > 1]
    assert {(one.player, one.secret) for one in moved} == {(2, (its,))}


def test_real_pieces_keep_their_own_and_the_computer_its_card(tmp_path):
    for name, kept_here in (("top-hats", set()), ("xe-queo", {2})):
        game = GAMES[name]()
        keeping = Keeping(game, None, players=2, computers={2: 8}, simulated=False)
        session = Session(Header(name, game.options, 2, 1, ready=True))
        session.start(0.0)
        if name == "xe-queo":
            session.feed(Chosen(game.legal_moves(session.situation.state)[0].label), 1.0)
        keeping.step(session.situation, 1.0)
        assert set(keeping.secrets()) == kept_here
        assert keeping.people == []


PAWNS = "red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1"


def test_a_take_back_goes_past_what_the_cards_have_said(tmp_path):
    """The computer has laid the ring anew since: what the program tells by itself nobody decides."""
    room = Den(tmp_path)
    position, seats = f"1 ring=d4 {PAWNS} score=0-0", (Seat(), Seat(4))
    room.app.start(Header("xe-queo", {}, 2, 1, ready=True, position=position, seats=seats))
    (its,) = room.match.keeping.secrets()[2]
    room.choose(1, "red" if its != "red" else "blue")
    (cell,) = room.match.keeping.knows(room.match.situation, 2)
    room.play(f"queo {cell}")
    room.wait(4)
    assert room.record[:2] == [f"queo {cell}", "wins 1"]
    assert room.record[2].startswith("ring ")
    room.app.changed(TakeBack())
    if room.match.situation.consents is not None:
        room.app.changed(Pressed(1))
    room.wait(4)
    assert room.record == []
    assert room.match.keeping.secrets()[2] == (its,)

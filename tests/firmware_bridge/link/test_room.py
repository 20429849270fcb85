"""Two boards and a wire that loses, doubles, delays and shuffles: both records are the same at last."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engines
from firmware_bridge.link.room import AGREE, APART, BACK, RULES, SEATS, SOFTWARE, Room
from firmware_bridge.link.seals import Place, untrue
from firmware_bridge.link.word import Word, word_of
from firmware_bridge.record.secrets import Kept, kept
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.verdicts import Chosen, Sensed, TakeBack

DAMA = Header("dama", {"capture": "strict"}, 2, ready=True)


class Side:
    """A board without sensors: moves are chosen, and count as carried out."""

    def __init__(self, header: Header, *players: int, software: str = "1") -> None:
        self.header = header
        self.players = players
        self.session = Session(header)
        self.session.start(0.0)
        self.software = software
        self.now = 0.0
        self.room = self.begun()

    def begun(self) -> Room:
        game = self.session.game
        return Room(game, self.header.fields(), self.players, self.software)

    @property
    def moves(self) -> list[str]:
        return [str(entry.move.label) for entry in self.session.situation.record]

    def do(self, event) -> None:
        self.now += 1.0
        self.session.feed(event, self.now)
        self.carry_out()

    def carry_out(self) -> None:
        """As hands would: the sensors show what is recorded."""
        situation = self.session.situation
        stacks, lens = situation.position.stacks, situation.lens
        for cell in lens.cells_of(situation.difference):
            self.now += 1.0
            self.session.feed(Sensed(cell, lens.reading(stacks.get(cell, ()))), self.now)
        self.now += 10.0
        self.session.pass_time(self.now)

    def turn(self) -> Word:
        situation = self.session.situation
        self.room.step(situation)
        while (label := self.room.move(situation)) is not None:
            self.do(Chosen(label))
            situation = self.session.situation
            self.room.step(situation)
        word = self.room.word(situation)
        self.room.said(word)
        return word

    def restart(self) -> None:
        """The power goes and comes back: the journal has the moves, and nothing else is known."""
        moves, self.session = self.moves, Session(self.header)
        self.session.start(self.now)
        for move in moves:
            self.do(Chosen(move))
        self.room = self.begun()

    @property
    def at_turn(self) -> bool:
        situation = self.session.situation
        over = situation.game.outcome(situation.state) is not None
        return not over and situation.state.turn in self.players

    def play(self, rng: Random) -> None:
        situation = self.session.situation
        moves = situation.game.legal_moves(situation.state)
        self.do(Chosen(str(rng.choice(moves).label)))


def told(one: Side, other: Side) -> None:
    """Until nobody has anything new to say."""
    for _ in range(4):
        for a, b in ((one, other), (other, one)):
            word = word_of(a.turn().text().encode())
            assert word is not None
            b.room.hear(word)
    one.turn()
    other.turn()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["dama", "mulino", "lupo-e-pecore"]))
def test_whatever_the_wire_does_both_records_are_the_same(seed, name):
    rng = Random(seed)
    book = engines.GAMES[name]()
    header = Header(name, book.options, 2, ready=True)
    sides = Side(header, 1), Side(header, 2)
    on_the_way: tuple[list[bytes], list[bytes]] = ([], [])
    for _ in range(60):
        at = rng.randrange(2)
        side, there = sides[at], on_the_way[1 - at]
        match rng.randrange(7):
            case 0 | 1 if side.at_turn and side.room.trouble(side.session.situation) is None:
                side.play(rng)
            case 2:
                there.append(side.turn().text().encode())
            case 3 if on_the_way[at]:
                # Any of what is on its way, and perhaps not for the last time.
                data = rng.choice(on_the_way[at])
                word = word_of(data)
                assert word is not None
                side.room.hear(word)
                if rng.random() < 0.5:
                    on_the_way[at].remove(data)
            case 4 if on_the_way[at]:
                on_the_way[at].pop(rng.randrange(len(on_the_way[at])))
            case 5 if rng.random() < 0.3:
                side.restart()
            case _:
                side.turn()
    told(*sides)
    assert sides[0].moves == sides[1].moves
    assert [side.room.trouble(side.session.situation) for side in sides] == [None, None]


def test_going_back_needs_both():
    one, two = Side(DAMA, 1), Side(DAMA, 2)
    one.do(Chosen("c3-d4"))
    told(one, two)
    two.do(Chosen("b6-a5"))
    told(one, two)
    one.do(TakeBack())
    one.do(TakeBack())
    told(one, two)
    assert one.moves == []
    assert two.moves == ["c3-d4", "b6-a5"]
    assert one.room.trouble(one.session.situation) == BACK
    assert two.room.trouble(two.session.situation) == AGREE
    two.do(TakeBack())
    two.do(TakeBack())
    told(one, two)
    assert one.room.epoch == two.room.epoch == 1
    one.do(Chosen("e3-f4"))
    told(one, two)
    assert one.moves == two.moves == ["e3-f4"]
    assert one.room.trouble(one.session.situation) is None


def test_after_an_agreement_a_board_that_was_off_goes_on():
    one, two = Side(DAMA, 1), Side(DAMA, 2)
    one.do(Chosen("c3-d4"))
    told(one, two)
    for side in (one, two):
        side.do(TakeBack())
    told(one, two)
    word = one.turn()
    one.restart()
    one.room.recall(word)
    one.do(Chosen("a3-b4"))
    told(one, two)
    assert one.moves == two.moves == ["a3-b4"]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (Side(DAMA, 2, software="2"), SOFTWARE),
        (Side(Header("dama", {"capture": "huff"}, 2, ready=True), 2), RULES),
        (Side(DAMA, 1), SEATS),
    ],
)
def test_who_plays_something_else_is_told_before_the_first_move(other, said):
    one = Side(DAMA, 1)
    told(one, other)
    assert one.room.trouble(one.session.situation) == said


def test_a_move_made_for_the_other_board_is_said():
    one, two = Side(DAMA, 1), Side(DAMA, 2)
    one.do(Chosen("c3-d4"))
    one.do(Chosen("b6-a5"))
    told(one, two)
    assert one.room.trouble(one.session.situation) == APART


@given(st.binary(max_size=200) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
).map(lambda value: json.dumps(value).encode()))  # fmt: skip
def test_any_bytes_are_a_word_or_none(data):
    word_of(data)


@given(
    st.sampled_from(
        ["form", "software", "header", "players", "epoch", "moves", "digest", "back"],
    ),
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.lists(st.integers()),
)
def test_a_word_is_believed_whole_or_not_at_all(key, value):
    fields = json.loads(Side(DAMA, 1).turn().text())
    word = word_of(json.dumps(fields | {key: value}).encode())
    if word is not None:
        assert all(isinstance(move, str) for move in word.moves)
        assert all(type(one) is int and one >= 0 for one in (word.epoch, *word.players))
    assert word_of(json.dumps(fields | {"more": 1}).encode()) is None


def test_a_move_out_of_turn_yields_to_the_one_whose_turn_it_was():
    """Two boards cannot know what the other is doing: both may be right at the same moment."""
    book = engines.GAMES["cappuccino"](players=2)
    header = Header("cappuccino", book.options, 2, ready=True)
    one, two = Side(header, 1), Side(header, 2)
    for seed in range(200):
        situation = one.session.situation
        turn = situation.state.turn
        late, at_turn = (two, one) if turn == 1 else (one, two)
        legal = book.legal_moves(situation.state)
        out_of_turn = [move for move in legal if move.by == late.players[0]]
        own = [move for move in legal if not move.by]
        if out_of_turn and own:
            break
        at_turn.do(Chosen(str(Random(seed).choice(own).label)))
        told(one, two)
    late.do(Chosen(str(out_of_turn[0].label)))
    at_turn.do(Chosen(str(own[0].label)))
    told(one, two)
    assert len(one.moves) == len(two.moves)
    assert one.moves != two.moves
    assert not at_turn.room.yields(at_turn.session.situation)
    assert late.room.yields(late.session.situation)
    late.do(TakeBack())
    told(one, two)
    assert one.moves == two.moves
    assert [side.room.trouble(side.session.situation) for side in (one, two)] == [None, None]


@pytest.mark.parametrize("name", ["xe-queo", "top-hats"])
def test_what_was_told_on_the_way_must_be_true(name):
    """A game whose secrets are opened at the end: as it was told, and with one lie in it."""
    game = engines.GAMES[name](players=2)
    kernel, rng = game.kernel, Random(4)
    state, seen = game.start(3), None
    record: list[Entry] = []
    opened: dict[Place, Kept] = {}
    begun, lies = 0, []
    while len(record) < 60 and game.outcome(state) is None:
        node = kernel.node(state)
        for player, hiding in kernel.hides(node, seen).items():
            begun = len(record)
            opened.setdefault(Place(begun, player), kept(hiding.dealt(rng)))
        moves = game.legal_moves(state)
        if kernel.chances(node) is None:
            move = rng.choice(moves)
        else:
            secrets = {p: one.secret for (at, p), one in opened.items() if at == begun}
            action = kernel.answer(node, secrets, seen)
            assert action is not None
            move = game.move_of(state, action)
            others = [other for other in moves if other.label != move.label]
            lies += [(len(record), other) for other in others[:1]]
        record.append(Entry(state, move, state.turn))
        seen = kernel.learned(seen, node, game.action(state, move))
        state = game.apply(state, move)
    assert not untrue(game, record, opened)
    at, lie = lies[0]
    assert untrue(game, [*record[:at], replace(record[at], move=lie)], opened)

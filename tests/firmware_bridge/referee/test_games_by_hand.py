"""Every game on the simulated table as pages play it: hands, tray, and the helping hand afterwards."""

from __future__ import annotations

from random import Random

import pytest

from engines import GAMES
from engines.steps import Act
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen, TakeBack
from firmware_bridge.table.simulation import magnet
from tests.firmware_bridge.room import Room

SETTINGS: list[tuple[str, dict[str, str], int | None]] = [(name, {}, None) for name in GAMES] + [
    ("dama", {"capture": "strict"}, None),
    ("top-hats", {"rules": "fr"}, 3),
    ("cappuccino", {"setup": "expert"}, 3),
    ("cappuccino", {"early": "pairs"}, 4),
]


class Player:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.hand = room.table.new_hand()

    def make(self, move) -> None:
        """As its steps say, one after the other, and in words where no hand can do it."""
        room, table = self.room, self.room.table
        for step in move.steps:
            match step.act:
                case Act.LIFT:
                    table.lift(self.hand, step.cell, step.count)
                case Act.REMOVE:
                    table.lift(self.hand, step.cell, step.count)
                    room.wait(0.02, pace=0.02)
                    table.place(self.hand, None)
                case Act.PLACE if step.pieces:
                    table.fetch(self.hand, tuple(map(magnet, step.pieces)))
                    table.place(self.hand, step.cell)
                case Act.PLACE:
                    table.place(self.hand, step.cell)
                case Act.REVEAL:
                    continue
            room.wait(0.06, pace=0.02)
        room.wait(0.6, pace=0.1)


@pytest.mark.parametrize(("name", "options", "players"), SETTINGS)
def test_what_hands_do_is_what_stands_on_the_record(room, name, options, players):
    chance = Random(f"{name}{options}")
    book = GAMES[name](players=players, **options)
    room.app.start(Header(name, book.options, book.players, seed=5, ready=True, by_hand=True))
    player = Player(room)
    state = room.match.situation.state
    for turn in range(40):
        moves = book.legal_moves(state)
        if not moves:
            break
        move = chance.choice(moves)
        wanted = book.apply(state, move)
        if any(step.act is not Act.REVEAL for step in move.steps):
            player.make(move)
        if room.match.situation.state != wanted:
            # Several moves look alike, or this one cannot be seen at all.
            room.app.changed(Chosen(move.label))
            room.wait(0.1, pace=0.05)
        referee = room.match.situation
        while referee.state != wanted and len(book.legal_moves(wanted)) == 1:
            wanted = book.apply(wanted, book.legal_moves(wanted)[0])  # a forced pass goes by itself
        assert referee.state == wanted, f"turn {turn}: {move}"
        reports = book.kernel.chances(book.kernel.node(wanted)) is not None
        room.wait(1.4, pace=0.2)
        while room.match.keeping.answer(room.match.situation) is not None:
            room.wait(1.4, pace=0.2)  # what is hidden shows itself
        state = room.match.situation.state
        assert reports or state == wanted, f"turn {turn}: {move}"
        as_recorded = {c: tuple(p.name for p in s) for c, s in state.stacks.items()}
        assert room.table.standing() == as_recorded, f"turn {turn}: {move}"


@pytest.mark.parametrize("name", list(GAMES))
def test_a_take_back_is_put_right_by_the_helping_hand(room, name):
    chance = Random(name)
    book = GAMES[name]()
    room.app.start(Header(name, book.options, book.players, seed=5, ready=True, by_hand=True))
    player = Player(room)
    for _ in range(3):
        on_record = len(room.match.situation.record)
        moves = book.legal_moves(room.match.situation.state)
        by_hand = [m for m in moves if any(s.act is not Act.REVEAL for s in m.steps)]
        move = chance.choice(by_hand or list(moves))
        if by_hand:
            player.make(move)
        if len(room.match.situation.record) == on_record:
            # Sensors cannot tell, or it was put on another piece and may still be in the hand.
            room.app.changed(Chosen(move.label))
    while room.match.situation.record:
        before = len(room.match.situation.record)
        room.app.changed(TakeBack())
        room.table.put_right(room.match.situation.position.stacks, unseen_only=False)
        room.wait(0.6, pace=0.1)
        assert len(room.match.situation.record) < before
        assert room.match.situation.phase is not Phase.RESTORING
    start = book.start(5)
    assert room.match.situation.state == start
    assert set(room.table.standing()) == set(start.stacks)

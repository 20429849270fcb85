"""Somebody alone at a board without screen: every game to its end against the computer, on mock pins.

He knows nothing but the lights and what stands before him: what is lit `carry` he carries out, the rest
of the time he makes any move. Sensors, strip and buttons are the real drivers'.
"""

from __future__ import annotations

from random import Random

import pytest

from engines import GAMES
from engines.game import Move
from firmware_bridge.record.coaches import assigned
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.fitting import fits
from firmware_bridge.table.leaving import LINGER
from firmware_bridge.table.thinking import Answer, AtOnce, Thinker, Thought
from firmware_bridge.table.wired import WiredDevice
from firmware_bridge.web.view import match_view
from hardware.panels.panel_file import panel_named
from tests.hardware.matrix_table import MatrixTable

PACE = 0.04
"""Seconds between two looks of the program at its board: what a busy Pi does."""


class Headstrong(AtOnce):
    """Wants one thing, whatever is asked."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self._label = label

    def ask(self, thought: Thought) -> None:
        self._answer = Answer(thought.number, self._label)


class Alone(MatrixTable):
    def __init__(self, folder, name: str, thinker: Thinker | None = None) -> None:
        square = fits(GAMES[name]().board, panel_named("quadra-matrix").places)
        panel = "quadra-matrix" if square else "favo-matrix"
        super().__init__(folder, panel=panel, thinker=thinker or AtOnce())
        self._hexagons = not square

    def wait(self, seconds):
        end = self.now + seconds
        while self.now < end:
            self.now += PACE
            self.app.turn()

    def press(self, player):
        if not self._hexagons:
            super().press(player)
            return
        crossing = 7 + player - 1
        self.factory.put(crossing)
        self.wait(0.15)
        self.factory.take(crossing)
        self.wait(0.15)

    def hold(self, player):
        self.factory.grounded = {f"GPIO{(2, 3)[player - 1]}"}
        self.wait(1.2)
        self.factory.grounded = set()
        self.wait(0.1)

    def _close(self, cell, reading):
        # A small game may lie anywhere on the panel.
        device = self.match.device
        assert isinstance(device, WiredDevice)
        channel = next(one for one, named in device._lines.cells.items() if named == cell)
        (self.factory.put if reading else self.factory.take)(channel)

    def carry_out(self) -> None:
        """What the lights ask for, a cell after the other: first off, then on."""
        wrong = self.match.situation.wrong
        asked = {cell for cell, meaning in self.meant().items() if meaning == "carry"}
        assert asked >= {*wrong.missing, *wrong.extra}
        for cell in wrong.extra:
            self.put(cell, 0)
            self.wait(0.12)
        for cell in wrong.missing:
            self.put(cell, 1)
            self.wait(0.12)

    def answer(self, chance: Random) -> None:
        """With his button or by a touch; what neither can say he would say on a phone."""
        question = self.match.situation.question
        assert question is not None
        move = chance.choice(question.choices)
        if move.answer and question.of_player(move.answer) is move:
            self.press(move.answer)
            return
        cells = question.bases[move].named_cells(move)
        free = [c for c in cells if question.of_cell(c) == [move] and not self.standing.get(c)]
        if free and not question.difference:
            self.put(free[0], 1)
            self.wait(0.3)
            self.put(free[0], 0)
            return
        self.app.changed(Chosen(move.label))

    def by_hand(self) -> list[Move]:
        position = self.match.situation.position
        return [move for moves in position.by_hand.values() for move in moves]

    def play(self, chance: Random, most: int) -> None:
        for _ in range(most):
            situation = self.match.situation
            if situation.phase is Phase.OVER:
                return
            if situation.phase is Phase.RESTORING:
                self.carry_out()
            elif self.match.deciding.awaited(situation) is None:
                if situation.phase is Phase.ASKING:
                    self.answer(chance)
                elif situation.phase is Phase.WAITING:
                    self.do(chance.choice(self.by_hand()))
            self.wait(0.9)
        raise AssertionError((self.record, self.match.situation.phase, self.match.told))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end(tmp_path, name):
    table = Alone(tmp_path, name)
    game = GAMES[name]()
    seats = (Seat(), Seat(1))
    table.begin(Header(name, game.options, game.players, 1, seats=seats))
    table.play(Random(3), most=1200)
    assert {entry.player for entry in table.match.situation.record} == {1, 2}
    assert table.retold() == table.record
    table.close()


def test_with_lights_and_buttons_alone_from_the_menu_to_the_end(tmp_path):
    table = Alone(tmp_path, "lupo-e-pecore")
    table.wait(0.5)
    dark = table.lit()
    table.hold(2)
    fair = table.lit()
    assert dark < fair, "the computer sits there: its level is shown"
    table.press(2)
    table.wait(0.1)
    assert len(table.lit() - fair) == 1
    menu = table.app._menu
    assert menu is not None
    chosen = next(one for one, offer in menu.offers.items() if offer.game == "lupo-e-pecore")
    table.factory.put(chosen)
    table.wait(0.2)
    table.factory.take(chosen)
    table.wait(0.2)
    assert table.match.session.header.seats == (Seat(), Seat(4))
    for cell, meaning in table.meant().items():
        assert meaning == "missing"
        table.put(cell, 1)
        table.wait(0.2)
    table.wait(1)
    table.play(Random(3), most=100)
    assert {entry.player for entry in table.match.situation.record} == {1, 2}
    table.wait(LINGER)
    table.press(1)
    table.wait(0.2)
    assert table.app.match is None
    assert table.lit() == dark, "and the next game can be chosen"
    table.close()


def test_what_is_carried_out_wrong_is_shown_as_wrong(tmp_path):
    """Its move stays lit as what is to be done; what stands or lacks besides is nobody's wish."""
    table = Alone(tmp_path, "dama", Headstrong("b6-a5"))
    header = Header("dama", GAMES["dama"]().options, 2, 1, seats=(Seat(), Seat(1)))
    table.begin(header)
    table.put("c3", 0)
    table.put("d4", 1)
    table.wait(1.5)
    assert table.record == ["c3-d4", "b6-a5"]
    assert table.meant() == {"b6": "carry", "a5": "carry"}
    # To the wrong cell.
    table.put("b6", 0)
    table.wait(0.3)
    table.put("c5", 1)
    table.wait(1.0)
    assert table.meant() == {"a5": "carry", "c5": "extra"}
    # And another man besides.
    table.put("f6", 0)
    table.wait(1.0)
    assert table.meant() == {"a5": "carry", "c5": "extra", "f6": "missing"}
    table.put("f6", 1)
    table.put("c5", 0)
    table.wait(0.3)
    assert table.meant() == {"a5": "carry"}
    table.put("a5", 1)
    table.wait(1.0)
    assert table.match.situation.phase is Phase.WAITING
    assert table.record == ["c3-d4", "b6-a5"]
    table.close()


@pytest.mark.parametrize(
    ("name", "position", "move", "cells"),
    [
        ("cappuccino", "1 c3=1r c4=1y f6=3r f7=1b e6=2y g7=1g", "f6-f7", {"f6", "f7"}),
        ("top-hats", "1 c3=??r c4=??y f7=?y g6=?r", "c3xc5", {"c3", "c4", "c5"}),
    ],
)
def test_where_it_goes_is_lit_though_no_sensor_sees_it(tmp_path, name, position, move, cells):
    """Onto another stack, or off its top: what these sensors feel stays the same."""
    table = Alone(tmp_path, name, Headstrong(move))
    seats = (Seat(1), Seat())
    table.begin(Header(name, GAMES[name]().options, 2, 1, position=position, seats=seats))
    table.wait(1.0)
    assert table.record == [move]
    assert {cell for cell, meaning in table.meant().items() if meaning == "carry"} == cells
    due = match_view(table.match)["due"]["en"]
    assert due == f"Move the piece on {min(cells)} to {max(cells)}. (To be done: 1.)"
    table.close()


def test_the_move_that_ends_the_game_is_carried_out_too(tmp_path):
    table = Alone(tmp_path, "dama", Headstrong("e5xc3"))
    seats, position = (Seat(), Seat(1)), "1 w=c3 b=e5,h8"
    table.begin(Header("dama", {"capture": "strict"}, 2, 1, position=position, seats=seats))
    table.put("c3", 0)
    table.put("d4", 1)
    table.wait(2.0)
    assert table.match.situation.phase is Phase.OVER
    assert table.meant() == {"e5": "carry", "c3": "carry", "d4": "carry", "h8": "win"}
    table.put("e5", 0)
    table.wait(0.3)
    table.put("c3", 1)
    table.wait(0.3)
    assert table.meant() == {"e5": "last", "c3": "win", "d4": "carry", "h8": "win"}
    table.put("d4", 0)
    table.wait(0.3)
    over = {"e5": "last", "c3": "win", "d4": "last", "h8": "win"}
    assert table.meant() == over
    # Who packs up is not asked to put it back.
    table.put("c3", 0)
    table.wait(3.0)
    assert table.meant() == over
    table.close()


def test_a_card_is_asked_for_once_its_pawn_stands_in_the_ring(tmp_path):
    """Only both cards tell whose the ring is. While the computer's pawn is still carried there, that is
    all that the lights speak of."""
    table = Alone(tmp_path, "xe-queo", Headstrong("d3-d4"))
    pawns = "red=g7 orange=d3 yellow=a7 green=g1 blue=a4 purple=g4 white=a1"
    seats, position = (Seat(), Seat(1)), f"2 ring=d4 {pawns} score=0-0"
    table.begin(Header("xe-queo", {}, 2, 1, position=position, seats=seats))
    table.wait(1.0)
    assert table.match.keeping.secrets() == {2: ("orange",)}
    assert table.record == ["d3-d4"]
    assert {table.meant()[cell] for cell in ("d3", "d4")} == {"carry"}
    assert not table.match.keeping.opened(table.match.situation)
    table.carry_out()
    table.wait(1.0)
    assert table.match.situation.phase is Phase.ASKING
    assert table.meant()["d4"] == "ask"
    assert table.match.keeping.opened(table.match.situation) == {2: ("orange",)}
    table.press(2)
    table.wait(1.0)
    assert table.record == ["d3-d4", "wins 2"]
    table.close()


@pytest.mark.parametrize("pause", [0.8, 1.5, 3.0])
def test_who_puts_its_man_back_takes_his_own_move_back(tmp_path, pause):
    """It does not move again before his own man is back, too, however long he takes for that."""
    table = Alone(tmp_path, "dama", Headstrong("b6-a5"))
    table.begin(Header("dama", GAMES["dama"]().options, 2, 1, seats=(Seat(), Seat(1))))
    for start, end in (("c3", "d4"), ("b6", "a5")):
        table.put(start, 0)
        table.wait(0.4)
        table.put(end, 1)
        table.wait(1.5)
    assert table.record == ["c3-d4", "b6-a5"]
    table.put("a5", 0)
    table.wait(0.4)
    table.put("b6", 1)
    table.wait(pause)
    if pause > 1:
        assert table.record == []
        assert table.meant() == {"c3": "missing", "d4": "extra"}
    table.put("d4", 0)
    table.wait(0.4)
    table.put("c3", 1)
    table.wait(6.0)
    assert table.record == []
    assert table.match.situation.phase is Phase.WAITING
    assert table.match.situation.state.turn == 1
    assert table.retold() == []
    table.close()


def test_what_it_began_with_is_put_back_in_vain(tmp_path):
    table = Alone(tmp_path, "dama", Headstrong("c3-d4"))
    table.begin(Header("dama", GAMES["dama"]().options, 2, 1, seats=(Seat(1), Seat())))
    table.wait(1.0)
    table.carry_out()
    table.wait(1.0)
    table.put("d4", 0)
    table.wait(0.4)
    table.put("c3", 1)
    table.wait(3.0)
    assert table.record == ["c3-d4"]
    assert table.meant() == {"c3": "carry", "d4": "carry"}
    table.close()


def test_help_asked_for_once_too_often_costs_no_move(tmp_path):
    """His button says so and nothing is taken back; whoever wants that holds the computer's."""
    table = Alone(tmp_path, "dama")
    seats, coaches = (Seat(), Seat(1)), assigned(["1=help:1"], 2)
    table.begin(Header("dama", GAMES["dama"]().options, 2, 1, seats=seats, coaches=coaches))
    table.hold(1)
    assert "good" in table.meant().values()
    table.hold(1)
    assert "good" in table.meant().values(), "it is shown again"
    table.do(table.by_hand()[0])
    table.wait(1.5)
    table.carry_out()
    table.wait(1.5)
    made = table.record
    assert len(made) == 2
    glowing = table.strip()[-6:-3]
    table.hold(1)
    assert table.said("coach.none-left")
    blinking = set()
    for _ in range(20):
        table.wait(PACE)
        blinking.add(table.strip()[-6:-3])
    assert len(blinking) == 2, "it blinks in another colour"
    assert bytes(3) in blinking
    assert glowing not in blinking
    table.press(1)
    table.wait(1.0)
    assert table.record == made
    table.hold(2)
    assert "ask" in table.meant().values()
    table.press(1)
    table.wait(1.0)
    assert table.record == []
    table.close()

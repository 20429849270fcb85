"""Somebody alone at a board without screen: every game to its end against the computer, on mock pins.

He knows nothing but the lights and what stands before him: what is lit `carry` he carries out, the rest
of the time he makes any move. Sensors, strip and buttons are the real drivers'.
"""

from __future__ import annotations

from random import Random

import pytest

from engines import GAMES
from engines.game import Move
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.fitting import fits
from firmware_bridge.table.thinking import AtOnce
from firmware_bridge.table.wired import WiredDevice
from hardware.panels.panel_file import panel_named
from tests.hardware.matrix_table import MatrixTable

PACE = 0.04
"""Seconds between two looks of the program at its board: what a busy Pi does."""


class Alone(MatrixTable):
    def __init__(self, folder, name: str) -> None:
        square = fits(GAMES[name]().board, panel_named("quadra-matrix").places)
        panel = "quadra-matrix" if square else "favo-matrix"
        super().__init__(folder, panel=panel, thinker=AtOnce())
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

"""A sensor breaks in the middle of a game: is it found, is it named, does the game go on?

The same simulated people, calmer: where no light confirms their move they press their button, and
where they are told that the board is wrong though it is not, they press again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import engines
from engines.game import Move, State
from engines.geometry import Cell
from firmware_bridge.bench import Result
from firmware_bridge.bench.referee import headers
from firmware_bridge.people.movers import Movers
from firmware_bridge.people.tabletop import Tabletop
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.ledger import NOTHING
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen, Pressed, Sensed, TakeBack

KINDS = ("dead", "stuck", "flickering")
GAMES_EACH = 30
AFTERWARDS = 12
"""Moves to play once the sensor is found."""
PATIENCE = 60
"""Moves that concern the broken cell, or any other, before the game is left."""
FEW_MOVES = 3.0
"""Moves over a broken cell within which it must be found."""


class BrokenTabletop(Tabletop):
    """One sensor of the table does not tell the truth."""

    broken: Cell | None = None
    how = ""

    def break_sensor(self, cell: Cell, how: str) -> None:
        self.broken, self.how = cell, how
        self._changed(cell)

    def _level(self, cell: Cell) -> int:
        if cell == self.broken:
            return {"dead": 0, "stuck": 1}.get(self.how, super()._level(cell))
        return super()._level(cell)

    def wait(self, seconds: float) -> None:
        if self.how == "flickering" and self.broken is not None:
            end = self.now + seconds
            while self.now + 0.006 < end:
                self.now += 0.006
                level = int(self.now * 1000) // 6 % 2
                self._hear(self.session.feed(Sensed(self.broken, level), self.now))
            seconds = max(0.0, end - self.now)
        super().wait(seconds)


@dataclass(slots=True)
class Found:
    """How it went with one broken sensor."""

    named: bool
    within: int
    """Moves over the cell until it was named."""
    played_on: int
    trouble: list[str]


class Patient(Movers):
    """They press when nothing confirms their move, and insist when they know better."""

    table_kind = BrokenTabletop

    def __init__(self, header: Header, seed: int) -> None:
        super().__init__(header, seed, antics=0.0)

    def with_broken(self, cell: Cell, how: str) -> Found:
        table = self.table
        assert isinstance(table, BrokenTabletop)
        before = len(self.referee.record)
        table.break_sensor(cell, how)
        table.wait(1.0)
        if len(self.referee.record) > before:
            # A sensor that sticks where a man might have been placed looks just like one: they see
            # on the page what nobody did, and take it back.
            table.feed(TakeBack())
        state = self.referee.state
        found = Found(False, 0, 0, self.trouble)
        for _ in range(PATIENCE):
            self._insist_on(state)
            moves = self.game.legal_moves(state)
            if not moves or self.referee.phase is Phase.OVER or self.trouble:
                break
            over = [move for move in moves if cell in {step.cell for step in move.steps}]
            move = self.chance.choice(over or moves)
            found.within += bool(over) and not found.named
            state = self.make(state, move)
            if found.named:
                found.played_on += 1
                if found.played_on >= AFTERWARDS:
                    break
            found.named = found.named or cell in self.referee.ignored
        return found

    def _insist_on(self, state: State) -> None:
        """All stands as it should, and the board says otherwise."""
        for _ in range(3):
            question = self.referee.question
            if question is not None and question.id == "which-move":
                self.table.feed(Chosen(NOTHING))
            elif (question is None and self.referee.phase is Phase.RESTORING) or (
                question is not None and question.id == "moved"
            ):
                self.table.feed(Pressed(state.turn))

    def complain(self, what: str, move: Move, state: State, said: object) -> None:
        # That a board with a broken sensor looks wrong is no false alarm.
        if what != "false alarms":
            super().complain(what, move, state, said)

    def settle(self, move: Move, wanted: State) -> None:
        player = move.by or self.referee.state.turn
        for _ in range(4):
            if self.referee.state == wanted or self.referee.phase is Phase.OVER:
                return
            question = self.referee.question
            if question is not None and move in question.choices:
                self.table.feed(Chosen(move.label))
            elif question is not None and question.id == "which-move":
                self.table.feed(Chosen(NOTHING))
            else:
                self.table.feed(Pressed(player))
            self.table.wait(0.7)


def broken_sensors(name: str, games: int) -> Iterator[tuple[str, Cell, Found]]:
    for header, seed in headers(name, games):
        people = Patient(header, seed)
        for _ in range(people.chance.randint(2, 12)):
            moves = people.game.legal_moves(people.referee.state)
            if not moves:
                break
            people.make(people.referee.state, people.chance.choice(moves))
        over = people.referee.phase is Phase.OVER
        busy = {step.cell for moves in people.referee.position.by_hand.values() for m in moves[:1]
                for step in m.steps}  # fmt: skip
        if over or not busy:
            continue
        how = KINDS[seed % len(KINDS)]
        cell = people.chance.choice(sorted(busy))
        yield how, cell, people.with_broken(cell, how)


def results() -> Iterator[Result]:
    for name in engines.GAMES:
        games = stopped = 0
        within: list[int] = []
        for how, _, found in broken_sensors(name, GAMES_EACH):
            games += 1
            stopped += bool(found.trouble)
            if how != "flickering" and found.named:
                within.append(found.within)
        kinds = f"{games} games with a dead, stuck or flickering sensor"
        yield Result(f"broken {name}", f"{kinds}: games that did not go on", stopped, 0.0)
        longest = max(within, default=0)
        yield Result(f"found {name}", "moves over the cell until it is named", longest, FEW_MOVES)

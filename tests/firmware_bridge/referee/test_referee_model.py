"""The referee under random hands, buttons and choices, against a plain model of the table.

Whatever happens, nothing raises; the record is a game that the rule book allows; and once the board
rests, either the pieces stand as the record says, or the referee knows that they do not.
"""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

import engines
from firmware_bridge.lights.hints import HINTING, hints
from firmware_bridge.lights.theme import STANDARD, glows
from firmware_bridge.referee.situation import Phase
from tests.firmware_bridge.scenes import Table


class AtTheTable(RuleBasedStateMachine):
    game = "dama"

    @initialize(seed=st.integers(0, 50), ready=st.booleans())
    def sit_down(self, seed, ready):
        self.table = Table(self.game, seed=seed, ready=ready)
        record = self.table.referee.record
        self.start = record[0].before if record else self.table.referee.state
        self.readings = dict.fromkeys(self.table.referee.lens.cells, 0)
        if ready:
            self.readings.update(dict.fromkeys(self.start.stacks, 1))

    def touch(self, cell, after):
        self.readings[cell] = 1 - self.readings[cell]
        self.table.place(cell, reading=self.readings[cell], after=after)

    @rule(n=st.integers(0, 10_000), after=st.sampled_from([0.002, 0.05, 0.3, 0.7]))
    def some_cell_changes(self, n, after):
        cells = self.table.referee.lens.cells
        self.touch(cells[n % len(cells)], after)

    @rule(n=st.integers(0, 10_000), pause=st.sampled_from([0.05, 0.4, 0.8]))
    def a_legal_move_is_made(self, n, pause):
        """Most of what people do is right: without this the machine would only ever see rubbish."""
        moves = self.table.referee.game.legal_moves(self.table.referee.state)
        if not moves:
            return
        move = moves[n % len(moves)]
        stands = set(self.table.referee.position.stacks)
        for cell in dict.fromkeys(step.cell for step in move.steps):
            if (cell in stands) == bool(self.readings[cell]):
                self.touch(cell, pause)

    @rule()
    def the_board_is_put_right(self):
        stands = self.table.referee.position.stacks
        for cell, reading in self.readings.items():
            if bool(reading) != (cell in stands):
                self.touch(cell, 0.05)

    @rule(player=st.integers(1, 2))
    def press(self, player):
        self.table.press(player)

    @rule(player=st.integers(1, 2))
    def hold(self, player):
        self.table.hold(player)

    @rule(n=st.integers(0, 10_000))
    def choose(self, n):
        question = self.table.referee.question
        moves = question.choices if question else ()
        labels = [m.label for m in moves] + ["none", "c3-d4", "rubbish"]
        self.table.choose(labels[n % len(labels)])

    @rule()
    def undo(self):
        self.table.undo()

    @rule(seconds=st.sampled_from([0.1, 0.6, 3.0]))
    def wait(self, seconds):
        self.table.wait(seconds)

    @invariant()
    def the_record_is_a_game(self):
        if not hasattr(self, "table"):
            return
        referee = self.table.referee
        state = self.start
        for entry in referee.record:
            assert entry.before == state
            state = referee.game.apply(state, entry.move)
        assert state == referee.state

    @invariant()
    def lights_can_always_be_worked_out(self):
        if hasattr(self, "table"):
            for hinting in HINTING:
                lit = hints(self.table.referee, hinting)
                glows(lit, STANDARD, self.table.referee.game.board)

    @invariant()
    def at_rest_record_and_board_agree_or_it_is_known(self):
        if not hasattr(self, "table"):
            return
        self.table.wait(0.6)
        referee = self.table.referee
        sensed = sum(referee.lens.bits(cell, reading) for cell, reading in self.readings.items())
        assert sensed & ~referee.ignore == referee.seen & ~referee.ignore
        if referee.phase is Phase.WAITING:
            assert not referee.difference


@pytest.mark.parametrize("name", engines.GAMES)
def test_any_game_at_the_table(name):
    class Machine(AtTheTable):
        game = name

    run_state_machine_as_test(
        Machine, settings=settings(max_examples=25, stateful_step_count=25, deadline=None)
    )

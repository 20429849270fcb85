"""A matrix without diodes, or with a broken one: said in words during the game, once, and played on."""

from __future__ import annotations

import pytest

from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Chosen, TakeBack
from hardware.parts.ghosts import AGAIN, Belief
from hardware.symptoms import DIODE, Symptom
from tests.hardware.matrix_table import MatrixTable

MULINO = Header("mulino", {}, 2)


@pytest.fixture
def table(request, tmp_path):
    one = MatrixTable(tmp_path, diodes=False, declared=request.param)
    one.begin(MULINO)
    yield one
    one.close()


without_diodes = pytest.mark.parametrize("table", [False], indirect=True)
"""The profile says so, and the driver does not believe what may be a ghost."""
with_a_broken_one = pytest.mark.parametrize("table", [True], indirect=True)
"""The profile promises diodes."""


def place(table, *cells):
    for cell in cells:
        table.put(cell, 1)
        table.wait(0.7)


@without_diodes
def test_an_ambiguous_rectangle_is_named_and_the_move_can_be_told(table):
    place(table, "a1", "a7", "g1")
    # a1, a7 and g1 stand; g7 closes with the third: nobody can know which of the two it is.
    assert table.record == ["a1", "a7"]
    assert table.keys() == ["trouble.ghosts"]
    assert table.on_the_page("trouble.ghosts", cells="g1, g7")
    table.app.changed(Chosen("g1"))
    table.wait(1.0)
    assert table.record == ["a1", "a7", "g1"]
    assert table.keys() == ["trouble.ghosts"]


@without_diodes
def test_it_is_said_once_in_a_game_and_shown_while_it_is_so(table):
    place(table, "a1", "a7", "g1")
    for _ in range(3):
        table.put("g1", 0)
        table.wait(0.7)
        assert not table.on_the_page("trouble.ghosts", cells="g1, g7")
        table.put("g1", 1)
        table.wait(0.7)
        assert table.on_the_page("trouble.ghosts", cells="g1, g7")
    assert table.keys() == ["trouble.ghosts"]


@without_diodes
def test_no_piece_is_invented_and_no_rectangle_is_no_trouble(table):
    place(table, "a1", "a7", "d6", "g4")
    assert table.record == ["a1", "a7", "d6", "g4"]
    assert table.keys() == []


@with_a_broken_one
def test_a_ghost_that_keeps_coming_points_at_a_diode(table):
    place(table, "a1", "a7")
    for _ in range(AGAIN):
        table.put("g1", 1)
        table.wait(0.7)
        table.put("g1", 0)
        table.wait(0.7)
    assert table.keys() == ["trouble.diode"]
    assert table.on_the_page("trouble.diode", cells="g1, g7")
    # The ghost was taken for black's man. They take it back, and insist that nothing stands there.
    table.put("g1", 1)
    table.wait(0.7)
    assert table.record == ["a1", "a7", "g1", "g7"]
    table.app.changed(TakeBack())
    table.wait(0.7)
    table.press(2)
    assert table.on_the_page("say.stuck", cell="g7")
    place(table, "b2")
    assert table.record == ["a1", "a7", "g1", "b2"]
    assert table.keys() == ["trouble.diode", "say.stuck"]


def test_two_hands_at_once_are_no_broken_diode():
    belief = Belief(2, 2)
    belief.judge([0, 0])
    belief.judge([3, 0])
    belief.judge([3, 3])
    assert belief.symptoms() == []
    for _ in range(AGAIN):
        belief.judge([1, 0])
        belief.judge([3, 0])
        belief.judge([1, 0])
        belief.judge([3, 1])
    assert belief.symptoms() == []


def test_what_changed_while_nobody_looked_did_not_change_together():
    belief = Belief(2, 2)
    for _ in range(AGAIN + 1):
        belief.judge([1, 0])
        belief.look_away()
        belief.judge([3, 3])
    assert belief.symptoms() == []
    belief.judge([1, 0])
    for _ in range(AGAIN):
        belief.judge([3, 3])
        belief.judge([1, 0])
    assert belief.symptoms() == [Symptom(DIODE, (1, 2, 3))]

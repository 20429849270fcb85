"""Stacks over Hall sensors: the fields, what is told of them, and games through real converters."""

from __future__ import annotations

from random import Random

import pytest

from firmware_bridge.people.hall_table import SCAN
from firmware_bridge.people.magnets import TABLES, Magnets
from firmware_bridge.people.sensors_learned import discs_of, learned
from hardware.board import open_board
from hardware.driver import counts
from hardware.parts.counting import Counting
from hardware.parts.field import Discs

ROW = [(40.0 * n, 0.0) for n in range(5)]


@pytest.mark.parametrize("name", ["8x3", "15x3", "20x3"])
def test_the_field_on_the_axis_is_that_of_the_tables(name):
    one = TABLES["discs"][name]["mT"][0][0]
    real = [sum(row[0] for row in TABLES["discs"][name]["mT"][:n]) / one for n in range(9)]
    assert discs_of(name).fields[:9] == pytest.approx(real, rel=0.003)


@pytest.mark.parametrize("name", ["15x3", "20x3"])
def test_neighbours_pull_as_in_the_tables(name):
    table = TABLES["discs"][name]["mT"]
    at = TABLES["aside"].index(40)
    real = sum(row[at] for row in table[:3]) / table[0][0]
    # Less than a hundredth of a piece is left of them, each.
    assert discs_of(name).beside(40.0)[3] == pytest.approx(real, abs=0.01)


class Row:
    """Five cells in a row, learned."""

    def __init__(self) -> None:
        self.world = Magnets(ROW, "20x3", 12, Random(3))
        self.counting = learned(self.world)

    def scan(self, times: int = 12) -> list[int]:
        fields = self.world.fields()
        for _ in range(times):
            told = self.counting.update(self.world.raw(fields), SCAN)
        return told


def test_one_two_and_three_pieces_and_none():
    row = Row()
    for height in (1, 2, 3):
        row.world.put(2, 1)
        assert row.scan() == [0, 0, height, 0, 0]
    row.world.take(2, 2)
    assert row.scan() == [0, 0, 1, 0, 0]
    row.world.take(2)
    assert row.scan() == [0, 0, 0, 0, 0]


def test_above_three_it_rises_and_falls():
    row = Row()
    row.world.put(2, 4)
    before = row.scan()[2]
    row.world.put(2, 1)
    higher = row.scan()[2]
    row.world.take(2, 1)
    assert 3 < before < higher
    assert 3 < row.scan()[2] < higher


def test_it_says_how_surely_it_counts():
    row = Row()
    row.world.put(2, 2)
    row.scan(200)
    # A tenth of a millitesla of noise, of 22.5 for a piece, is 0.004.
    assert 0.001 < row.counting.noise[2] < 0.01
    assert 0.05 < row.counting.margin(2) < 0.4
    assert row.counting.margin(0) > 0.3


def test_neighbours_are_taken_out():
    row = Row()
    row.world.put(1, 3)
    row.world.put(3, 3)
    assert row.scan() == [0, 3, 0, 3, 0]
    row.world.put(2, 1)
    assert row.scan() == [0, 3, 1, 3, 0]


def test_a_stack_set_straight_is_no_step():
    row = Row()
    row.world.put(1, 5, centred=True)
    row.world.put(3, 2, centred=True)
    before = row.scan()
    for cell in (1, 3):
        row.world.straighten(cell, 1.5)
    assert row.scan(40) == before


def test_a_hand_that_passes_by_is_nothing():
    row = Row()
    row.world.put(2, 2)
    assert row.scan(2) == [0] * 5
    row.world.take(2)
    assert row.scan() == [0] * 5


def test_what_lies_the_other_way_round_counts_below_zero():
    counting = Counting(Discs(), ROW, [200.0] * 5, [512.0] * 5)
    fields = Discs().fields
    for _ in range(8):
        told = counting.update([512.0, 512.0 - 200.0 * fields[2], 512.0, 512.0, 512.0], SCAN)
    assert told == [0, -2, 0, 0, 0]


def test_a_room_that_grows_warmer_is_followed():
    row = Row()
    row.world.put(1, 2)
    row.scan()
    for kelvin in range(15):
        row.world.warmer = float(kelvin)
        fields = row.world.fields()
        for _ in range(50):
            told = row.counting.update(row.world.raw(fields), 1.0)
        assert told == [0, 2, 0, 0, 0]


@pytest.mark.parametrize("panel", ["quadra-heights", "favo-heights"])
def test_the_panels_stand_in_counts(panel):
    board = open_board(f"simulated:{panel}", players=2)
    assert counts(board.panel.sensors)
    board.close()

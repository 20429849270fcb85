"""Boards: names, neighbours and millimetres."""

from __future__ import annotations

from math import dist

import pytest

from engines.geometry import PITCH, centre, draughts, hexagon, morris, rings, square

BOARDS = [square(7), draughts(8), morris(), hexagon(4), hexagon(5)]
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


@every_board
def test_neighbours_are_mutual_and_opposite_ways_undo_each_other(board):
    for cell in board.cells:
        ways = board.ways[cell]
        for way, there in enumerate(ways):
            if there is not None:
                assert board.ways[there][(way + len(ways) // 2) % len(ways)] == cell


@every_board
def test_every_cell_and_blank_has_a_place_of_its_own(board):
    places = [board.places[cell] for cell in (*board.cells, *board.blanks)]
    assert len(set(places)) == len(places) == len(board.places)


@every_board
def test_only_cells_have_a_position(board):
    """What does not exist in a game is no cell of its board, wherever a sensor may lie."""
    assert set(board.positions) == set(board.cells)
    assert all(board.positions[cell] == board.places[cell] for cell in board.cells)


@pytest.mark.parametrize("board", [hexagon(4), hexagon(5)], ids=lambda board: board.name)
def test_the_neighbours_of_a_hexagon_lie_one_pitch_away(board):
    for cell in board.cells:
        for other in board.cells:
            near = dist(board.positions[cell], board.positions[other]) < PITCH * 1.01
            assert near == (other in board.links[cell] or other == cell)


@pytest.mark.parametrize(
    ("board", "middle", "sizes"),
    [(hexagon(4), "e5", [1, 6, 12, 18, 24]), (hexagon(5), "f6", [1, 6, 12, 18, 24, 30])],
)
def test_rings(board, middle, sizes):
    assert centre(board) == middle
    assert board.positions[middle] == (0, 0)
    counted = list(rings(board).values())
    assert [counted.count(ring) for ring in range(len(sizes))] == sizes


def test_the_ring_of_a_cell_is_the_formula_of_its_name():
    board = hexagon(4)
    for cell, ring in rings(board).items():
        row, number = ord(cell[0]) - ord("a") + 1, int(cell[1:])
        assert ring == max(abs(row - 5), abs(number - 5), abs(row - number))


def test_draughts_has_the_dark_cells_and_a1_among_them():
    board = draughts(8)
    assert len(board.cells) == len(board.blanks) == 32
    assert board.cells[:5] == ("a1", "c1", "e1", "g1", "b2")
    assert board.links["a1"] == ("b2",)


def test_the_points_of_morris_have_their_names():
    assert " ".join(morris().cells) == (
        "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
    )


def test_straight_on():
    assert hexagon(4).beyond("e5", "e6") == "e7"
    assert hexagon(4).beyond("e8", "e9") is None
    assert draughts(8).rays["a1"][0] == ("b2", "c3", "d4", "e5", "f6", "g7", "h8")


def test_cells_as_bits_and_back():
    board = morris()
    assert board.among(board.mask(("g1", "a7"))) == ("a7", "g1")

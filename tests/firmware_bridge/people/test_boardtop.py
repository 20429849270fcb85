"""Hands can do what hands can do, and pieces neither come from nowhere nor vanish."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.steps import Piece
from firmware_bridge.people.boardtop import Boardtop, Impossible, picture

WHITE, BLACK = Piece("white", 1), Piece("black", 2)
START = {"a1": (WHITE,), "b2": (BLACK, BLACK), "c3": (BLACK, WHITE, WHITE)}


def test_a_piece_travels_from_cell_to_cell():
    board = Boardtop(START)
    board.lift("left", "a1", 1)
    assert (board.reading("a1"), board.in_air) == (0, True)
    board.put("left", "d4")
    assert (board.reading("d4"), board.in_air) == (1, False)


def test_nothing_is_lifted_where_nothing_stands():
    with pytest.raises(Impossible):
        Boardtop(START).lift("left", "d4", 1)


def test_a_full_hand_lifts_nothing():
    board = Boardtop(START)
    board.lift("left", "a1", 1)
    with pytest.raises(Impossible):
        board.lift("left", "b2", 1)


def test_an_empty_hand_puts_nothing_down():
    with pytest.raises(Impossible):
        Boardtop(START).put("left", "d4")


def test_two_pieces_do_not_share_a_cell_unless_one_is_put_onto_the_other():
    board = Boardtop(START)
    board.lift("left", "a1", 1)
    with pytest.raises(Impossible):
        board.put("left", "b2")
    board.put("left", "b2", onto=True)
    assert board.stacks["b2"] == (BLACK, BLACK, WHITE)


def test_what_comes_from_beside_the_board_is_not_in_the_air():
    board = Boardtop({})
    board.fetch("left", (WHITE,))
    assert not board.in_air


def test_pieces_are_recognised_only_where_as_many_stand():
    board = Boardtop(START)
    board.recognise({**START, "c3": (WHITE, WHITE, WHITE)})
    assert board.stacks["c3"] == (WHITE, WHITE, WHITE)
    with pytest.raises(Impossible):
        board.recognise({**START, "c3": (WHITE,)})


@pytest.mark.parametrize(
    ("sensing", "seen"),
    [
        ("presence", {"a1": 1, "b2": 1, "c3": 1}),
        ("polarity", {"a1": 1, "b2": -1, "c3": -1}),
        ("height", {"a1": 1, "b2": 2, "c3": 3}),
    ],
)
def test_sensors_read_what_their_kind_can_see(sensing, seen):
    assert picture(START, sensing) == seen


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["lift", "put", "onto", "off"]),
        st.sampled_from(["left", "right"]),
        st.sampled_from(["a1", "b2", "c3", "d4"]),
        st.integers(1, 3),
    ),
    max_size=30,
)


@given(ACTS)
def test_whatever_hands_try_pieces_are_on_the_board_in_a_hand_or_beside(acts):
    board, beside = Boardtop(START), 0
    for act, hand, cell, count in acts:
        try:
            if act == "lift":
                board.lift(hand, cell, count)
            elif act == "off":
                beside += len(board.off(hand))
            else:
                board.put(hand, cell, onto=act == "onto")
        except Impossible:
            continue
    held = sum(map(len, board.hands.values()))
    assert sum(map(len, board.stacks.values())) + held + beside == 6

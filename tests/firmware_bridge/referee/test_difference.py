"""What is wrong with a board, and the fewest moves that put it right."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engines.geometry import draughts
from firmware_bridge.referee.difference import Difference, difference, putting_right
from firmware_bridge.referee.lens import POLARITY, Lens

BOARD = draughts(8)


def test_a_wrong_side_is_both_missing_and_extra():
    lens = Lens(BOARD, POLARITY)
    should, seen = lens.bits("c3", 1), lens.bits("c3", -1)
    assert difference(lens, should, seen) == Difference(("c3",), ("c3",))


def test_a_sensor_that_is_not_believed_makes_no_difference():
    lens = Lens(BOARD)
    assert not difference(lens, lens.bits("c3", 1), 0, lens.all_bits("c3"))


def test_the_nearest_piece_goes_first():
    wrong = Difference(missing=("c3", "h8"), extra=("d4",))
    assert putting_right(wrong, BOARD.places) == (("d4", "c3"), (None, "h8"))


cells = st.sets(st.sampled_from(BOARD.cells), max_size=8)


@given(cells, cells)
def test_the_order_mends_the_board_in_the_fewest_moves(stand, should):
    wrong = Difference(tuple(sorted(should - stand)), tuple(sorted(stand - should)))
    moves = putting_right(wrong, BOARD.places)
    assert len(moves) == max(len(wrong.missing), len(wrong.extra))
    now = set(stand)
    for start, end in moves:
        now.discard(start)
        now.add(end)
    assert now - {None} == should

"""What hands touched: where a piece rested, and the ways it may have gone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engines.steps import Piece
from firmware_bridge.referee.touches import Edge, Touches, Visit, Way

STOOD = {cell: (Piece("white", 1),) for cell in "abc"}


def touches(*edges: tuple[str, int, float]) -> Touches:
    return Touches(tuple(Edge(cell, 1 - reading, reading, when) for cell, reading, when in edges))


def test_a_piece_visits_free_cells_and_its_own_again():
    seen = touches(("a", 0, 1.0), ("x", 1, 1.5), ("x", 0, 1.9), ("a", 1, 2.4))
    assert [(visit.cell, visit.brief) for visit in seen.visits("a", STOOD)] == [
        ("x", False),
        ("a", False),
    ]


def test_while_it_stands_elsewhere_what_comes_down_is_another():
    seen = touches(("a", 0, 1.0), ("x", 1, 1.5), ("y", 1, 2.0))
    assert [visit.cell for visit in seen.visits("a", STOOD)] == ["x"]


def test_while_it_stands_at_home_again_what_comes_down_is_another():
    seen = touches(("a", 0, 1.0), ("a", 1, 1.5), ("x", 1, 2.0), ("x", 0, 2.4), ("a", 0, 2.6))
    assert seen.visits("a", STOOD) == []


def test_the_ways_leave_out_what_was_passed_and_begin_anew_after_a_try():
    seen = touches(
        ("a", 0, 1.0), ("x", 1, 1.5), ("x", 0, 2.0), ("y", 1, 2.3), ("y", 0, 2.35), ("z", 1, 2.6)
    )
    ways = {way.cells: way for way in seen.ways("a", STOOD)}
    assert ways["a", "x", "y", "z"] == Way(("a", "x", "y", "z"))
    assert ways["a", "x", "z"] == Way(("a", "x", "z"), passed=1)
    assert ways["a", "y", "z"] == Way(("a", "y", "z"), ignored=(Visit("x", 1.5, 2.0),))
    assert len(ways["a", "z"].ignored) == 1


def test_a_tap_is_a_lift_and_nothing_else_before_it_is_back():
    assert touches(("b", 0, 1.0), ("b", 1, 1.2)).tapped == "b"
    assert touches(("b", 0, 1.0), ("x", 1, 1.1), ("b", 1, 1.2)).tapped is None


def test_something_rested_that_stood_longer_than_a_slide_takes():
    assert touches(("x", 1, 1.0), ("x", 0, 1.3)).rested("x")
    assert not touches(("x", 1, 1.0), ("x", 0, 1.1)).rested("x")


@given(st.lists(st.tuples(st.sampled_from("abcxyz"), st.booleans()), max_size=30))
def test_a_piece_is_never_in_two_places(steps):
    edges = [Edge(cell, 1 - up, int(up), float(n)) for n, (cell, up) in enumerate(steps)]
    for start in STOOD:
        visits = Touches(tuple(edges)).visits(start, STOOD)
        assert all(
            one.up is not None and one.up <= other.down
            for one, other in zip(visits, visits[1:], strict=False)
        )
        assert all(visit.cell == start or visit.cell not in STOOD for visit in visits)

"""What owners of smart boards complain about, each as a scene in which ours does better."""

from __future__ import annotations

from firmware_bridge.referee.verdicts import (
    Accepted,
    Amended,
    Ask,
    Illegal,
    Pressed,
    Restore,
    Undone,
)
from tests.firmware_bridge.scenes import Table


def test_sliding_a_piece_does_not_register_the_cells_it_passes():
    table = Table("dama", "1 w=Ka1 b=h8,h6", capture="strict")
    table.lift("a1")
    for cell in ("b2", "c3", "d4"):
        table.place(cell, after=0.1)
        table.lift(cell, after=0.1)
    table.place("e5", after=0.1)
    table.wait()
    assert table.verdicts == [Accepted(1, "a1-e5")]


def test_a_slide_slow_enough_to_rest_on_the_way_is_one_move_in_the_end():
    table = Table("dama", "1 w=Ka1 b=h8,h6", capture="strict")
    table.lift("a1")
    table.place("b2")
    table.wait(0.8)
    table.lift("b2")
    table.place("d4")
    table.wait()
    assert table.verdicts == [Accepted(1, "a1-b2"), Amended(1, "a1-d4", "a1-b2")]
    assert table.moves == ["a1-d4"]


def test_a_wrong_move_is_flagged_half_a_second_after_the_hand_has_left():
    table = Table("dama", "1 w=c3 b=h8")
    table.move("c3", "b2")
    table.wait()
    when, verdict = table.said[0]
    assert verdict == Illegal(1, ("c3", "b2"), "not-forward")
    assert abs(when - (0.4 + 0.5)) < 0.02
    assert table.verdicts[1] == Restore(("c3",), ("b2",))


def test_what_is_still_moving_is_never_flagged():
    table = Table("dama", "1 w=c3 b=h8")
    table.lift("c3")
    for cell in ("b2", "a3", "c5", "d2"):
        table.place(cell, after=0.3)
        table.lift(cell, after=0.15)
    table.place("d4", after=0.3)
    table.wait()
    assert table.verdicts == [Accepted(1, "c3-d4")]


def test_a_piece_dragged_on_a_page_is_there_at_once():
    table = Table("dama", "1 w=Kd8 b=h2")
    table.lift("d8")
    table.place("a5", after=0.012)
    table.wait()
    assert table.moves == ["d8-a5"]


def test_no_ghost_moves_from_bounce_and_spurious_edges():
    table = Table("dama", "1 w=c3 b=h8")
    for cell in ("d4", "b4", "c3", "h8", "d4"):
        reading = 0 if cell in ("c3", "h8") else 1
        table.place(cell, reading=reading, after=0.1)
        table.place(cell, reading=1 - reading, after=0.004)
    table.lift("c3")
    table.place("b4", after=0.1)  # a spurious closing, four milliseconds long
    table.lift("b4", after=0.004)
    for reading in (1, 0, 1, 0, 1):
        table.place("d4", reading=reading, after=0.001)
    table.wait()
    assert table.verdicts == [Accepted(1, "c3-d4")]


def test_no_ghost_take_backs_from_a_piece_that_is_set_straight():
    table = Table("dama", "1 w=c3 b=h8")
    table.move("c3", "d4")
    table.lift("d4")
    table.place("d4")
    table.wait()
    table.lift("h8", after=2.0)
    table.place("h8")
    table.wait()
    assert table.verdicts == [Accepted(1, "c3-d4")]


def test_two_quick_moves_are_both_seen():
    table = Table("dama", "1 w=a1 b=h8")
    table.lift("a1")
    table.place("b2", after=0.06)
    table.lift("h8", after=0.03)
    table.place("g7", after=0.06)
    table.wait()
    assert table.moves == ["a1-b2", "h8-g7"]


def test_two_quick_moves_are_both_seen_even_when_the_first_could_go_on():
    table = Table("dama", "1 w=Ka1 b=h4,h6")
    table.lift("a1")
    table.place("b2", after=0.06)
    table.lift("h6", after=0.03)
    table.place("g5", after=0.06)
    table.wait()
    assert table.moves == ["a1-b2", "h6-g5"]


def test_two_quick_moves_are_both_seen_even_when_the_first_had_paused_on_its_way():
    table = Table("dama", "1 w=Ka1 b=h8,h6", capture="strict")
    table.move("a1", "b2")
    table.wait(0.8)
    table.lift("b2")
    table.place("d4")
    table.move("h6", "g5")
    table.wait()
    assert table.verdicts == [
        Accepted(1, "a1-b2"),
        Amended(1, "a1-d4", "a1-b2"),
        Accepted(2, "h6-g5"),
    ]


def test_the_next_hand_may_come_before_the_victim_is_off():
    table = Table("dama", "1 w=c3 b=d4,h8")
    table.move("c3", "e5")
    table.lift("h8")
    table.lift("d4")
    table.place("g7")
    table.wait()
    assert table.moves == ["c3xe5", "h8-g7"]


def test_a_weak_magnet_that_shows_late_loses_nothing():
    table = Table("dama", "1 w=c3 b=h8")
    table.lift("c3")
    table.wait(3.0)  # put down off the centre: nothing is felt
    assert table.verdicts == []
    table.place("d4")
    table.wait()
    assert table.verdicts == [Accepted(1, "c3-d4")]


def test_two_capture_routes_between_the_same_cells_are_told_by_their_victims():
    table = Table("dama", "1 w=d2 b=c3,e3,c5,e5,h8", capture="strict")
    table.lift("d2", "e3", "e5")
    table.place("d6")
    table.wait()
    assert table.verdicts == [Accepted(1, "d2xf4xd6")]


ROUTES = "1 d4=?r d5=?y e6=?y f9=?y"
"""From d4 to d6 over the stack on d5, or over the neutral hat to f6 and back over the one on e6."""


def test_two_capture_routes_that_look_alike_are_asked_about_never_guessed():
    table = Table("top-hats", ROUTES)
    table.move("d4", "d6")
    table.wait()
    assert table.verdicts == [Ask(1, "which-move", ("d4xd6", "d4^f6xd6"))]
    table.choose("d4xd6")
    assert table.moves == ["d4xd6"]


def test_the_stack_that_was_jumped_may_be_pointed_at():
    table = Table("top-hats", ROUTES)
    table.move("d4", "d6")
    table.wait()
    table.tap("e6")
    assert table.moves == ["d4^f6xd6"]


def test_touching_down_on_every_landing_cell_tells_the_route():
    table = Table("top-hats", ROUTES)
    table.lift("d4")
    table.place("f6")
    table.lift("f6")
    table.place("d6")
    table.wait()
    assert table.moves == ["d4^f6xd6"]


def test_a_route_that_returns_to_where_it_had_paused_is_told_by_its_landings():
    table = Table("top-hats", "1 d3=?r g5=?y d4=?y f6=?y e6=?y")
    table.move("d3", "d5")
    table.wait(0.8)
    assert table.verdicts == [Ask(1, "which-move", ("d3xd5", "d3xd5^f5xf7xd5"))]
    for start, end in (("d5", "f5"), ("f5", "f7"), ("f7", "d5")):
        table.move(start, end)
    table.wait()
    assert table.verdicts[1] == Accepted(1, "d3xd5^f5xf7xd5")


def test_the_same_when_the_first_part_had_been_taken_for_the_whole():
    crowded = "2 b2=?r b4=?y c2=?b c3=?b c4=?r c5=?r d2=?y d6=?r d7=?r e3=?b g5=?b h5=?y"
    table = Table("top-hats", crowded, players=3)
    for start, end in (("h5", "f5"), ("f5", "d5"), ("d5", "b3")):
        table.move(start, end)
    table.wait(0.8)
    assert table.moves == ["h5xf5^d5xb3"]
    for start, end in (("b3", "b1"), ("b1", "d3"), ("d3", "b3")):
        table.move(start, end)
    table.wait()
    assert Amended(2, "h5xf5^d5xb3xb1xd3xb3", "h5xf5^d5xb3") in table.verdicts


def test_a_sleeve_that_shifts_several_pieces_changes_no_move():
    table = Table("top-hats", "1 c6=?r d4=?y f7=?y f8=?y hand=2,1")
    table.place("d7")
    table.wait(2.0)
    for event in (table.lift, "f7"), (table.place, "b2"), (table.lift, "d7"), (table.place, "f7"):
        event[0](event[1], after=0.02)
    assert table.verdicts == [Accepted(1, "d7")]
    table.lift("f8", after=0.02)
    table.place("d7", after=0.02)
    table.wait()
    assert table.verdicts[1:] == [
        Illegal(2, ("f8", "b2"), "not-a-move"),
        Restore(("f8",), ("b2",)),
    ]
    assert table.moves == ["d7"]


def test_a_piece_put_back_by_hand_undoes_the_move():
    table = Table("dama", "1 w=c3 b=h8")
    table.move("c3", "d4")
    table.move("d4", "c3")
    table.wait()
    assert table.verdicts == [Accepted(1, "c3-d4"), Undone(1, "c3-d4")]
    table.move("c3", "b4")
    table.wait(0.05)
    assert table.moves == ["c3-b4"]


def test_a_question_is_answered_by_pointing():
    table = Table("cappuccino", "1 f6=1r f7=1y e5=1y g9=1y")
    table.lift("f6")
    table.wait(2.6)
    assert table.verdicts == [Ask(1, "which-move", ("f6-f7", "f6-e5"))]
    table.tap("e5")
    assert table.moves == ["f6-e5"]


def test_a_piece_put_back_where_a_longer_chain_could_begin_is_put_back():
    table = Table(
        "xe-queo", "2 ring=e1 red=b4 orange=c6 yellow=d7 green=e6 blue=d3 purple=a5 white=d4"
    )
    table.move("a5", "c3")
    table.wait(5)
    table.move("c3", "a5")
    table.wait(3)
    assert table.verdicts == [Accepted(2, "a5^c3"), Undone(2, "a5^c3")]


def test_an_answer_on_the_page_finds_what_the_next_player_did_meanwhile():
    table = Table("dama", "2 w=d2,h6 b=c3,g7,d8,a7 huff=d2,h6")
    table.lift("g7", "h6")
    table.place("f6")
    table.press(2)
    table.wait(3)
    assert isinstance(table.verdicts[-1], Ask)
    table.place("g7", after=1.5)
    table.wait(1)
    table.choose("g7-f6")
    assert table.moves == ["g7-f6", "h6-g7"]


def test_who_insists_is_not_asked_about_a_piece_that_another_still_holds():
    table = Table("dama", "2 w=d2,h6 b=c3,g7,d8,a7 huff=d2,h6")
    table.lift("g7", "h6")
    table.place("f6")
    table.press(2)
    table.place("g7", after=1.5)
    table.wait(3)
    assert table.verdicts == [Accepted(2, "g7-f6"), Accepted(1, "h6-g7")]


def test_a_press_in_the_very_moment_of_a_question_is_no_answer_to_it():
    table = Table("top-hats", "1 c3=rrr c4=?y g7=yr")
    table.move("c3", "c5")
    table.wait(0.6)
    assert isinstance(table.verdicts[-1], Ask)
    asked = len(table.verdicts)
    table.now = table.said[-1][0]
    table.feed(Pressed(1), after=0.01)
    assert len(table.verdicts) == asked
    table.feed(Pressed(1), after=0.5)
    assert len(table.verdicts) > asked


def test_a_press_while_the_other_s_hand_moves_does_not_tell_him_off():
    table = Table("dama", "1 w=c3 b=h8")
    table.move("c3", "b2")
    table.feed(Pressed(2), after=0.015)
    assert table.verdicts == []
    table.move("b2", "d4", after=0.1)
    table.wait()
    assert table.moves == ["c3-d4"]


def test_what_is_lifted_and_put_down_within_one_scan_is_a_move():
    """Sensors are looked at row by row: the row where it came down may have its turn first."""
    table = Table("lupo-e-pecore", "2 sheep=a1,g1,e5,g5 wolf=f8")
    table.place("e7")
    table.lift("f8", after=0.006)
    table.wait(1)
    assert table.verdicts == [Accepted(2, "f8-e7")]

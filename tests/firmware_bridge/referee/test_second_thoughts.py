"""Moves that are put back, hesitated over, or mended after they were called wrong."""

from __future__ import annotations

import pytest

from firmware_bridge.referee.verdicts import Accepted, Amended, Ask, Illegal, Restore, Undone
from tests.firmware_bridge.scenes import Table


class TestPuttingBack:
    def test_what_was_lifted_after_a_landing_did_not_make_it(self):
        table = Table("top-hats", rules="fr")
        table.place("h7", "f8", "f7", after=1.5)
        table.lift("f8", after=1.3)
        table.wait(2.6)
        assert table.moves == ["h7", "f8", "f7"]
        assert not any(isinstance(verdict, Undone | Amended) for verdict in table.verdicts)

    def test_a_stack_that_went_onto_another(self):
        table = Table("cappuccino", "1 f6=1r f7=1y c3=1r c4=1y d4=1y")
        table.lift("f6")
        table.wait(2.6)
        table.place("f6")
        table.wait()
        assert table.verdicts == [Accepted(1, "f6-f7"), Undone(1, "f6-f7")]

    def test_a_stack_that_was_taken(self):
        table = Table("cappuccino", "1 f6=1r f7=1y c3=1r c4=1y h9=1y")
        table.lift("h9")
        table.wait(3.0)
        table.place("h9")
        table.wait()
        assert table.verdicts == [Accepted(2, "take h9"), Undone(2, "take h9")]

    @pytest.mark.parametrize(
        ("game", "position", "move", "victim"),
        [
            ("dama", "1 w=c3,a1 b=d4,h8", ("c3", "e5"), "d4"),
            ("mulino", "1 w=a1,d1,g4,c5 b=a7,g7,f6,e4 hand=0,0", ("g4", "g1"), "e4"),
            ("top-hats", "1 c3=rr c4=y h8=yy", ("c3", "c5"), "c4"),
        ],
    )
    def test_the_victim_first_and_slowly(self, game, position, move, victim):
        start, end = move
        table = Table(game, position)
        table.move(start, end)
        table.lift(victim)
        table.wait()
        (made,) = table.moves
        table.place(victim)
        table.wait(0.8)
        table.move(end, start)
        table.wait()
        assert table.verdicts[-1] == Undone(1, made)
        assert not any(isinstance(verdict, Illegal) for verdict in table.verdicts)

    def test_a_stack_held_in_the_air_is_no_other_move(self):
        table = Table("top-hats", "1 e2=rr d2=y d3=y e5=n e7=yy h8=y")
        table.move("e2", "c2")
        table.move("c2", "e4")
        table.lift("d2", "d3")
        table.wait()
        assert table.moves == ["e2xc2xe4"]
        table.lift("e4")
        table.wait(0.8)
        assert table.moves == ["e2xc2xe4"]
        table.place("e6")
        table.wait()
        assert table.moves == ["e2xc2xe4^e6"]


class TestHesitating:
    def test_a_victim_off_and_the_stack_taken_up_twice(self):
        table = Table("top-hats", "1 f5=rr d4=y e3=y e5=n h8=yy g8=yy")
        table.lift("e3")
        table.lift("f5")
        table.place("f5")
        table.move("f5", "d5")
        table.move("d5", "d3")
        table.wait(0.8)
        assert table.verdicts == []
        table.move("d3", "f3")
        table.lift("d4")
        table.wait()
        assert table.moves[0] == "f5^d5xd3xf3"

    def test_a_cell_that_may_only_have_been_passed_tells_no_route(self):
        table = Table("top-hats", "1 e2=rr d2=yy d3=yy e3=yy h8=yy")
        table.lift("e2")
        table.place("e4")
        table.lift("e4", after=0.04)
        table.place("e6", after=0.1)
        table.wait()
        assert table.verdicts == [Ask(1, "which-move", ("e2xe4^e6", "e2xc2xe4^e6"))]

    def test_landings_that_were_seen_wait_for_their_victim(self):
        table = Table("top-hats", "1 b2=rr c2=y c3=rr d3=yy d5=yy h8=yy")
        for start, end in (("b2", "d2"), ("d2", "d4"), ("d4", "d6")):
            table.move(start, end)
        table.wait(0.8)
        assert table.verdicts == []
        table.lift("c2")
        table.wait()
        assert table.moves[0] == "b2xd2xd4xd6"


class TestMending:
    def test_another_man_is_taken_instead_of_one_in_a_mill(self):
        table = Table("mulino", "1 w=a1,d1,b4 b=a7,g7,d7,f4 hand=3,3")
        table.place("g1")
        table.lift("a7")
        table.wait(2.6)
        assert table.verdicts[0] == Illegal(1, ("a7", "g1"), "mill-protected")
        table.place("a7")
        table.lift("f4")
        table.wait()
        assert table.verdicts[-2:] == [Restore((), ()), Accepted(1, "g1xf4")]

    def test_what_was_still_to_be_taken_off_is(self):
        table = Table("mulino", "1 w=a1,d1,b4 b=a7,g7,e5,f4 hand=3,3")
        table.place("g1")
        table.wait()
        table.press(1)
        assert isinstance(table.verdicts[0], Illegal)
        table.lift("e5")
        table.wait()
        assert table.moves == ["g1xe5"]

    def test_the_chain_goes_on_after_the_wrong_piece_is_back(self):
        table = Table("dama", "1 w=c1 b=d2,f4,h8")
        table.move("c1", "e3")
        table.lift("d2", "h8")
        table.wait(2.6)
        assert isinstance(table.verdicts[0], Illegal)
        assert table.verdicts[0].rule == "wrong-piece-removed"
        table.place("h8")
        table.move("e3", "g5")
        table.lift("f4")
        table.wait()
        assert table.moves == ["c1xe3xg5"]


@pytest.mark.parametrize(
    ("game", "position", "lifted", "placed", "rule"),
    [
        ("dama", "1 w=c3,a1 b=d4,h8", "c3 a1", "e5", "wrong-piece-removed"),
        ("mulino", "1 w=a1,d1,b4 b=a7,d7,g7,e4 hand=6,5", "b4", "g1", "wrong-piece-removed"),
        ("mulino", "1 w=a1,d1,b4 b=a7,d7,g7,e4 hand=6,5", "b4", "b2", "not-a-move"),
        ("mulino", "1 w=a1,d1,g4,c5 b=a7,d7,g7,e4 hand=0,0", "g4 c5", "g1", "wrong-piece-removed"),
    ],
)
def test_the_rule_that_is_named_is_the_one_that_is_broken(game, position, lifted, placed, rule):
    table = Table(game, position)
    table.lift(*lifted.split())
    table.place(placed)
    table.wait(2.6)
    verdict = table.verdicts[0]
    assert isinstance(verdict, Illegal)
    assert verdict.rule == rule


def test_who_was_told_what_to_put_right_is_told_that_it_is_settled():
    table = Table("dama", "1 w=c3 b=d4,h8")
    table.move("c3", "e5")  # the sensor of d4 sticks
    table.wait()
    table.press(1)
    table.press(1)
    told = [verdict for verdict in table.verdicts if isinstance(verdict, Restore)]
    assert told[-1] == Restore((), ())


class TestHandsThatCross:
    def test_a_piece_that_still_stands_has_not_come_down_elsewhere(self):
        table = Table("mulino", "1 w=e4,c3,g7,g4 b=b2,d2,a1 hand=1,2")
        table.place("a4")
        table.wait()
        table.place("f2")
        table.lift("a4", after=0.6)
        table.place("a4", after=0.37)
        table.wait(2.7)
        table.lift("a4")
        table.wait(3.0)
        assert table.moves[-1] == "f2xa4"
        assert not any(isinstance(verdict, Amended) for verdict in table.verdicts)

    def test_no_piece_is_faster_than_a_hand(self):
        table = Table(
            "xe-queo", "1 ring=f1 red=e6 blue=d7 orange=a1 yellow=a2 green=a3 purple=a4 white=a5"
        )
        table.lift("e6")
        table.lift("d7", after=0.7)
        table.place("f5", after=0.008)
        table.place("e6", after=0.1)
        table.wait()
        assert table.moves == ["e6-f5", "d7-e6"]

    def test_what_a_sleeve_moved_is_put_back_in_any_order(self):
        position = "2 ring=f7 red=d1 orange=c4 yellow=c2 green=d2 blue=b2 purple=d5 white=f2"
        table = Table("xe-queo", position)
        table.move("b2", "b3", after=0.05)
        table.move("c2", "d3", after=0.1)
        table.wait()
        table.move("b3", "b2")
        table.move("d3", "c2")
        table.wait()
        assert [type(verdict) for verdict in table.verdicts][-2:] == [Undone, Undone]
        assert not any(isinstance(verdict, Illegal) for verdict in table.verdicts)

    @pytest.mark.parametrize("pause", [0.05, 0.3, 1.0, 2.0])
    def test_what_was_decided_elsewhere_is_not_changed_by_whoever_moves_that_piece_next(
        self, pause
    ):
        others = "red=e2 orange=e4 yellow=d5 green=a2 blue=a1 purple=b2 white=b4"
        table = Table("xe-queo", f"2 ring=d7 {others} score=2-2")
        table.choose("a1^a3")
        table.move("a1", "a3", after=0.4)
        table.lift("a3", after=pause)
        table.place("e5", after=0.4)
        table.wait()
        assert table.moves == ["a1^a3", "a3^c5^e5"]
        assert not any(isinstance(verdict, Ask) for verdict in table.verdicts)

    @pytest.mark.parametrize("pause", [0.05, 0.3, 1.0, 2.0])
    def test_nor_by_whoever_hops_over_the_cell_that_it_came_from(self, pause):
        others = "red=c4 orange=d5 yellow=c3 green=d2 purple=c2 white=f6"
        table = Table("xe-queo", f"2 ring=b2 {others} blue=d4 score=0-2")
        table.choose("d4^b4")
        table.move("d4", "b4", after=0.4)
        table.move("b4", "d4", after=pause)
        table.move("d4", "b2", after=0.3)
        table.wait()
        assert table.moves == ["d4^b4", "b4^d4^b2"]

    def test_a_press_is_for_what_hands_did_since_the_question(self):
        others = "orange=e4 yellow=c4 green=c3 blue=e6 purple=b5 white=d4"
        table = Table("xe-queo", f"1 ring=a5 red=b4 {others}")
        table.move("b4", "a5")
        table.wait()
        assert isinstance(table.verdicts[-1], Ask)
        table.move("a5", "a4", after=0.4)
        table.press(1)
        table.wait()
        assert table.moves == ["b4-a4"]

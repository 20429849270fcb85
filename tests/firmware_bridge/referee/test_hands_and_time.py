"""Hands that are quicker than a rest, or slower than one: whose move it is, and whether it is one."""

from __future__ import annotations

import pytest

from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Accepted, Amended, Ask, Illegal, Restore, Undone
from tests.firmware_bridge.scenes import Table

QUEO = "1 ring=d7 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1 score=0-2"


class TestOneHandTwoMoves:
    def test_huff_and_move_without_a_pause(self):
        table = Table("dama", "1 w=c3,g3 b=d4,a7")
        table.move("g3", "h4")
        table.wait(2.0)
        table.lift("c3")
        table.move("a7", "b6")
        table.wait()
        assert table.verdicts == [
            Accepted(1, "g3-h4"),
            Accepted(2, "huff c3"),
            Accepted(2, "a7-b6"),
        ]

    def test_huff_while_the_next_piece_is_in_the_air(self):
        table = Table("dama", "1 w=c3,g3 b=d4,a7")
        table.move("g3", "h4")
        table.wait(2.0)
        table.lift("c3", "a7")
        table.wait(2.6)
        assert table.moves == ["g3-h4", "huff c3"]
        table.place("b6")
        table.wait()
        assert table.moves == ["g3-h4", "huff c3", "a7-b6"]

    def test_a_stack_taken_before_the_move(self):
        table = Table("cappuccino", "1 f6=3r f7=1y a1=1r c3=2y c4=1y")
        table.lift("a1", "f6")
        table.wait(2.6)
        assert table.moves == ["take a1", "f6-f7"]

    def test_a_mill_and_the_extra_move_with_the_same_man(self):
        men = "1 w=d5,e5,b4 b=d7,a4,f4,c3,b2,f2,a1 hand=0,0"
        table = Table("mulino-ceylonese", men)
        table.move("b4", "c5")
        table.lift("a1")
        table.move("c5", "g1")
        table.wait()
        assert table.moves == ["b4-c5xa1", "c5-g1"]


def test_a_king_that_is_captured_before_the_board_could_rest():
    table = Table("dama", "1 w=Ka1,h2 b=d4,e5", capture="strict")
    table.move("a1", "c3", after=0.1)
    assert table.moves == []  # it may be sliding on
    table.move("d4", "b2", after=0.1)
    table.lift("c3", after=0.1)
    table.wait()
    assert table.moves == ["a1-c3", "d4xb2"]


class TestInTheHand:
    def test_a_man_that_is_put_back_slowly_was_not_huffed(self):
        table = Table("dama", "1 w=c3,g3 b=d4,a7")
        table.move("c3", "b4")
        table.lift("b4")
        table.wait(0.9)
        assert table.moves == ["c3-b4"]
        table.place("c3")
        table.wait()
        assert table.verdicts == [Accepted(1, "c3-b4"), Undone(1, "c3-b4")]
        assert table.referee.phase is Phase.WAITING

    def test_nor_was_one_that_captures_after_all(self):
        table = Table("dama", "1 w=c3,g3 b=d4,a7")
        table.move("c3", "b4")
        table.lift("b4")
        table.wait(0.9)
        table.lift("d4")
        table.place("e5")
        table.wait()
        assert table.verdicts[1:] == [Amended(1, "c3xe5", "c3-b4")]

    def test_who_huffs_it_indeed_goes_on(self):
        table = Table("dama", "1 w=c3,g3 b=d4,a7")
        table.move("c3", "b4")
        table.wait(1.5)
        table.lift("b4")
        table.wait(0.9)
        table.move("a7", "b6")
        table.wait()
        assert table.moves == ["c3-b4", "huff b4", "a7-b6"]


class TestOneSlide:
    def test_a_pawn_slid_too_far_is_one_wrong_move_of_one_player(self):
        table = Table("xe-queo", QUEO)
        for start, end in (("d1", "d2"), ("d2", "d3"), ("d3", "d4")):
            table.move(start, end, after=0.05)
        table.wait()
        assert table.verdicts == [
            Accepted(1, "d1-d2"),
            Undone(1, "d1-d2"),
            Illegal(1, ("d1", "d4"), "not-adjacent"),
            Restore(("d1",), ("d4",)),
        ]

    def test_even_where_the_other_one_might_have_gone_there(self):
        table = Table("xe-queo", QUEO)
        for start, end in (("d1", "d2"), ("d2", "d3")):
            table.move(start, end, after=0.05)
        table.wait()
        assert table.moves == []
        assert Illegal(1, ("d1", "d3"), "not-adjacent") in table.verdicts

    def test_a_second_later_it_is_an_answer(self):
        table = Table("xe-queo", QUEO)
        table.move("d1", "d2")
        table.wait(1.2)
        table.move("d2", "d3")
        table.wait()
        assert table.moves == ["d1-d2", "d2-d3"]

    def test_a_man_slid_too_far_is_his_players_fault(self):
        table = Table("dama", "1 w=c3,e3 b=a7")
        for start, end in (("c3", "d4"), ("d4", "e5")):
            table.move(start, end, after=0.05)
        table.wait()
        assert table.verdicts[1:3] == [
            Undone(1, "c3-d4"),
            Illegal(1, ("c3", "e5"), "not-adjacent"),
        ]


def test_a_tick_just_half_a_second_after_the_hand_is_a_rest():
    table = Table("dama", "1 w=c3,e3 b=a7")
    table.lift("c3", after=1.0)
    table.place("b2", after=0.2)
    table.wait(0.5)
    assert table.said[0] == (1.7, Illegal(1, ("c3", "b2"), "not-forward"))


def test_a_knocked_board_breaks_no_rule_of_its_own():
    table = Table("dama", "1 w=c3,e3,g3 b=a7,c7,e7")
    table.move("c3", "d4")
    table.wait(2.0)
    table.lift("e3", "g3", "c7", after=0.02)
    table.place("c5", after=0.02)
    table.place("h4", after=0.02)
    table.wait(2.6)
    illegal = table.verdicts[1]
    assert isinstance(illegal, Illegal)
    assert illegal.rule == "not-a-move"


def test_what_may_only_be_moved_onto_is_not_ones_own_to_lift():
    table = Table("cappuccino", "1 f6=3r f7=1y g7=1y a1=1y")
    table.lift("f7")
    table.wait(2.6)
    assert table.verdicts[0] == Illegal(1, ("f7",), "not-your-piece")


class TestHolding:
    @pytest.mark.parametrize("lifted", [False, True])
    def test_a_hold_on_ones_own_turn_takes_nothing_back(self, lifted):
        table = Table("xe-queo", QUEO)
        table.move("d1", "d2")
        table.wait(1.2)
        if lifted:
            table.lift("a1")
        else:
            table.hold(2)
        table.hold(2)
        assert table.moves == ["d1-d2"]

    def test_who_cannot_move_passes_with_a_press_and_shrinks_with_a_hold(self):
        for does, says in (("press", "pass"), ("hold", "shrink")):
            table = Table("top-hats", "2 d4=r d6=b", players=3)
            table.wait()
            assert table.verdicts == [Ask(2, "pass", ("pass", "shrink"))]
            getattr(table, does)(2)
            assert table.moves[0] == says


class TestLightsOnTheWay:
    def test_when_a_victim_went_first_its_captors_are_lit(self):
        table = Table("dama", "1 w=c3,e3 b=d4,f4,h8")
        table.lift("d4")
        table.wait(0.1)
        assert table.lights() == {"forced": {"c3", "e3"}, "target": {"c5", "e5"}}

    def test_every_landing_of_a_chain_is_lit(self):
        table = Table("dama", "1 w=c3 b=d4,f6,h8", capture="strict")
        table.lift("c3")
        table.wait(0.1)
        assert table.lights()["target"] == {"e5", "g7"}
        table.place("e5")
        table.lift("e5")
        table.wait(0.1)
        assert table.lights()["target"] == {"g7"}

"""People who hold a piece as long as people do: nothing is flagged or written down in the air."""

from __future__ import annotations

import pytest

from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Accepted, Amended, Ask, Illegal, Undone
from tests.firmware_bridge.scenes import Table


def illegal(table: Table) -> list[Illegal]:
    return [verdict for verdict in table.verdicts if isinstance(verdict, Illegal)]


class TestInTheAir:
    @pytest.mark.parametrize("cell", ["b2", "a1", "h8", "b6", "c3"])
    @pytest.mark.parametrize("seconds", [0.66, 1.4, 2.3])
    def test_a_piece_that_is_looked_at_is_no_fault(self, cell, seconds):
        table = Table("dama")
        table.lift(cell)
        table.place(cell, after=seconds)
        table.wait(3)
        assert table.verdicts == []
        assert table.referee.phase is Phase.WAITING

    def test_one_that_stays_away_is(self):
        table = Table("dama")
        table.lift("b2")
        table.wait(3)
        when, verdict = table.said[0]
        assert verdict == Illegal(1, ("b2",), "wrong-piece-removed")
        assert 2.5 < when - 0.2 < 2.6

    def test_the_others_piece_carried_to_another_cell_is_not_yours(self):
        table = Table("dama")
        table.lift("b6")
        table.place("c5", after=0.6)
        table.wait()
        assert illegal(table) == [Illegal(1, ("b6", "c5"), "not-your-piece")]

    def test_a_wrong_move_is_judged_by_where_it_comes_down(self):
        table = Table("dama")
        table.lift("c3")
        table.place("c5", after=0.7)
        table.wait()
        assert illegal(table) == [Illegal(1, ("c3", "c5"), "not-forward")]


class TestCups:
    HELD = "1 d2=5g d7=5y d8=2b f7=7b g7=3y h10=2r h11=1y"

    def test_a_stack_in_the_hand_is_not_recorded(self):
        table = Table("cappuccino", self.HELD, colours="2")
        table.lift("f7")
        table.place("f7", after=0.74)
        table.lift("h10", after=0.3)
        table.wait(0.6)
        assert table.moves == []

    def test_nothing_is_asked_while_the_cup_is_in_the_air(self):
        table = Table("cappuccino", "1 f6=1r f7=1y e5=1y g9=1y")
        table.lift("f6")
        table.wait(2.0)
        assert table.verdicts == []
        table.place("f6")
        table.wait(3)
        assert table.verdicts == []

    def test_a_tap_on_what_is_too_tall_is_answered_with_the_rule(self):
        table = Table("cappuccino", "1 f6=2r f7=3y f5=1y g6=1y a1=1y")
        table.lift("f6")
        table.wait(2.6)
        table.tap("f7")
        assert illegal(table) == [Illegal(1, ("f6", "f7"), "too-tall")]
        assert table.referee.question is not None
        table.tap("f5")
        assert table.moves[0] == "f6-f5"

    def test_so_is_one_that_comes_before_the_question(self):
        table = Table("cappuccino", "1 f6=2r f7=3y f5=1y g6=1y e5=2r g7=1r")
        table.lift("f6")
        table.lift("f7", after=1.2)
        table.place("f7", after=0.3)
        table.wait(2.6)
        asked, answered = table.verdicts
        assert isinstance(asked, Ask)
        assert answered == Illegal(1, ("f6", "f7"), "too-tall")
        table.tap("f5")
        assert table.moves == ["f6-f5"]

    def test_a_question_goes_when_the_cup_is_back(self):
        table = Table("cappuccino", "1 f6=1r f7=1y f5=1y a1=1y")
        table.lift("f6")
        table.wait(2.6)
        assert table.referee.question is not None
        table.place("f6")
        table.wait()
        assert table.referee.question is None
        assert table.referee.phase is Phase.WAITING

    def test_put_back_after_it_was_recorded_it_was_not_moved(self):
        table = Table("cappuccino", "1 f6=1r f7=1y b2=1r b3=1y")
        table.lift("f6")
        table.wait(2.6)
        assert table.moves == ["f6-f7"]
        table.place("f6", after=1.0)
        table.lift("b2", after=0.4)
        table.wait(3)
        assert table.moves == ["b2-b3"]
        assert not illegal(table)


class TestFlagsInTheAir:
    def test_carried_for_longer_than_patience_the_rule_is_named_when_it_is_down(self):
        table = Table("dama")
        table.lift("b6")
        table.place("c5", after=3.2)
        table.wait()
        assert [verdict.rule for verdict in illegal(table)] == [
            "wrong-piece-removed",
            "not-your-piece",
        ]

    def test_a_sleeve_that_made_a_move_is_forgiven_once_the_board_is_right(self):
        table = Table("dama")
        table.lift("c3")
        table.place("d4", after=0.07)
        table.lift("g3", after=0.03)
        table.place("g4", after=0.1)
        table.wait()
        assert illegal(table)
        for start, end in (("g4", "g3"), ("d4", "c3")):
            table.move(start, end, after=0.6)
        table.wait()
        assert table.moves == []
        assert table.referee.phase is Phase.WAITING


class TestTwoHands:
    def test_the_others_reply_before_the_first_hand_has_let_go(self):
        table = Table("dama")
        table.lift("c3")
        table.lift("b6", after=0.5)
        table.place("d4", after=0.1)
        table.place("a5", after=0.6)
        table.wait()
        assert table.moves == ["c3-d4", "b6-a5"]

    def test_captured_before_its_own_victim_is_off(self):
        table = Table("mangia-la-dama", "1 w=c1,Kd8 b=Ka1,a3,e7,g7,h8")
        table.lift("d8")
        table.place("f6", after=0.7)
        table.lift("f6", after=0.4)
        table.lift("e7", after=0.1)
        table.lift("g7", after=0.3)
        table.place("e5", after=0.7)
        table.wait()
        assert table.moves == ["d8xf6", "g7xe5"]

    def test_a_victim_set_back_for_a_moment_while_the_other_moves(self):
        table = Table("dama", "2 w=b6,a3,a5 b=Kd4,h8")
        table.lift("d4")
        table.place("a7", after=1.0)
        table.lift("b6", after=0.5)
        table.lift("a3", after=0.15)
        table.place("b6", after=0.5)
        table.place("b4", after=0.1)
        table.lift("b6", after=0.2)
        table.wait()
        assert table.moves == ["d4xa7", "a3-b4"]
        assert not illegal(table)

    def test_an_answered_question_is_not_asked_or_changed_again(self):
        table = Table("dama", "2 w=Kb6,Kd6,Kd8 b=Ke3,Kh8")
        table.move("h8", "c3", after=0.6)
        table.lift("d8", after=0.27)
        table.lift("c3", after=1.45)
        table.place("g5", after=0.1)
        table.place("b2", after=0.8)
        table.wait()
        if table.referee.question is not None:
            table.choose("h8-c3")
        assert table.moves[:1] == ["h8-c3"]


class TestVictimsPutBack:
    def test_a_mans_removal_thought_better_of_is_not_the_others_move(self):
        table = Table("mulino")
        for cell in ("b6", "a1", "d6", "g1"):
            table.place(cell)
            table.wait(1.5)
        table.place("f6")
        table.lift("a1", after=0.6)
        table.place("a1", after=0.5)
        table.wait()
        assert table.moves == ["b6", "a1", "d6", "g1"]
        table.lift("g1", after=0.6)
        table.wait()
        assert table.moves[-1] == "f6xg1"

    def test_the_same_victim_after_all(self):
        table = Table("dama")
        for start, end in (("c3", "d4"), ("b6", "c5")):
            table.move(start, end)
            table.wait(1.5)
        table.move("d4", "b6")
        table.lift("c5", after=0.5)
        table.place("c5", after=0.5)
        table.wait()
        assert table.verdicts[-1] == Undone(1, "d4xb6")
        assert "c5" in table.lights()["capture"]
        table.lift("c5", after=0.5)
        table.wait(1.5)
        table.move("c7", "a5")
        table.lift("b6", after=0.6)
        table.wait()
        assert table.moves[-2:] == ["d4xb6", "c7xa5"]


class TestJourneys:
    WHOLE = (
        "1 h5=brb h7=rrb h8=bby g4=yby g7=yyr g8=yry f4=rrr f7=ybb f8=ybb d3=brr d6=yrr c2=yry "
        "c4=yry b3=bbr b5=byb"
    )

    def test_one_that_was_seen_whole_is_told_as_it_was(self):
        table = Table("top-hats", self.WHOLE, players=3, rules="fr")
        for label in ("f4xh4", "g8xe6xc6", "b5xd7"):
            table.choose(label)
            table.session.referee  # noqa: B018
            for cell in table.referee.wrong.extra:
                table.lift(cell)
            for cell in table.referee.wrong.missing:
                table.place(cell)
            table.wait(1.5)
        table.lift("c6")
        for cell, rest in (("e8", 0.40), ("g8", 0.13), ("i8", 0.15), ("g6", 0.53)):
            table.place(cell, after=0.3)
            table.lift(cell, after=rest)
        table.place("g8", after=0.3)
        table.wait(3)
        game, state = table.session.game, table.referee.record[-1].before
        trail = ("c6", "e8", "g8", "i8", "g6", "g8")
        (told,) = [m for m in game.underway(state, trail) if m.progress(trail).name == "ARRIVED"]
        assert table.moves[-1] == told.label

    def test_a_round_trip_whose_victims_go_late(self):
        # Over the neutral and two single hats, back to where it began.
        table = Table("top-hats", "1 a2=y c5=y c7=y d4=y d5=y e6=rr f2=y f7=y h6=y")
        for start, end in (("e6", "e4"), ("e4", "c4"), ("c4", "e6")):
            table.move(start, end, after=0.4)
        table.wait(2)
        assert table.verdicts == []
        table.lift("d4")
        table.lift("d5", after=1.2)
        table.wait()
        assert table.moves[0] == "e6^e4xc4xe6"


class TestSecondThoughts:
    def test_another_cell_after_a_pause(self):
        table = Table("dama")
        table.move("c3", "d4")
        table.lift("d4", after=1.5)
        table.place("b4", after=0.7)
        table.wait()
        assert table.verdicts == [Accepted(1, "c3-d4"), Amended(1, "c3-b4", "c3-d4")]

    def test_two_moves_taken_back_by_hand_one_after_the_other(self):
        table = Table("dama")
        table.move("c3", "d4")
        table.wait(2)
        table.move("b6", "a5")
        table.wait(2)
        table.move("a5", "b6")
        table.wait()
        table.move("d4", "c3")
        table.wait()
        assert table.verdicts[-2:] == [Undone(2, "b6-a5"), Undone(1, "c3-d4")]
        assert table.moves == []

    def test_a_mill_taken_back_by_hand_where_its_player_was_still_on(self):
        table = Table("mulino-ceylonese", "2 w=b6,c5,c3,a1,g1 b=a7,e4,g4,d3,d2,f2,d1 hand=0,0")
        table.move("f2", "f4", after=0.5)
        table.lift("a1", after=0.8)
        table.wait(3)
        assert table.moves == ["f2-f4xa1"]
        table.move("f4", "f2", after=0.6)
        table.place("a1", after=2.6)
        table.wait()
        assert table.moves == []
        assert not illegal(table)

    def test_own_man_taken_for_a_mill_asks_only_for_that_man_back(self):
        table = Table("mulino", "1 w=a1,d1,b4 b=a7,g7,e5,f4 hand=3,3")
        table.place("g1")
        table.lift("b4", after=0.6)
        table.wait(2.6)
        assert table.referee.wrong.missing == ("b4",)
        assert table.referee.wrong.extra == ()
        table.place("b4")
        table.lift("e5", after=0.6)
        table.wait()
        assert table.moves == ["g1xe5"]

"""The referee goes on: set-up, knocks, the end, and sensors that break."""

from __future__ import annotations

from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Accepted, Ask, Faulty, Illegal, Over, Restore
from tests.firmware_bridge.scenes import Table


class TestRecovery:
    def test_set_up_is_the_difference_from_the_start(self):
        table = Table("lupo-e-pecore", ready=False)
        assert table.verdicts == [Restore(("a1", "c1", "e1", "g1"), ())]
        table.place("a1", "c1", "e1", "g1")
        table.wait(0.05)
        assert table.verdicts[-1] == Restore((), ())
        table.place("d8")
        table.wait()
        assert table.moves == ["d8"]

    def test_who_looked_before_the_start_sees_that_the_board_stands_right(self):
        session = Session(Header("dama", {}, 2, ready=True))
        assert not session.situation.record
        session.start(0.0)
        assert session.situation.phase is Phase.WAITING

    def test_a_knocked_board_is_shown_whole(self):
        table = Table("mulino", "1 w=a1,d1,g1 b=g7,b6,f6 hand=0,0")
        table.lift("a1", "d1", "g7", after=0.01)
        table.place("c5", "e5", after=0.01)
        table.wait(2.6)
        assert table.verdicts[-1] == Restore(("g7", "a1", "d1"), ("c5", "e5"))
        table.lift("c5", "e5")
        table.place("a1", "d1", "g7")
        table.wait(0.05)
        assert table.verdicts[-1] == Restore((), ())

    def test_who_carries_a_wrong_move_on_to_where_he_may_has_moved(self):
        table = Table("dama", "1 w=c3,e3 b=h8")
        table.move("c3", "b2")
        table.wait()
        table.move("b2", "d4")
        table.wait(2)
        assert table.moves == ["c3-d4"]
        assert Restore((), ()) in table.verdicts

    def test_a_forgotten_victim_goes_and_the_other_answers_at_once(self):
        table = Table("dama", "1 w=c3,e1 b=d4,h8", capture="strict")
        table.move("c3", "e5", after=0.7)
        table.wait(9)
        assert Restore((), ("d4",)) in table.verdicts
        table.lift("d4")
        table.move("h8", "g7", after=0.3)
        table.wait()
        assert table.moves == ["c3xe5", "h8-g7"]

    def test_a_wrong_move_is_carried_on_and_the_other_answers_at_once(self):
        table = Table("dama", "1 w=c3,e1 b=f6,h8", capture="strict")
        table.move("c3", "c5", after=0.7)
        table.wait(1.8)
        table.move("c5", "d4", after=0.7)
        table.move("h8", "g7", after=0.3)
        table.wait()
        assert table.moves == ["c3-d4", "h8-g7"]

    def test_who_comes_to_the_cell_that_a_wrong_move_has_left_may_be_either(self):
        table = Table("mulino-misto", "1 w=f2,a1 b=d7,b6 hand=3,3")
        table.move("f2", "g7", after=0.8)
        table.wait(3)
        table.move("g7", "d2", after=0.8)
        table.place("f2", after=0.3)
        table.wait()
        assert table.verdicts[-1] == Ask(1, "which-move", ("f2-d2", "d2"))

    def test_one_hand_puts_back_while_the_other_moves(self):
        table = Table("dama", "1 w=c3,e1 b=f6,h8", capture="strict")
        table.move("c3", "c5", after=0.7)
        table.wait(1.8)
        table.lift("c5")
        table.place("c3", after=0.7)
        table.lift("e1", after=0.01)
        table.place("f2", after=0.7)
        table.wait()
        assert table.moves == ["e1-f2"]

    def test_of_two_forgotten_victims_both_are_asked_for(self):
        table = Table("dama", "1 w=b4 b=c5,e7,h4", capture="strict")
        table.move("b4", "d6", after=0.7)
        table.move("d6", "f8")
        table.wait(9)
        assert table.verdicts[-1] == Restore((), ("c5", "e7"))
        table.lift("c5")
        table.wait(8)
        assert table.verdicts[-1] == Restore((), ("e7",))
        table.lift("e7")
        table.wait(0.6)
        assert table.moves == ["b4xd6xf8"]

    STACKS = (
        "1 e5=3r e6=3y e7=2r f3=4r g4=1r g7=2y h8=2r "
        "under=e5:yy,e6:rr,e7:y,f3:yrr,g7:y,h8:r taken=4r,11y"
    )

    def test_of_two_ways_the_one_that_explains_what_is_off_says_what_lacks(self):
        stacks = "1 b2=??r b3=y c3=?y c4=y c6=y d3=??r e3=?r g6=?r h5=??r h8=??y"
        table = Table(
            "top-hats", f"{stacks} built1=c4,c6 built2=b3,c3,e3,g6 left=rryyyy left1=rr left2=y"
        )
        for start, end in (("b2", "b4"), ("b4", "d4"), ("d4", "d2")):
            table.move(start, end)
        table.lift("b3")
        table.wait(10)
        assert [said.rule for said in table.verdicts if isinstance(said, Illegal)] == [
            "must-remove"
        ]
        assert table.verdicts[-1] == Restore((), ("c4",))

    def test_a_stack_on_its_way_back_has_not_gone_onto_another(self):
        table = Table("cappuccino", self.STACKS)
        table.move("h8", "f8", after=0.7)
        table.wait(1.8)
        table.move("f8", "h8", after=0.7)
        table.wait(3)
        assert not table.moves
        assert table.verdicts[-1] == Restore((), ())

    def test_a_stack_that_is_carried_on_onto_another_counts_after_patience(self):
        table = Table("cappuccino", self.STACKS)
        table.move("h8", "f8", after=0.7)
        table.wait(1.8)
        table.lift("f8")
        table.wait(2.6)
        assert table.moves == ["h8-g7"]

    def test_what_was_flagged_may_stand_for_as_long_as_it_takes(self):
        table = Table("mulino", "2 w=c4,f4,g4,f2 b=a7,d7,b6,d5,a4,c3,b2,a1 hand=0,0")
        table.move("b2", "c5", after=0.4)
        table.wait(7)
        table.move("c5", "d2", after=0.4)
        table.wait(0.6)
        assert table.moves == ["b2-d2"]

    def test_after_a_stack_was_carried_on_the_other_goes_on(self):
        table = Table("cappuccino", self.STACKS)
        table.move("h8", "f8", after=0.7)
        table.wait(1.8)
        table.lift("f8")
        table.lift("g7", after=2.0)
        table.wait(2.6)
        assert "h8-g7" in table.moves

    def test_the_game_ends(self):
        table = Table("dama", "1 w=c3 b=d4")
        table.move("c3", "e5")
        table.lift("d4")
        table.wait(0.05)
        assert table.verdicts[-1] == Over((1,), "no-pieces")
        table.lift("e5")
        table.wait(2)
        assert table.verdicts[-1] == Over((1,), "no-pieces")


class TestBrokenSensors:
    def test_a_dead_target_is_asked_for_and_play_goes_on(self):
        table = Table("dama", "1 w=c3 b=h8")
        table.lift("c3")  # put on d4, whose sensor is dead
        table.wait()
        table.press(1)
        assert isinstance(table.verdicts[0], Illegal)
        table.press(1)  # he insists
        assert table.verdicts[-1] == Ask(1, "moved", ("c3-d4", "c3-b4", "none"))
        table.choose("c3-d4")
        assert table.verdicts[-2:] == [Accepted(1, "c3-d4"), Faulty("d4", "dead")]
        table.move("h8", "g7")
        table.wait()
        assert table.moves == ["c3-d4", "h8-g7"]

    def test_a_stuck_source_is_inferred(self):
        table = Table("dama", "1 w=c3 b=h8")
        table.place("d4")  # c3 was lifted, but its sensor sticks
        table.wait()
        assert isinstance(table.verdicts[0], Illegal)
        table.press(1)
        assert table.verdicts[-1] == Ask(1, "moved", ("c3-d4", "none"))
        table.choose("c3-d4")
        assert table.verdicts[-2:] == [Accepted(1, "c3-d4"), Faulty("c3", "stuck")]

    def test_a_sensor_that_sticks_over_an_empty_cell_makes_no_move(self):
        table = Table("dama", "1 w=c3 b=h8")
        table.place("d4")  # nobody has touched anything
        table.wait()
        table.press(1)
        table.press(1)
        assert table.verdicts[-2:] == [Faulty("d4", "stuck"), Restore((), ())]
        assert table.moves == []
        table.move("c3", "b4")
        table.wait(0.05)
        assert table.moves == ["c3-b4"]

    def test_a_move_that_no_sensor_saw_is_asked_for_when_the_player_means_it(self):
        table = Table("mulino", "1 w=a1 b=g7 hand=8,8")
        table.press(1)  # a man stands on d2 now, whose sensor is dead
        assert table.verdicts == []
        table.press(1)
        assert isinstance(table.verdicts[-1], Ask)
        table.choose("d2")
        assert table.verdicts[-2:] == [Accepted(1, "d2"), Faulty("d2", "dead")]

    def test_a_sensor_that_is_dead_at_set_up(self):
        table = Table("lupo-e-pecore", ready=False)
        table.place("a1", "c1", "e1")
        table.wait()
        table.press(1)
        assert table.verdicts[-2:] == [Faulty("g1", "dead"), Restore((), ())]

    def test_a_flickering_sensor_is_found_and_ignored(self):
        table = Table("dama", "1 w=c3 b=h8")
        for n in range(200):
            table.place("d6", reading=n % 2, after=0.005)
        assert table.verdicts == [Faulty("d6", "flickering")]
        table.move("c3", "d4")
        table.wait()
        assert table.moves == ["c3-d4"]

    def test_many_missing_pieces_are_no_broken_sensors(self):
        table = Table("lupo-e-pecore", ready=False)
        table.press(1)
        assert table.verdicts == [Restore(("a1", "c1", "e1", "g1"), ())]

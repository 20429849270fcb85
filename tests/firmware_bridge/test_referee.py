"""The referee, scene by scene: order of hands, questions, take-backs, recovery, broken sensors."""

from __future__ import annotations

import pytest

from firmware_bridge.referee import Phase
from firmware_bridge.verdicts import (
    Accepted,
    Amended,
    Ask,
    Faulty,
    Illegal,
    Over,
    Restore,
    Undone,
)
from tests.firmware_bridge.scenes import Table


class TestOrder:
    @pytest.mark.parametrize(
        "order",
        ["d4- c3- e5+", "c3- d4- e5+", "c3- e5+ d4-", "c3- c3+ c3- e5+ d4-", "d4- d4+ c3- e5+ d4-"],
    )
    def test_a_capture_is_accepted_at_once_in_any_order(self, order):
        table = Table("dama", "1 w=c3 b=d4,h8")
        for touch in order.split():
            (table.place if touch[2] == "+" else table.lift)(touch[:2])
        table.wait(0.02)
        assert table.verdicts == [Accepted(1, "c3xe5")]

    def test_hop_by_hop_with_rests_on_the_way(self):
        table = Table("dama", "1 w=c3 b=d4,d6,h8")
        table.move("c3", "e5")
        table.wait(2)
        assert table.verdicts == []
        table.move("e5", "c7")
        table.lift("d4", "d6")
        table.wait(0.02)
        assert table.verdicts == [Accepted(1, "c3xe5xc7")]

    def test_in_one_sweep(self):
        table = Table("dama", "1 w=c3 b=d4,d6,h8")
        table.move("c3", "c7")
        table.lift("d4", "d6")
        table.wait(0.02)
        assert table.moves == ["c3xe5xc7"]

    def test_a_mill_waits_for_its_victim(self):
        table = Table("mulino", "1 w=a1,d1 b=g7,b6 hand=7,7")
        table.place("g1")
        table.wait(2)
        assert table.verdicts == []
        table.lift("b6")
        table.wait(0.02)
        assert table.moves == ["g1xb6"]

    def test_a_ceylonese_extra_stays_with_the_player(self):
        table = Table("mulino-ceylonese", "1 w=a1,d1 b=g7,b6 hand=7,7")
        table.place("g1", "c3")
        table.wait()
        assert table.verdicts == [Accepted(1, "g1"), Accepted(1, "c3")]

    def test_a_huff_and_then_the_move(self):
        table = Table("dama", "2 w=f2,c3 b=d4,h8 huff=c3")
        table.lift("c3")
        table.wait(0.6)
        table.move("h8", "g7")
        table.wait()
        assert table.moves == ["huff c3", "h8-g7"]

    def test_a_victim_taken_first_with_a_pause_is_no_huff_in_the_end(self):
        table = Table("dama", "2 w=b4,a1 b=c5,h8 huff=b4")
        table.lift("b4")
        table.wait(0.8)
        assert table.moves == ["huff b4"]
        table.move("c5", "a3")
        table.wait()
        assert table.verdicts[-1] == Amended(2, "c5xa3", "huff b4")
        assert table.moves == ["c5xa3"]


class TestPolarity:
    def test_a_man_of_the_wrong_side_is_seen(self):
        table = Table("mulino", sensing="polarity")
        table.place("d2", level=-1)
        table.wait()
        assert isinstance(table.verdicts[0], Illegal)
        table.lift("d2")
        table.place("d2", level=1)
        table.wait()
        assert table.moves == ["d2"]

    def test_presence_is_enough_for_games_without_two_sides(self):
        table = Table("xe-queo", sensing="polarity")
        assert not table.referee.sight.polarity


class TestPress:
    def test_done_judges_at_once(self):
        table = Table("dama", "1 w=c3 b=d4,d6,h8", capture="strict")
        table.move("c3", "e5")
        table.lift("d4")
        table.press(1)
        assert table.verdicts[0] == Illegal(1, ("c3", "d4", "e5"), "chain-unfinished")

    def test_a_mill_without_its_victim_is_told_so(self):
        table = Table("mulino", "1 w=a1,d1 b=g7,b6 hand=7,7")
        table.place("g1")
        table.press(1)
        assert table.verdicts[0] == Illegal(1, ("g1",), "must-remove")

    def test_a_press_for_nothing_does_nothing(self):
        table = Table("dama")
        table.press(1)
        table.press(2)
        assert table.verdicts == []


class TestQuestions:
    UNCOVERS = "1 c4=?r c5=??y h8=?y"

    def test_an_uncovered_hat_is_asked_for_and_its_owner_presses(self):
        table = Table("top-hats", self.UNCOVERS)
        table.move("c4", "c6")
        table.wait()
        assert table.verdicts == [
            Accepted(1, "c4xc6"),
            Ask(1, "colour", ("c5=red", "c5=yellow")),
        ]
        table.press(2)
        assert table.verdicts[2] == Accepted(1, "c5=yellow")
        assert table.referee.state.turn == 2

    def test_on_the_page_too(self):
        table = Table("top-hats", self.UNCOVERS)
        table.move("c4", "c6")
        table.wait()
        table.choose("c5=red")
        assert table.moves == ["c4xc6", "c5=red"]

    def test_a_take_back_past_a_reveal_needs_everybody(self):
        table = Table("top-hats", self.UNCOVERS)
        table.move("c4", "c6")
        table.wait()
        table.press(2)
        table.undo()
        assert table.verdicts[-1] == Ask(2, "take-back", ())
        table.press(1)
        assert table.moves == ["c4xc6", "c5=yellow"]
        table.press(2)
        assert table.verdicts[-3:] == [
            Undone(1, "c5=yellow"),
            Undone(1, "c4xc6"),
            Restore(("c4",), ("c6",)),
        ]
        table.move("c6", "c4")
        table.wait(0.05)
        assert table.verdicts[-1:] == [Restore((), ())]
        assert table.referee.phase is Phase.WAITING

    def test_a_declaration_is_held(self):
        table = Table("top-hats", "1 e7=?r c5=?y g5=?y")
        table.hold(1)
        assert table.moves == ["shrink"]

    def test_a_challenge_is_held_and_the_pawn_tapped(self):
        table = Table("xe-queo", "1 ring=d4 red=a1 orange=g7 yellow=g1 score=0-0")
        table.hold(1)
        assert table.verdicts[-1] == Ask(1, "declare", ("queo a1", "queo g7", "queo g1"))
        table.tap("g1")
        assert table.verdicts[-2:] == [
            Accepted(1, "queo g1"),
            Ask(1, "wins", ("wins 1", "wins 2")),
        ]
        table.press(2)
        assert table.moves == ["queo g1", "wins 2"]

    def test_the_ring_is_placed_by_touching_its_cell(self):
        table = Table("xe-queo", seed=4)
        ask = table.verdicts[-1]
        assert isinstance(ask, Ask)
        assert ask.question == "ring"
        cell = ask.choices[0].removeprefix("ring ")
        table.place(cell)
        table.wait(0.05)
        assert table.verdicts[1:] == [Accepted(2, f"ring {cell}"), Restore((), (cell,))]
        table.lift(cell)
        table.wait(0.05)
        assert table.verdicts[-1] == Restore((), ())

    def test_a_question_is_withdrawn_when_the_piece_goes_back(self):
        table = Table("cappuccino", "1 f6=1r f7=1y e5=1y g9=1y")
        table.lift("f6")
        table.wait()
        assert table.referee.question is not None
        table.place("f6")
        table.wait()
        assert table.referee.question is None
        assert table.moves == []

    def test_one_legal_target_needs_no_question(self):
        table = Table("cappuccino", "1 f6=2r f7=1y g9=1y")
        table.lift("f6")
        table.wait()
        assert table.moves == ["f6-f7"]

    def test_a_forced_pass_is_recorded_by_itself(self):
        table = Table("top-hats", "1 a1=r a2=y b1=y b2=y a3=y c1=y c3=y")
        assert table.verdicts == [Accepted(1, "pass")]
        assert table.referee.state.turn == 2

    def test_a_label_that_is_not_legal_changes_nothing(self):
        table = Table("dama")
        table.choose("c3-c4")
        table.choose("rubbish")
        assert table.verdicts == [
            Illegal(1, ("c3", "c4"), "not-forward"),
            Illegal(1, (), "not-a-move"),
        ]
        assert table.moves == []

    def test_a_move_chosen_on_the_page_is_then_shown_on_the_board(self):
        table = Table("dama")
        table.choose("c3-d4")
        assert table.verdicts == [Accepted(1, "c3-d4"), Restore(("d4",), ("c3",))]


class TestTakeBack:
    def test_one_move_at_a_time_even_when_it_uncovered_what_nobody_had_to_name(self):
        # All red hats are accounted for: what the stack of d6 covers can only be yellow.
        table = Table("top-hats", "2 d4=rrr d6=?y h6=y left=rrrrrrrrrrrr")
        table.move("d6", "d5")
        table.wait(2)
        table.move("d4", "d6")
        table.wait(2)
        assert table.moves == ["d6-d5", "d4xd6"]
        table.undo()
        for player in (1, 2):
            table.press(player)
        assert table.moves == ["d6-d5"]

    def test_by_button_of_the_player_who_moved(self):
        table = Table("dama", "1 w=c3 b=h8")
        table.move("c3", "d4")
        table.hold(1)
        assert table.verdicts[1:] == [Undone(1, "c3-d4"), Restore(("c3",), ("d4",))]
        table.move("d4", "c3")
        table.wait()
        assert table.verdicts[-1] == Restore((), ())

    def test_nothing_to_take_back(self):
        table = Table("dama")
        table.undo()
        table.hold(2)
        assert table.verdicts == []

    def test_the_last_move_stands_once_the_next_player_has_touched_the_board(self):
        table = Table("dama", "1 w=c3 b=h8,a7")
        table.move("c3", "d4")
        table.lift("h8")
        table.place("h8")
        table.wait()
        table.move("d4", "b4")
        table.wait()
        assert isinstance(table.verdicts[1], Illegal)
        assert table.moves == ["c3-d4"]


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

    def test_a_knocked_board_is_shown_whole(self):
        table = Table("mulino", "1 w=a1,d1,g1 b=g7,b6,f6 hand=0,0")
        table.lift("a1", "d1", "g7", after=0.01)
        table.place("c5", "e5", after=0.01)
        table.wait()
        assert table.verdicts[-1] == Restore(("g7", "a1", "d1"), ("c5", "e5"))
        table.lift("c5", "e5")
        table.place("a1", "d1", "g7")
        table.wait(0.05)
        assert table.verdicts[-1] == Restore((), ())

    def test_recovery_never_records_a_move(self):
        table = Table("dama", "1 w=c3,e3 b=h8")
        table.move("c3", "b2")
        table.wait()
        table.move("b2", "d4")
        table.wait(2)
        assert table.moves == []
        assert table.verdicts[-1] == Restore(("c3",), ("d4",))

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
            table.place("d6", level=n % 2, after=0.005)
        assert table.verdicts == [Faulty("d6", "flickering")]
        table.move("c3", "d4")
        table.wait()
        assert table.moves == ["c3-d4"]

    def test_many_missing_pieces_are_no_broken_sensors(self):
        table = Table("lupo-e-pecore", ready=False)
        table.press(1)
        assert table.verdicts == [Restore(("a1", "c1", "e1", "g1"), ())]


class TestFaults:
    """What the referee says is wrong must be true, and the most specific thing that is."""

    @pytest.mark.parametrize(
        ("game", "position", "start", "end"),
        [
            ("dama", "1 w=c3 b=h8", "c3", "d4"),
            ("mulino", "1 w=a7,d7,g1,b4 b=b6,d6,f2,g4 hand=0,0", "a7", "a4"),
            ("lupo-e-pecore", "1 sheep=b2,c1,e1,g1 wolf=d8", "b2", "a3"),
        ],
    )
    def test_the_other_sides_piece_on_a_legal_cell(self, game, position, start, end):
        table = Table(game, position, sensing="polarity")
        table.lift(start)
        table.place(end, level=-1)
        table.wait()
        assert table.verdicts[0] == Illegal(1, (start, end), "not-your-piece")

    def test_the_other_sides_man_from_beside_the_board(self):
        table = Table("mulino", sensing="polarity")
        table.place("d2", level=-1)
        table.wait()
        assert table.verdicts[0] == Illegal(1, ("d2",), "not-your-piece")

    def test_a_victim_that_was_left_standing(self):
        table = Table("dama", "1 w=c3 b=d4,h8")
        table.move("c3", "e5")
        table.wait()
        table.press(1)
        assert table.verdicts[0] == Illegal(1, ("c3", "e5"), "must-remove")

    def test_the_first_thing_that_went_wrong(self):
        table = Table("dama", "1 w=c3 b=d4,f6,a7")
        table.move("c3", "e5")
        table.lift("d4")
        table.wait(2)
        table.move("a7", "b6")
        table.wait()
        assert isinstance(table.verdicts[0], Illegal)
        assert table.verdicts[0].rule == "chain-unfinished"

    def test_a_colour_that_cannot_be(self):
        table = Table("top-hats", "1 c3=rrr c4=?y g7=yr left=rrrrrrrrrrr", players=3)
        table.move("c3", "c5")
        table.wait()
        table.choose("c4=red")
        assert table.verdicts[-1] == Illegal(1, ("c4",), "impossible-colour")

    def test_a_choice_while_the_board_is_wrong_is_answered(self):
        table = Table("dama", "1 w=c3 b=h8", ready=False)
        table.choose("c3-d4")
        assert table.verdicts == [Restore(("c3", "h8"), ())] * 2


def test_hands_that_cross_on_the_way():
    table = Table("dama", "1 w=a3,c1 b=h6,f8")
    table.lift("a3", "h6")
    table.place("b4", "g5")
    table.wait()
    assert table.moves == ["a3-b4", "h6-g5"]


def test_a_tap_does_not_withdraw_a_take_back():
    table = Table("top-hats", "1 c4=?r c5=??y h8=?y")
    table.move("c4", "c6")
    table.wait()
    table.press(2)
    table.undo()
    table.press(1)
    table.tap("h8")
    table.press(2)
    assert table.moves == []

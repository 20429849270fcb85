"""The referee asks and takes back: what sensors cannot tell, and what people think better of."""

from __future__ import annotations

from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Accepted, Ask, Illegal, Restore, Undone
from tests.firmware_bridge.scenes import Table

UNCOVERS = "1 c4=?r c5=??y h8=?y"
"""Red's jump over c5 uncovers a hat that nobody knows."""


class TestQuestions:
    def test_an_uncovered_hat_is_asked_for_and_its_owner_presses(self):
        table = Table("top-hats", UNCOVERS)
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
        table = Table("top-hats", UNCOVERS)
        table.move("c4", "c6")
        table.wait()
        table.choose("c5=red")
        assert table.moves == ["c4xc6", "c5=red"]

    def test_a_take_back_past_a_reveal_needs_everybody(self):
        table = Table("top-hats", UNCOVERS)
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
        table.wait()
        assert table.verdicts[1:] == [Accepted(2, f"ring {cell}"), Restore((), (cell,))]
        table.lift(cell)
        table.wait(0.05)
        assert table.verdicts[-1] == Restore((), ())

    def test_a_ring_that_is_only_touched_leaves_nothing_to_put_right(self):
        table = Table("xe-queo", seed=4)
        ask = table.verdicts[-1]
        assert isinstance(ask, Ask)
        cell = ask.choices[0].removeprefix("ring ")
        table.place(cell)
        table.wait(0.05)
        assert table.verdicts[1:] == []  # it may only be passing
        table.wait(0.2)
        table.lift(cell)
        table.wait(0.05)
        assert table.verdicts[1:] == [Accepted(2, f"ring {cell}")]

    def test_a_question_is_withdrawn_when_the_piece_goes_back(self):
        table = Table("cappuccino", "1 f6=1r f7=1y e5=1y g9=1y")
        table.lift("f6")
        table.wait(2.6)
        assert table.referee.question is not None
        table.place("f6")
        table.wait()
        assert table.referee.question is None
        assert table.moves == []

    def test_one_legal_target_needs_no_question(self):
        table = Table("cappuccino", "1 f6=2r f7=1y g9=1y")
        table.lift("f6")
        table.wait()
        assert table.moves == []  # it may still be in the hand
        table.wait(2)
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


def put_back_after_it_uncovered():
    table = Table("top-hats", UNCOVERS)
    table.move("c4", "c6")
    table.wait()
    table.press(2)
    table.move("c6", "c4", after=1.5)
    table.wait()
    return table


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

    def test_putting_back_what_has_uncovered_something_asks_everybody(self):
        table = put_back_after_it_uncovered()
        assert table.verdicts[-1] == Ask(2, "take-back", ())
        table.press(1)
        table.wait(9.0)
        assert len(table.moves) == 2
        table.press(2)
        assert table.moves == []
        table.move("c4", "c6")
        table.wait()
        assert table.moves == ["c4xc6"]

    def test_and_who_says_no_is_told_what_to_put_right(self):
        table = put_back_after_it_uncovered()
        table.hold(2, asks=True)
        assert table.verdicts[-1] == Restore(("c6",), ("c4",))
        assert len(table.moves) == 2

    def test_what_the_cards_have_said_is_taken_back_with_what_asked_for_it_by_everybody(self):
        pawns = "red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1"
        table = Table("xe-queo", f"1 ring=d4 {pawns} score=0-0")
        table.choose("queo g7")
        table.press(2)
        assert table.moves == ["queo g7", "wins 2"]
        table.undo()
        assert table.verdicts[-1] == Ask(1, "take-back", ())
        table.press(1)
        table.press(2)
        assert table.moves == []

    def test_by_button_of_the_player_who_moved(self):
        table = Table("dama", "1 w=c3 b=h8")
        table.move("c3", "d4")
        table.hold(1)
        assert table.verdicts[1:] == [Undone(1, "c3-d4"), Restore(("c3",), ("d4",))]

    def test_by_button_that_asks_everybody_first(self):
        table = Table("dama", "1 w=c3 b=h8")
        table.move("c3", "d4")
        table.hold(1, asks=True)
        assert table.verdicts[1:] == [Ask(2, "take-back", ())]
        assert table.moves == ["c3-d4"]
        assert table.lights()["ask"] == {"c3", "d4"}
        table.press(1)
        table.press(2)
        assert table.verdicts[2:] == [Undone(1, "c3-d4"), Restore(("c3",), ("d4",))]
        table.move("d4", "c3")
        table.wait()
        assert table.verdicts[-1] == Restore((), ())

    def test_a_button_held_again_says_no(self):
        table = Table("dama", "1 w=c3 b=h8")
        table.move("c3", "d4")
        table.hold(1, asks=True)
        table.press(1)
        table.hold(2, asks=True)
        table.press(2)
        table.wait()
        assert table.moves == ["c3-d4"]
        assert table.referee.consents is None
        assert "ask" not in table.lights()

    def test_what_nobody_asked_about_is_not_chosen_twice(self):
        table = Table("dama")
        table.move("c3", "d4")
        table.choose("c3-d4")
        assert isinstance(table.verdicts[-1], Illegal)

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

    def test_a_tap_does_not_withdraw_a_take_back(self):
        table = Table("top-hats", UNCOVERS)
        table.move("c4", "c6")
        table.wait()
        table.press(2)
        table.undo()
        table.press(1)
        table.tap("h8")
        table.press(2)
        assert table.moves == []

"""Each teller alone: what it says of a scene, and what makes its story dearer."""

from __future__ import annotations

import pytest

from firmware_bridge.referee.stories import stories
from firmware_bridge.referee.story import End
from firmware_bridge.referee.tellers import done, held, nothing, overlapping, underway, wrong
from firmware_bridge.referee.weights import WEIGHTS
from tests.firmware_bridge.referee.told import Told


def labels(story):
    return [move.label for move in story.moves]


class TestNothing:
    def test_a_piece_that_is_back_costs_nothing(self):
        told = Told("dama").up("b2").down("b2")
        (story,) = nothing(told.evidence(), told.scene)
        assert (story.end, story.price, story.moves) == (End.RIGHT, 0.0, ())

    def test_one_that_rested_elsewhere_meanwhile_does(self):
        told = Told("dama").up("c3").down("d4").up("d4", after=0.5).down("c3")
        (story,) = nothing(told.evidence(), told.scene)
        assert story.price == WEIGHTS.landing

    def test_it_has_no_story_of_a_board_that_differs(self):
        told = Told("dama").up("c3")
        assert not [*nothing(told.evidence(), told.scene)]


class TestDone:
    def test_the_move_that_the_board_shows(self):
        told = Told("dama").up("c3").down("d4")
        (story,) = done(told.evidence(), told.scene)
        assert (labels(story), story.price) == (["c3-d4"], 0.0)

    def test_a_touch_that_it_does_not_explain_makes_it_dearer(self):
        told = Told("dama").up("a3").down("a3").up("c3").down("d4")
        (story,) = done(told.evidence(), told.scene)
        assert story.price == pytest.approx(WEIGHTS.stray)

    def test_and_something_that_no_piece_of_it_can_have_been_much_dearer(self):
        told = Told("dama").down("e5").up("e5", after=0.5).up("c3").down("d4")
        (story,) = done(told.evidence(), told.scene)
        assert story.price > WEIGHTS.appeared

    def test_what_comes_down_on_other_pieces_is_not_seen_to(self):
        told = Told("cappuccino", "1 f6=1r f7=1y a1=1y").up("f6")
        (story,) = done(told.evidence(), told.scene)
        assert (labels(story), story.unseen) == (["f6-f7"], True)

    def test_nothing_comes_down_before_it_was_lifted(self):
        told = Told("dama").down("d4").up("c3")
        assert not [*done(told.evidence(), told.scene)]


class TestUnderway:
    def test_a_piece_in_the_hand(self):
        told = Told("dama").up("c3")
        (story,) = underway(told.evidence(), told.scene)
        assert (story.airborne, story.price) == (True, WEIGHTS.unfinished)
        assert {kind.end for kind in story.going} == {"b4", "d4"}

    def test_a_victim_still_to_be_taken_off_costs_more_at_rest_and_is_forgotten_at_last(self):
        told = Told("dama", "1 w=c3 b=d4,h8").up("c3").down("e5")
        (at_once,) = underway(told.evidence(), told.scene)
        told.wait(0.6)
        (at_rest,) = underway(told.evidence(), told.scene)
        told.wait(10)
        (forgotten,) = underway(told.evidence(), told.scene)
        assert at_once.price < at_rest.price < WEIGHTS.wrong < forgotten.price

    def test_two_victims_where_one_may_go_are_no_part_of_a_move(self):
        told = Told("mulino", "1 w=a1,d1,b4 b=a7,g7,e5,f4 hand=3,3")
        told.down("g1").up("e5").up("f4")
        assert not [*underway(told.evidence(), told.scene)]


class TestHeld:
    def test_a_piece_without_a_move_is_looked_at(self):
        told = Told("dama").up("b2")
        (story,) = held(told.evidence(), told.scene)
        assert (story.end, story.airborne, story.price) == (End.HELD, True, WEIGHTS.held)

    def test_until_patience_is_over(self):
        told = Told("dama").up("b2").wait(2.6)
        (story,) = held(told.evidence(), told.scene)
        assert story.price > WEIGHTS.kept

    def test_not_where_something_has_come_down(self):
        told = Told("dama").up("b2").down("d5")
        assert not [*held(told.evidence(), told.scene)]


class TestWrong:
    def test_the_dearer_the_more_is_wrong(self):
        one, two = Told("dama").up("b2"), Told("dama").up("b2").down("d5")
        (few,), (more,) = wrong(one.evidence(), one.scene), wrong(two.evidence(), two.scene)
        assert few.price == WEIGHTS.wrong + WEIGHTS.wrong_cell
        assert more.price == few.price + WEIGHTS.wrong_cell


class TestOverlapping:
    def test_a_reply_that_began_before_the_victim_was_off(self):
        told = Told("dama", "1 w=c3,a1 b=d4,h8").up("c3").down("e5").up("h8").up("d4").down("g7")
        told_of = [labels(story) for story in overlapping(told.evidence(), told.scene)]
        assert ["c3xe5", "h8-g7"] in told_of

    def test_while_the_victim_stands_nothing_is_recorded(self):
        told = Told("dama", "1 w=c3,a1 b=d4,h8").up("c3").down("e5").up("h8").down("g7")
        best = stories(told.evidence())[0]
        assert (best.end, best.moves) == (End.UNDERWAY, ())
        assert [kind.end for kind in best.going] == ["e5"]

    def test_the_other_lifts_before_the_first_has_come_down(self):
        told = Told("dama").up("c3").up("b6").down("d4").down("a5")
        assert labels(stories(told.evidence())[0]) == ["c3-d4", "b6-a5"]

    def test_what_landed_first_is_the_first(self):
        told = Told(
            "xe-queo",
            "1 ring=a1 red=e5 orange=e6 yellow=f2 green=g4 blue=c1 purple=d5 white=b6 score=2-1",
        )
        told.up("e5", "f2").down("e4").down("e2")
        best = stories(told.evidence())[0]
        assert labels(best)[:1] == ["e5-e4"]


class TestTheLastMove:
    def test_changed(self):
        told = Told("dama").up("c3").down("d4").record("c3-d4").up("d4").down("b4")
        best = stories(told.evidence())[0]
        assert labels(best) == ["c3-b4"]
        assert best.base is told.last.before

    def test_put_back(self):
        told = Told("dama").up("c3").down("d4").record("c3-d4").up("d4").down("c3")
        best = stories(told.evidence())[0]
        assert (best.end, best.moves) == (End.RIGHT, ())
        assert best.base is told.last.before

    def test_a_victim_put_back_is_not_the_others_move(self):
        told = Told("mulino", "1 w=b6,d6 b=a1,g1 hand=7,7")
        told.down("f6").up("a1").record("f6xa1").down("a1", after=0.6)
        best = stories(told.evidence())[0]
        assert (best.end, best.moves, best.base) == (End.UNDERWAY, (), told.last.before)

    def test_a_victim_put_back_while_the_next_player_moves_only_waits(self):
        told = Told("dama", "1 w=c3,a1 b=d4,h8").up("c3").down("e5").up("d4").record("c3xe5")
        told.up("h8").down("d4").down("g7")
        best = stories(told.evidence())[0]
        assert (best.end, best.moves, best.base) == (End.UNDERWAY, (), told.ledger.position)

    def test_another_piece_on_the_victims_cell_is_wrong(self):
        told = Told("dama", "1 w=c3,a1,g1 b=d4,h8").up("c3").down("e5").up("d4").record("c3xe5")
        told.wait(4).up("g1").down("d4", after=0.6).wait(0.6)
        assert stories(told.evidence())[0].end is End.WRONG

    def test_slid_on_at_once_to_where_it_may_not_go(self):
        told = Told("dama").up("c3").down("d4").record("c3-d4")
        told.up("d4", after=0.05).down("e4", after=0.05).wait(0.6)
        best = stories(told.evidence())[0]
        assert (best.end, best.base) == (End.WRONG, told.last.before)

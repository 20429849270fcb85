"""Which story is believed, and when it is acted on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge.referee.decide import Act, decide, ready_after
from firmware_bridge.referee.stories import stories
from firmware_bridge.referee.story import End, Story
from tests.firmware_bridge.referee.told import Told


def decided(told: Told, *, insisted: bool = False):
    evidence = told.evidence(insisted=insisted)
    return decide(evidence, stories(evidence))


def test_the_board_as_recorded_settles():
    assert decided(Told("dama").up("b2").down("b2")).act is Act.SETTLE


def test_a_finished_move_is_recorded_at_once():
    assert decided(Told("dama").up("c3").down("d4")).act is Act.RECORD


def test_a_move_that_may_go_on_waits_for_rest():
    told = Told("dama", "1 w=Kc1 b=h8").up("c1").down("d2")
    assert decided(told).act is Act.WAIT
    assert decided(told.wait(0.6)).act is Act.RECORD


def test_nothing_is_recorded_in_the_air_before_patience_is_over():
    told = Told("cappuccino", "1 f6=1r f7=1y a1=1y").up("f6").wait(2.0)
    assert decided(told).act is Act.WAIT
    assert decided(told.wait(0.6)).act is Act.RECORD


def test_unless_somebody_confirms_it():
    told = Told("cappuccino", "1 f6=1r f7=1y a1=1y").up("f6").wait(0.2)
    assert decided(told, insisted=True).act is Act.RECORD


def test_what_is_wrong_waits_for_rest_and_what_is_only_missing_for_patience():
    moved = Told("dama").up("b6").down("c5", after=0.6)
    assert decided(moved.wait(0.4)).act is Act.WAIT
    assert decided(moved.wait(0.2)).act is Act.ILLEGAL
    missing = Told("dama").up("b2").wait(2.4)
    assert decided(missing).act is Act.WAIT
    assert decided(missing.wait(0.2)).act is Act.ILLEGAL


def test_a_near_tie_is_asked_about_once_nothing_is_in_the_air():
    told = Told("cappuccino", "1 f6=1r f7=1y f5=1y a1=1y").up("f6").wait(2.0)
    assert decided(told).act is Act.WAIT
    asked = decided(told.wait(0.6))
    assert asked.act is Act.ASK
    assert {story.moves[0].label for story in asked.choices} == {"f6-f7", "f6-f5"}


@pytest.mark.parametrize("margin", [0.1, 0.5])
def test_an_unfinished_story_as_likely_keeps_a_move_off_the_record(margin):
    told = Told("dama").up("c3").down("d4").record("c3-d4").wait(3).up("b6").down("a5").wait(0.6)
    evidence = told.evidence()
    best = stories(evidence)[0]
    rival = Story(End.UNDERWAY, best.price + margin, told.last.before)
    assert decide(evidence, [best]).act is Act.RECORD
    assert decide(evidence, [best, rival]).act is Act.WAIT
    later = replace(evidence, time=evidence.time + 3)
    assert decide(later, [best, rival]).act is Act.RECORD


def test_a_piece_put_back_is_undone_at_rest_but_not_while_it_is_in_the_air():
    back = Told("dama").up("c3").down("d4").record("c3-d4").up("d4").down("c3").wait(0.6)
    assert decided(back).act is Act.UNDO
    lifted = Told("mulino").down("a1").record("a1").up("a1").wait(0.6)
    evidence = lifted.evidence()
    assert ready_after(evidence, stories(evidence)[0]) > 0.6
    assert decided(lifted).act is Act.WAIT

"""The record and what hands have done since."""

from __future__ import annotations

from firmware_bridge.referee.touches import Touches
from tests.firmware_bridge.referee.told import Told


def test_a_reading_that_says_nothing_new_is_no_touch():
    told = Told("dama").up("c3")
    assert not told.ledger.note("c3", 0, 12.0)
    assert told.ledger.touches.in_order == ("c3",)


def test_what_is_not_believed_is_seen_and_not_told():
    told = Told("dama")
    told.ledger.disbelieve("c3", "dead")
    assert not told.ledger.note("c3", 0, 12.0)
    assert told.ledger.difference == 0


def test_a_move_takes_its_touches_with_it_and_leaves_the_others():
    told = Told("dama").up("c3").up("b6").down("d4")
    ledger = told.ledger
    remaining = Touches(tuple(edge for edge in ledger.touches.edges if edge.cell == "b6"))
    ledger.write(ledger.position.game.parse(ledger.position.state, "c3-d4"), remaining=remaining)
    assert ledger.touches.in_order == ("b6",)
    assert told.last.made.in_order == ("c3", "d4")
    assert told.last.touches.in_order == ("c3", "b6", "d4")
    assert told.last.hand == "d4"


def test_taken_back_the_position_and_the_move_before_are_there_again():
    told = Told("dama").up("c3").down("d4").record("c3-d4").up("b6").down("a5").record("b6-a5")
    ledger = told.ledger
    assert ledger.erase().move.label == "b6-a5"
    assert told.last.entry.move.label == "c3-d4"
    assert ledger.erase().move.label == "c3-d4"
    assert ledger.last is None
    assert not ledger.record


def test_the_next_player_with_his_own_piece_in_his_hand_lets_the_last_move_stand():
    told = Told("dama").up("c3").down("d4").record("c3-d4").up("b6").down("b6")
    told.ledger.forget_touches()
    assert told.last.stands


def test_the_others_men_may_be_touched_after_a_capture():
    told = Told("mulino", "1 w=b6,d6 b=a1,g1 hand=7,7").down("f6").up("a1").record("f6xa1")
    told.up("g1").down("g1").ledger.forget_touches()
    assert not told.last.stands


def test_what_hands_did_besides_a_move_that_they_have_made():
    told = Told("dama").up("c3").down("d4").up("b6")
    ledger = told.ledger
    move = ledger.position.game.parse(ledger.position.state, "c3-d4")
    besides = ledger.besides(move)
    assert besides is not None
    assert besides.in_order == ("b6",)
    other = ledger.position.game.parse(ledger.position.state, "a3-b4")
    assert ledger.besides(other) is None


def test_how_many_moves_a_board_that_was_put_right_has_gone_back():
    told = Told("dama").up("c3").down("d4").record("c3-d4").up("b6").down("a5").record("b6-a5")
    assert told.ledger.moves_back == 0
    told.up("a5").down("b6")
    assert told.ledger.moves_back == 1
    told.up("d4").down("c3")
    assert told.ledger.moves_back == 2

"""Small parts of the referee, each alone."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

import engines
from firmware_bridge.referee.answering import Answering
from firmware_bridge.referee.asking import WHICH_MOVE
from firmware_bridge.referee.blame import blame
from firmware_bridge.referee.mending import Mending
from firmware_bridge.referee.minutes import Minutes
from firmware_bridge.referee.prices import haste, hurry, knocked, second_thought
from firmware_bridge.referee.referee import Referee
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.touches import Arrival, Edge, Touches, from_the_side
from firmware_bridge.referee.verdicts import Accepted, Amended, Ask, Illegal, Restore, Undone
from firmware_bridge.referee.weights import LONG_SINCE, WEIGHTS
from tests.firmware_bridge.referee.told import Told
from tests.firmware_bridge.scenes import Table


class TestScene:
    def test_what_is_down_and_what_is_off(self):
        told = Told("dama").up("c3").down("d4")
        lens = told.ledger.lens
        assert lens.cells_of(told.scene.down) == ("d4",)
        assert lens.cells_of(told.scene.off) == ("c3",)

    def test_the_trail_of_a_chain_that_is_half_way(self):
        told = Told("dama", "1 w=c3 b=d4,f6,h8").up("c3").down("e5")
        assert told.scene.trail == ("c3", "e5")

    def test_after_a_piece_is_back_home_only_a_round_trip_may_lack_something(self):
        told = Told(
            "xe-queo",
            "1 ring=a1 red=e5 orange=e6 yellow=f2 green=e4 blue=e1 purple=d5 white=d4 score=2-1",
        )
        told.up("e5").down("e3").up("e3", after=0.5).down("e5")
        assert told.scene.going is None


class TestPrices:
    def test_an_answer_is_the_dearer_the_sooner_it_comes(self):
        def answered(after: float) -> float:
            told = Told("dama").up("c3").down("d4").record("c3-d4").up("b6", after=after)
            return haste(told.evidence(), told.ledger.touches, 2)

        assert answered(0.2) == WEIGHTS.reply_at_once
        assert answered(0.7) == WEIGHTS.reply_soon
        assert answered(1.5) == 0.0

    def test_the_cell_of_the_last_hand_belongs_to_that_hand(self):
        touches = Touches((Edge("d4", 1, 0, 2.0),))
        assert hurry(WEIGHTS, touches, 0.0, "d4", himself=False) > WEIGHTS.same_cell / 2
        assert hurry(WEIGHTS, touches, -LONG_SINCE, "d4", himself=False) == 0.0
        assert hurry(WEIGHTS, touches, 0.0, "d4", himself=True) == 0.0
        assert hurry(WEIGHTS, touches, 1.9, "d4", himself=True) > WEIGHTS.same_slide

    def test_an_old_move_is_rarely_changed(self):
        told = Told("dama").up("c3").down("d4").record("c3-d4")
        young = second_thought(told.up("d4").evidence(), told.last)
        told.wait(60).down("d4")
        old = second_thought(told.evidence(), told.last)
        assert WEIGHTS.second_thought < young < old
        assert old == WEIGHTS.second_thought + WEIGHTS.oldest

    def test_a_sleeve_is_quicker_than_hands(self):
        def price(after: float) -> float:
            told = Told("dama").up("c3").up("e3", after=after)
            return knocked(WEIGHTS, told.ledger.touches)

        assert price(0.0) == WEIGHTS.knock > price(0.05) > price(0.1) > 0.0
        assert price(0.4) == 0.0

    def test_what_comes_from_the_side_may_be_what_somebody_holds(self):
        held = Touches((Edge("b6", 1, 0, 2.0),))
        landed = Touches((*held.edges, Edge("a5", 0, 1, 4.0)))
        two_held = Touches((Edge("d6", 1, 0, 1.0), *landed.edges))
        board = engines.GAMES["dama"]().board

        def rather(since: float, when: float, others: Touches) -> float:
            return from_the_side([Arrival("e3", since, when)], others, board)

        assert rather(0.0, 3.0, held) == 1
        assert rather(2.5, 3.0, held) == 0  # it was taken off while that was in the air
        assert rather(0.0, 2.1, held) == 0  # nobody carries a piece so far so fast
        assert rather(0.0, 3.0, landed) == 0  # that came down elsewhere
        assert rather(0.0, 3.0, two_held) == 1  # only one of them did


class TestBlame:
    def test_the_book_names_the_rule(self):
        told = Told("dama").up("c3").down("c5")
        found = blame(told.ledger.position, told.ledger.difference, told.ledger.touches)
        assert found.rule == "not-forward"
        assert found.cells == ("c3", "c5")

    def test_a_victim_that_went_first_is_not_the_piece_that_moved(self):
        told = Told("dama", "1 w=c3,a1 b=d4,h8,f8").up("f8").up("c3").down("e5")
        found = blame(told.ledger.position, told.ledger.difference, told.ledger.touches)
        assert found.rule == "wrong-piece-removed"

    def test_a_knocked_board_breaks_no_rule(self):
        told = Told("dama").up("c3").up("e3").down("d5").down("e4")
        found = blame(told.ledger.position, told.ledger.difference, told.ledger.touches)
        assert found.rule == "not-a-move"


class TestMinutes:
    def minutes(self, told: Told) -> Minutes:
        return Minutes(told.ledger)

    def move(self, told: Told, label: str):
        position = told.ledger.position
        return position.game.parse(position.state, label)

    def test_a_move_is_accepted_amended_and_undone(self):
        told = Told("dama").up("c3").down("d4")
        minutes = self.minutes(told)
        assert minutes.accept(self.move(told, "c3-d4")) == [Accepted(1, "c3-d4")]
        other = told.last.before.game.parse(told.last.before.state, "c3-b4")
        told.up("d4").down("b4")
        assert minutes.accept(other, instead=True) == [Amended(1, "c3-b4", "c3-d4")]
        assert minutes.erase() == [Undone(1, "c3-b4")]

    def test_hands_that_have_done_more_are_looked_at_again(self):
        told = Told("dama").up("c3").down("d4").up("b6")
        minutes = self.minutes(told)
        minutes.accept(self.move(told, "c3-d4"), remaining=told.ledger.touches)
        assert minutes.look_again

    def test_a_question_has_a_player_and_labels(self):
        told = Told("dama")
        minutes, position = self.minutes(told), told.ledger.position
        moves = [self.move(told, label) for label in ("c3-d4", "c3-b4")]
        asked = minutes.ask(WHICH_MOVE, dict.fromkeys(moves, position))
        assert asked == [Ask(1, WHICH_MOVE, ("c3-d4", "c3-b4"))]
        assert minutes.phase is Phase.ASKING
        minutes.withdraw()
        assert minutes.question is None


class TestMending:
    def test_a_flag_says_the_rule_and_what_to_put_right(self):
        told = Told("dama").up("c3").down("c5")
        minutes = Minutes(told.ledger)
        said = Mending(minutes).flag()
        assert said == [Illegal(1, ("c3", "c5"), "not-forward"), Restore(("c3",), ("c5",))]
        assert minutes.phase is Phase.RESTORING

    def test_and_the_board_is_right_again_when_it_is(self):
        told = Told("dama").up("c3").down("c5")
        mending = Mending(Minutes(told.ledger))
        mending.flag()
        told.up("c5")
        assert mending.go_on(told.evidence()) == []
        told.down("c3")
        assert mending.go_on(told.evidence()) == [Restore((), ())]

    def test_what_was_flagged_in_the_air_is_named_better_when_it_comes_down(self):
        told = Told("dama").up("b6")
        mending = Mending(Minutes(told.ledger))
        assert mending.flag()[0] == Illegal(1, ("b6",), "wrong-piece-removed")
        told.down("c5").wait(1.0)
        assert mending.go_on(told.evidence())[0] == Illegal(1, ("b6", "c5"), "not-your-piece")


class TestAnswering:
    def parts(self, told: Told):
        minutes = Minutes(told.ledger)
        minutes.phase = Phase.WAITING
        return minutes, Answering(minutes, Mending(minutes))

    def test_a_move_chosen_on_the_page_is_shown(self):
        _, answering = self.parts(Told("dama"))
        assert answering.chosen("c3-d4") == [Accepted(1, "c3-d4"), Restore(("d4",), ("c3",))]

    def test_unless_hands_have_made_it(self):
        told = Told("dama").up("c3").down("d4").up("b6")
        minutes, answering = self.parts(told)
        assert answering.chosen("c3-d4") == [Accepted(1, "c3-d4")]
        assert minutes.look_again
        assert told.last.stands

    def test_what_is_no_move_is_said_with_the_rule(self):
        _, answering = self.parts(Told("dama"))
        assert answering.chosen("c3-c4")[0].rule == "not-forward"
        assert answering.chosen("xyzzy") == [Illegal(1, (), "not-a-move")]


class TestSituation:
    def test_one_that_was_taken_stays_what_it_was(self):
        table = Table("dama")
        before = table.referee
        table.move("c3", "d4")
        table.wait()
        assert (before.phase, before.record) == (Phase.WAITING, ())
        assert [entry.move.label for entry in table.referee.record] == ["c3-d4"]
        with pytest.raises(FrozenInstanceError):
            before.phase = Phase.OVER

    def test_what_is_only_likely_is_shown_and_not_recorded(self):
        table = Table("cappuccino", "1 f6=1r f7=1y a1=1y")
        table.lift("f6")
        table.wait(0.05)
        assert table.referee.likely.label == "f6-f7"
        assert table.referee.record == ()

    def test_a_piece_in_the_air_is_known_to_be(self):
        table = Table("dama")
        table.lift("c3")
        table.wait(0.05)
        assert table.referee.airborne
        table.place("c3")
        table.wait(0.05)
        assert not table.referee.airborne

    def test_one_taken_before_the_game_began_is_not_shown_afterwards(self):
        told = Told("dama")
        ledger = told.ledger
        referee = Referee(ledger.game, ledger.lens, ledger.position.state, seen=ledger.seen)
        before = referee.situation
        referee.start(0.0)
        after = referee.situation
        assert (before.phase, after.phase) == (Phase.RESTORING, Phase.WAITING)

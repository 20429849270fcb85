"""Sensors that count: stacks on stacks, hats taken off, crowns; what is above three, and what lies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engines
from engines.geometry import Cell
from firmware_bridge.referee.lens import EXACT, HEIGHT, POLAR_HEIGHT, Lens, lens_for
from firmware_bridge.referee.reckoning import reckoned
from firmware_bridge.referee.verdicts import Accepted, Faulty, Illegal, Restore, Undone
from tests.firmware_bridge.scenes import Table

CUPS = "1 f6=2r f7=1b e6=3y g6=1r g7=5y"


def table(game: str, position: str, *, ready: bool = True) -> Table:
    return Table(game, position, sensing=HEIGHT, ready=ready)


def read(cells: Table, cell: Cell, *readings: int, after: float = 0.3) -> None:
    for reading in readings:
        cells.place(cell, reading=reading, after=after)


def rule(scene: Table) -> str:
    """The rule that was broken first."""
    flagged = next(v for v in scene.verdicts if isinstance(v, Illegal))
    return flagged.rule


class TestStacksOnStacks:
    def test_the_target_is_seen_and_nothing_is_asked(self):
        cups = table("cappuccino", CUPS)
        cups.lift("f6")
        cups.place("f7", reading=3)
        cups.wait(0.05)
        assert cups.verdicts == [Accepted(1, "f6-f7")]

    def test_a_stack_on_a_taller_one_is_flagged(self):
        cups = table("cappuccino", CUPS)
        cups.lift("f6")
        cups.place("e6", reading=5)
        cups.wait(0.6)
        flagged, restore = cups.verdicts
        assert isinstance(flagged, Illegal)
        assert (flagged.rule, {*flagged.cells}) == ("too-tall", {"f6", "e6"})
        assert restore == Restore(("f6",), ("e6",))
        cups.lift("e6")
        read(cups, "e6", 3)
        cups.place("f6", reading=2)
        cups.wait(0.6)
        assert cups.verdicts[-1] == Restore((), ())

    @pytest.mark.parametrize("rises", [6, 7, 8, 100])
    def test_above_three_only_rising_counts(self, rises):
        cups = table("cappuccino", "2 f6=5y f7=3y e7=1r")
        cups.lift("f6")
        cups.place("f7", reading=rises)
        cups.wait(0.05)
        assert cups.verdicts == [Accepted(2, "f6-f7")]
        assert len(cups.referee.state.stacks["f7"]) == 8

    def test_a_stack_taken_off_a_high_one_again_takes_the_move_back(self):
        cups = table("cappuccino", "2 f6=5y f7=5y e7=1r")
        cups.lift("f6")
        cups.place("f7", reading=6)
        cups.wait(0.6)
        cups.place("f7", reading=5)
        cups.place("f6", reading=5)
        cups.wait(0.6)
        assert cups.verdicts == [Accepted(2, "f6-f7"), Undone(2, "f6-f7")]

    def test_a_second_thought_while_the_next_hand_is_at_work(self):
        cups = table("cappuccino", "1 f6=3r f7=2y e6=2r h8=4y h7=3y")
        cups.lift("f6")
        cups.place("f7", reading=100)
        cups.wait(0.05)
        read(cups, "f7", 2)
        cups.lift("h8")
        cups.place("e6", reading=100, after=0.15)
        cups.place("h7", reading=100)
        cups.wait(1)
        assert cups.moves == ["f6-e6", "h8-h7"]
        assert len(cups.referee.state.stacks["e6"]) == 5

    def test_a_split_stack_is_no_move(self):
        cups = table("cappuccino", CUPS)
        read(cups, "f6", 1)
        read(cups, "f7", 2)
        cups.wait(1)
        assert not cups.verdicts, "the rest of the stack may follow"
        cups.wait(9)
        assert isinstance(cups.verdicts[0], Illegal)


def journeys(book, state):
    """Captures of one tall stack, by their label."""
    for move in book.legal_moves(state):
        deed = move.deed(state.stacks, book.board)
        if deed.lowered and not deed.cleared and deed.lowered.bit_count() == 1:
            yield move, deed.end, book.board.among(deed.lowered)[0], deed.start


def hats_scene():
    book = engines.GAMES["top-hats"](players=2)
    text = "1 c3=??r d3=??y g7=??y h7=??r"
    state = book.position(text)
    move, end, victim, start = next(journeys(book, state))
    return text, move.label, start, end, victim


class TestHatsTakenOff:
    text, label, start, end, victim = hats_scene()

    def jumped(self) -> Table:
        hats = table("top-hats", self.text)
        hats.lift(self.start)
        hats.place(self.end, reading=3)
        return hats

    def test_the_journey_counts_once_its_hat_is_off(self):
        hats = self.jumped()
        hats.wait(1)
        assert not hats.verdicts
        assert self.victim in hats.lights()["capture"]
        read(hats, self.victim, 2)
        hats.wait(0.6)
        assert hats.verdicts[0] == Accepted(1, self.label)

    def test_a_hat_too_many_is_flagged(self):
        hats = self.jumped()
        read(hats, self.victim, 1)
        hats.wait(3)
        assert rule(hats) == "wrong-piece-removed"

    def test_the_wrong_stack_s_hat_is_flagged(self):
        hats = self.jumped()
        read(hats, "g7", 2)
        hats.wait(3)
        assert isinstance(hats.verdicts[0], Illegal)

    def test_a_hat_that_stays_on_is_flagged_when_the_other_plays_on(self):
        hats = self.jumped()
        hats.wait(1)
        hats.lift("g7")
        hats.place("g6", reading=3)
        hats.wait(12)
        assert rule(hats) == "must-remove"


class TestCrowns:
    def arrived(self) -> Table:
        men = table("dama", "1 w=c7,a1 b=h6,h8")
        men.lift("c7")
        men.place("d8")
        return men

    def test_a_king_is_a_king_once_it_has_its_crown(self):
        men = self.arrived()
        men.wait(0.1)
        assert men.lights()["crown"] == {"d8"}
        read(men, "d8", 2)
        men.wait(0.1)
        assert men.verdicts == [Accepted(1, "c7-d8")]

    def test_a_crown_that_is_not_put_on_is_asked_for(self):
        men = self.arrived()
        men.wait(3)
        assert men.verdicts == [Accepted(1, "c7-d8"), Restore(("d8",), ())]
        assert men.lights() == {"crown": {"d8"}}
        read(men, "d8", 2)
        men.wait(0.1)
        assert men.verdicts[2:] == [Restore((), ())]

    def test_who_plays_on_meanwhile_has_moved_once_it_is_on(self):
        men = self.arrived()
        men.lift("h6", after=0.8)
        men.place("g5", after=0.6)
        men.wait(0.6)
        assert men.verdicts == [Accepted(1, "c7-d8"), Restore(("d8",), ())]
        read(men, "d8", 2)
        men.wait(0.6)
        assert men.verdicts[2:] == [Restore((), ()), Accepted(2, "h6-g5")]

    def test_who_goes_back_instead_has_taken_the_move_back(self):
        men = self.arrived()
        men.wait(3)
        men.move("d8", "c7")
        men.wait(0.6)
        assert men.verdicts[2:] == [Restore((), ()), Undone(1, "c7-d8")]

    def test_a_crown_nobody_earned_is_flagged(self):
        men = table("dama", "1 w=c3,a1 b=h6,h8")
        read(men, "a1", 2)
        men.wait(0.6)
        assert men.verdicts == [Illegal(1, ("a1",), "not-a-move"), Restore((), ("a1",))]

    def test_a_man_crowned_on_his_way_is_flagged(self):
        men = table("dama", "1 w=c3,a1 b=h6,h8")
        men.lift("c3")
        men.place("d4", reading=2)
        men.wait(0.6)
        assert rule(men) == "not-a-move"

    def test_a_king_that_leaves_its_crown_behind_is_flagged(self):
        men = table("dama", "1 w=Kc3,a1 b=h6,h8")
        read(men, "c3", 1)
        men.place("d4")
        men.wait(9)
        assert isinstance(men.verdicts[0], Illegal)

    def test_players_who_insist_have_a_sensor_that_does_not_feel_it(self):
        men = self.arrived()
        men.wait(3)
        men.press(2)
        assert men.verdicts[2:] == [Faulty("d8", "dead"), Restore((), ())]
        men.move("h6", "g5")
        men.wait(0.6)
        assert men.moves == ["c7-d8", "h6-g5"]


def test_a_set_up_asks_for_what_is_missing_of_a_stack():
    cups = table("cappuccino", CUPS, ready=False)
    for cell, reading in (("f7", 1), ("e6", 1), ("g6", 1), ("g7", 4), ("f6", 2)):
        cups.place(cell, reading=reading)
    cups.wait(1)
    assert cups.referee.wrong.missing == ("e6",)
    read(cups, "e6", 3)
    cups.wait(0.6)
    assert cups.verdicts[-1] == Restore((), ())


def test_sides_are_told_apart_where_stacks_are_counted():
    men = Table("dama", "1 w=Kc3,a1 b=Kh6,h8", sensing=POLAR_HEIGHT)
    men.lift("c3")
    men.place("d4", reading=2)
    men.wait(0.6)
    men.lift("h6")
    men.place("g5", reading=2)
    men.wait(0.6)
    assert men.verdicts[0] == Accepted(1, "c3-d4")
    assert isinstance(men.verdicts[1], Illegal), "that is the other side's king"


def test_a_dead_sensor_is_gone_without():
    cups = table("cappuccino", CUPS)
    cups.press(1)
    cups.lift("f6")
    cups.wait(3)
    cups.press(1)
    cups.press(1)
    cups.choose("f6-f7")
    assert Accepted(1, "f6-f7") in cups.verdicts


HEIGHTS = st.integers(0, 12)


@given(st.data())
def test_a_reading_comes_back_out_of_its_bits(data):
    sensing = data.draw(st.sampled_from((HEIGHT, POLAR_HEIGHT)))
    lens = Lens(engines.GAMES["dama"]().board, sensing, 12)
    stands = data.draw(st.dictionaries(st.sampled_from(lens.cells), st.integers(1, 12)))
    signs = {c: data.draw(st.sampled_from((1, -1))) if lens.polarity else 1 for c in stands}
    bits = 0
    for cell, height in stands.items():
        bits |= lens.bits(cell, height * signs[cell])
    assert {c: lens.read_back(c, bits) for c in lens.cells_of(bits)} == {
        c: h * signs[c] for c, h in stands.items()
    }


@given(HEIGHTS, HEIGHTS)
def test_a_higher_stack_has_the_bits_of_a_lower_one(low, high):
    lens = Lens(engines.GAMES["dama"]().board, HEIGHT, 12)
    low, high = sorted((low, high))
    assert lens.bits("c3", low) & ~lens.bits("c3", high) == 0


PIECES = st.lists(st.integers(1, 9))


@given(st.booleans(), st.integers(EXACT + 1, 30), st.lists(HEIGHTS), PIECES, PIECES)
def test_what_rose_is_higher_and_what_fell_is_not(rose, was, stood, coming, held):
    height = reckoned(rose, was, stood, coming, held)
    assert height > was if rose else EXACT < height <= was


def test_sides_help_only_where_there_are_two():
    lens = lens_for(engines.GAMES["top-hats"](players=3), POLAR_HEIGHT)
    assert (lens.polarity, lens.heights) == (False, True)

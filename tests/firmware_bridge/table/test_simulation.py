"""The simulated table: hands can do what hands can, and nothing else."""

from __future__ import annotations

import pytest

from engines.steps import Piece
from firmware_bridge.table.simulation import Fumble, Simulation

WHITE, BLACK = Piece("white", 1), Piece("black", 2)
RED, HIDDEN = Piece("red", 1), Piece("unknown")


@pytest.fixture
def table():
    one = Simulation(["a1", "b1", "c1"], 2, polarity=True)
    one.lay_out({"a1": (WHITE,), "b1": (BLACK, BLACK)}, [(WHITE,)])
    return one


def test_sensors_feel_the_lowest_piece(table):
    assert table.readings() == {"a1": 1, "b1": -1, "c1": 0}


def test_a_hand_lifts_and_puts_down(table):
    hand = table.new_hand()
    table.lift(hand, "a1")
    assert table.readings()["a1"] == 0
    table.place(hand, "c1")
    assert table.standing() == {"b1": ("black", "black"), "c1": ("white",)}


def test_the_top_alone_leaves_the_sensor_as_it_was(table):
    hand = table.new_hand()
    table.lift(hand, "b1", 1)
    assert table.readings()["b1"] == -1
    table.place(hand, None)
    assert table.heaps() == {("white",): 1, ("black",): 1}


@pytest.mark.parametrize("cell", ["c1", "z9"])
def test_nothing_can_be_lifted_where_nothing_is(table, cell):
    with pytest.raises(Fumble, match="nothing-there"):
        table.lift(table.new_hand(), cell)


def test_a_hand_is_full_or_empty(table):
    hand = table.new_hand()
    with pytest.raises(Fumble, match="hand-empty"):
        table.place(hand, "c1")
    table.lift(hand, "a1")
    with pytest.raises(Fumble, match="hand-full"):
        table.lift(hand, "b1")
    with pytest.raises(Fumble, match="nothing-there"):
        table.place(hand, "z9")


def test_a_hand_that_leaves_puts_back_what_it_held(table):
    hand = table.new_hand()
    table.lift(hand, "b1")
    table.withdraw(hand)
    assert table.standing()["b1"] == ("black", "black")
    assert table.hands == []


def test_what_the_tray_lacks_comes_out_of_the_box(table):
    from firmware_bridge.table.simulation import magnet

    hand = table.new_hand()
    table.fetch(hand, (magnet(BLACK),))
    table.place(hand, "c1")
    assert table.standing()["c1"] == ("black",)


def test_putting_right_leaves_to_the_players_what_sensors_see(table):
    table.put_right({"b1": (BLACK,), "c1": (WHITE,)}, unseen_only=True)
    assert table.standing() == {"a1": ("white",), "b1": ("black",)}
    table.put_right({"b1": (BLACK,), "c1": (WHITE,)}, unseen_only=False)
    assert table.standing() == {"b1": ("black",), "c1": ("white",)}


def test_an_uncovered_hat_shows_what_the_players_said():
    table = Simulation(["a1"], 2)
    table.lay_out({"a1": (HIDDEN, HIDDEN, Piece("yellow", 2))}, [])
    table.put_right({"a1": (HIDDEN, RED)}, unseen_only=True)
    assert table.standing()["a1"] == ("unknown", "red")
    assert table.heaps() == {("yellow",): 1}


def test_what_stood_together_goes_aside_together():
    table = Simulation(["a1"], 2)
    table.lay_out({"a1": (Piece("neutral"),)}, [(HIDDEN, HIDDEN, RED)])
    hand = table.new_hand()
    table.fetch(hand, table.tray[0])
    table.place(hand, "a1")
    table.put_right({"a1": (Piece("neutral"),)}, unseen_only=False)
    assert table.heaps() == {("unknown", "unknown", "red"): 1}


def test_a_pile_comes_whole_from_beside_the_board():
    """What a computer places is its own pile: nobody else's is torn for the hats in it."""
    table = Simulation(["a1", "b1"], 2)
    yellow = Piece("yellow", 2)
    table.lay_out({}, [(HIDDEN, HIDDEN, RED)] * 2 + [(HIDDEN, HIDDEN, yellow)] * 2)
    table.put_right({"b1": (HIDDEN, HIDDEN, yellow)}, unseen_only=False)
    assert table.standing() == {"b1": ("unknown", "unknown", "yellow")}
    assert table.heaps() == {
        ("unknown", "unknown", "red"): 2,
        ("unknown", "unknown", "yellow"): 1,
    }

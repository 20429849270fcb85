"""The first of two moves, and how the touches are dealt out between it and the other."""

from __future__ import annotations

from firmware_bridge.referee.firsts import firsts
from tests.firmware_bridge.referee.told import Told


def first(told: Told, label: str):
    return [one for one in firsts(told.scene, told.ledger.seen) if one.move.label == label]


def cells(one) -> list[str]:
    return [edge.cell for edge in one.remaining.edges]


def test_the_others_touches_remain():
    told = Told("dama").up("c3").up("b6").down("d4").down("a5")
    (one,) = first(told, "c3-d4")
    assert cells(one) == ["b6", "a5"]
    assert one.landed.cell == "d4"
    assert not one.crossed


def test_a_piece_that_was_only_looked_at_does_not():
    told = Told("dama").up("h8").down("h8").up("c3").down("d4").up("b6")
    assert cells(first(told, "c3-d4")[0]) == ["b6"]


def test_a_victim_that_still_stands_is_due():
    told = Told("dama", "1 w=c3,a1 b=d4,h8").up("c3").down("e5").up("h8")
    (one,) = first(told, "c3xe5")
    assert told.ledger.lens.cells_of(one.due) == ("d4",)
    assert cells(one) == ["h8"]


def test_a_victim_that_came_back_may_be_due_again_or_something_else():
    told = Told("dama", "1 w=c3,a1 b=d4,h8").up("c3").down("e5").up("d4").up("h8").down("d4")
    told_of = {(bool(one.due), tuple(cells(one))) for one in first(told, "c3xe5")}
    assert told_of == {(False, ("h8", "d4")), (True, ("h8",))}


def test_what_had_come_down_for_good_before_it_began_was_the_first():
    told = Told(
        "xe-queo",
        "1 ring=a1 red=e5 orange=e6 yellow=f2 green=g4 blue=c1 purple=d5 white=b6 score=2-1",
    )
    told.up("e5").down("e4").up("f2").down("e2")
    assert not first(told, "f2-e2")
    assert first(told, "e5-e4")


def test_it_begins_when_its_piece_is_lifted_whoever_was_at_its_cells_before():
    told = Told("dama").up("a3").down("b4").up("b4").down("a3").up("e3").down("d4")
    told.up("c3").down("b4")
    assert not first(told, "c3-b4")
    assert first(told, "e3-d4")


def test_stacks_put_on_others_come_down_in_the_order_they_were_lifted():
    told = Told("cappuccino", "1 f6=1r f7=1y b2=1y b3=1r").up("f6").up("b2")
    assert not first(told, "f6-f7")[0].crossed

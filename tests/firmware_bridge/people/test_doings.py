"""What hands have to do for moves of every kind."""

from __future__ import annotations

from engines.game import Move
from engines.steps import Piece, lift, place, remove
from firmware_bridge.people.gestures import doing
from firmware_bridge.people.sights import stacks_after

KING, ROOK, PAWN, QUEEN = (Piece("white", 1, kind) for kind in ("king", "rook", "pawn", "queen"))
FOE = Piece("black", 2, "rook")


def test_two_travellers_go_one_after_the_other():
    stacks = {"e1": (KING,), "h1": (ROOK,)}
    what = doing(Move("e1g1", (lift("e1"), place("g1"), lift("h1"), place("f1"))), stacks)
    assert (what.trail, what.besides) == (("e1", "g1"), ((("h1", "f1"), 1),))
    assert stacks_after(stacks, what) == {"g1": (KING,), "f1": (ROOK,)}


def test_who_captures_takes_the_place_of_his_victim():
    stacks = {"e4": (PAWN,), "d5": (FOE,)}
    what = doing(Move("e4d5", (remove("d5"), lift("e4"), place("d5"))), stacks)
    assert not what.onto
    assert stacks_after(stacks, what) == {"d5": (PAWN,)}


def test_a_pawn_is_exchanged_once_it_has_arrived():
    stacks = {"e7": (PAWN,)}
    steps = (lift("e7"), place("e8"), remove("e8"), place("e8", 1, (QUEEN,)))
    what = doing(Move("e7e8q", steps), stacks)
    assert (what.removed, what.exchanged) == ((), (("e8", 1),))
    assert stacks_after(stacks, what) == {"e8": (QUEEN,)}

"""What a move tells: by its steps what travels, is taken, is exchanged; by its label what it says."""

from __future__ import annotations

import json
import pickle

from engines.game import Move
from engines.geometry import square
from engines.steps import (
    Deed,
    Piece,
    Travel,
    carried_out,
    deed_of,
    landings,
    lift,
    place,
    remove,
)
from engines.word import Word, word_of

BOARD = square(8)
KING, ROOK, PAWN, QUEEN = (Piece("white", 1, kind) for kind in ("king", "rook", "pawn", "queen"))
FOE = Piece("black", 2, "rook")


def test_two_pieces_travel_and_the_first_is_the_one_it_is_known_by():
    steps = (lift("e1"), place("g1"), lift("h1"), place("f1"))
    stacks = {"e1": (KING,), "h1": (ROOK,)}
    assert deed_of(steps, stacks, BOARD) == Deed((Travel("e1", "g1"), Travel("h1", "f1")))
    assert landings(steps) == ("e1", "g1")
    assert carried_out(stacks, steps) == {"g1": (KING,), "f1": (ROOK,)}


def test_what_a_move_brought_and_takes_off_again_is_exchanged_not_captured():
    steps = (lift("e7"), place("e8"), remove("e8"), place("e8", 1, (QUEEN,)))
    deed = deed_of(steps, {"e7": (PAWN,)}, BOARD)
    assert deed == Deed(
        (Travel("e7", "e8"), Travel(None, "e8", (QUEEN,))), exchanged=BOARD.mask(("e8",))
    )
    assert carried_out({"e7": (PAWN,)}, steps) == {"e8": (QUEEN,)}


def test_a_victim_on_the_cell_one_goes_to_is_taken_all_the_same():
    stacks = {"e7": (PAWN,), "f8": (FOE,)}
    steps = (remove("f8"), lift("e7"), place("f8"), remove("f8"), place("f8", 1, (QUEEN,)))
    deed = deed_of(steps, stacks, BOARD)
    assert BOARD.among(deed.cleared) == ("f8",)
    assert not deed.lowered
    assert carried_out(stacks, steps) == {"f8": (QUEEN,)}


def test_a_piece_that_goes_on_is_one_journey():
    steps = (lift("a1"), place("a3"), lift("a3"), place("c3"), remove("a2"))
    deed = deed_of(steps, {"a1": (PAWN,), "a2": (FOE, FOE)}, BOARD)
    assert deed.travels == (Travel("a1", "c3"),)
    assert (deed.cleared, BOARD.among(deed.lowered)) == (0, ("a2",))


class Challenge(Move):
    word = Word("challenge", ("b2",))


def test_a_label_takes_what_its_move_says_along_and_is_a_plain_text_all_the_same():
    label = Challenge("queo b2", ()).label
    assert label == "queo b2"
    assert json.dumps(label) == '"queo b2"'
    assert word_of(pickle.loads(pickle.dumps(label))) == Challenge.word
    assert word_of(Move("c3-d4", ()).label) is None

"""What sensors can tell apart, and what they cannot."""

from __future__ import annotations

import pytest

import engines
from engines.steps import Piece
from firmware_bridge.people.boardtop import picture
from firmware_bridge.people.gestures import Doing
from firmware_bridge.people.lookalikes import Edge, lookalikes
from firmware_bridge.people.sights import (
    change,
    explained,
    explanations,
    finishing,
    question_needed,
    stacks_after,
)
from firmware_bridge.people.truth import Played, twins

WHITE = Piece("white", 1)


def why(game: str, position: str, what: Doing, *, sensing: str = "presence", last: str = "") -> str:
    """Why what hands did may be legal, as far as sensors see; after the last move, if there is one."""
    book = engines.GAMES[game]()
    state = book.position(position)
    before = None
    if last:
        before, state = state, book.apply(state, book.parse(state, last))
    after = stacks_after(state.stacks, what)
    return explained(book, before, state, after, sensing)


def test_a_man_that_jumps_backwards_is_seen():
    assert not why("dama", "1 w=c3 b=h8", Doing(("c3", "b2")))


def test_a_legal_step_looks_legal():
    assert "a legal move" in why("dama", "1 w=c3 b=h8", Doing(("c3", "d4")))


def test_a_piece_of_ones_own_that_is_gone_may_be_in_the_hand():
    assert "under way" in why("dama", "1 w=c3 b=h8", Doing(removed=(("c3", 1),)))


def test_a_piece_that_cannot_move_has_no_business_in_a_hand():
    assert not why("dama", "1 w=a1,b2,c3 b=h8", Doing(removed=(("a1", 1),)))


def test_the_last_move_may_still_be_changed():
    moved_on = Doing(("b2", "d4"), count=2)
    assert "changed" in why("dama", "1 w=Ka1 b=h8", moved_on, last="a1-b2")


def test_the_last_move_may_be_taken_back():
    back = Doing(("d4", "c3"))
    assert "taken back" in why("dama", "1 w=c3 b=h8", back, last="c3-d4")


def test_the_last_move_may_be_changed_into_a_capture_whose_victim_is_still_to_go():
    king_goes_on = Doing(("d8", "f2"), count=2)
    assert "changed" in why("dama", "2 w=Kg3 b=Kh4", king_goes_on, last="h4-d8")


def test_a_capture_with_the_next_players_piece_gone_is_two_moves_the_second_under_way():
    greedy = Doing(("c3", "e5"), removed=(("d4", 1), ("h8", 1)))
    assert "second" in why("dama", "1 w=c3 b=d4,h8,a7", greedy)


def test_a_foreign_man_moved_where_a_mill_would_take_him_looks_like_the_mill():
    closing = "1 w=a1,a4 b=g7,g1 hand=6,7"
    assert "a legal move" in why("mulino", closing, Doing(("g7", "a7")))
    assert not why("mulino", closing, Doing(("g7", "a7")), sensing="polarity")


def test_a_capture_without_its_victim_is_only_unfinished():
    game = engines.GAMES["dama"]()
    state = game.position("1 w=c3 b=d4,h8")
    what = Doing(("c3", "e5"))
    after = picture(stacks_after(state.stacks, what), "presence")
    seen = change(picture(state.stacks, "presence"), after)
    found = finishing(game, state, what, seen, "presence")
    assert found is not None
    assert found.label == "c3xe5"


def test_cups_put_on_cups_have_to_be_asked_for():
    game = engines.GAMES["cappuccino"]()
    state = game.position("1 f6=1r f7=1b e6=1y a1=1y b1=1r")
    assert len(explanations(game, state, {"f6": 0}, "presence")) == 2
    assert question_needed(game, state, ("f6",), {"f6": 0}, "presence")
    assert len(explanations(game, state, {"f6": 0, "f7": 2}, "height")) == 1


def seen(game: str, position: str, *moves: str, edges: str) -> set[tuple[str, ...]]:
    """All that these edges (`cell+` or `cell-`, half a second apart) can have been."""
    book = engines.GAMES[game]()
    before = after = book.position(position)
    for label in moves:
        after = book.apply(after, book.parse(after, label))
    heard = [
        Edge(n * 0.5, edge[:-1], int(edge[-1] == "+")) for n, edge in enumerate(edges.split(), 1)
    ]
    return {labels for labels, _ in lookalikes(book, before, after, heard, "presence")}


def test_a_pawn_that_belongs_to_nobody_may_have_been_tried_or_moved_on():
    position = "1 ring=g7 red=a1 orange=a7 score=0-0"
    assert seen("xe-queo", position, "a1-b2", "b2-c3", edges="a1- b2+ b2- c3+") >= {
        ("a1-b2", "b2-c3"),
    }


def test_a_man_that_belongs_to_somebody_is_moved_on_by_him_alone():
    told = seen("dama", "1 w=c3 b=h8", "c3-d4", edges="c3- b4+ b4- d4+")
    assert told == {("c3-d4",)}


def test_a_victim_and_the_next_mover_in_the_air_at_once_may_be_taken_for_each_other():
    position = "1 w=g7,e5,e4,c3,d3 b=b6,f6,a4,d2 hand=0,0"
    told = seen("mulino", position, "e4-e3xd2", "b6-d6", edges="e4- b6- e3+ d2- d6+")
    assert told == {("e4-e3xd2", "b6-d6"), ("e4-e3xb6", "d2-d6")}


def test_a_victim_first_and_a_man_tried_twice_look_the_same():
    """White takes a4 off, tries f4 and closes his mill on b4; or Black changes his mind, and White takes
    him then or never."""
    position = "2 w=b2,b6 b=c5,e5 hand=5,5"
    told = seen("mulino", position, "a4", "b4xa4", edges="a4+ a4- f4+ f4- b4+")
    assert told == {("b4",), ("a4", "b4xa4"), ("f4", "b4xf4")}


def test_nobody_takes_a_piece_for_a_walk():
    told = seen("dama", "1 w=Kc3 b=h8", edges="c3- d4+ d4- c3+")
    assert told == set()


@pytest.mark.parametrize("gap", [0.005, 0.5])
def test_no_hand_is_faster_than_a_slide(gap):
    book = engines.GAMES["mulino"]()
    before = book.position("1 w=a1,d1,g1 b=a7,d7,g7,b6 hand=0,0")
    after = book.apply(before, book.parse(before, "a1-f4"))
    edges = [Edge(1.0, "a1", 0), Edge(1.0 + gap, "f4", 1)]
    told = [labels for labels, _ in lookalikes(book, before, after, edges, "presence")]
    assert told == ([] if gap < 0.1 else [("a1-f4",)])


def test_a_journey_that_comes_down_just_where_a_piece_was_tried_looks_the_same():
    book = engines.GAMES["top-hats"](players=2, rules="fr")
    before = book.position(
        "2 b4=??y c2=??r c4=??r e7=??r f4=??r f7=?r g4=??y g7=??y g8=??r h8=??y built2=f7 left=y"
    )
    move = book.parse(before, "h8xf8")
    played = Played(2, move, before, book.apply(before, move), 1.0, 3.0)
    edges = [
        Edge(when, cell, reading)
        for when, cell, reading in ((1.0, "h8", 0), (1.8, "f6", 1), (2.0, "f6", 0), (2.6, "f8", 1))
    ]
    assert (("h8^f6xf8",), True) in [*twins(book, [played], 0, edges, "presence")]
    straight = [edge for edge in edges if edge.cell != "f6"]
    assert not [*twins(book, [played], 0, straight, "presence")]


def test_a_chain_may_go_back_half_its_way():
    back = Doing(("g7", "e5"))
    assert "being changed" in why("dama", "1 w=g3,a1 b=f4,f6,h8", back, last="g3xe5xg7")

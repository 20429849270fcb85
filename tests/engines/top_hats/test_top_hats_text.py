"""Top Hats positions as text: there, back, and what is refused."""

from __future__ import annotations

import pytest

from engines.game import IllegalMove, InvalidLabel, InvalidPosition
from engines.steps import Piece
from engines.top_hats.book import TopHats

IT, IT3 = TopHats(), TopHats(players=3)


@pytest.mark.parametrize("game", [IT, IT3, TopHats(rules="fr")])
@pytest.mark.parametrize(
    "text",
    [
        "1 c3=??r e7=?b",
        "2 c3=ryr e7=y shrunk",
        "1 c3=??r hand=4,5",
        "1 hand=5,5",
        "1 c3=?? e7=y",
        "1 c3=r e7=?y built1=e7 left=rry left1=ry left2=y",
    ],
)
def test_there_and_back(game, text):
    if game.players == 3:
        text = text.replace("hand=4,5", "hand=4,5,5").replace("hand=5,5", "hand=5,5,5")
    assert game.describe(game.position(text)) == text


def test_order_and_the_neutral_do_not_matter():
    assert IT.position("1 e7=?y e5=n c3=??r") == IT.position("1 c3=??r e7=?y")


def test_the_neutral_is_implied():
    assert IT.position("1 c3=r e7=y").stacks["e5"] == (Piece("neutral"),)


def test_the_builder_of_a_lower_stack_is_unknown_unless_told():
    three, told = IT.position("1 c3=??r e7=y"), IT.position("1 c3=?r e7=y built2=c3")
    index = IT.board.index["c3"]
    assert three.hats.builders[index] == 1
    assert told.hats.builders[index] == 2
    assert IT.position("1 c3=?r e7=y").hats.builders[index] == 0


def test_uncovered_hats_wait_for_their_colour():
    state = IT.position("1 c3=?? e7=y d3=r")
    assert {move.label for move in IT.legal_moves(state)} == {"c3=red", "c3=yellow"}
    assert IT.apply(state, IT.parse(state, "c3=red")).turn == 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "begins with the player to move"),
        ("3 c3=r", "begins with the player to move"),
        ("1", "has no stacks"),
        ("1 e5=n", "has no stacks"),
        ("1 z9=r", "names the cell 'z9'"),
        ("1 c3=r c3=y", "names 'c3' twice"),
        ("1 c3=rrrr", "has 4 hats on c3"),
        ("1 c3=", "has 0 hats on c3"),
        ("1 c3=rx", "has a hat 'x' on c3"),
        ("1 c3=n", "puts the neutral hat on c3"),
        ("1 e5=r", "has 'r' on e5"),
        ("1 c3=??? e7=y", "hides the top of c3"),
        ("1 c3=r shrink", "has 'shrink'"),
        ("1 b2=rrr b3=rrr b4=rrr b5=rrr c3=rrr c4=r", "more than 15 hats of colour 'r'"),
        ("1 c3=r left=rrrrrrrrrrrrrrr", "more than 15 hats of colour 'r'"),
        ("1 c3=?r left=rrrrrrrrrrrrrryyyyyyyyyyyyyyy", "more hats than there are"),
        ("1 c3=r left=n", "has a hat 'n' in left"),
        ("1 c3=r left3=r", "names the cell 'left3'"),
        ("1 c3=r built1=c4", "has c4 in built1"),
        ("1 c3=??r built2=c3", "has c3 in built2"),
        ("1 c3=r built1=c3 built2=c3", "has c3 in built2"),
        ("1 c3=r e5=n built1=e5", "has e5 in built1"),
        ("1 c3=r hand=6,5", "more than 5 stacks in a hand"),
        ("1 c3=r hand=0,5", "nothing in his hand"),
        ("1 c3=r hand=5", "expected hand=N,N"),
        ("1 c3=?? hand=5,5", "uncovered hat while stacks are still to be placed"),
        ("1 c3=r hand=5,5 shrunk", "shrunk while stacks are still to be placed"),
        ("1 c3=r a1=y shrunk", "has a stack on a1"),
    ],
)
def test_a_bad_position_is_refused_with_one_sentence(text, complaint):
    with pytest.raises(InvalidPosition) as error:
        IT.position(text)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


def test_the_french_shrunk_field_has_no_forbidden_ring():
    assert TopHats(rules="fr").position("1 c3=r a1=y shrunk").shrunk


@pytest.mark.parametrize(
    "label", ["", "c3", "c3-", "c3-z9", "c3^", "c3=green", "z9=red", "huff c3", "C3-d4"]
)
def test_a_label_that_is_none(label):
    state = IT.position("1 c3=r e7=y")
    if label == "c3":
        with pytest.raises(IllegalMove):
            IT.parse(state, label)
        return
    with pytest.raises(InvalidLabel):
        IT.parse(state, label)

"""Cappuccino positions and labels as text: there, back, and what is refused."""

from __future__ import annotations

import pytest

from engines.cappuccino.book import Cappuccino
from engines.cappuccino.cups import PLAIN
from engines.game import Attempt, InvalidLabel, InvalidPosition
from tests.engines.cappuccino.cappuccino_tables import EXPERT, FOUR, RED, TWO, YELLOW


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (TWO, "2 f6=3r f7=1b"),
        (FOUR, "4 a1=1g f6=20r f7=1b taken=3y"),
        (TWO, "1 f6=3r under=f6:?y"),
        (EXPERT, "1 hand=16,16"),
        (EXPERT, "2 f6=1r hand=15,16"),
        (Cappuccino(setup="expert", colours=2), "1 f6=1r f7=1y hand=15,15,16,16"),
        (TWO, "1 taken=32r"),
    ],
)
def test_text_comes_back_unchanged(game, text):
    assert game.describe(game.position(text)) == text


def test_text_comes_back_in_the_order_of_the_board():
    assert TWO.describe(TWO.position("2 taken=1y,3r f7=1b f6=3r")) == "2 f6=3r f7=1b taken=3r,1y"


def test_cups_under_the_top_are_remembered_but_do_not_count():
    state = TWO.position("1 f6=2r f7=1y")
    state = TWO.apply(state, TWO.parse(state, "f6-f7"))
    assert state.stacks == {"f7": (YELLOW, PLAIN, RED)}
    assert TWO.describe(state) == "2 f7=3r under=f7:y?"
    assert TWO.position("2 f7=3r under=f7:y?").stacks == state.stacks
    assert TWO.position("2 f7=3r") == state
    assert hash(TWO.position("2 f7=3r")) == hash(state)
    assert TWO.position("2 f7=3y") != state
    assert TWO.position("2 f7=2r") != state
    assert TWO.position("1 f7=3r") != state
    assert state != "2 f7=3r"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "begins with the player to move, 1 to 2, not ''"),
        ("3 f6=1r", "begins with the player to move, 1 to 2, not '3'"),
        ("1", "has 0 cups, expected 1 to 64"),
        ("1 f6", "has 'f6', expected cell=heightColour such as f6=3r"),
        ("1 z9=1r", "names the cell 'z9', which this board does not have"),
        ("1 a7=1r", "names the cell 'a7', which this board does not have"),
        ("1 f6=1r f6=1y", "names 'f6' twice"),
        ("1 f6=r", "has 'f6=r', expected f6=heightColour: 1 to 64, then r, y, b or g"),
        ("1 f6=0r", "has 'f6=0r', expected f6=heightColour"),
        ("1 f6=65r", "has 'f6=65r', expected f6=heightColour"),
        ("1 f6=3p", "has 'f6=3p', expected f6=heightColour"),
        ("1 f6=40r f7=40y", "has 80 cups, expected 1 to 64"),
        ("1 f6=17r under=f6:" + "r" * 16, "has more than 16 cups of colour 'r'"),
        ("1 f6=2r under=f6:yy", "has 2 cups under the top of f6, where it has no such stack"),
        ("1 f6=2r under=f7:y", "has 1 cups under the top of f7, where it has no such stack"),
        ("1 f6=2r under=f6:p", "has 'under=f6:p', expected cell:colours, each r, y, b, g or ?"),
        ("1 f6=2r under=f6:y,f6:y", "names f6 twice under 'under='"),
        ("1 f6=2r under=z1:y", "names the cell 'z1', which this board does not have"),
        ("1 f6=1r taken=3", "has 'taken=3', expected taken=heightColour"),
        ("1 f6=1r taken=3y,2y", "names 'y' twice under 'taken='"),
        ("1 f6=1r hand=1,1", "has 'hand=', but cups are placed by hand only with setup=expert"),
    ],
)
def test_bad_positions(text, complaint):
    with pytest.raises(InvalidPosition) as refused:
        TWO.position(text)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1 hand=16", "has 'hand=16', expected hand=N,N"),
        ("1 hand=16,x", "has 'hand=16,x', expected hand=N,N"),
        ("1 f6=1r hand=16,16", "has more than 16 cups of colour 'r'"),
        ("1 f6=2r hand=1,1", "has a stack, but nothing is stacked while cups are in the hand"),
    ],
)
def test_bad_hands(text, complaint):
    with pytest.raises(InvalidPosition) as refused:
        EXPERT.position(text)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    "label", ["", "f6-", "f6-f7-f8", "f6xf7", "take", "take f6 f7", "Pass", "f6 f7", "l1", "f6-f12"]
)
def test_bad_labels(label):
    with pytest.raises(InvalidLabel):
        TWO.parse(TWO.start(), label)


@pytest.mark.parametrize(
    ("label", "attempt"),
    [
        ("f6-f7", Attempt(("f6",), ("f7",))),
        ("take f6", Attempt(("f6",))),
        ("f6", Attempt(placed=("f6",))),
        ("pass", Attempt()),
    ],
)
def test_labels_are_read_without_judging(label, attempt):
    assert TWO.attempt(TWO.position("1 a1=1r a2=1r"), label) == attempt

"""Xe Queo! positions and labels as text: there, back, and what is refused."""

from __future__ import annotations

import pytest

from engines.game import Attempt, InvalidLabel, InvalidOption, InvalidPosition
from engines.steps import Piece
from engines.xe_queo.book import XeQueo
from tests.engines.xe_queo.xe_queo_table import FULL, GAME


@pytest.mark.parametrize(
    "text",
    [
        FULL,
        "2 red=a1 orange=g7 score=0-0",
        "1 ring=d4 red=d4 score=3-3",
        "2 ring=d4 red=a1 queo=a1 score=1-0",
    ],
)
def test_text_comes_back_unchanged(text):
    assert GAME.describe(GAME.position(text)) == text


def test_text_comes_back_in_the_order_of_the_contract():
    assert GAME.describe(GAME.position("1 orange=g7 red=a1 ring=d4")) == (
        "1 ring=d4 red=a1 orange=g7 score=0-0"
    )


def test_stacks_hold_the_pawns_and_not_the_ring():
    state = GAME.position(FULL)
    assert "d4" not in state.stacks
    assert state.stacks["a1"] == (Piece("red", 0),)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "begins with the player to move, 1 to 2, not ''"),
        ("1 ring=d4", "has no pawn, expected red=a1 orange=g7 and so on"),
        ("1 ring=d4 red=h1", "names the cell 'h1', which this board does not have"),
        ("1 ring=d8 red=a1", "names the cell 'd8', which this board does not have"),
        ("1 ring= red=a1", "names the cell '', which this board does not have"),
        ("1 red=a1 blue=a1", "puts two pieces on a1"),
        ("1 red=a1 pink=a2", "has 'pink=', expected ring=, red=, orange="),
        ("1 red=a1 red=a2", "names 'red' twice"),
        ("1 red=a1 ring", "has 'ring'"),
        ("1 red=a1 score=1", "has 'score=1', expected score=N-N"),
        ("1 red=a1 score=5-0", "has 'score=5-0', but 4 rings end the match"),
        ("1 red=a1 score=4-4", "has 'score=4-4', but 4 rings end the match"),
        ("1 ring=d4 red=a1 queo=b1", "has 'queo=b1', but no pawn stands on b1"),
        ("1 red=a1 queo=a1", "a challenge needs a ring that no pawn has entered"),
        ("1 ring=d4 red=d4 queo=d4", "a challenge needs a ring that no pawn has entered"),
    ],
)
def test_bad_positions(text, complaint):
    with pytest.raises(InvalidPosition) as refused:
        GAME.position(text)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    "label",
    ["", "b2", "b2-", "b2-c3-d4", "b2^", "b2xd4", "b2-c3^e5", "ring", "ring z1", "queo", "wins 3",
     "wins", "h1-g1", "pass"],
)  # fmt: skip
def test_bad_labels(label):
    with pytest.raises(InvalidLabel):
        GAME.parse(GAME.position(FULL), label)


@pytest.mark.parametrize(
    ("label", "attempt"),
    [
        ("b2-c3", Attempt(("b2",), ("c3",))),
        ("b2^d4^f4", Attempt(("b2",), ("d4", "f4"))),
        ("ring d4", Attempt(placed=("d4",))),
        ("queo b2", Attempt(named=("b2",))),
        ("wins 1", Attempt()),
    ],
)
def test_labels_are_read_without_judging(label, attempt):
    assert GAME.attempt(GAME.position(FULL), label) == attempt


@pytest.mark.parametrize("options", [{"players": 3}, {"rules": "it"}])
def test_there_are_no_options(options):
    with pytest.raises(InvalidOption):
        XeQueo(**options)

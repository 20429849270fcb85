"""What hands can do and cannot: one thing after the other, no faster than a hand, and whole pieces.

A scene is what the sensors showed, as seconds with `-` for a piece that went up and `+` for one that
came down.
"""

from __future__ import annotations

import pytest

from firmware_bridge.referee.verdicts import Ask, Illegal, Restore
from tests.firmware_bridge.referee.test_crossed_hands import flagged, seen

MILL, MIXED = "mulino", "mulino-misto"
START = "1 w=a1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3 b=b6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"


@pytest.mark.parametrize(
    ("game", "position", "edges", "moves"),
    [
        pytest.param(
            MILL,
            "1 w=a4,d6 b=a1,d1 hand=7,7",
            "0+g7 2.5-g7 2.7+a7 3.3+g7",
            "g7 a7",
            id="the man just placed is looked at while the other places his",
        ),
        pytest.param(
            MILL,
            "2 w=b6,f6,g4 b=a1,d1 hand=6,7",
            "0+d7 .19-d7 .195+d6",
            "d6",
            id="a man pushed on from one sensor's reach into the next's",
        ),
        pytest.param(
            MIXED,
            "1 w=d6,c5,e3,d1 b=e4,e5,a1,g1 hand=3,3",
            "0-e3 .7+d3 3.4-d3 4.2+e3",
            "",
            id="a man that goes back is not a victim of one that comes from the side",
        ),
        pytest.param(
            "dama",
            START,
            "0-c3 .7+e5 2-e5 2.6+d4 7-f6 7.6+g5",
            "c3-d4 f6-g5",
            id="a wrong move carried on to where it may go",
        ),
        pytest.param(
            "dama",
            START,
            "0-c3 .7+c5 3-e3 3.6+f4 5-c5 5.5+c3",
            "e3-f4",
            id="another move, and the wrong one put back",
        ),
        pytest.param(
            MILL,
            "1 w=a4,d3,e3,b2,d1,g1 b=a7,b6,c5,d5,e5,e4,f4,g4 hand=1,1",
            "0+c3 .6-b6 4-c3 5.1+b6",
            "",
            id="a mill taken back with its own man in the hand",
        ),
        pytest.param(
            "top-hats",
            "2 b5=??r d3=y d6=??y d7=??y e3=y e6=?r e7=??r f8=??r g5=?r h5=??r",
            "0-d7 .5+f7 .62-f7 1.1+f9",
            "d7xf7xf9",
            id="who touches one landing touches all",
        ),
    ],
)
def test_what_hands_can_do_is_believed(game, position, edges, moves):
    table = seen(game, position, edges)
    assert table.moves == moves.split()


@pytest.mark.parametrize(
    ("game", "position", "edges"),
    [
        pytest.param(
            "top-hats",
            "1 e1=??y f2=?y f3=?y f7=??r f8=?r g9=?r",
            "0-g9 .3+f9 1.2-f3 1.22-f9 1.28+g9 1.4+f4",
            id="two pieces in one instant",
        ),
        pytest.param(
            "dama",
            "1 w=c3,e3 b=d6,f6",
            "0-c3 .02-e3 .1+d4 .15+f4 .2-d6 .25+e5",
            id="three pieces in a quarter of a second",
        ),
    ],
)
def test_a_sleeve_makes_no_moves(game, position, edges):
    table = seen(game, position, edges)
    assert not [move for move in table.moves if move not in ("g9-f9",)]


def test_a_victim_that_nobody_comes_to_take_is_missed():
    table = seen(MILL, "2 w=g7,d6,a4,c3,d1 b=a7,f6,c4,f2 hand=4,5", "0-g7")
    assert flagged(table) == ["wrong-piece-removed"]
    assert Restore(("g7",), ()) in table.verdicts


def test_a_huff_stands_though_the_move_after_it_is_wrong():
    position = "1 w=a1,c1,e1,g1,b2,d2,f2,h2,a3,c3,f4 b=d4,g5,d6,f6,h6,a7,c7,g7,b8,d8,f8,h8 huff=g5"
    table = seen("dama", position, "0-g5 1.7-c3 2.1+c5")
    assert table.moves == ["huff g5"]
    (wrong,) = (verdict for verdict in table.verdicts if isinstance(verdict, Illegal))
    assert wrong.cells == ("c3", "c5")


def test_a_journey_that_was_swept_is_asked_about():
    table = seen(
        "top-hats",
        "1 b5=??y c4=??y c5=??r c6=??r e7=??r f3=??r f7=??y g6=??y g8=??y h6=??r",
        "0-h6 .31+d4",
    )
    (question,) = (verdict for verdict in table.verdicts if isinstance(verdict, Ask))
    assert len(question.choices) > 1

"""Hands that cross: the next player begins before the first has let go, and nobody waits for sensors.

A scene is what the sensors showed, as seconds with `-` for a piece that went up and `+` for one that
came down. All of them are from games of simulated people.
"""

from __future__ import annotations

import pytest

from firmware_bridge.referee.verdicts import Illegal, Sensed
from tests.firmware_bridge.scenes import Table

LOSING, MILL, MIXED, CEYLON = "mangia-la-dama", "mulino", "mulino-misto", "mulino-ceylonese"


def seen(game: str, position: str, edges: str) -> Table:
    table = Table(game, position)
    for word in edges.split():
        sign = next(sign for sign in "+-" if sign in word)
        when, cell = word.split(sign)
        table.feed(Sensed(cell, int(sign == "+")), round(1 + float(when) - table.now, 3))
    table.wait(6)
    return table


def flagged(table: Table) -> list[str]:
    return [verdict.rule for verdict in table.verdicts if isinstance(verdict, Illegal)]


@pytest.mark.parametrize(
    ("game", "position", "edges", "moves"),
    [
        pytest.param(
            LOSING,
            "1 w=a1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4 b=c5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
            "0-d4 .71+b6 .93-c5 1.3-a7 2.65-e3 2.72+c5 3.1+d4 4.33-b6 5.56-d4 6.01-c5 6.77+e3",
            "d4xb6 a7xc5 e3-d4 c5xe3",
            id="three moves without a rest, and nothing comes back before it was lifted",
        ),
        pytest.param(
            LOSING,
            "2 w=e1,g1,f2,h2,a3,c3,g3,b4,Kd6 b=h4,c5,b6,h6,a7,g7,h8",
            "0-c5 .04+d4 .35-d4 1-c3 1.4+e5 1.59-g7 4.04+f6 4.23-f6 4.79-e5 5.23+g7",
            "c5-d4 c3xe5 g7-f6 e5xg7",
            id="a piece taken right after it came down",
        ),
        pytest.param(
            LOSING,
            "1 w=a1,c1,e1,g1,d2,f2,h2,a3,e5 b=e3,d4,f6,h6,a7,c7,g7,b8,d8,f8,h8",
            "0-d2 .32-h6 .41+f4 1.65+g5 4.84-e3 5.23-g5 5.64-f4 6.65+h6",
            "d2xf4 h6-g5 f4xh6",
            id="a victim that goes after the other's move",
        ),
        pytest.param(
            LOSING,
            "1 w=a1,c1,e1,g1,b2,f2,h2,e3,g3,c5,h6 b=c3,b6,f6,c7,e7,g7,b8,d8,f8,h8",
            "0-c5 1.94+a7 2.88-b6 3.21-c7 3.49+b6 3.59+d6 3.9-b6",
            "c5xa7 c7-d6",
            id="a victim put back for a moment while the next piece is in the air",
        ),
        pytest.param(
            MIXED,
            "1 w=g7,b6,d5,f4,c3,e3,d1 b=c5,e5,b4,c4,d3,b2,d2,a1,g1 hand=1,0",
            "0-f4 .75+f2 1.54-f2 2.6+e4 2.68-a1 2.7+a2 2.71-a2 2.73+a3 2.74-a3 2.77+a4 5.27-g7",
            "f4-e4 a1-a4xg7",
            id="a man who went elsewhere is not one from beside the board",
        ),
        pytest.param(
            MIXED,
            "2 w=d7,b6,a4,e4,f4,g4,f2,a1,d1 b=g7,f6,d5,e3,d2 hand=0,1",
            "0+a7 .29-b6 .64+b6 .91-d7 1.81+d6 1.85-a7 1.91+b7 1.98-b7 2.03+c7 2.1-c7 2.21+d7",
            "a7 d7-d6 a7-d7",
            id="a cell that one man leaves and another takes",
        ),
        pytest.param(
            MILL,
            "2 w=d7,g7,d5,g4,g1 b=a4,d3,e3,b2,f2,d1 hand=0,0",
            "0-d3 2.44+d2 2.84-d7 2.99-d5 3.75+d6 5.48-d6 6.17+a7",
            "d3-d2xd5 d7-a7",
            id="two moves told once more: the next man went up before the victim",
        ),
        pytest.param(
            MIXED,
            "1 w=d7,b6,e4,g4,f2,a1,d1 b=g7,f6,d5,e5,c4,b2 hand=2,2",
            "0-g4 .24-c4 .41+g1 .55+b4 1.17-d5",
            "g4-g1xd5 c4-b4",
            id="two moves told once more: the next man went up before the first came down",
        ),
        pytest.param(
            CEYLON,
            "2 w=g4,d3,d2,g1 b=a7,d7,b6,a4,b2,a1 hand=0,0",
            "0-a4 .93+b4 1.39-g4 1.77-b4 2.43+c4 2.96-c4 4.68+a4 6.36-d2",
            "a4-b4xg4 b4-a4xd2",
            id="the way home of one move is not the way back of two",
        ),
        pytest.param(
            MILL,
            "1 w=a7,g7,b6,g4,c3,f2 b=d6,f6,c4,b2,d1,g1 hand=3,3",
            "0+d7 .62-d1 1.61+d1",
            "d7xd1 d1",
            id="the answer on the victim's own cell",
        ),
    ],
)
def test_crossed_hands_are_told_apart(game, position, edges, moves):
    table = seen(game, position, edges)
    assert table.moves == moves.split()
    assert not flagged(table)


def test_a_man_in_the_others_hand_is_not_huffed():
    position = "1 w=c1,e1,g1,b2,f2,a3,e3,g3,b4,a5,e5,e7 b=d4,c5,b6,d6,f6,h6,a7,c7,f8,h8 huff=d6"
    table = seen("dama", position, "0-f6 1.09-e5 1.62+g7 1.86-d6 1.92+e5")
    assert table.moves == ["e5xg7", "d6-e5"]


def test_a_journey_home_is_told_whole_after_it_was_tried_elsewhere():
    position = "1 b3=??r b4=??r d7=??r e3=??y f3=??r f4=??y g4=??y g5=??r g8=??y h7=??y"
    edges = "0-f3 .54+h5 1.17-h5 1.94+f5 2.17-f5 2.47+h5 3.18-h5 3.62+f3"
    table = seen("top-hats", position, edges)
    assert table.moves == ["f3xf5^h5xf3"]


@pytest.mark.parametrize(
    ("game", "position", "edges", "rule"),
    [
        pytest.param(
            MILL,
            "1 w=a4,d3,e3,b2,d1,g1 b=a7,b6,c5,d5,e5,e4,f4,g4 hand=1,1",
            "0+c3 .57-b6 .77+b6 2-a7 8.71-b2",
            "wrong-piece-removed",
            id="a man taken off long after a victim was changed",
        ),
        pytest.param(
            MILL,
            "1 w=g7,f6,e5,e4,c3,d3,e3,f2,d1 b=c5,a4,b4,f4,g4 hand=0,0",
            "0-f4 .48-f2 .63+e2 .8-e2 1.06+d2 4.09-g4 4.28+f2",
            "not-adjacent",
            id="a man that nobody can have held for so long",
        ),
        pytest.param(
            "dama",
            "2 w=Ka1,Kc3,Ke3,h6 b=a3,Kg3,b4,Kb8",
            "0-b8 .47+c7 3.04-c7 3.57-c3 5.72+d8 11.82-a3 12.76+b2",
            "must-remove",
            id="nobody answers seconds before the other has come down",
        ),
    ],
)
def test_what_is_forbidden_is_not_explained_away(game, position, edges, rule):
    assert flagged(seen(game, position, edges)) == [rule]

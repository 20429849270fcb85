"""What nobody at the board could tell is counted apart."""

from __future__ import annotations

import pytest

import engines
from firmware_bridge.people.lookalikes import Edge, lookalikes
from firmware_bridge.people.truth import Played, pressed_late

PAWNS = "1 ring=a5 red=b4 orange=e4 yellow=c4 green=c3 blue=e6 purple=b5 white=d4"


@pytest.mark.parametrize(
    ("player", "when", "late"), [(1, 3.0, True), (1, 2.0, True), (2, 3.0, False), (1, 1.0, False)]
)
def test_a_press_may_answer_what_was_asked_since(player, when, late):
    game = engines.GAMES["xe-queo"]()
    before = game.position(PAWNS)
    move = game.parse(before, "b4-a5")
    played = Played(1, move, before, game.apply(before, move), 1.5, 2.5)
    record = [(1, "b4-a5"), (1, "wins 1")]
    lines = [{"game": "xe-queo"}, {"t": when, "press": player}]
    assert pressed_late(game, [played], record, lines) is late
    assert not pressed_late(game, [played], record[:1], lines)


def seen(text):
    """`0-d2` is a piece that goes up at once, `.7+b2` one that comes down after so many seconds."""
    for word in text.split():
        sign = next(sign for sign in "+-" if sign in word)
        when, cell = word.split(sign)
        yield Edge(float(when), cell, int(sign == "+"), int(sign == "-"))


@pytest.mark.parametrize(
    ("name", "position", "made", "edges", "as_well"),
    [
        pytest.param(
            "mulino",
            "1 w=b6,b4,e4,c3,d2 b=a7,d5,g4,f2,a1 hand=0,0",
            "d2-b2xg4 f2-f4",
            "0-d2 .019+c2 .042-c2 .077+b2 .32-f2 1.77-g4 1.84+f4",
            "d2-b2xf2 g4-f4",
            id="who was taken, and who was pushed there",
        ),
        pytest.param(
            "xe-queo",
            "1 ring=a7 red=c6 orange=f6 yellow=e4 green=f7 blue=g5 purple=f4 white=f5 score=0-1",
            "f5^d3 d3^f5^f3^d5",
            "0-f5 3.4+d3 3.6-d3 4+f5 4.1-f5 4.3+f3 4.4-f3 4.8+d5",
            "f5^f3^d5",
            id="who moved on with that very pawn",
        ),
        pytest.param(
            "mulino-misto",
            "1 w=d7,b4,f4,g4,c3,d3,e3,d1 b=a7,g7,e5,c4 hand=0,1",
            "d7-d6 d7xd6",
            "0-d7 .6+d6 .9-d6 2.6+d7",
            "",
            id="who takes back what he tried",
        ),
    ],
)
def test_other_moves_may_look_the_same(name, position, made, edges, as_well):
    game = engines.GAMES[name]()
    before = after = game.position(position)
    for label in made.split():
        after = game.apply(after, game.parse(after, label))
    found = [labels for labels, _ in lookalikes(game, before, after, [*seen(edges)], "presence")]
    assert {(*made.split(),), (*as_well.split(),)} <= {*found}

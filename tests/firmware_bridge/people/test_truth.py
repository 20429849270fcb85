"""What nobody at the board could tell is counted apart."""

from __future__ import annotations

import pytest

import engines
from firmware_bridge.people.truth import Played, pressed_late

PAWNS = "1 ring=a5 red=b4 orange=e4 yellow=c4 green=c3 blue=e6 purple=b5 white=d4"


@pytest.mark.parametrize(
    ("player", "when", "late"), [(1, 3.0, True), (2, 3.0, False), (1, 1.0, False)]
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

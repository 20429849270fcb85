"""A clock on a board without a screen: the buttons' lights show it, by the real drivers on mock pins."""

from __future__ import annotations

import pytest

from firmware_bridge.record.limits import limit_of
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from tests.hardware.matrix_table import PACE, MatrixTable

BUTTONS = 2


@pytest.fixture
def table(tmp_path):
    one = MatrixTable(tmp_path)
    one.wait(0.1)
    yield one
    one.close()


def begun(table, clock):
    """White has moved: black's time runs."""
    table.begin(Header("dama", {"capture": "strict"}, 2, clock=limit_of(clock)))
    table.make(table.match.session.game.legal_moves(table.match.situation.state)[0])
    assert table.match.situation.state.turn == 2


def left(table):
    return table.match.clocks.remaining(table.now)[1]


def until(table, seconds):
    """Nobody touches anything until so much is left."""
    table.now += left(table) - seconds
    table.app.turn()


def lamp(table, player):
    at = 3 * (player - 1 - BUTTONS)
    return table.strip()[at : at + 3 or None]


def switched(table, player, seconds=2.4):
    """How often a lamp goes on in that time, and the colours that it has then."""
    seen = []
    for _ in range(round(seconds / PACE)):
        table.wait(PACE)
        seen.append(lamp(table, player))
    on = [now for before, now in zip(seen, seen[1:], strict=False) if any(now) and not any(before)]
    return len(on), {colour for colour in seen if any(colour)}


def test_the_last_minute_blinks_and_the_last_seconds_hurry(table):
    begun(table, "5")
    until(table, 100)
    often, steady = switched(table, 2)
    assert often == 0
    assert len(steady) == 1, "whose turn it is glows"
    until(table, 50)
    minute, colours = switched(table, 2)
    assert 2 <= minute <= 3
    assert colours == steady
    until(table, 8)
    seconds, colours = switched(table, 2)
    assert seconds > 2 * minute
    assert colours == steady
    assert switched(table, 1) == (0, set()), "the other's time stands"


def test_a_short_time_for_each_move_is_not_all_hurry(table):
    begun(table, "move:30")
    until(table, 20)
    assert switched(table, 2)[0] == 0
    until(table, 9)
    assert 2 <= switched(table, 2)[0] <= 3


def test_out_of_time_flashes_in_a_colour_of_its_own_and_play_goes_on(table):
    begun(table, "5")
    _, steady = switched(table, 2)
    until(table, 0)
    assert table.match.clocks.out == {2}
    often, colours = switched(table, 2)
    assert often >= 3
    assert not colours & steady
    assert table.match.situation.phase is Phase.WAITING


def test_where_it_was_agreed_the_game_is_over_and_the_winner_glows(table):
    begun(table, "5/ends")
    until(table, 0)
    assert table.match.situation.phase is Phase.OVER
    often, _ = switched(table, 2)
    assert often >= 3
    assert switched(table, 1)[0] == 0
    assert any(lamp(table, 1))


def test_who_moves_in_time_has_a_lamp_that_rests(table):
    begun(table, "5+10")
    until(table, 50)
    table.make(table.match.session.game.legal_moves(table.match.situation.state)[0])
    assert table.match.situation.state.turn == 1
    assert switched(table, 2) == (0, set())
    assert switched(table, 1)[0] == 0

"""A board without keyboard or screen: from its menu into a game, to its end, and back by a button."""

from __future__ import annotations

import pytest

from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.table.leaving import LINGER
from tests.hardware.matrix_table import MatrixTable

NEARLY = Header("dama", {"capture": "strict"}, 2, position="1 w=c3 b=d4")
"""One capture, and black has nothing left."""


@pytest.fixture
def table(tmp_path):
    one = MatrixTable(tmp_path)
    one.wait(0.1)
    yield one
    one.close()


def finished(table):
    table.begin(NEARLY)
    for cell, reading in (("c3", 0), ("d4", 0), ("e5", 1)):
        table.put(cell, reading)
        table.wait(0.1)
    table.wait(0.7)
    assert table.match.situation.phase is Phase.OVER


def menu(table):
    """What each lit cell begins; the one for the clock begins nothing."""
    offered = table.app._menu
    games = {channel: offer.game for channel, offer in offered.offers.items()}
    return {
        table.panel.by_channel[channel].name: game
        for channel, game in {**games, offered.clock: None}.items()
    }


@pytest.mark.parametrize("player", [1, 2], ids=["winner", "loser"])
def test_any_button_leads_back_to_the_menu_on_the_lights(table, player):
    offered = table.lit()
    assert offered == set(menu(table))
    finished(table)
    assert table.lit() == {"c3", "d4", "e5"}
    table.wait(LINGER)
    table.press(player)
    assert table.app.match is None
    # What is over is not offered again; the piece that still stands about chooses nothing.
    assert table.app.left.open is None
    assert table.lit() == offered == set(menu(table))
    table.wait(5.0)
    assert table.app.match is None


def test_the_press_that_goes_with_the_last_move_does_not_leave(table):
    finished(table)
    table.press(1)
    assert table.match.situation.phase is Phase.OVER
    assert table.lit() == {"c3", "d4", "e5"}
    table.wait(LINGER)
    table.press(1)
    assert table.app.match is None


def test_a_button_does_not_leave_a_game_that_goes_on(table):
    table.begin(NEARLY)
    table.wait(LINGER)
    table.press(1)
    table.press(2)
    assert table.app.match is not None


def hold(table):
    table.factory.grounded = {"GPIO2"}
    table.wait(1.2)
    table.factory.grounded = set()
    table.wait(0.1)


def test_a_held_button_asks_whether_the_last_move_is_taken_back_instead(table):
    finished(table)
    table.wait(LINGER)
    hold(table)
    assert table.record == ["c3xe5"]
    assert table.lit() == {"c3", "d4", "e5"}
    # A press is an answer now, and leads to no menu.
    table.press(1)
    assert table.app.match is not None
    assert table.record == ["c3xe5"]
    table.press(2)
    assert table.app.match is not None
    assert table.record == []


def test_held_again_it_says_no(table):
    finished(table)
    table.wait(LINGER)
    hold(table)
    hold(table)
    assert table.record == ["c3xe5"]
    table.press(1)
    assert table.app.match is None


def test_from_the_menu_through_a_game_to_the_next(table):
    """Nothing but pieces and buttons: choose, set up, play to the end, leave, choose again."""
    lupo = next(cell for cell, game in menu(table).items() if game == "lupo-e-pecore")
    table.put(lupo, 1)
    table.wait(0.2)
    table.put(lupo, 0)
    table.wait(0.3)
    assert table.match.header.game == "lupo-e-pecore"
    for cell in table.match.situation.position.stacks:
        table.put(cell, 1)
    table.wait(0.8)
    moves = table.match.session.game.legal_moves
    while table.match.situation.phase is not Phase.OVER:
        table.make(moves(table.match.situation.state)[0])
    table.wait(LINGER)
    table.press(2)
    assert table.app.match is None
    draughts = next(cell for cell, game in menu(table).items() if game == "dama")
    reading = table.standing.get(draughts, 0)
    table.put(draughts, 1 - reading)
    table.wait(0.2)
    table.put(draughts, reading)
    table.wait(0.2)
    assert table.match.header.game == "dama"
    names = sorted(path.name for path in table.store.folder.glob("*.jsonl"))
    assert names == ["0001-lupo-e-pecore.jsonl", "0002-dama.jsonl"]

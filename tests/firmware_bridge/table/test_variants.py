"""Every number of players and every option: people among computers, and computers among themselves."""

from __future__ import annotations

from random import Random

import pytest

from engines import GAMES, variants
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.referee.situation import Phase
from tests.firmware_bridge.table.test_secrets import Den

FEW = ("capture", "first", "rules", "setup", "colours")
"""Options that change who places or moves what; the others only say when a game ends."""
TABLES = [
    game
    for book in GAMES.values()
    for game in variants(book)
    if all(key in FEW or value == book.choices[key][0] for key, value in game.options.items())
]


def named(game: AnyGame) -> str:
    return f"{game.name}-{game.players}-{'-'.join(game.options.values())}"


def ended(tmp_path, game: AnyGame, levels: tuple[int, ...]) -> None:
    room = Den(tmp_path)
    seats = tuple(map(Seat, levels))
    room.app.start(Header(game.name, game.options, game.players, 1, ready=True, seats=seats))
    room.play_on(Random(3))
    situation = room.match.situation
    assert situation.phase is Phase.OVER
    assert situation.game.outcome(situation.state) is not None, "by play, and not by giving up"
    assert {entry.player for entry in situation.record} == set(range(1, game.players + 1))
    room.close()


@pytest.mark.parametrize("game", TABLES, ids=named)
def test_one_person_among_computers(tmp_path, game):
    ended(tmp_path, game, (0, 3, 1, 2)[: game.players])


@pytest.mark.parametrize("game", [game for game in TABLES if game.players > 2], ids=named)
def test_computers_among_themselves(tmp_path, game):
    ended(tmp_path, game, (1, 2, 3, 1)[: game.players])

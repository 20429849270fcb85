"""Honest: whatever others keep to themselves, the computer's choices are the same."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

import pytest

from engines import GAMES
from engines.xe_queo.kernel import COLOURS
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from tests.firmware_bridge.table.test_secrets import Den

LONG = 60
"""Moves after which something has come to light in every game."""


class Game(NamedTuple):
    """Who decided what, and where something came to light that had been hidden."""

    moves: list[tuple[int, str]]
    shown: set[int]


def played_with(
    tmp_path, header: Header, theirs: Mapping[int, tuple[str, ...]], chance: Random
) -> Game:
    """A game against the computer with this kept by the others, who move at random."""
    room = Den(tmp_path)
    room.app.start(header)
    while len(room.record) < LONG and room.match.situation.phase is not Phase.OVER:
        situation = room.match.situation
        for player in room.match.keeping.waits_for(situation):
            assert room.choose(player, *theirs[player])
        room.any_move(chance)
    record = room.match.situation.record
    kernel = room.match.session.game.kernel
    shown = {n for n, one in enumerate(record) if kernel.chances(kernel.node(one.before))}
    room.close()
    return Game([(entry.player, str(entry.move.label)) for entry in record], shown)


def unlike(one: Game, other: Game) -> int:
    """Where two games part; past the end of the shorter one: nowhere."""
    pairs = zip(one.moves, other.moves, strict=False)
    shorter = min(len(one.moves), len(other.moves))
    return next((n for n, (a, b) in enumerate(pairs) if a != b), shorter)


HIDDEN = [
    ("top-hats", {"rules": "it"}, (0, 3)),
    ("top-hats", {"rules": "fr"}, (5, 0)),
    ("top-hats", {"rules": "it"}, (0, 3, 0)),
    ("top-hats", {"rules": "fr"}, (0, 0, 5)),
    ("top-hats", {"rules": "it"}, (2, 0, 4)),
    ("xe-queo", {}, (0, 5)),
    ("xe-queo", {}, (8, 0)),
]


@pytest.mark.parametrize(("name", "options", "levels"), HIDDEN)
def test_what_it_cannot_see_changes_nothing(tmp_path, name, options, levels):
    """Whatever the others keep, games are the same until that itself comes to light."""
    game = GAMES[name](players=len(levels), **options)
    seats = tuple(map(Seat, levels))
    header = Header(name, game.options, game.players, 1, ready=True, seats=seats)
    people = [player for player, level in enumerate(levels, start=1) if not level]
    games: list[Game] = []
    for n in range(len(COLOURS)):
        theirs: dict[int, tuple[str, ...]]
        kernel, state, lots = game.kernel, game.start(1), Random(n)
        if name == "xe-queo":
            theirs = dict.fromkeys(people, (COLOURS[n],))
        else:
            hidings = kernel.hides(kernel.node(state), None)
            theirs = {player: hidings[player].dealt(lots) for player in people}
        games.append(played_with(tmp_path / str(n), header, theirs, Random(9)))
    first, computers = games[0], {p for p in range(1, len(levels) + 1) if p not in people}
    parted = 0
    for other in games[1:]:
        at = unlike(first, other)
        assert sum(player in computers for player, _ in first.moves[:at]) > 1
        if at < min(len(first.moves), len(other.moves)):
            assert at in first.shown & other.shown, (first.moves[at], other.moves[at])
            parted += 1
    # Had nothing ever come to light, nothing would have been hidden.
    assert parted

"""Simulated people play every rule set: nothing wrong on the record, nothing lost, no false alarm."""

from __future__ import annotations

import pytest

import engines
from firmware_bridge.bench.faults import FEW_MOVES, broken_sensors
from firmware_bridge.bench.referee import headers
from firmware_bridge.people.people import People

FEW = 12
"""Games of each rule set; `tavoliere bench` plays two hundred."""


@pytest.mark.parametrize("name", engines.GAMES)
def test_whole_games(name):
    seen = set()
    for header, seed in headers(name, FEW):
        people = People(header, seed)
        count = people.play()
        assert people.trouble == []
        assert count["questions"] <= count["needed"]
        seen |= {kind for kind, times in count.items() if times}
    assert {"moves", "forbidden", "take-backs"} <= seen


def test_the_same_seed_plays_the_same_game():
    (header, seed), *_ = headers("dama", 1)
    assert People(header, seed).play() == People(header, seed).play()


def test_a_referee_that_is_lenient_would_be_found_out():
    """The simulation itself can fail: people who play another rule book are caught at it."""
    (header, _), *_ = headers("mulino", 1)
    people = People(header, 3)
    people.game = engines.GAMES["mulino-misto"]()
    people.play()
    assert people.trouble


@pytest.mark.parametrize("name", engines.GAMES)
def test_games_go_on_with_a_broken_sensor(name):
    for how, cell, found in broken_sensors(name, 6):
        assert found.trouble == [], f"{how} sensor under {cell}"
        assert found.within <= FEW_MOVES

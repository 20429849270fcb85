"""Whole games over magnets as they are: real converter classes on mock pins, verdicts and pixels out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware_bridge.people.hall_table import HallTable
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.lens import HEIGHT, POLAR_HEIGHT, sensing
from firmware_bridge.referee.verdicts import Ask
from hardware.driver import counts
from tests.hardware.through import Play

GAMES = {
    "cappuccino": ("favo-heights", {"early": "off"}, HEIGHT, 9),
    "top-hats": ("favo-heights", {"rules": "it"}, HEIGHT, 33),
    "dama": ("quadra-heights", {"capture": "strict"}, POLAR_HEIGHT, 38),
}
"""Each with the seed of a short game."""
CONVERTERS = {"cappuccino": (12, "20x3"), "top-hats": (10, "20x3"), "dama": (10, "15x3")}


@pytest.fixture
def at_the_table(tmp_path) -> Iterator[list[HallTable]]:
    opened: list[HallTable] = []
    yield opened
    for table in opened:
        table.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game(name, tmp_path, at_the_table):
    panel, options, senses, seed = GAMES[name]
    bits, disc = CONVERTERS[name]
    table = HallTable(panel, tmp_path, disc=disc, bits=bits)
    at_the_table.append(table)
    wiring = table.board.panel.sensors
    assert sensing(polarity=wiring.polarity, heights=counts(wiring)) == senses
    play = Play(table, Header(name, options, 2, seed, senses, ready=True), seed)
    play.to_the_end()
    play.check(least=20)
    if name == "cappuccino":
        # Where every stack goes is seen.
        assert not [verdict for verdict in play.verdicts if isinstance(verdict, Ask)]

"""The contract over every game that is found: ours, and the examples that the set-up installs."""

from __future__ import annotations

import pytest

from engines import GAMES
from firmware_bridge.contract import CHECKS


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_keeps_the_contract(name, check):
    CHECKS[check](GAMES[name])

"""Laws that hold for every rule book with every option, in random play of any seed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.contract.rules import play_at_random
from tests.engines.playing import every_game


@every_game
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_random_play_keeps_the_laws(game, seed):
    play_at_random(game, seed)

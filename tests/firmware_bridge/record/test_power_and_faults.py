"""A disk that lies and a disk that refuses, at every call in turn: nothing that was shown is lost."""

from __future__ import annotations

import pytest

import engines
from tests.firmware_bridge.record.power import through_power_cuts
from tests.firmware_bridge.record.refusals import every_refusal


@pytest.mark.parametrize("name", engines.GAMES)
def test_power_goes_at_every_call_and_the_last_confirmed_position_is_there(name):
    counted = through_power_cuts(engines.GAMES[name](), moves=14)
    assert counted["cuts"] > 100
    assert counted["torn"] > 10
    assert counted["second"] > 30
    assert counted["same"]
    assert counted["more"]


@pytest.mark.parametrize("name", engines.GAMES)
def test_the_disk_refuses_any_call_and_nothing_shown_is_lost(name):
    counted = every_refusal(name, moves=3, step=12)
    assert counted["cases"] > 50

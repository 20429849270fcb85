"""The soak of `make soak`, shortened: enough for what leaks with every game, page, cable or edge."""

from __future__ import annotations

import pytest

from firmware_bridge.bench.soak import MOST_GROWTH, soak


@pytest.mark.firmware
def test_edge_after_edge_leaves_nothing_behind():
    ran = soak(28_000)
    assert ran.edges >= 28_000
    assert ran.moves > 500
    assert ran.came > 100
    assert ran.vanished > 50
    assert ran.said > 100
    assert ran.pulled >= 5
    assert (ran.end.files, ran.end.threads) == (ran.warm.files, ran.warm.threads)
    assert ran.growth <= MOST_GROWTH

"""The soak of `make soak`, shortened: enough for what leaks with every game or every edge."""

from __future__ import annotations

from firmware_bridge.bench.soak import MOST_GROWTH, soak


def test_edge_after_edge_leaves_nothing_behind():
    ran = soak(16_000, visited=False)
    assert ran.edges >= 16_000
    assert ran.moves > 500
    assert (ran.end.files, ran.end.threads) == (ran.warm.files, ran.warm.threads)
    assert ran.growth <= MOST_GROWTH

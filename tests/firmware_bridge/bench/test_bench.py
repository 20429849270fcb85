"""The frame of the benchmarks: how costs become a ratio. What the ratios are is for `make bench`."""

from __future__ import annotations

import pytest

from firmware_bridge.bench import Result, ratios, weights
from firmware_bridge.bench.engines import chess_playouts, playouts


def test_a_ratio_is_ours_over_theirs_per_unit():
    now = 0.0

    def work(units: int, seconds: float):
        def job() -> int:
            nonlocal now
            now += seconds
            return units

        return job

    # The same time for ten times the units costs a tenth per unit.
    found = ratios([work(1000, 2.0), work(100, 2.0)], work(100, 2.0), rounds=5, clock=lambda: now)
    assert found == [pytest.approx(0.1), 1.0]


def test_the_first_round_does_not_count():
    now = 0.0
    took = iter([9.0, 1.0, 1.0, 2.0, 1.0, 2.0])

    def job() -> int:
        nonlocal now
        now += next(took)
        return 1

    assert ratios([job], job, rounds=2, clock=lambda: now) == [2.0]


def test_the_goal_is_met_at_the_goal():
    assert Result("a", "a / b", ratio=1.0, goal=1.0).met
    assert not Result("a", "a / b", ratio=1.01, goal=1.0).met


def test_both_sides_visit_hundreds_of_positions():
    from engines import GAMES

    assert playouts(GAMES["dama"]())() > 300
    assert chess_playouts()() > 300


def test_without_a_margin_nobody_is_asked_and_moves_go_wrong(capsys):
    assert weights.main(["margin", "--moves", "40", "--games", "cappuccino"]) == 0
    *_, whole, without = (line.split(" | ") for line in capsys.readouterr().out.splitlines())
    assert (whole[0], without[0]) == ("| nothing", "| `margin`")
    assert float(whole[1]) == 0.0 < float(without[1])


def test_a_weight_that_is_none_is_one_line(capsys):
    assert weights.main(["gravity"]) == 2
    assert capsys.readouterr().err.startswith("no weight 'gravity': choose among margin, doubt")

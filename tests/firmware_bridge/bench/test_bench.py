"""The frame of the benchmarks: how costs become a ratio. What the ratios are is for `make bench`."""

from __future__ import annotations

from firmware_bridge.bench import Result, ratios
from firmware_bridge.bench.engines import chess_playouts, playouts


def test_a_ratio_is_ours_over_theirs_per_unit():
    def work(units: int, turns: int):
        def job() -> int:
            for _ in range(turns):
                pass
            return units

        return job

    # The same loop counted as ten units costs a tenth per unit, whatever the machine.
    tenth, same = ratios([work(1000, 200_000), work(100, 200_000)], work(100, 200_000), rounds=5)
    assert tenth < same / 2


def test_the_goal_is_met_at_the_goal():
    assert Result("a", "a / b", ratio=1.0, goal=1.0).met
    assert not Result("a", "a / b", ratio=1.01, goal=1.0).met


def test_both_sides_visit_hundreds_of_positions():
    from engines import GAMES

    assert playouts(GAMES["dama"]())() > 300
    assert chess_playouts()() > 300

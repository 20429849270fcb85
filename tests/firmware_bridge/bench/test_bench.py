"""The frame of the benchmarks: how costs become a ratio. What the ratios are is for `make bench`."""

from __future__ import annotations

from firmware_bridge.bench import Result, ratios, weights
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


def test_without_a_margin_nobody_is_asked_and_moves_go_wrong(capsys):
    assert weights.main(["margin", "--moves", "40", "--games", "cappuccino"]) == 0
    *_, whole, without = (line.split(" | ") for line in capsys.readouterr().out.splitlines())
    assert (whole[0], without[0]) == ("| nothing", "| `margin`")
    assert float(whole[1]) == 0.0 < float(without[1])


def test_a_weight_that_is_none_is_one_line(capsys):
    assert weights.main(["gravity"]) == 2
    assert capsys.readouterr().err.startswith("no weight 'gravity': choose among margin, doubt")

"""Whole games of dama and Top Hats through the matrix driver to verdicts and pixels."""

from __future__ import annotations

import pytest

from firmware_bridge.record.trace import Header
from hardware.lights import RGB
from tests.hardware.benches import MatrixBench
from tests.hardware.through import Play


def test_dama():
    play = Play(
        MatrixBench("quadra-matrix"), Header("dama", {"capture": "strict"}, 2, ready=True), 1
    )
    play.bouncing = 3
    play.to_the_end()
    play.check(least=30)


@pytest.mark.parametrize("seed", [1, 2])
def test_top_hats(seed):
    play = Play(
        MatrixBench("favo-matrix"), Header("top-hats", {"rules": "it"}, 2, seed, ready=True), seed
    )
    play.to_the_end()
    play.check(least=20)


def test_buttons_on_the_favos_crossings():
    bench = MatrixBench("favo-matrix")
    bench.readings()
    assert list(bench.board.buttons.down()) == [False] * 4
    bench.put(0 * 11 + 8, 1)
    bench.readings()
    assert list(bench.board.buttons.down()) == [False, True, False, False]
    bench.board.buttons.light([RGB(255, 0, 0)])
    assert bench.strip(b"")[-12:-9] != bytes(3)
    bench.board.close()

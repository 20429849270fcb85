"""Sensors that die, stick or flicker in the middle of a game, through the real driver of a matrix."""

from __future__ import annotations

from random import Random

import pytest

from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Over
from tests.hardware.matrix_table import MatrixTable

LUPO = Header("lupo-e-pecore", {"first": "sheep"}, 2)
DAMA = Header("dama", {"capture": "strict"}, 2)


@pytest.fixture
def table(tmp_path):
    one = MatrixTable(tmp_path)
    yield one
    one.close()


@pytest.mark.parametrize(
    ("header", "cell", "how"),
    [
        (LUPO, "c1", "dead"),
        (LUPO, "d4", "stuck"),
        (LUPO, "e3", "flickering"),
        (DAMA, "c3", "dead"),
        (DAMA, "d4", "stuck"),
        (DAMA, "b6", "flickering"),
    ],
    ids=lambda value: value.game if isinstance(value, Header) else value,
)
def test_it_is_named_lit_and_played_without(table, header, cell, how):
    chance = Random(5)
    table.begin(header)
    assert table.match.situation.phase is not Phase.RESTORING
    table.break_sensor(cell, how)
    table.wait(3.0)  # a piece that only seems gone may be in somebody's hand for as long
    table.play_on(chance)
    # Named in the three languages, on every page and once at the terminal.
    assert table.on_the_page(f"say.{how}", cell=cell)
    assert [(t.key, t.cells) for t in table.warned] == [(f"say.{how}", (cell,))]
    # And the game has come to its end, with all it wants to be on record.
    assert isinstance(table.match.told[-1], Over)
    assert table.match.situation.phase is Phase.OVER


def test_its_cell_flashes_at_the_board(table):
    table.begin(DAMA)
    table.break_sensor("d6", "flickering")
    table.wait(1.0)
    assert table.meant()["d6"] == "faulty"
    pixel = table.panel.by_name["d6"].pixel
    table.sent.clear()
    table.wait(4.5)
    shown = {frame[3 * pixel : 3 * pixel + 3] for frame in table.sent}
    assert bytes(3) in shown
    # Violet: red and blue alike, no green.
    assert any(red == blue > green == 0 for green, red, blue in shown)

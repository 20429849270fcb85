"""Which sensors a simulated board has: the best, unless others are asked for."""

from __future__ import annotations

import pytest

from engines.errors import TavoliereError
from firmware_bridge.table.wired import WiredBoard


@pytest.mark.parametrize(
    ("profile", "sensing"),
    [
        ("simulated:quadra", "height"),
        ("simulated:quadra-hall", "polar-height"),
        ("simulated:quadra?sensing=presence", "presence"),
        ("simulated:favo?sensing=polarity", "polarity"),
        ("simulated:favo?sensing=height", "height"),
        ("simulated:favo?sensing=polar-height", "polar-height"),
    ],
)
def test_a_stand_in_feels_what_is_asked_for(profile, sensing):
    board = WiredBoard(profile)
    assert board.sensing == sensing
    board.close()


def test_what_no_sensor_can_do_is_one_clear_line():
    with pytest.raises(TavoliereError, match="cannot do 'magic'; it can do presence, polarity"):
        WiredBoard("simulated:quadra?sensing=magic")

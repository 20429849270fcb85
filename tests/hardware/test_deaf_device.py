"""Something at the serial port that talks and talks, and never reads what it is told."""

from __future__ import annotations

import os
import pty
import tty

import pytest

from hardware.lights import RGB, still
from hardware.parts import frames
from hardware.parts.frames import Layout
from hardware.parts.serial_board import SerialBoard
from hardware.parts.serial_port import opened_port

LAYOUT = Layout((2, 3), (4, 5), (6,), 7, 60, True, 50, bytes(17))
SESSION = 7


@pytest.fixture
def ends():
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    yield ours, os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def test_what_waits_for_it_stays_small(ends):
    device, path = ends
    now = 0.0
    board = SerialBoard(LAYOUT, lambda: opened_port(path), clock=lambda: now, token=lambda: SESSION)
    most = 0
    for number in range(1, 20_000):
        now += 0.005
        readings = [number % 2, 0, 0, 0, 0]
        state = frames.encoded(frames.STATE, SESSION, number, bytes(1) + frames.packed(readings))
        os.write(device, state)
        board.show(still([RGB(number % 256, 0, 0)] * 60))
        most = max(most, board.waiting)
    assert list(board.latest()) == [1, 0, 0, 0]
    assert most < 4096
    board.close()

"""The trace of a game under way: every event as it came, for whoever wants to know what happened.

A game goes on without it: a disk that is full loses the trace and not the game.
"""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.record.disk import Disk
from firmware_bridge.record.lines import Lines
from firmware_bridge.record.trace import Header, event_line
from firmware_bridge.record.upkeep import MOST_OF_A_TRACE
from firmware_bridge.referee.verdicts import Event

MOST_WAITING = 1 << 20
"""Bytes of a trace that may wait for a disk."""


class Tracing:
    def __init__(self, path: Path | None, header: Header, disk: Disk | None) -> None:
        """No path: nothing is written."""
        self._lines: Lines | None = None
        if path is not None:
            self._lines = Lines(
                path,
                disk or Disk(),
                synced=False,
                most_waiting=MOST_WAITING,
                most=MOST_OF_A_TRACE,
            )
            self._lines.open(0)
            self._lines.add(header.line())

    def add(self, event: Event, when: float) -> None:
        line = event_line(event, when)
        if self._lines is not None and line is not None:
            self._lines.add(line)

    def close(self) -> None:
        if self._lines is not None:
            self._lines.close()

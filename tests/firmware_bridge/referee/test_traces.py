"""Moments at a board as its sensors saw them, told without a look at the referee.

Each is a trace of a few seconds: what hands did is told here, and what has to stand on the record.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.record.replay import replay
from firmware_bridge.referee.verdicts import Accepted, Amended, Illegal, Undone
from tests.firmware_bridge.referee.moments import MOMENTS

TRACES = Path(__file__).parent / "traces"


@pytest.mark.parametrize(
    ("name", "story", "record", "rules"), MOMENTS, ids=[one[0] for one in MOMENTS]
)
def test_what_was_done_goes_on_the_record(name, story, record, rules):
    found: list[str] = []
    broken: list[str] = []
    lines = (TRACES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    for _, said in replay(lines):
        match said:
            case Accepted(move=move):
                found.append(move)
            case Amended(move=move):
                found[-1] = move
            case Undone():
                found.pop()
            case Illegal(rule=rule):
                broken.append(rule)
    assert (found, broken) == (record, rules), story

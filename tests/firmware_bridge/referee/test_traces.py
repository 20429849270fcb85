"""Moments at a board as its sensors saw them, told without a look at the referee.

Each is a trace of a few seconds: what hands did, and what has to stand on the record, is told in
`moments.toml` beside them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from firmware_bridge.record.replay import replay
from firmware_bridge.referee.verdicts import Accepted, Amended, Illegal, Undone

TRACES = Path(__file__).parent / "traces"
MOMENTS = tomllib.loads((TRACES / "moments.toml").read_text(encoding="utf-8"))


def test_every_trace_is_told():
    assert {path.stem for path in TRACES.glob("*.jsonl")} == MOMENTS.keys()


@pytest.mark.parametrize("name", MOMENTS)
def test_what_was_done_goes_on_the_record(name):
    moment = MOMENTS[name]
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
    assert (found, broken) == (moment["record"], moment.get("rules", [])), moment["story"]

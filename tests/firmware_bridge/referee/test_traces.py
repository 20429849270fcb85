"""Moments at a board as its sensors saw them, told without a look at the referee.

Each is a trace of a few seconds: what hands did is told here, and what has to stand on the record.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.record.replay import replay
from firmware_bridge.referee.verdicts import Accepted, Amended, Illegal, Undone

TRACES = Path(__file__).parent / "traces"

# What, in words; what is on the record in the end; which rules are said to be broken.
MOMENTS = [
    (
        "wrong-cell-then-carried-on",
        "a man on a wrong cell is carried straight on to a right one; the other answers",
        ["c3-d4", "f6-g5"],
        ["not-adjacent"],
    ),
    ("journey-seen-whole", "a stack comes down on every cell of its way", ["d7xf7xf9"], []),
    (
        "wrong-move-after-a-capture",
        "seconds after a capture the other carries a man where none can go",
        ["d7-a7xb2"],
        ["not-adjacent"],
    ),
    (
        "foreign-man-beside-the-points",
        "a foreign man is put beside the points",
        [],
        ["not-your-piece"],
    ),
    (
        "huff-then-wrong-move",
        "a huff in order, then a wrong move: only that is wrong",
        ["huff g5"],
        ["not-forward"],
    ),
    (
        "round-trip-with-a-late-victim",
        "a stack is back where it began, and its victim goes seconds later",
        ["e9xc7xe7xe9"],
        [],
    ),
    ("man-put-back", "a man is put back: that captures nothing", [], []),
    (
        "own-man-taken",
        "after the other's capture somebody takes a man of his own",
        ["f4xd7"],
        ["wrong-piece-removed"],
    ),
    (
        "own-cup-in-the-hand",
        "a cup is held while others look at theirs and a sleeve passes",
        ["e2-f2"],
        [],
    ),
    (
        "look-at-the-last-man",
        "the man just placed is looked at while the other places his",
        ["g7", "a7"],
        [],
    ),
    (
        "straightened-while-next-places",
        "the same, set straight at the very moment",
        ["c2", "g5"],
        [],
    ),
    (
        "wrong-man-put-back-late",
        "a wrong man goes home only after the right move was made",
        ["e3-f4"],
        ["not-forward"],
    ),
    (
        "pushed-on-to-the-next-point",
        "a man is pushed from one sensor's reach into the next's",
        ["d6"],
        [],
    ),
    (
        "wrong-quick-reply",
        "a quick reply is wrong: the move before it stands",
        ["g6^e4^c2", "e6^c6"],
        ["not-adjacent"],
    ),
    ("slid-in-over-a-point", "a man is slid in over the point beside it", ["a7"], []),
]


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

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
    (
        "one-man-too-many",
        "after a capture one man more is taken off and stays off",
        ["d7-a7xb2"],
        ["wrong-piece-removed"],
    ),
    (
        "one-man-too-many-without-a-move",
        "the same with a man that has no move: the first victim stays the victim",
        ["d6xb2"],
        ["wrong-piece-removed"],
    ),
    (
        "foreign-man-gone",
        "a man that could be taken by a mill is taken off without one",
        [],
        ["wrong-piece-removed"],
    ),
    (
        "victim-taken-first-and-left",
        "a victim is taken off, and nobody captures it",
        [],
        ["wrong-piece-removed"],
    ),
    (
        "victim-taken-first-and-captured-late",
        "a victim is taken off, and captured when that has been flagged",
        ["c3xe5"],
        ["wrong-piece-removed"],
    ),
    (
        "chain-stopped",
        "a capture is cleared away half-way",
        [],
        ["chain-unfinished"],
    ),
    (
        "stack-split",
        "one cup of a stack is carried off",
        [],
        ["not-a-move"],
    ),
    (
        "two-hats-at-once",
        "one hat too many is taken, and put back: the jump stands",
        ["c3xe3"],
        ["wrong-piece-removed"],
    ),
    (
        "press-before-it-is-put-right",
        "a button is pressed before the pieces go back: no sensor is to blame",
        ["c3-d4"],
        [],
    ),
    (
        "ring-too-close",
        "the ring is touched where it may not go",
        [],
        ["ring-too-close"],
    ),
    (
        "ring-brushes-another-cell",
        "the hand with the ring brushes a cell on its way",
        ["ring b4"],
        [],
    ),
    (
        "put-back-and-moved-elsewhere",
        "a pawn is put back and goes elsewhere, while somebody looks at another",
        ["d7-e6"],
        [],
    ),
    (
        "tried-cell-and-a-look",
        "the same with a piece of his own, while the other looks at one of his",
        ["g5-f6"],
        [],
    ),
    (
        "foreign-man-carried-into-a-mill",
        "a foreign man is carried where one from the hand would close a mill",
        [],
        ["not-your-piece"],
    ),
    (
        "foreign-man-carried-while-placing",
        "a foreign man is carried while men are still placed",
        [],
        ["not-your-piece"],
    ),
    (
        "look-while-two-men-are-placed",
        "a man is looked at while both players place one",
        ["b6", "a7", "f4"],
        [],
    ),
    (
        "look-while-a-man-is-slid-in",
        "a man is looked at while another is slid in over a point",
        ["d7"],
        [],
    ),
    (
        "taken-back-victim-first",
        "a capture is taken back, its victim first",
        [],
        [],
    ),
    (
        "two-taken-back-with-a-victim",
        "two moves are taken back, the piece of the last before its victim",
        [],
        [],
    ),
    (
        "two-mills-two-victims",
        "two mills in a row, the first victim taken before the man is down",
        ["d6-f6xg4", "f6-d6xd2"],
        [],
    ),
    (
        "two-mills-two-victims-at-once",
        "the same, the second victim taken at once",
        ["d7-a7xe4", "a7-d7xg4"],
        [],
    ),
    (
        "short-rest-on-a-landing",
        "every landing is seen in order, one of them for a tenth of a second",
        ["g5xg7xi9xg9"],
        [],
    ),
    (
        "slide-felt-by-two-sensors",
        "a man that slides is felt by the next sensor before the last one lets go",
        ["c3-d4", "f6-g5"],
        [],
    ),
    (
        "there-and-back-is-not-taken-back",
        "a piece goes back where it may not, after the other has gone back where it may",
        ["e7-d6", "b4-a5", "d6-e7"],
        ["not-forward"],
    ),
    (
        "two-hands-in-one-instant",
        "the next player lifts his man in the instant in which the victim goes",
        ["b2-d2xc3", "e3-e4"],
        [],
    ),
    (
        "knock-while-a-cup-is-unnamed",
        "a cup is put on another unseen, and a sleeve pushes a third meanwhile",
        ["e2-d2"],
        [],
    ),
    (
        "knocked-and-put-right",
        "a sleeve pushes a piece while another is moved; only what it pushed is put right",
        ["b4-c5", "f6-g5"],
        ["not-a-move"],
    ),
    (
        "put-back-and-another-comes",
        "a man goes back to where he came from, and another comes to the cell that he was tried on",
        ["e3-d4"],
        [],
    ),
    (
        "two-placed-men-taken-off-again",
        "the last two men are taken off the board again, and another is placed",
        ["e3"],
        [],
    ),
    (
        "capture-put-back-while-its-colour-is-asked",
        "a capture is taken back, its victim first, while its colour is asked for",
        [],
        [],
    ),
    (
        "gripped-again-while-the-next-moves",
        "a man is gripped once more where he has come down, and the next player moves meanwhile",
        ["e5-d5", "f2-f6"],
        [],
    ),
    (
        "victim-put-back-as-the-next-moves",
        "a victim is put back for a second while the next man is in the air, a moment before he is down",
        ["b2-d2xf6", "d6-d7"],
        [],
    ),
    (
        "two-taken-back-and-the-victim-last",
        "two moves are taken back, and the piece that was captured follows a moment later",
        [],
        [],
    ),
    (
        "nothing-flies-in-no-time",
        "a stack is lifted as the last one is placed three cells away: those are two stacks",
        ["f3", "g5xi5"],
        [],
    ),
    (
        "nudged-while-another-comes",
        "the only stack that a stack may go onto is nudged while it is on its way",
        ["g4-f3", "i8-i9"],
        [],
    ),
    (
        "slid-to-the-next-point",
        "a man slides to the next point in a fiftieth of a second, after the other has taken one there",
        ["d5xd2", "a1-d1"],
        [],
    ),
    (
        "slid-long-after-a-capture",
        "the same three seconds after: no question",
        ["d6-d5xd2", "a1-d1"],
        [],
    ),
    (
        "rests-before-it-goes-on",
        "a stack rests where another way would end that shows no victim; its own goes late",
        ["h6xf6^f4"],
        [],
    ),
    (
        "late-victim-of-a-plain-jump",
        "a plain jump whose victim goes late, where a longer way with none to be seen ends, too",
        ["g6xe4"],
        [],
    ),
    (
        "felt-by-both-cells",
        "a piece is dragged to the next cell, and felt there before the first lets go of it",
        ["a1-b2"],
        [],
    ),
    (
        "knocked-between-two-moves",
        "a sleeve jostles four stacks between a capture and the answer to it",
        ["c4xc6", "h8-g7"],
        [],
    ),
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

"""What makes a story dearer, and how long hands take: every number of the referee, with its reason.

Prices are in doublings, roughly: a story that is dearer by one is about half as likely. They are set by
measuring simulated people whose habits were written without looking at them (`tavoliere bench`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property


class Wait(Enum):
    """For how long hands may leave a move as it is."""

    BRIEFLY = "they are on their way"
    LONGER = "they may think about where a piece stands, or fetch one from beside the board"
    CHOOSING = "they may be choosing what it takes, or where a piece goes that somebody holds"


@dataclass(frozen=True)
class Pace:
    """How long the people at this board take, in seconds. Children and slow hands need more."""

    rest: float = 0.5
    """Without an edge for this long, what stands on the board is meant to stand there."""
    patience: float = 2.5
    """For this long a piece may be in the air before its absence means something."""
    reminder: float = 3.0
    """For this long beyond patience a move may stay unfinished while the other plays on."""
    choice: float = 6.0
    """And for this long where nobody does: somebody may be choosing what it takes, or think about a
    piece in his hand; what is off for longer was taken."""

    @cached_property
    def waits(self) -> Mapping[Wait, float]:
        """The seconds after which hands have left a move so for too long, to the microsecond: sums must
        not miss a deadline."""
        more = (0.0, self.reminder, self.choice)
        return {
            wait: round(self.patience + beyond, 6) for wait, beyond in zip(Wait, more, strict=True)
        }


SHORTEST, LONGEST = 1.0, 30.0
"""The patience that can be asked for: longer than a rest, and shorter than anybody waits for a word."""


@dataclass(frozen=True, slots=True)
class Weights:
    margin: float = 0.6
    """Two stories nearer to each other than this are asked about."""
    doubt: float = 1.2
    """Two stories nearer than this are waited with, where hands are about to show which it was."""

    @property
    def sure(self) -> float:
        """A story cheaper than this has no rival among those that are costly to tell."""
        return self.two_moves - self.margin

    @property
    def least_retold(self) -> float:
        """A story cheaper than this has no rival that tells the last two moves anew."""
        return self.second_thought + self.retold + self.two_moves - self.margin

    unfinished: float = 0.1
    """A move that is still being made: nearly everything that is touched is one."""
    unfinished_at_rest: float = 0.3
    """It has been left alone for a moment: perhaps it was meant to be all."""
    left_alone: float = 2.0
    """It has been left alone for longer than most carry a piece; and once more after the reminder."""
    long_in_hand: float = 2.0
    """It has been in the hand for longer than most carry a piece; and once more after the reminder."""
    in_parts: float = 1.0
    """A stack that is carried in parts: most go whole."""
    held: float = 1.0
    """Each piece that cannot move and is looked at or set straight."""
    kept: float = 20.0
    """It has been left so, or off the board, for longer than anybody does that."""

    landing: float = 1.0
    """A cell where a piece rested and that the story does not explain."""
    passed: float = 0.25
    """A cell where a piece stood so briefly that it may have slid over it."""
    skipped: float = 0.8
    """A cell where a journey comes down and was not seen to, where its piece was seen on another: who
    touches one of them touches all."""
    appeared: float = 5.0
    """Something rested where no piece of the story can have been."""
    swept: float = 1.2
    """Something was felt for a moment on a free cell where no piece of the story can have been: one has
    slid over it."""
    stray: float = 0.3
    """Any other touch that the story does not explain."""

    outrun: float = 5.0
    """It came down sooner than a hand slides it there: more likely that was another piece."""

    second_thought: float = 0.7
    """The last move is changed or put back: most moves are not."""
    growing_older: float = 0.08
    """The same, for each second since: what has stood for long is rarely changed."""
    oldest: float = 2.0
    """The most that time adds: whoever puts a move back after a minute still means it."""
    said_done: float = 4.0
    """Its player has said that he is done: few think again after that."""
    chosen: float = 10.0
    """It was chosen by name, or decided elsewhere: it stands, whether hands have carried it out yet."""
    touched_by_the_next: float = 10.0
    """The next player has had a piece of his own in his hand since: the last move stands."""
    been_home: float = 1.5
    """The next player is said to have tried its piece on the very cell that it came from: more likely
    it was put back."""
    all_back: float = 4.5
    """Several moves are put back at once: the same position comes about by playing on more often."""
    retold: float = 1.0
    """Both of the last two moves were told wrong: that takes hands that cross; and as much for each
    second in which they rested since."""

    reply_at_once: float = 1.2
    """An answer within `AT_ONCE` seconds of the other's landing: few think so fast."""
    reply_soon: float = 0.5
    """An answer within `SOON` seconds."""
    taken_early: float = 1.5
    """A victim was off before its taker was lifted, for each second beyond `SOON`: who takes it first
    goes on at once."""
    snatched: float = 1.5
    """A piece comes from beside the board so soon after a victim went up: it may be that one."""
    same_cell: float = 1.2
    """It begins with the very cell that the last hand touched: more likely that hand again, the less so
    the longer ago that was (nothing after `LONG_SINCE` seconds)."""
    same_cell_soon: float = 0.8
    """The same within `SOON` seconds, when that hand is hardly gone."""
    same_slide: float = 8.0
    """The same, before another hand could have been there: then it is one slide."""

    two_moves: float = 0.8
    """Two moves at once: usually one is on the record before the next begins."""
    overlap: float = 0.7
    """The second began before the victims of the first were off: most wait."""
    crossed: float = 1.0
    """The second came down before the first: hands cross, but rarely; and as much for each second."""
    ahead: float = 3.0
    """The second was lifted before even the first was: nobody answers what has not begun."""
    beside: float = 4.0
    """A piece comes from beside the board while somebody holds another that has not come down since:
    more likely it is that one."""
    knock: float = 8.0
    """Each piece that goes up in the same instant as another, the less so up to `SLEEVE` seconds: a
    sleeve is quicker than hands."""

    wrong: float = 5.0
    """No legal move explains it: the dearest story of all, but people do it."""
    wrong_cell: float = 1.0
    """Each cell that is wrong: the more, the likelier it is something else."""


AT_ONCE = 0.4
SOON = 1.0
"""Seconds between the end of one move and the beginning of the answer to it."""
LONG_SINCE = 8.0
"""Seconds after which a hand that has been on a cell has nothing to do with what happens there."""

FASTEST = 2_000.0
"""Millimetres a second of the quickest slide."""
FELT = 20.0
"""Millimetres of a slide that nobody can time: a magnet is felt a quarter of a cell away."""
QUICKEST = 0.2
"""Seconds within which nobody carries a piece from one cell to another."""
HOP = 0.12
"""Seconds within which nobody hops from one cell over another."""
LEAP = 0.06
"""Seconds within which nobody could."""
NEXT = 0.029
"""Seconds within which nobody pushes a piece to the next point of its line, a scan of the sensors
included."""
CARRY, FAR = 0.24, 3.5
"""Seconds within which nobody who takes a piece up again carries it over another cell, or so many cells
far."""
REACTION = 0.02
"""Seconds within which nobody, nor a page for him, can have seen a question: what he did was not meant
for it."""
LOOK = 0.3
"""Seconds for which a piece is up that somebody looks at, and not one that is pushed."""
SLEEVE = 0.15
"""Seconds within which hardly anybody takes up two pieces."""

PACE = Pace()
WEIGHTS = Weights()

"""A game that is over looked at again, move by move: what was better, and the board as it stood then.

Knows the record and what a thinker says of its positions; no clock. One move is looked at after the
other, so the first remarks are there while the last are still being found.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.game import Move
from engines.geometry import Cell
from engines.opponents.lessons import Lesson
from engines.opponents.levels import STRONGEST
from engines.steps import Stacks
from firmware_bridge.lights.hints import Hint, Hints
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.table.counsel import Counsel
from firmware_bridge.table.thinking import LESSONS

LAST, GOOD = Hint("last"), Hint("good")


class Remark(NamedTuple):
    """Of one move: what is to be said of it, and of the best there was."""

    made: Lesson
    best: Lesson

    @property
    def kind(self) -> str:
        """An id that the texts put into words."""
        if self.made.good:
            return "good"
        return "blunder" if self.made.throws else "slip"


class Reviewing:
    def __init__(self, counsel: Counsel) -> None:
        self._counsel = counsel
        self.at: int | None = None
        """After how many moves the board is shown; None: nobody looks at the game again."""
        self.remarks: list[Remark | None] = []
        """As far as they were found; None where nobody had a choice."""
        self._asked: int | None = None
        self.version = 0

    def go(self, situation: Situation, at: int | None) -> bool:
        """Show the board after so many moves; False: the game is not over, or was not so long."""
        if situation.phase is not Phase.OVER or not self._counsel.there:
            return False
        if at is not None and not 0 <= at <= len(situation.record):
            return False
        self.at = at
        self.version += 1
        return True

    def step(self, situation: Situation) -> None:
        if situation.phase is not Phase.OVER:
            if self.at is not None or self.remarks:
                self.at, self.remarks, self._asked = None, [], None
                self.version += 1
            return
        if self.at is None or self._counsel.failed:
            return
        if self._asked is not None:
            answer = self._counsel.answer(self._asked)
            if answer is not None:
                self._asked = None
                entry = situation.record[len(self.remarks)]
                self._note(_remark(entry, answer.lessons))
        while self._asked is None and len(self.remarks) < len(situation.record):
            number = len(self.remarks)
            entry = situation.record[number]
            if not _chosen(situation, entry):
                self._note(None)
                continue
            labels = tuple(str(one.move.label) for one in situation.record[:number])
            self._asked = self._counsel.ask(LESSONS, labels, entry.before.turn, STRONGEST)

    def _note(self, remark: Remark | None) -> None:
        self.remarks.append(remark)
        self.version += 1

    # What is to be seen ----------------------------------------------------------------------

    def stacks(self, situation: Situation) -> Stacks | None:
        """What stood on the board then; None: what stands there now is to be seen."""
        if self.at is None:
            return None
        past = situation.record[self.at :]
        return past[0].before.stacks if past else situation.state.stacks

    def lit(self, situation: Situation) -> Hints | None:
        """The move that was made, and the one that was better."""
        if self.at is None:
            return None
        if self.at == 0:
            return {}
        entry = situation.record[self.at - 1]
        lit = {step.cell: LAST for step in entry.move.steps}
        remark = self.remarks[self.at - 1] if self.at <= len(self.remarks) else None
        if remark is not None and remark.kind != "good":
            better = situation.game.parse(entry.before, remark.best.label)
            lit |= dict.fromkeys(_cells(situation, entry, better), GOOD)
        return lit


def _chosen(situation: Situation, entry: Entry) -> bool:
    """Whether somebody had a choice: what only turned up nobody chose."""
    game, kernel = situation.game, situation.game.kernel
    reported = kernel.chances(kernel.node(entry.before)) is not None
    return not entry.move.by and not reported and len(game.legal_moves(entry.before)) > 1


def _remark(entry: Entry, found: tuple[Lesson, ...]) -> Remark | None:
    made = next((one for one in found if one.label == str(entry.move.label)), None)
    return None if made is None else Remark(made, found[0])


def _cells(situation: Situation, entry: Entry, move: Move) -> list[Cell]:
    deed = move.deed(entry.before.stacks, situation.game.board)
    return [cell for travel in deed.travels for cell in (travel.start, travel.end) if cell]

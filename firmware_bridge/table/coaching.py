"""Help for a player: a warning, a good move on request, every landing judged. It thinks elsewhere.

Knows the situation and what a thinker says of it; no clock. Nothing waits for it but the computer's
answer to a move that somebody is to be warned of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.game import Move
from engines.geometry import Cell
from engines.opponents.lessons import Lesson
from engines.opponents.levels import STRONGEST
from firmware_bridge.lights.hints import Hint, Hints
from firmware_bridge.record.coaches import HELP, TEACH, WARN, Coaches
from firmware_bridge.record.helps import Helps
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.table.counsel import Counsel
from firmware_bridge.table.thinking import LESSONS
from firmware_bridge.table.troubles import Trouble

GOOD, DOUBTFUL = Hint("good"), Hint("doubtful")
SHADED = ("target", "movable", "last", "forced")
"""Lights that give way to what a landing is worth."""


class Advice(NamedTuple):
    """Something to be said: `warn` or `help`, about this move."""

    kind: str
    lesson: Lesson


class Coaching:
    def __init__(self, coaches: Coaches, counsel: Counsel, helped: Sequence[int] = ()) -> None:
        """`helped`: the players who were helped before, as often as they were."""
        self.helps = Helps(coaches, helped)
        self._any = bool(coaches)
        self._counsel = counsel
        self._asked: tuple[int, int] | None = None
        """After how many moves the thinker was asked, and under which number."""
        self._known: dict[int, dict[str, Lesson]] = {}
        """By the number of moves before it, what is to be said of each move."""
        self._shown: int | None = None
        """After how many moves somebody has asked for help."""
        self.version = 0

    def _kind(self, player: int) -> str:
        return self.helps.of(player).kind

    # Thinking --------------------------------------------------------------------------------

    def step(self, situation: Situation) -> None:
        if not self._any or not self._counsel.there:
            return
        moves = len(situation.record)
        self._known = {n: said for n, said in self._known.items() if n in (moves, moves - 1)}
        if self._shown != moves:
            self._shown = None
        if self._asked is not None:
            before, number = self._asked
            answer = self._counsel.answer(number)
            if answer is not None:
                self._known[before] = {lesson.label: lesson for lesson in answer.lessons}
                self._asked = None
                self.version += 1
            elif self._counsel.failed:
                # Over this position it cannot be thought; over the next it is tried again.
                self._known[before] = {}
                self._asked = None
            elif before > moves or before < moves - 1 or not self._counsel.waits(number):
                self._asked = None
        if self._asked is None and moves not in self._known and self._concerned(situation):
            labels = tuple(str(entry.move.label) for entry in situation.record)
            number = self._counsel.ask(LESSONS, labels, situation.state.turn, STRONGEST)
            self._asked = moves, number

    def _concerned(self, situation: Situation) -> bool:
        """Whether a player who has a coach thinks now."""
        if situation.phase not in (Phase.WAITING, Phase.MOVING):
            return False
        kernel = situation.game.kernel
        chosen = kernel.chances(kernel.node(situation.state)) is None
        return chosen and self._kind(situation.state.turn) in (WARN, HELP, TEACH)

    def busy(self, situation: Situation) -> bool:
        """Whether it still thinks about the move that was just made, to warn of it."""
        record = situation.record
        if self._asked is None or not record or self._asked[0] != len(record) - 1:
            return False
        return self._kind(record[-1].player) == WARN

    # Saying ----------------------------------------------------------------------------------

    def help(self, situation: Situation, player: int) -> bool:
        """A good move is asked for; False: he has no such coach or no help left, or it is not he."""
        moves = len(situation.record)
        answers = self._counsel.there and self._known.get(moves) != {}
        left = self._shown == moves or self.helps.left(player) != 0
        may = answers and self._kind(player) == HELP and left
        if not may or player != situation.state.turn or situation.phase is not Phase.WAITING:
            return False
        if self._shown != moves:
            self._shown = moves
            self.helps.given.append(player)
            self.version += 1
        return True

    def asked(self, situation: Situation, player: int) -> bool:
        """Whether his button, held, asks for a good move, even if none is left for him: a child that
        wants one more must not lose its last move."""
        if player != situation.state.turn or situation.phase is Phase.OVER:
            return False
        answers = situation.consents is not None or declares(situation, player)
        return self._kind(player) == HELP and not answers

    def refusal(self, player: int) -> Trouble:
        """Why there is no good move for him."""
        return Trouble("coach.none-left" if self.helps.left(player) == 0 else "page-error.no-help")

    def warned(self, situation: Situation) -> Advice | None:
        """The last move throws the game, and can still be changed."""
        record = situation.record
        if not record or situation.phase is not Phase.WAITING:
            return None
        entry = record[-1]
        lesson = self._known.get(len(record) - 1, {}).get(str(entry.move.label))
        if lesson is None or not lesson.throws or self._kind(entry.player) != WARN:
            return None
        return Advice("warn", lesson)

    def advice(self, situation: Situation) -> Advice | None:
        """What is to be said now."""
        known = self._known.get(len(situation.record))
        if known and self._shown == len(situation.record):
            return Advice("help", next(iter(known.values())))
        return self.warned(situation)

    def lit(self, situation: Situation, lit: Hints) -> Hints:
        """The lights, with what the coach has to say by them."""
        judged = {
            cell: hint
            for cell, hint in self._judged(situation).items()
            if self._gives_way(lit.get(cell))
        }
        return lit | judged | self._helping(situation) | self._warning(situation)

    @staticmethod
    def _gives_way(hint: Hint | None) -> bool:
        return hint is None or hint.meaning in SHADED

    def _helping(self, situation: Situation) -> Hints:
        advice = self.advice(situation)
        if advice is None or advice.kind != "help" or situation.phase is not Phase.WAITING:
            return {}
        move = situation.game.parse(situation.state, advice.lesson.label)
        return dict.fromkeys(_cells(situation, move), GOOD)

    def _warning(self, situation: Situation) -> Hints:
        if self.warned(situation) is None:
            return {}
        entry = situation.record[-1]
        deed = entry.move.deed(entry.before.stacks, situation.game.board)
        return {deed.end: DOUBTFUL} if deed.end is not None else {}

    def _judged(self, situation: Situation) -> Hints:
        """Every landing that is lit, by the best move that ends there."""
        known = self._known.get(len(situation.record))
        if known is None or self._kind(situation.state.turn) != TEACH:
            return {}
        position = situation.position
        kinds = situation.going if situation.phase is Phase.MOVING else tuple(position.by_hand)
        if situation.phase not in (Phase.WAITING, Phase.MOVING):
            return {}
        good: dict[Cell, bool] = {}
        for kind in kinds:
            if kind.end is None or (situation.phase is Phase.WAITING and kind.sources):
                continue
            for move in position.by_hand[kind]:
                lesson = known.get(str(move.label))
                if lesson is not None:
                    good[kind.end] = good.get(kind.end, False) or lesson.good
        return {cell: GOOD if fine else DOUBTFUL for cell, fine in good.items()}


def declares(situation: Situation, player: int) -> bool:
    """Whether the book gives his long press a meaning of its own: then only the page offers help."""
    position = situation.position
    declared = position.by_hand and any(not move.answer for move in position.spoken)
    return bool(declared) and player == position.state.turn


def _cells(situation: Situation, move: Move) -> list[Cell]:
    deed = move.deed(situation.state.stacks, situation.game.board)
    ends = [cell for travel in deed.travels for cell in (travel.start, travel.end) if cell]
    return [*ends, *situation.game.board.among(deed.cleared)] or sorted(
        situation.position.named_cells(move)
    )

"""What comes about: moves go on the record and off it, and the table is asked what the book wants.

Knows the ledger, the open question and what people were told to put right. What hands did is decided
elsewhere. `look_again` says that hands have done more than was written down.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.game import Move, Outcome
from engines.geometry import Cell
from engines.steps import Step
from firmware_bridge.referee.asking import WHICH_MOVE, Question
from firmware_bridge.referee.doubt import Doubt
from firmware_bridge.referee.ledger import Ledger
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.touches import Touches
from firmware_bridge.referee.verdicts import (
    Accepted,
    Amended,
    Ask,
    Faulty,
    Over,
    Restore,
    Undone,
    Verdict,
)
from firmware_bridge.referee.weights import REACTION


class Minutes:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.phase = Phase.RESTORING
        self.question: Question | None = None
        self.late: Question | None = None
        """One that hands have gone on over: an answer to it may still come."""
        self.settled: tuple[str, ...] = ()
        """The choices of the last question that was answered, by whatever means."""
        self.put_at = 0.0
        """When the question was put, or another one withdrawn."""
        self.consents: frozenset[int] | None = None
        """Who has agreed to a take-back that needs everybody; None: none is asked for."""
        self.doubts: list[Doubt] = []
        """What an open question would tell about a sensor, answered one way or the other."""
        self.told: Restore | None = None
        """What people were last told to put right."""
        self.contested = 0
        """The difference that was last called illegal, until the board is right again."""
        self.carrying = False
        """A move is on the record that was decided elsewhere: hands still have to carry it out."""
        self.owed = 0
        """Crowns of the last move that people were asked for, as bits."""
        self.look_again = False

    # The record ------------------------------------------------------------------------------

    def accept(
        self,
        move: Move,
        *,
        instead: bool = False,
        remaining: Touches | None = None,
        sure: float = 0.0,
    ) -> list[Verdict]:
        """Put a move on the record. `sure`: how much dearer it is to change it, since somebody has said
        that it is this one."""
        ledger = self.ledger
        was = ledger.record[-1].move.label if instead else ""
        found = [doubt for doubt in self.doubts if doubt.move is move]
        entry = ledger.write(move, instead=instead, remaining=remaining)
        ledger.confirm(sure)
        said = self.all_right()
        said.append(
            Amended(entry.player, move.label, was)
            if instead
            else Accepted(entry.player, move.label)
        )
        said += (self.fault(doubt.cell, doubt.how) for doubt in found)
        if open_question := self.question or self.late:
            self.settled = open_question.labels
        self.withdraw()
        said += self.turn_begins()
        self.look_again = remaining is not None and self.phase is not Phase.OVER
        return said

    def one_of(self, moves: list[Move]) -> list[Verdict]:
        """Record the only result that these moves have, or ask which it was."""
        position = self.ledger.position
        results = position.results(moves)
        if len(results) == 1:
            return self.accept(results[0])
        return self.ask(WHICH_MOVE, dict.fromkeys(results, position)) if results else []

    def erase(self, count: int = 1, *, keep_touches: bool = False) -> list[Verdict]:
        """Take the last moves off the record."""
        said: list[Verdict] = []
        for _ in range(count):
            entry = self.ledger.erase(keep_touches=keep_touches)
            said.append(Undone(entry.player, entry.move.label))
        self.withdraw()
        return said

    def turn_begins(self) -> list[Verdict]:
        """The board stands as recorded, or hands are at the next move: what does the book want now?"""
        position = self.ledger.position
        if position.outcome is not None:
            self.phase = Phase.OVER
            return [Over(position.outcome.winners, position.outcome.reason)]
        self.phase = Phase.MOVING if self.ledger.difference else Phase.WAITING
        if position.by_hand:
            return []
        if len(position.results(position.spoken)) == 1:
            return self.accept(position.spoken[0])
        # Reports are asked for one stack at a time; naming another on the page is fine too.
        first = position.spoken[0].steps[:1]
        choices = [move for move in position.spoken if _same_cell(move.steps[:1], first)]
        question = position.game.question(position.state)
        return self.ask(question, dict.fromkeys(position.results(choices), position))

    def lost(self, player: int, why: str) -> list[Verdict]:
        """Who is out of time or gives up has lost, and all others have won."""
        everybody = range(1, self.ledger.game.players + 1)
        outcome = Outcome(tuple(one for one in everybody if one != player), why)
        self.ledger.position = self.ledger.position.ended(outcome)
        said = self.all_right()
        self.withdraw()
        self.phase = Phase.OVER
        return [*said, Over(outcome.winners, outcome.reason)]

    # Questions, and what is to be put right --------------------------------------------------

    def ask(
        self,
        question: str,
        bases: dict[Move, Position],
        besides: Mapping[Move, Touches | None] | None = None,
    ) -> list[Verdict]:
        player = next(iter(bases.values()), self.ledger.position).state.turn
        self.phase = Phase.ASKING
        difference = self.ledger.difference
        edge = self.ledger.edge
        self.question = Question(question, player, bases, difference, besides or {}, edge)
        return [Ask(player, question, self.question.labels)]

    def too_soon(self, when: float) -> bool:
        """Whether what somebody did then cannot have been meant for the question."""
        return when < self.put_at + REACTION

    def since(self, question: Question) -> Touches:
        """What hands have touched since a question was put."""
        edges = self.ledger.touches.edges
        return Touches(tuple(edge for edge in edges if edge.when > question.edge))

    def put_off(self) -> None:
        """Hands have gone on: what was asked is no longer the question, but may still be answered."""
        late = self.question or self.late
        self.withdraw()
        self.late = late

    def withdraw(self) -> None:
        self.doubts = []
        self.question = self.late = None
        self.consents = None

    def all_right(self) -> list[Verdict]:
        """Whoever was told what to put right is told that it is settled."""
        said: list[Verdict] = [Restore((), ())] if self.told else []
        self.told = None
        self.contested = self.owed = 0
        self.carrying = False
        self.ledger.put_right = False
        self.phase = Phase.MOVING
        return said

    def fault(self, cell: Cell, how: str) -> Verdict:
        self.ledger.disbelieve(cell, how)
        return Faulty(cell, how)


def _same_cell(one: tuple[Step, ...], other: tuple[Step, ...]) -> bool:
    return [step.cell for step in one] == [step.cell for step in other]

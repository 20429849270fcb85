"""The record and what hangs on it: accepting, undoing, asking, and putting the board right again.

Knows what to do once it is decided; when to do it is the referee's. All changes of the game's state
are in this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engines.game import Move, State
from engines.geometry import Cell
from engines.steps import Act, Step
from firmware_bridge.referee.difference import Difference, difference
from firmware_bridge.referee.doubt import MOST, Doubt, doubts
from firmware_bridge.referee.hands import Hands
from firmware_bridge.referee.reading import REST, Entry, Reading
from firmware_bridge.referee.reconcile import AnyGame, Position
from firmware_bridge.referee.sight import Sight
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


class Phase(Enum):
    RESTORING = "restoring"
    WAITING = "waiting"
    MOVING = "moving"
    ASKING = "asking"
    OVER = "over"


@dataclass(slots=True)
class Question:
    id: str
    player: int
    choices: list[Move]
    difference: int
    """How the board differed from the record when it was asked."""
    bases: dict[Move, Position]
    """The position each choice is a move of: an earlier one where the last move is in question."""


MENDABLE = 4
"""Cells of a wrong move that can be mended: where it came from and went, and two that lost a piece."""
NOTHING = "none"
"""The answer that no move was made, where a sensor made it look like one."""


class Ledger(Reading):
    def __init__(
        self,
        game: AnyGame,
        sight: Sight,
        state: State,
        *,
        seen: int = 0,
        rest: float = REST,
        record: Iterable[Entry] = (),
    ) -> None:
        super().__init__(game, sight, state, seen=seen, rest=rest, record=record)
        self.phase = Phase.RESTORING
        self.question: Question | None = None
        self.consents: set[int] | None = None
        """Who has agreed to a take-back that needs everybody; None: none is asked for."""
        self._now = 0.0
        self._edge = 0.0
        self._judged = True
        self._told: Restore | None = None
        self._pressed_for_nothing = False
        """A button was pressed, and nothing has been touched since the record and the board agree."""
        self._older: tuple[Position, Hands] | None = None
        """What could be amended before a piece was taken off that may only be in its owner's hand."""
        self._almost: list[Move] = []
        """The moves that were done, when it was last too early to say so."""
        self._contested = 0
        """The difference that was last called illegal, until the board is right again."""
        self._doubts: list[Doubt] = []
        """What an open question would tell about a sensor, answered one way or the other."""

    # Putting right ---------------------------------------------------------------------------

    def _restore(self) -> list[Verdict]:
        self._hands = Hands()
        self.phase = Phase.RESTORING
        return self._restoring(rested=True, insisted=False)

    @property
    def _wrong(self) -> Difference:
        return difference(self.sight, self.position.picture, self.seen, self.ignore)

    def _restoring(self, rested: bool, insisted: bool) -> list[Verdict]:
        wrong = self._wrong
        if wrong and rested and (made_good := self._made_good()) is not None:
            return self._accept(made_good)
        if wrong and insisted:
            return self._trust_the_players(wrong)
        told = Restore(wrong.missing, wrong.extra)
        if wrong:
            if not rested or told == self._told:
                return []
            self._told = told
            return [told]
        verdicts: list[Verdict] = [told] if self._told else []
        self._told = None
        self._contested = 0
        self._hands = Hands()
        return verdicts + self._turn_begins()

    def _made_good(self) -> Move | None:
        """The legal move that a wrong one has become: its piece came down where it may, and what else
        was wrong or missing has been mended. Any other way back leads through the board as recorded;
        pieces of a knocked board may look like anything."""
        cells = self.sight.cells_of(self._contested)
        placed = self.sight.cells_of(self._contested & ~self.position.picture)
        if len(cells) > MENDABLE or len(placed) != 1:
            return None
        results = self.position.results(self.position.complete(self.differing, self.ignore))
        if len(results) != 1:
            return None
        stops = {step.cell for step in results[0].steps if step.act is Act.PLACE}
        return results[0] if placed[0] in stops else None

    def _trust_the_players(self, wrong: Difference) -> list[Verdict]:
        """They insist that the board is right: then a sensor is not."""
        if self._contested:
            if self.differing != self._contested:
                return []
            self._doubts = doubts(self.position, self._contested, self.ignore)
            moves = self.position.results(doubt.move for doubt in self._doubts)
            if len(self.sight.cells_of(self._contested)) == 1:
                # That one sensor may lie, and nothing have been moved at all.
                return self._ask_among("moved", dict.fromkeys(moves, self.position))
            if not moves:
                return []
            return self._accept(moves[0]) if len(moves) == 1 else self._ask("which-move", moves)
        return self._nothing_was_moved(wrong)

    def _nothing_was_moved(self, wrong: Difference) -> list[Verdict]:
        """The pieces stand right: then the sensors that say otherwise are not to be believed."""
        cells = dict.fromkeys(wrong.missing, "dead") | dict.fromkeys(wrong.extra, "stuck")
        if len(cells) > MOST:
            return []
        verdicts = [self._fault(cell, how) for cell, how in cells.items()]
        self._withdraw()
        return verdicts + self._restoring(rested=True, insisted=False)

    def _fault(self, cell: Cell, how: str) -> Verdict:
        self.ignored[cell] = how
        self.ignore = self.sight.mask(self.ignored)
        return Faulty(cell, how)

    # The record ------------------------------------------------------------------------------

    def _accept(self, move: Move, instead_of: Entry | None = None) -> list[Verdict]:
        base = self.position
        if instead_of is not None and self.amendable is not None:
            base = self.amendable
            self.record.pop()
        player = move.by or base.state.turn
        self.record.append(Entry(base.state, move, player))
        # Whoever was told what to put right is told that it is settled.
        verdicts: list[Verdict] = [Restore((), ())] if self._told else []
        verdicts.append(
            Accepted(player, move.label)
            if instead_of is None
            else Amended(player, move.label, instead_of.move.label)
        )
        verdicts += [
            self._fault(doubt.cell, doubt.how) for doubt in self._doubts if doubt.move is move
        ]
        older = None
        if instead_of is None:
            if self.amendable is not None and self.record[-1].end is None:
                older = self.amendable, self._earlier_hands
            self._earlier_hands = self._hands
        self.amendable = base if move not in base.spoken else None
        self._contested = 0
        self._told = None
        self._confirmed = self._now
        self._landed = self._edge
        self._enter(base.following(move))
        self._older = older
        return verdicts + self._turn_begins()

    def _enter(self, position: Position) -> None:
        self.position = position
        self._hands = Hands()
        self._almost = []
        self._older = None
        self._pressed_for_nothing = False
        self._withdraw()

    def _withdraw(self) -> None:
        self._doubts = []
        self.question = None
        self.consents = None

    def _turn_begins(self) -> list[Verdict]:
        """The board stands as recorded: what does the rule book want now?"""
        position = self.position
        if position.outcome is not None:
            self.phase = Phase.OVER
            return [Over(position.outcome.winners, position.outcome.reason)]
        self.phase = Phase.MOVING if self.differing else Phase.WAITING
        if position.by_hand:
            return []
        if len(position.results(position.spoken)) == 1:
            return self._accept(position.spoken[0])
        # Reports are asked for one stack at a time; naming another on the page is fine too.
        first = position.spoken[0].steps[:1]
        choices = [m for m in position.spoken if _same_cell(m.steps[:1], first)]
        return self._ask(self.game.question(position.state), position.results(choices))

    def _undo(self, entries: int) -> list[Verdict]:
        verdicts: list[Verdict] = []
        for _ in range(entries):
            entry = self.record.pop()
            verdicts.append(Undone(entry.player, entry.move.label))
            self._enter(Position(self.game, self.sight, entry.before))
        self.amendable = None
        self.phase = Phase.WAITING
        if self.differing:
            return verdicts + self._restore()
        return verdicts + self._turn_begins()

    def _span(self) -> int:
        """How many entries a take-back takes: reports go together with the move they followed."""
        span = 1
        while span < len(self.record) and _is_report(self.record[-span].move):
            span += 1
        return span

    # Questions -------------------------------------------------------------------------------

    def _ask(
        self, question: str, choices: list[Move], position: Position | None = None
    ) -> list[Verdict]:
        base = position or self.position
        return self._ask_among(question, dict.fromkeys(choices, base))

    def _ask_among(self, question: str, bases: dict[Move, Position]) -> list[Verdict]:
        choices = list(bases)
        player = next(iter(bases.values()), self.position).state.turn
        self.phase = Phase.ASKING
        self.question = Question(question, player, choices, self.differing, bases)
        self._judged = True
        labels = [move.label for move in choices] + ([NOTHING] if question == "moved" else [])
        return [Ask(player, question, tuple(labels))]

    def _answered(self, move: Move) -> list[Verdict]:
        assert self.question is not None
        if self.question.bases[move] is self.amendable and self.record:
            return self._accept(move, instead_of=self.record[-1])
        return self._accept(move)

    def _shown(self, verdicts: list[Verdict]) -> list[Verdict]:
        """What was chosen on the page and not yet done by hand: the lights show what to do."""
        if self.phase is not Phase.OVER and self.differing:
            return verdicts + self._restore()
        return verdicts

    def _pointed(self, changed: int, rested: bool) -> list[Verdict] | None:
        """While a question is open, a cell may be pointed at: lifted and put back, or touched."""
        assert self.question is not None
        beyond = changed ^ self.question.difference
        if not beyond:
            tapped, self._hands.tapped = self._hands.tapped, None
            if tapped is not None:
                return self._named(tapped)
            # Or the piece has gone on since, and come back: then its landings are the answer.
            told = self._told_by_trail(self.position, self._hands, self.question.choices)
            return self._answered(told[0]) if rested and len(told) == 1 else []
        cells = self.sight.cells_of(beyond)
        if len(cells) != 1 or not self._naming(cells[0]):
            return None
        if beyond & self.position.picture:
            return []  # a tap has begun: wait for the piece to come back
        if beyond & self.seen and not self.question.difference:
            return self._shown(self._named(cells[0]))
        return None

    def _naming(self, cell: Cell) -> list[Move]:
        assert self.question is not None
        bases = self.question.bases
        return [move for move, base in bases.items() if cell in base.named_cells(move)]

    def _named(self, cell: Cell) -> list[Verdict]:
        """A tap narrows the choices to those that speak of the cell."""
        assert self.question is not None
        named = self._naming(cell)
        if len(named) == 1:
            return self._answered(named[0])
        if named and len(named) < len(self.question.choices):
            bases = self.question.bases
            return self._ask_among(self.question.id, {move: bases[move] for move in named})
        return []


def _same_cell(one: tuple[Step, ...], other: tuple[Step, ...]) -> bool:
    return [step.cell for step in one] == [step.cell for step in other]


def tells(move: Move) -> bool:
    """Whether it put a secret on the table, which no take-back can unsay."""
    return any(step.act is Act.REVEAL for step in move.steps)


def _is_report(move: Move) -> bool:
    """Whether it does nothing but name what a move before it has uncovered."""
    return bool(move.steps) and all(step.act is Act.REVEAL for step in move.steps)

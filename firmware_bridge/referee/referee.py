"""The referee: events in, verdicts out. A state machine over one game, with no game's name in it.

Knows neither clock nor hardware nor words: time comes with each event, illegality is a value, and
texts are ids. What the board means is decided in `judge`; this file hears and answers.

    RESTORING  the board does not stand as recorded and is being put right
    WAITING    it does, and nothing has been touched
    MOVING     hands are at it
    ASKING     sensors cannot choose, or the rule book wants to be told
    OVER       the game has ended
"""

from __future__ import annotations

from engines.game import InvalidLabel, Move
from engines.geometry import Cell
from firmware_bridge.referee.judge import Judge
from firmware_bridge.referee.ledger import NOTHING, Phase, Question, tells
from firmware_bridge.referee.reading import REST, Entry
from firmware_bridge.referee.verdicts import (
    Ask,
    Broken,
    Chosen,
    Event,
    Held,
    Illegal,
    Pressed,
    Restore,
    Sensed,
    TakeBack,
    Verdict,
)

__all__ = ["REST", "Entry", "Phase", "Question", "Referee"]


class Referee(Judge):
    @property
    def deadline(self) -> float | None:
        """When the board will have rested, if nothing moves until then."""
        # To the microsecond: sums of seconds must not miss a tick that comes just then.
        return None if self._judged else round(self._edge + self.rest, 6)

    def start(self, now: float) -> tuple[Verdict, ...]:
        """Begin, or resume: first the board must stand as recorded."""
        self._edge, self._judged = now, True
        return tuple(self._restore())

    def feed(self, event: Event, now: float) -> tuple[Verdict, ...]:
        self._now = now
        match event:
            case Sensed(cell, level):
                return tuple(self._sensed(cell, level, now))
            case Pressed(player):
                return tuple(self._pressed(player))
            case Held(player):
                return tuple(self._held(player))
            case Chosen(label):
                return tuple(self._chosen(label))
            case TakeBack():
                return tuple(self._take_back())
            case Broken(cell, how):
                return tuple(self._broken(cell, how))
            case _:
                return tuple(self._rested(now))

    # The board -------------------------------------------------------------------------------

    def _sensed(self, cell: Cell, level: int, now: float) -> list[Verdict]:
        if cell not in self.sight:
            return []
        self.seen = self.seen & ~self.sight.both(cell) | self.sight.bits(cell, level)
        if cell in self.ignored:
            return []
        self._edge, self._judged = now, False
        self._hands.note(cell, level, now, stood=cell in self.position.stacks)
        if self.amendable is not None:
            self._earlier_hands.note(cell, level, now, stood=cell in self.amendable.stacks)
        self._pressed_for_nothing = False
        return self._judge(rested=False)

    def _rested(self, now: float) -> list[Verdict]:
        if self.deadline is None or now < self.deadline:
            return []
        self._judged = True
        return self._judge(rested=True)

    def _broken(self, cell: Cell, how: str) -> list[Verdict]:
        if cell in self.ignored:
            return []
        return [self._fault(cell, how), *self._judge(rested=False)]

    # Buttons and page ------------------------------------------------------------------------

    def _pressed(self, player: int) -> list[Verdict]:
        if self.consents is not None:
            self.consents.add(player)
            if self.consents >= set(range(1, self.game.players + 1)):
                return self._undo(self._span())
            return []
        if self.question is not None and self.question.id == "moved":
            return self._nothing_was_moved(self._wrong)
        if self.question is not None:
            answers = [move for move in self.question.choices if move.answer == player]
            return self._answered(answers[0]) if len(answers) == 1 else []
        self._judged = True
        return self._judge(rested=True, insisted=True)

    def _held(self, player: int) -> list[Verdict]:
        declarations = self._declarations() if player == self.state.turn else []
        if not declarations or self.phase in (Phase.RESTORING, Phase.OVER):
            return self._take_back()
        if self.phase is Phase.MOVING or (self.question is not None and self.position.by_hand):
            return []  # one thing after the other
        if len(declarations) == 1:
            return self._accept(declarations[0])
        return self._ask("declare", declarations)

    def _declarations(self) -> list[Move]:
        """What may be said instead of moving a piece, or of the button's plain meaning."""
        spoken, turn = self.position.spoken, self.state.turn
        if not self.position.by_hand and all(move.answer != turn for move in spoken):
            return []
        return [move for move in spoken if not move.answer and not tells(move)]

    def _chosen(self, label: str) -> list[Verdict]:
        if self.phase is Phase.RESTORING:
            return [Restore(self._wrong.missing, self._wrong.extra)]
        if self.phase is Phase.OVER:
            return []
        if label == NOTHING and self.question is not None and self.question.difference:
            return self._nothing_was_moved(self._wrong)
        asked = [m for m in self.question.choices if m.label == label] if self.question else []
        if asked:
            return self._shown(self._answered(asked[0]))
        for move in self.game.legal_moves(self.state):
            if move.label == label:
                return self._shown(self._accept(move))
        try:
            attempt = self.game.attempt(self.state, label)
        except InvalidLabel:
            return [Illegal(self.state.turn, (), "not-a-move")]
        rule = self.game.fault(self.state, attempt)
        cells = (*attempt.lifted, *attempt.placed, *attempt.named)
        return [Illegal(self.state.turn, cells, rule)]

    def _take_back(self) -> list[Verdict]:
        if not self.record:
            return []
        if any(tells(entry.move) for entry in self.record[-self._span() :]):
            self.consents = set()
            return [Ask(self.state.turn, "take-back", ())]
        return self._undo(self._span())

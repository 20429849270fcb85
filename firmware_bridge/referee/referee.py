"""The referee: events in, verdicts out. A state machine over one game, with no game's name in it.

Knows neither clock nor hardware nor words: time comes with each event, illegality is a value, and
texts are ids. What hands did is told by `tellers` and decided in `decide`; this file hears and acts.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.game import Move, State
from engines.geometry import Cell
from firmware_bridge.referee.answering import Answering
from firmware_bridge.referee.asking import DECLARE, MOVED, TAKE_BACK, WHICH_MOVE
from firmware_bridge.referee.decide import Act, Decision, decide, sure
from firmware_bridge.referee.evidence import Entry, Evidence
from firmware_bridge.referee.ledger import Ledger
from firmware_bridge.referee.lens import Lens
from firmware_bridge.referee.mending import Mending
from firmware_bridge.referee.minutes import Minutes
from firmware_bridge.referee.outlook import taken
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.referee.stories import stories
from firmware_bridge.referee.story import End, Story
from firmware_bridge.referee.verdicts import (
    GIVEN_UP,
    Ask,
    Broken,
    Chosen,
    Event,
    GiveUp,
    Held,
    OutOfTime,
    Pressed,
    Sensed,
    TakeBack,
    TimeUp,
    Verdict,
)
from firmware_bridge.referee.weights import PACE, SOON, WEIGHTS, Pace, Weights

AFTERWARDS = 0.03
"""Seconds after an edge until what is costly to tell is told: by then the lights have answered it."""
MOST_AT_ONCE = 3
"""How often one event has the board looked at again: the rest is seen when time passes."""


class Referee:
    def __init__(
        self,
        game: AnyGame,
        lens: Lens,
        state: State,
        *,
        seen: int = 0,
        record: Iterable[Entry] = (),
        pace: Pace = PACE,
        weights: Weights = WEIGHTS,
    ) -> None:
        self._ledger = Ledger(
            game, lens, state, seen=seen, record=record, pace=pace, weights=weights
        )
        self._minutes = Minutes(self._ledger)
        self._mending = Mending(self._minutes)
        self._answering = Answering(self._minutes, self._mending)
        self._decision: Decision | None = None
        self._now = 0.0
        self._moments = AFTERWARDS, pace.rest, *pace.waits.values()
        """How long after the last edge the board is judged again."""
        self._judged = 0
        """How many of the moments to judge have passed since the last edge."""
        self._pressed_for_nothing = False
        """A button was pressed, and nothing has been touched since the record and the board agree."""
        self._situation: Situation | None = None

    # What others see -------------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        if self._situation is None:
            story = self._decision.story if self._decision is not None else None
            self._situation = taken(self._ledger, self._minutes, self._mending, story)
        return self._situation

    @property
    def deadline(self) -> float | None:
        """When the board is to be judged again, if nothing moves until then."""
        if self._judged >= len(self._moments):
            return None
        # To the microsecond: sums of seconds must not miss a tick that comes just then.
        return round(self._ledger.edge + self._moments[self._judged], 6)

    # What it hears ---------------------------------------------------------------------------

    def start(self, now: float) -> tuple[Verdict, ...]:
        """Begin, or resume: first the board must stand as recorded."""
        self._situation = None
        self._now = self._ledger.edge = now
        self._judged = len(self._moments)
        return tuple(self._mending.begin())

    def feed(self, event: Event, now: float) -> tuple[Verdict, ...]:
        self._now = now
        self._situation = None
        open_question = self._minutes.question
        said = self._heard(event)
        for _ in range(MOST_AT_ONCE):
            if not self._minutes.look_again:
                break
            self._minutes.look_again = False
            said += self._judge()
        self._minutes.look_again = False
        if self._minutes.question is not open_question:
            self._minutes.put_at = now
        return tuple(said)

    def _heard(self, event: Event) -> list[Verdict]:
        match event:
            case Sensed(cell, reading):
                return self._sensed(cell, reading)
            case Pressed(player):
                return self._pressed(player)
            case Held(player, asks):
                return self._held(player, asks=asks)
            case Chosen(label):
                return self._unasked(self._answering.chosen(label))
            case TakeBack():
                return self._take_back()
            case TimeUp(player, ends):
                return self._time_up(player, ends=ends)
            case GiveUp(player):
                over = self._minutes.phase is Phase.OVER
                return [] if over else self._unasked(self._minutes.lost(player, GIVEN_UP))
            case Broken(cell, how):
                known = cell in self._ledger.ignored
                return [] if known else [self._minutes.fault(cell, how), *self._judge()]
            case _:
                return self._time_passed()

    def _sensed(self, cell: Cell, reading: int) -> list[Verdict]:
        if cell not in self._ledger.lens or not self._ledger.note(cell, reading, self._now):
            return []
        self._judged = 0
        self._pressed_for_nothing = False
        return self._judge(thorough=False)

    def _time_passed(self) -> list[Verdict]:
        said: list[Verdict] = []
        while (deadline := self.deadline) is not None and self._now >= deadline:
            self._judged += 1
            said += self._judge()
        return said

    def _pressed(self, player: int) -> list[Verdict]:
        ledger, minutes = self._ledger, self._minutes
        if minutes.consents is not None:
            minutes.consents |= {player}
            if minutes.consents >= set(range(1, ledger.game.players + 1)):
                return self._undo(ledger.span)
            return []
        question = minutes.question
        if question is not None and self._answering.listens(question, self._now):
            if minutes.too_soon(self._now):
                return []
            if question.id == MOVED:
                return self._mending.nothing_was_moved()
            return self._answering.pressed(player)
        last, turn = ledger.last, ledger.position.state.turn
        his_own = last is not None and last.entry.player == player and player != turn
        if his_own and minutes.phase is not Phase.RESTORING:
            # It is on the record already; what is in the air is the other's.
            if last is not None and not (last.entry.taken or ledger.touches.cells & last.cells):
                ledger.confirm(ledger.weights.said_done)
            return []
        if minutes.phase is Phase.MOVING and self._pressed_for_before():
            return []
        return self._judge(insisted=True)

    def _pressed_for_before(self) -> bool:
        """Whether a piece is in the air and the press was for what was done before it was lifted."""
        story = self._decision.story if self._decision is not None else None
        if story is None or not story.airborne:
            return False
        # A piece that has no move is only looked at; one that has may have come down unseen.
        patience = self._ledger.pace.patience if story.end is End.HELD else SOON
        return self._now - self._ledger.edge < patience

    def _held(self, player: int, *, asks: bool) -> list[Verdict]:
        minutes, position = self._minutes, self._ledger.position
        if asks and minutes.consents is not None:
            return self._mending.refused()  # on a board without a screen this is the no
        declarations = self._declarations() if player == position.state.turn else []
        if not declarations or minutes.phase in (Phase.RESTORING, Phase.OVER):
            return self._take_back(asks=asks)
        if minutes.phase is Phase.MOVING or (minutes.question is not None and position.by_hand):
            return []  # one thing after the other
        if len(declarations) == 1:
            return minutes.accept(declarations[0])
        return minutes.ask(DECLARE, dict.fromkeys(declarations, position))

    def _declarations(self) -> list[Move]:
        """What may be said instead of moving a piece, or of the button's plain meaning."""
        position = self._ledger.position
        spoken, turn = position.spoken, position.state.turn
        if not position.by_hand and all(move.answer != turn for move in spoken):
            return []
        return [move for move in spoken if not move.answer and not move.tells]

    def _time_up(self, player: int, *, ends: bool) -> list[Verdict]:
        if self._minutes.phase is Phase.OVER:
            return []
        out = OutOfTime(player)
        return [out, *self._unasked(self._minutes.lost(player, "time"))] if ends else [out]

    def _take_back(self, *, asks: bool = False) -> list[Verdict]:
        ledger = self._ledger
        if not ledger.record:
            return []
        if asks or any(entry.move.tells for entry in ledger.record[-ledger.span :]):
            return self._ask_everybody()
        return self._undo(ledger.span)

    def _ask_everybody(self) -> list[Verdict]:
        """Whether the last move is to be taken back: a button may have been held by mistake, and what
        was uncovered stays known."""
        self._minutes.consents = frozenset()
        return [Ask(self._ledger.position.state.turn, TAKE_BACK, ())]

    def _undo(self, entries: int) -> list[Verdict]:
        minutes = self._minutes
        said = minutes.erase(entries)
        minutes.contested = 0
        if self._ledger.difference:
            return self._unasked(said + self._mending.begin())
        return said + minutes.turn_begins()

    def _unasked(self, said: list[Verdict]) -> list[Verdict]:
        """What stands there has been looked at: no need to look again before something moves."""
        if self._minutes.phase in (Phase.RESTORING, Phase.OVER):
            self._judged = len(self._moments)
        return said

    # What it makes of the board --------------------------------------------------------------

    def _judge(self, *, insisted: bool = False, thorough: bool = True) -> list[Verdict]:
        ledger, minutes = self._ledger, self._minutes
        evidence = ledger.evidence(self._now, insisted=insisted, thorough=thorough)
        if minutes.phase is Phase.RESTORING:
            return self._mending.go_on(evidence)
        if minutes.phase is Phase.OVER:
            return self._after_the_end(evidence, decide(evidence, stories(evidence)))
        if not evidence.difference and insisted and minutes.question is None:
            return self._unseen()
        if insisted and minutes.contested and evidence.difference == minutes.contested:
            return self._mending.trust_the_players()
        if minutes.question is not None:
            pointed = self._answering.pointed(evidence)
            if pointed is not None:
                self._judged = max(1, self._judged)
                return pointed
        self._decision = decide(evidence, stories(evidence))
        if sure(evidence, self._decision.story):
            self._judged = max(1, self._judged)
        return self._act(evidence, self._decision)

    def _act(self, evidence: Evidence, decision: Decision) -> list[Verdict]:
        minutes, story = self._minutes, decision.story
        match decision.act:
            case Act.SETTLE:
                return self._as_recorded(evidence)
            case Act.WAIT:
                if minutes.question is not None and self._ledger.position.by_hand:
                    minutes.put_off()
                waits = story.base is self._ledger.position and story.end is End.UNDERWAY
                asking = minutes.question and waits and not story.airborne
                minutes.phase = Phase.ASKING if asking else Phase.MOVING
                return []
            case Act.RECORD:
                older, instead = evidence.older, story.base is not self._ledger.position
                retold = older is not None and story.base is older.before
                said = minutes.erase(keep_touches=True) if retold else []
                done = evidence.insisted and not story.unseen
                sure, move = evidence.weights.said_done * done, story.moves[0]
                said += minutes.accept(move, instead=instead, remaining=story.remaining, sure=sure)
                over = minutes.phase is Phase.OVER
                return said + self._mending.crown(story.owed) if story.owed and not over else said
            case Act.UNDO:
                return self._put_back(story)
            case Act.ASK:
                bases = {one.moves[0]: one.base for one in decision.choices}
                besides = {one.moves[0]: one.remaining for one in decision.choices}
                return minutes.ask(WHICH_MOVE, bases, besides) + self._answering.pointed_before()
            case Act.ILLEGAL if self._ledger.uncovering_put_back:
                return [] if minutes.consents is not None else self._ask_everybody()
            case Act.ILLEGAL:
                before = story.base is not self._ledger.position
                said = minutes.erase(keep_touches=True) if before else []
                undone = decision.choices[0].going[0] if decision.choices else None
                return said + self._mending.flag(undone)

    def _as_recorded(self, evidence: Evidence) -> list[Verdict]:
        """Everything stands where the record says."""
        minutes, ledger = self._minutes, self._ledger
        minutes.contested = 0
        if minutes.question is not None:
            tapped, touched = ledger.touches.tapped, ledger.touches.touched
            if minutes.question.difference:
                minutes.question = None
            elif tapped is not None:
                ledger.forget_touches()
                return self._answering.named(tapped)
            elif touched is not None and (evidence.rested or not touched.brief):
                ledger.forget_touches()
                return self._answering.named(touched.cell)
        # A piece that pauses on its own cell may be half-way: that is forgotten only after patience. One
        # that was put back is forgotten at once, what came from nowhere and went once the board rests.
        half_way = self._decision is not None and self._decision.story.open
        at_once = minutes.question is None and ledger.touches.lifted(ledger.position.stacks)
        if evidence.out_of_patience if half_way else evidence.rested or at_once:
            ledger.forget_touches()
        if minutes.question is None and not ledger.position.by_hand:
            return minutes.turn_begins()  # what the book wants to be told was put off by a mishap
        minutes.phase = Phase.ASKING if minutes.question is not None else Phase.WAITING
        return []

    def _put_back(self, story: Story) -> list[Verdict]:
        minutes, ledger = self._minutes, self._ledger
        changing = story.end is not End.RIGHT
        said = minutes.erase(keep_touches=changing)
        while ledger.position.state != story.base.state:
            said += minutes.erase()
        if changing:
            minutes.look_again = True
            return said
        return said + minutes.turn_begins()

    def _after_the_end(self, evidence: Evidence, decision: Decision) -> list[Verdict]:
        """The last move may still be changed; whoever clears the board is left alone."""
        stands = decision.story.base is self._ledger.position
        if stands or decision.act not in (Act.UNDO, Act.RECORD, Act.ILLEGAL):
            return []
        self._minutes.phase = Phase.MOVING
        self._decision = decision
        return self._act(evidence, decision)

    def _unseen(self) -> list[Verdict]:
        said = self._mending.unseen(again=self._pressed_for_nothing)
        self._pressed_for_nothing = said is None
        return said or []

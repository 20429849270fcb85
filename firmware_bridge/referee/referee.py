"""The referee: events in, verdicts out. A state machine over one game, with no game's name in it.

Knows neither clock nor hardware nor words: time comes with each event, illegality is a value, and
texts are ids. What hands did is told by `tellers` and decided in `decide`; this file hears, acts and
answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engines.game import Attempt, InvalidLabel, Move, State
from engines.geometry import Cell
from engines.steps import Step
from firmware_bridge.referee.asking import (
    DECLARE,
    MOVED,
    NO_MOVE,
    TAKE_BACK,
    WHICH_MOVE,
    Question,
)
from firmware_bridge.referee.blame import Blame, blame
from firmware_bridge.referee.decide import Act, Decision, decide
from firmware_bridge.referee.difference import Difference
from firmware_bridge.referee.doubt import MOST, Doubt, doubts, hidden
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.ledger import Ledger, tells
from firmware_bridge.referee.lens import Lens
from firmware_bridge.referee.position import AnyGame, Position
from firmware_bridge.referee.restoring import goes_on, made_good, to_put_right
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.referee.story import Kind, Story
from firmware_bridge.referee.tellers import stories
from firmware_bridge.referee.touches import Touches
from firmware_bridge.referee.verdicts import (
    Accepted,
    Amended,
    Ask,
    Broken,
    Chosen,
    Event,
    Faulty,
    Held,
    Illegal,
    Over,
    Pressed,
    Restore,
    Sensed,
    TakeBack,
    Undone,
    Verdict,
)
from firmware_bridge.referee.weights import PACE, SOON, Pace


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
    ) -> None:
        self._ledger = Ledger(game, lens, state, seen=seen, record=record, pace=pace)
        self._phase = Phase.RESTORING
        self._question: Question | None = None
        self._consents: frozenset[int] | None = None
        self._decision: Decision | None = None
        self._now = 0.0
        self._judged = 0
        """How many of the moments to judge have passed since the last edge."""
        self._told: Restore | None = None
        """What people were last told to put right."""
        self._contested = 0
        """The difference that was last called illegal, until the board is right again."""
        self._doubts: list[Doubt] = []
        """What an open question would tell about a sensor, answered one way or the other."""
        self._pressed_for_nothing = False
        """A button was pressed, and nothing has been touched since the record and the board agree."""
        self._situation: Situation | None = None

    # What others see -------------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        if self._situation is None:
            self._situation = self._taken()
        return self._situation

    def _taken(self) -> Situation:
        ledger = self._ledger
        story = self._decision.story if self._decision is not None else None
        moving = self._phase is Phase.MOVING
        difference = ledger.difference
        going: tuple[Footprint, ...] = ()
        trail: tuple[Cell, ...] = ()
        if moving and story is not None and story.base is ledger.position:
            going, trail = story.going, story.trail
        return Situation(
            ledger.game,
            ledger.lens,
            self._phase,
            ledger.position,
            tuple(ledger.record),
            ledger.seen,
            dict(ledger.ignored),
            ledger.ignore,
            difference,
            self._wrong if self._phase is Phase.RESTORING else Difference((), ()),
            going,
            trail,
            story.airborne if moving and story is not None else False,
            story.moves[0] if moving and story is not None and story.moves else None,
            self._question,
            self._consents,
        )

    @property
    def deadline(self) -> float | None:
        """When the board is to be judged again, if nothing moves until then."""
        pace = self._ledger.pace
        moments = (pace.rest, pace.patience, pace.patience + pace.reminder)
        if self._judged >= len(moments):
            return None
        # To the microsecond: sums of seconds must not miss a tick that comes just then.
        return round(self._ledger.edge + moments[self._judged], 6)

    # What it hears ---------------------------------------------------------------------------

    def start(self, now: float) -> tuple[Verdict, ...]:
        """Begin, or resume: first the board must stand as recorded."""
        self._situation = None
        self._now = self._ledger.edge = now
        self._rest_assured()
        return tuple(self._restore())

    def feed(self, event: Event, now: float) -> tuple[Verdict, ...]:
        self._now = now
        self._situation = None
        match event:
            case Sensed(cell, reading):
                return tuple(self._sensed(cell, reading))
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
                return tuple(self._time_passed())

    def _sensed(self, cell: Cell, reading: int) -> list[Verdict]:
        if cell not in self._ledger.lens or not self._ledger.note(cell, reading, self._now):
            return []
        self._judged = 0
        self._pressed_for_nothing = False
        return self._judge()

    def _time_passed(self) -> list[Verdict]:
        said: list[Verdict] = []
        while (deadline := self.deadline) is not None and self._now >= deadline:
            self._judged += 1
            said += self._judge()
        return said

    def _broken(self, cell: Cell, how: str) -> list[Verdict]:
        if cell in self._ledger.ignored:
            return []
        return [self._fault(cell, how), *self._judge()]

    def _pressed(self, player: int) -> list[Verdict]:
        if self._consents is not None:
            self._consents |= {player}
            if self._consents >= set(range(1, self._ledger.game.players + 1)):
                return self._undo(self._ledger.span)
            return []
        if self._question is not None:
            if self._question.id == MOVED:
                return self._nothing_was_moved()
            move = self._question.of_player(player)
            return self._answered(move) if move is not None else []
        last, turn = self._ledger.last, self._ledger.position.state.turn
        his_own = last is not None and last.entry.player == player and player != turn
        if his_own and self._phase is not Phase.RESTORING:
            return []  # his move is on the record already; what is in the air is the other's
        if self._phase is Phase.MOVING and self.situation.airborne and self._just_lifted:
            return []  # the press was for what he did before
        return self._judge(insisted=True)

    @property
    def _just_lifted(self) -> bool:
        return self._now - self._ledger.edge < SOON

    def _held(self, player: int) -> list[Verdict]:
        position = self._ledger.position
        declarations = self._declarations() if player == position.state.turn else []
        if not declarations or self._phase in (Phase.RESTORING, Phase.OVER):
            return self._take_back()
        if self._phase is Phase.MOVING or (self._question is not None and position.by_hand):
            return []  # one thing after the other
        if len(declarations) == 1:
            return self._accept(declarations[0])
        return self._ask(DECLARE, dict.fromkeys(declarations, position))

    def _declarations(self) -> list[Move]:
        """What may be said instead of moving a piece, or of the button's plain meaning."""
        position = self._ledger.position
        spoken, turn = position.spoken, position.state.turn
        if not position.by_hand and all(move.answer != turn for move in spoken):
            return []
        return [move for move in spoken if not move.answer and not tells(move)]

    def _chosen(self, label: str) -> list[Verdict]:
        if self._phase is Phase.RESTORING:
            return [Restore(self._wrong.missing, self._wrong.extra)]
        if self._phase is Phase.OVER:
            return []
        if label == NO_MOVE and self._question is not None and self._question.difference:
            return self._nothing_was_moved()
        asked = self._question.of_label(label) if self._question is not None else None
        if asked is not None and self._question is not None:
            begun = self._question.remaining is not None
            verdicts = self._answered(asked)
            return verdicts if begun else self._shown(verdicts)
        position = self._ledger.position
        for move in position.game.legal_moves(position.state):
            if move.label == label:
                return self._shown(self._accept(move))
        try:
            attempt = position.game.attempt(position.state, label)
        except InvalidLabel:
            return [Illegal(position.state.turn, (), "not-a-move")]
        rule = position.game.fault(position.state, attempt)
        cells = (*attempt.lifted, *attempt.placed, *attempt.named)
        return [Illegal(position.state.turn, cells, rule)]

    def _take_back(self) -> list[Verdict]:
        ledger = self._ledger
        if not ledger.record:
            return []
        if any(tells(entry.move) for entry in ledger.record[-ledger.span :]):
            self._consents = frozenset()
            return [Ask(ledger.position.state.turn, TAKE_BACK, ())]
        return self._undo(ledger.span)

    # What it makes of the board --------------------------------------------------------------

    def _judge(self, *, insisted: bool = False) -> list[Verdict]:
        if self._phase is Phase.RESTORING:
            return self._restoring(insisted)
        ledger = self._ledger
        evidence = ledger.evidence(self._now, insisted=insisted)
        if self._phase is Phase.OVER:
            return self._after_the_end(decide(evidence, stories(evidence)))
        if not evidence.difference and insisted and self._question is None:
            return self._unseen()
        if insisted and self._contested and evidence.difference == self._contested:
            return self._trust_the_players()
        if self._question is not None:
            pointed = self._pointed(evidence.difference, evidence.rested)
            if pointed is not None:
                return pointed
        self._decision = decision = decide(evidence, stories(evidence))
        match decision.act:
            case Act.SETTLE:
                return self._as_recorded(evidence.rested)
            case Act.WAIT:
                return self._wait()
            case Act.RECORD:
                return self._record(decision.story)
            case Act.UNDO:
                return self._put_back(decision.story)
            case Act.ASK:
                bases = {story.moves[0]: story.base for story in decision.choices}
                two = decision.story.kind is Kind.TWO
                return self._ask(WHICH_MOVE, bases, decision.story.remaining if two else None)
            case Act.ILLEGAL:
                return self._illegal(decision.story)

    def _wait(self) -> list[Verdict]:
        if self._question is not None and self._ledger.position.by_hand:
            self._withdraw()  # hands have gone on: what was asked is no longer the question
        self._phase = Phase.MOVING
        return []

    def _as_recorded(self, rested: bool) -> list[Verdict]:
        """Everything stands where the record says."""
        self._contested = 0
        if self._question is not None:
            tapped = self._ledger.touches.tapped
            if self._question.difference:
                self._question = None
            elif tapped is not None:
                self._ledger.forget_touches()
                return self._named(tapped)
        unmoved = self._decision is not None and not self._decision.story.open
        if rested or (unmoved and self._question is None):
            self._ledger.forget_touches()
        self._phase = Phase.ASKING if self._question is not None else Phase.WAITING
        return []

    def _record(self, story: Story) -> list[Verdict]:
        instead = story.base is not self._ledger.position
        remaining = story.remaining if story.kind is Kind.TWO else None
        verdicts = self._accept(story.moves[0], instead=instead, remaining=remaining)
        if remaining is not None and self._phase not in (Phase.OVER, Phase.ASKING):
            verdicts += self._judge()
        return verdicts

    def _put_back(self, story: Story) -> list[Verdict]:
        changing = story.kind is Kind.CHANGING
        entry = self._ledger.erase(keep_touches=changing)
        self._withdraw()
        said: list[Verdict] = [Undone(entry.player, entry.move.label)]
        return said + (self._judge() if changing else self._turn_begins())

    def _after_the_end(self, decision: Decision) -> list[Verdict]:
        """The last move may still be changed; whoever clears the board is left alone."""
        if decision.story.base is not self._ledger.position and decision.act is not Act.WAIT:
            self._phase = Phase.MOVING
            self._decision = decision
            if decision.act is Act.UNDO:
                return self._put_back(decision.story)
            if decision.act is Act.RECORD:
                return self._record(decision.story)
        return []

    def _illegal(self, story: Story) -> list[Verdict]:
        said: list[Verdict] = []
        ledger = self._ledger
        if story.base is not ledger.position:
            entry = ledger.erase(keep_touches=True)
            said.append(Undone(entry.player, entry.move.label))
        found: Blame = blame(ledger.position, ledger.difference, ledger.touches)
        self._withdraw()
        self._contested = ledger.difference
        player = ledger.position.state.turn
        return [*said, Illegal(player, found.cells, found.rule), *self._restore()]

    def _unseen(self) -> list[Verdict]:
        """He says that he has moved, and no sensor has seen anything of it."""
        position, ignore = self._ledger.position, self._ledger.ignore
        moves = hidden(position, ignore)
        if not moves and not self._pressed_for_nothing:
            # Once is nothing; twice, with nothing touched in between, he means it.
            self._pressed_for_nothing = True
            return []
        self._pressed_for_nothing = False
        if not moves:
            self._doubts = doubts(position, 0, ignore)
            moves = [doubt.move for doubt in self._doubts]
        return self._one_of(moves)

    def _one_of(self, moves: Iterable[Move]) -> list[Verdict]:
        position = self._ledger.position
        results = position.results(moves)
        if len(results) == 1:
            return self._accept(results[0])
        return self._ask(WHICH_MOVE, dict.fromkeys(results, position)) if results else []

    # Putting right ---------------------------------------------------------------------------

    @property
    def _wrong(self) -> Difference:
        ledger = self._ledger
        return to_put_right(ledger.position, ledger.difference, self._contested)

    def _restore(self) -> list[Verdict]:
        self._ledger.forget_touches()
        self._phase = Phase.RESTORING
        return self._restoring(insisted=False)

    def _rest_assured(self) -> None:
        """What stands there has been looked at: no need to look again before something moves."""
        self._judged = 3

    def _restoring(self, insisted: bool) -> list[Verdict]:
        ledger = self._ledger
        difference, rested = ledger.difference, self._judged > 0 or insisted
        if difference and rested:
            mended = made_good(ledger.position, difference, ledger.ignore, self._contested)
            if mended is not None:
                return self._accept(mended)
        if difference and insisted:
            return self._trust_the_players()
        if difference and goes_on(ledger.position, difference, self._contested):
            return [*self._all_right(), *self._judge()]
        wrong = self._wrong
        if wrong:
            told = Restore(wrong.missing, wrong.extra)
            if not rested or told == self._told:
                return []
            self._told = told
            return [told]
        verdicts = self._all_right()
        ledger.forget_touches()
        return verdicts + self._turn_begins()

    def _all_right(self) -> list[Verdict]:
        """Whoever was told what to put right is told that it is settled."""
        verdicts: list[Verdict] = [Restore((), ())] if self._told else []
        self._told = None
        self._contested = 0
        self._phase = Phase.MOVING
        return verdicts

    def _trust_the_players(self) -> list[Verdict]:
        """They insist that the board is right: then a sensor is not."""
        ledger = self._ledger
        if not self._contested:
            return self._nothing_was_moved()
        if ledger.difference != self._contested:
            return []
        self._doubts = doubts(ledger.position, self._contested, ledger.ignore)
        moves = ledger.position.results(doubt.move for doubt in self._doubts)
        if len(ledger.lens.cells_of(self._contested)) == 1:
            # That one sensor may lie, and nothing have been moved at all.
            return self._ask(MOVED, dict.fromkeys(moves, ledger.position))
        return self._one_of(moves)

    def _nothing_was_moved(self) -> list[Verdict]:
        """The pieces stand right: then the sensors that say otherwise are not to be believed."""
        ledger = self._ledger
        picture = ledger.position.picture
        missing = ledger.lens.cells_of(ledger.difference & picture)
        extra = ledger.lens.cells_of(ledger.difference & ~picture)
        cells = dict.fromkeys(missing, "dead") | dict.fromkeys(extra, "stuck")
        if len(cells) > MOST:
            return []
        verdicts: list[Verdict] = [self._fault(cell, how) for cell, how in cells.items()]
        self._withdraw()
        self._phase = Phase.RESTORING
        return verdicts + self._restoring(insisted=False)

    def _fault(self, cell: Cell, how: str) -> Verdict:
        self._ledger.disbelieve(cell, how)
        return Faulty(cell, how)

    # The record ------------------------------------------------------------------------------

    def _accept(
        self, move: Move, *, instead: bool = False, remaining: Touches | None = None
    ) -> list[Verdict]:
        ledger = self._ledger
        was = ledger.record[-1].move.label if instead else ""
        found = [doubt for doubt in self._doubts if doubt.move is move]
        entry = ledger.write(move, instead=instead, remaining=remaining)
        verdicts = self._all_right()
        verdicts.append(
            Amended(entry.player, move.label, was)
            if instead
            else Accepted(entry.player, move.label)
        )
        verdicts += (self._fault(doubt.cell, doubt.how) for doubt in found)
        self._withdraw()
        return verdicts + self._turn_begins()

    def _withdraw(self) -> None:
        self._doubts = []
        self._question = None
        self._consents = None

    def _turn_begins(self) -> list[Verdict]:
        """The board stands as recorded, or hands are at the next move: what does the book want now?"""
        position = self._ledger.position
        self._decision = None
        self._pressed_for_nothing = False
        if position.outcome is not None:
            self._phase = Phase.OVER
            return [Over(position.outcome.winners, position.outcome.reason)]
        self._phase = Phase.MOVING if self._ledger.difference else Phase.WAITING
        if position.by_hand:
            return []
        if len(position.results(position.spoken)) == 1:
            return self._accept(position.spoken[0])
        # Reports are asked for one stack at a time; naming another on the page is fine too.
        first = position.spoken[0].steps[:1]
        choices = [m for m in position.spoken if _same_cell(m.steps[:1], first)]
        question = position.game.question(position.state)
        return self._ask(question, dict.fromkeys(position.results(choices), position))

    def _undo(self, entries: int) -> list[Verdict]:
        verdicts: list[Verdict] = []
        for _ in range(entries):
            entry = self._ledger.erase()
            verdicts.append(Undone(entry.player, entry.move.label))
        self._ledger.last = None
        self._contested = 0
        self._withdraw()
        self._rest_assured()
        self._phase = Phase.WAITING
        if self._ledger.difference:
            return verdicts + self._restore()
        return verdicts + self._turn_begins()

    # Questions -------------------------------------------------------------------------------

    def _ask(
        self, question: str, bases: dict[Move, Position], remaining: Touches | None = None
    ) -> list[Verdict]:
        position = next(iter(bases.values()), self._ledger.position)
        self._phase = Phase.ASKING
        player = position.state.turn
        self._question = Question(question, player, bases, self._ledger.difference, remaining)
        return [Ask(player, question, self._question.labels)]

    def _answered(self, move: Move) -> list[Verdict]:
        question = self._question
        assert question is not None
        instead = question.bases[move] is not self._ledger.position
        verdicts = self._accept(move, instead=instead, remaining=question.remaining)
        if question.remaining is not None and self._phase is Phase.MOVING:
            verdicts += self._judge()
        return verdicts

    def _shown(self, verdicts: list[Verdict]) -> list[Verdict]:
        """What was chosen on the page and not yet done by hand: the lights show what to do."""
        if self._phase is not Phase.OVER and self._ledger.difference:
            self._rest_assured()
            return verdicts + self._restore()
        return verdicts

    def _pointed(self, difference: int, rested: bool) -> list[Verdict] | None:
        """While a question is open, a cell may be pointed at: lifted and put back, or touched."""
        question, ledger = self._question, self._ledger
        assert question is not None
        beyond = difference ^ question.difference
        if not beyond:
            tapped = ledger.touches.tapped
            if tapped is not None and question.difference:
                ledger.touches = Touches(ledger.touches.edges[:-2])
                return self._named(tapped)
            return self._told_by_landings(question) if rested and question.difference else None
        cells = ledger.lens.cells_of(beyond)
        if len(cells) != 1:
            return None
        named = bool(question.of_cell(cells[0]))
        lifted = beyond & ledger.position.picture and not beyond & question.difference
        if lifted and (named or question.difference):
            # A tap has begun, or somebody looks at a piece: wait for it to come back.
            return [] if self._judged < 2 else None
        if not named:
            return None
        if beyond & ledger.seen and not question.difference:
            return self._shown(self._named(cells[0]))
        return None

    def _told_by_landings(self, question: Question) -> list[Verdict]:
        """The piece has gone on since it was asked about, and come back: its landings are the answer."""
        evidence = self._ledger.evidence(self._now)
        decision = decide(evidence, stories(evidence))
        story = decision.story
        if decision.act is Act.RECORD and story.moves[0] in question.bases:
            return self._answered(story.moves[0])
        return []

    def _named(self, cell: Cell) -> list[Verdict]:
        """A tap narrows the choices to those that speak of the cell."""
        question = self._question
        assert question is not None
        named = question.of_cell(cell)
        if len(named) == 1:
            return self._answered(named[0])
        if named and len(named) < len(question.bases):
            narrowed = question.narrowed(named)
            self._question = replace(narrowed, difference=self._ledger.difference)
            return [Ask(narrowed.player, narrowed.id, narrowed.labels)]
        return [] if named else self._forbidden(question, cell)

    def _forbidden(self, question: Question, cell: Cell) -> list[Verdict]:
        """He points at what the rules forbid: he is told which, and the question stays."""
        position = self._ledger.position
        lifted = position.lens.cells_of(question.difference & position.picture)
        if not lifted or cell not in position.stacks or cell in lifted:
            return []
        rule = position.game.fault(position.state, Attempt(lifted, (cell,)))
        if rule == "not-a-move":
            return []
        return [Illegal(question.player, (*lifted, cell), rule)]


def _same_cell(one: tuple[Step, ...], other: tuple[Step, ...]) -> bool:
    return [step.cell for step in one] == [step.cell for step in other]

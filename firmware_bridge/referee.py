"""The referee: events in, verdicts out. A state machine over one game, with no game's name in it.

Knows neither clock nor hardware nor words: time comes with each event, illegality is a value, and
texts are ids. What counts as a move is decided in `reconcile`; this file decides when.

    RESTORING  the board does not stand as recorded and is being put right
    WAITING    it does, and nothing has been touched
    MOVING     hands are at it
    ASKING     sensors cannot choose, or the rule book wants to be told
    OVER       the game has ended
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engines.game import InvalidLabel, Move, State
from engines.geometry import Cell
from engines.steps import Act, Step
from firmware_bridge.difference import Difference, difference
from firmware_bridge.doubt import MOST, Doubt, doubts
from firmware_bridge.hands import Hands
from firmware_bridge.reconcile import AnyGame, Position
from firmware_bridge.sight import Sight
from firmware_bridge.verdicts import (
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

REST = 0.5
"""Seconds without a change after which hands have left the board."""
REPLY = 1.0
"""Seconds after a move is confirmed within which nobody has thought of an answer to it."""


class Phase(Enum):
    RESTORING = "restoring"
    WAITING = "waiting"
    MOVING = "moving"
    ASKING = "asking"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entry:
    """One move on the record, with the state it was made in."""

    before: State
    move: Move
    player: int


@dataclass(slots=True)
class Question:
    id: str
    player: int
    choices: list[Move]
    difference: int
    """How the board differed from the record when it was asked."""
    bases: dict[Move, Position]
    """The position each choice is a move of: an earlier one where the last move is in question."""


class Referee:
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
        self.game = game
        self.sight = sight
        self.rest = rest
        self.seen = seen
        self.ignored: dict[Cell, str] = {}
        self.record: list[Entry] = list(record)
        self.position = Position(game, sight, state)
        self.amendable: Position | None = None
        """The position before the last move, while hands may still change that move."""
        self.phase = Phase.RESTORING
        self.question: Question | None = None
        self.consents: set[int] | None = None
        """Who has agreed to a take-back that needs everybody; None: none is asked for."""
        self._hands = Hands()
        self._earlier_hands = Hands()
        """The same since the position before the last move, while that may be amended."""
        self._now = 0.0
        self._confirmed = 0.0
        """When the last move went on the record."""
        self._edge = 0.0
        self._judged = True
        self._told: Restore | None = None
        self._contested = 0
        """The difference that was last called illegal, until the board is right again."""
        self._doubts: list[Doubt] = []
        """What an open question would tell about a sensor, answered one way or the other."""

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def ignore(self) -> int:
        return self.sight.mask(self.ignored)

    @property
    def differing(self) -> int:
        """The bits in which the board differs from the record."""
        return (self.position.picture ^ self.seen) & ~self.ignore

    @property
    def deadline(self) -> float | None:
        """When the board will have rested, if nothing moves until then."""
        return None if self._judged else self._edge + self.rest

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
        self.consents = None
        return self._judge(rested=False)

    def _rested(self, now: float) -> list[Verdict]:
        # Compared as `deadline` is computed, so that a tick at the deadline counts.
        if self._judged or now < self._edge + self.rest:
            return []
        self._judged = True
        return self._judge(rested=True)

    def _judge(self, *, rested: bool, insisted: bool = False) -> list[Verdict]:
        if self.phase is Phase.OVER:
            return []
        if self.phase is Phase.RESTORING:
            return self._restoring(rested, insisted)
        changed = self.differing
        if not changed:
            return self._as_recorded(rested)
        if self.question is not None and (verdicts := self._pointed(changed)) is not None:
            return verdicts
        done = self.position.complete(changed, self.ignore)
        going = self.position.possible(changed, self.ignore)
        if done:
            return self._completed(done, going, rested=rested, insisted=insisted)
        if not insisted and (going or self.on_the_trail()) and not (rested and self._goes_on()):
            self._next_player_is_at_it()
            return self._wait()
        amended = self._amend(rested)
        if amended is not None:
            return amended
        quick = self._two_at_once(changed, rested)
        if quick is not None:
            return quick
        return self._illegal(changed) if rested else self._wait()

    def _as_recorded(self, rested: bool) -> list[Verdict]:
        """Everything stands where the record says."""
        tapped = self._hands.tapped
        round_trip = self._closed_trail() if rested else None
        if round_trip is not None:
            return self._accept(round_trip)
        if self.question is not None:
            if tapped is not None and self.question.difference == 0:
                self._hands = Hands()
                return self._named(tapped)
            if self.question.difference:
                self.question = None
        if rested or (len(self._hands.lifted) < 2 and len(self._hands.placed) < 2):
            self._hands = Hands()
        self.phase = Phase.ASKING if self.question else Phase.WAITING
        return []

    def _completed(
        self, done: list[Move], going: list[Move], *, rested: bool, insisted: bool
    ) -> list[Verdict]:
        results = self.position.results(done)
        if len(results) > 1:
            results = self._told_by_trail(self.position, self._hands, done) or results
        unseen = self.position.hides(done, self.ignore)
        if (not rested or (unseen and not insisted)) and self._may_go_on(done, going):
            # A move of which a broken sensor hides a part may be one that has only begun.
            return self._wait()
        bases = dict.fromkeys(results, self.position)
        if self.amendable is not None and self._too_soon_for_a_reply():
            # The next move, or the last one gone on? Both would look like this.
            bases |= dict.fromkeys(self._goes_on(), self.amendable)
        if len(bases) == 1:
            return self._accept(results[0])
        return self._ask_among("which-move", bases)

    def _told_by_trail(self, position: Position, hands: Hands, done: list[Move]) -> list[Move]:
        """The results that the cells touched on the way leave open. Start and end alone tell nothing:
        hands may have carried the piece over everything in between."""
        arrived = (position.arrived(trail) for trail in hands.trails() if len(trail) > 2)
        return position.results(move for move in arrived if move in done)

    def _may_go_on(self, done: list[Move], going: list[Move]) -> bool:
        """Whether hands may be in the middle of a longer move than what the board shows."""
        if any(move not in done for move in going):
            return True
        if not self.differing & ~self.position.picture:
            return True  # nothing came down: the piece may still be in the hand
        if (
            self.amendable is not None
            and self._too_soon_for_a_reply()
            and self._touched_again(self.record[-1])
            and self.amendable.possible(self._changed_since(self.amendable), self.ignore)
        ):
            return True  # it may be the last move that goes on
        for trail in self._hands.trails():
            if self.position.leads_on(trail):
                return True
            if any(self.position.may_slide_on(move, trail) for move in done):
                return True
        return False

    def on_the_trail(self, *, earlier: bool = False) -> list[Move]:
        """The moves of a piece that stands, or was last lifted, on the way of a longer one."""
        position, hands = self.position, self._hands
        if earlier and self.amendable is not None:
            position, hands = self.amendable, self._earlier_hands
        changed = (position.picture ^ self.seen) & ~self.ignore
        for trail in hands.trails():
            moves = position.underway(trail) if len(trail) > 1 else ()
            victims = {s.cell for move in moves for s in move.steps if s.act is Act.REMOVE}
            # The trail and its victims must be all that differs, and only its end be taken.
            down = changed & ~position.picture & ~self.sight.both(trail[-1])
            if moves and not down and not changed & ~self.sight.mask({*trail, *victims}):
                return list(moves)
        return []

    def _closed_trail(self) -> Move | None:
        """A journey that ended where it began, when every landing was seen: then it was a move."""
        for trail in self._hands.trails():
            if len(trail) > 2 and trail[-1] == trail[0]:
                move = self.position.arrived(trail)
                if move is not None and not self._visible(move):
                    return move
        return None

    def _visible(self, move: Move) -> bool:
        return any(
            prints.change for prints, moves in self.position.by_hand.items() if move in moves
        )

    def _amend(self, rested: bool) -> list[Verdict] | None:
        """The last move goes on or is put back, before the next player has touched anything."""
        earlier = self.amendable
        if earlier is None or not self.record:
            return None
        changed = self._changed_since(earlier)
        last = self.record[-1]
        if not self._touched_again(last):
            return None
        if not changed:
            return self._undo(1) if rested else self._wait()
        done = self._goes_on()
        going = earlier.possible(changed, self.ignore)
        if len(done) == 1:
            going_on = [*going, *self.on_the_trail(earlier=True)]
            if not rested and any(move not in done for move in going_on):
                return self._wait()
            return self._accept(done[0], instead_of=last)
        if done and rested:
            return self._ask("which-move", done, earlier)
        if going or self.on_the_trail(earlier=True):
            return self._wait()
        return None

    def _too_soon_for_a_reply(self) -> bool:
        return self._hands.began - self._confirmed < REPLY

    def _touched_again(self, last: Entry) -> bool:
        """Whether the piece that was moved last has been touched since, or its player is still on:
        only then is it that move that goes on, and not somebody else's."""
        landed = [step.cell for step in last.move.steps if step.act is Act.PLACE]
        return self.state.turn == last.player or any(c in self._hands.touched for c in landed[-1:])

    def _goes_on(self) -> list[Move]:
        """The different results that the board shows in place of the last move's."""
        earlier = self.amendable
        if earlier is None or not self._touched_again(self.record[-1]):
            return []
        changed = self._changed_since(earlier)
        done = earlier.complete(changed, self.ignore)
        results = earlier.results(done)
        if len(results) > 1:
            results = self._told_by_trail(earlier, self._earlier_hands, done) or results
        return [move for move in results if earlier.after(move) != self.state]

    def _changed_since(self, earlier: Position) -> int:
        return (earlier.picture ^ self.seen) & ~self.ignore

    def _next_player_is_at_it(self) -> None:
        """Hands do what only the next player's moves explain: the last move stands."""
        if self.amendable is not None:
            changed = self._changed_since(self.amendable)
            if not self.amendable.possible(changed, self.ignore):
                self.amendable = None

    def _wait(self) -> list[Verdict]:
        self.phase = Phase.MOVING
        return []

    def _two_at_once(self, changed: int, rested: bool) -> list[Verdict] | None:
        """One player has finished and the next is already at it: both hands on the board."""
        finished: list[tuple[Move, Position]] = []
        for prints, moves in self.position.by_hand.items():
            change = prints.change & ~self.ignore
            if not change or changed & change != change:
                continue
            for move in self.position.results(moves):
                then = Position(self.game, self.sight, self.position.after(move))
                rest = changed ^ change
                landed = change & prints.fills
                if not landed and not rested:
                    continue  # a piece in the air is no finished move
                landing = landed or prints.source & ~self.ignore
                if not self._hands.done_before(
                    set(self.sight.cells_of(landing)), set(self.sight.cells_of(rest))
                ):
                    continue
                if then.state.turn != self.state.turn and (
                    then.complete(rest, self.ignore)
                    or (rested and then.possible(rest, self.ignore))
                ):
                    finished.append((move, then))
        if len(finished) != 1:
            return None
        hands = self._hands
        verdicts = self._accept(finished[0][0])
        self._hands = hands.next_player(set(self.position.stacks))
        self.amendable = None
        return verdicts + self._judge(rested=rested)

    def _illegal(self, changed: int) -> list[Verdict]:
        trail = (*self._hands.lifted, *self._hands.placed)
        attempt = self.position.attempt(changed, trail)
        rule = self.game.faults(self.state, attempt)[0]
        cells = tuple(dict.fromkeys((*attempt.lifted, *attempt.placed)))
        self.question = None
        self._contested = changed
        return [Illegal(self.state.turn, cells, rule), *self._restore()]

    # Putting right ---------------------------------------------------------------------------

    def _restore(self) -> list[Verdict]:
        self._hands = Hands()
        self.phase = Phase.RESTORING
        return self._restoring(rested=True, insisted=False)

    def _restoring(self, rested: bool, insisted: bool) -> list[Verdict]:
        wrong = difference(self.sight, self.position.picture, self.seen, self.ignore)
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

    def _trust_the_players(self, wrong: Difference) -> list[Verdict]:
        """They insist that the board is right: then a sensor is not."""
        if self._contested:
            if self.differing != self._contested:
                return []
            self._doubts = doubts(self.position, self._contested, self.ignore)
            moves = self.position.results(doubt.move for doubt in self._doubts)
            if not moves:
                return []
            return self._accept(moves[0]) if len(moves) == 1 else self._ask("which-move", moves)
        if len(wrong.missing) + len(wrong.extra) > MOST:
            return []
        verdicts = [self._fault(cell, "dead") for cell in wrong.missing]
        verdicts += [self._fault(cell, "stuck") for cell in wrong.extra]
        return verdicts + self._restoring(rested=True, insisted=False)

    def _fault(self, cell: Cell, how: str) -> Verdict:
        self.ignored[cell] = how
        return Faulty(cell, how)

    def _broken(self, cell: Cell, how: str) -> list[Verdict]:
        if cell in self.ignored:
            return []
        return [self._fault(cell, how), *self._judge(rested=False)]

    # The record ------------------------------------------------------------------------------

    def _accept(self, move: Move, instead_of: Entry | None = None) -> list[Verdict]:
        base = self.position
        if instead_of is not None and self.amendable is not None:
            base = self.amendable
            self.record.pop()
        player = move.by or base.state.turn
        self.record.append(Entry(base.state, move, player))
        verdicts: list[Verdict] = [
            Accepted(player, move.label)
            if instead_of is None
            else Amended(player, move.label, instead_of.move.label)
        ]
        verdicts += [
            self._fault(doubt.cell, doubt.how) for doubt in self._doubts if doubt.move is move
        ]
        if instead_of is None:
            self._earlier_hands = self._hands
        self.amendable = base if move in _moves_by_hand(base) else None
        self._contested = 0
        self._told = None
        self._confirmed = self._now
        self._enter(base.after(move))
        return verdicts + self._turn_begins()

    def _enter(self, state: State) -> None:
        self.position = Position(self.game, self.sight, state)
        self._hands = Hands()
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
            self._enter(entry.before)
        self.amendable = None
        self.phase = Phase.WAITING
        if self.differing:
            return verdicts + self._restore()
        return verdicts + self._turn_begins()

    # Buttons and page ------------------------------------------------------------------------

    def _pressed(self, player: int) -> list[Verdict]:
        if self.consents is not None:
            self.consents.add(player)
            if self.consents >= set(range(1, self.game.players + 1)):
                return self._undo(self._span())
            return []
        if self.question is not None:
            answers = [move for move in self.question.choices if move.answer == player]
            return self._answered(answers[0]) if len(answers) == 1 else []
        self._judged = True
        return self._judge(rested=True, insisted=True)

    def _held(self, player: int) -> list[Verdict]:
        declarations = self.position.spoken if self.position.by_hand else []
        if player != self.state.turn or not declarations or self.phase is not Phase.WAITING:
            return self._take_back()
        if len(declarations) == 1:
            return self._accept(declarations[0])
        return self._ask("declare", declarations)

    def _chosen(self, label: str) -> list[Verdict]:
        if self.phase in (Phase.RESTORING, Phase.OVER):
            return []
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
        rule = self.game.faults(self.state, attempt)[0]
        return [Illegal(self.state.turn, (*attempt.lifted, *attempt.placed), rule)]

    def _shown(self, verdicts: list[Verdict]) -> list[Verdict]:
        """What was chosen on the page and not yet done by hand: the lights show what to do."""
        if self.phase is not Phase.OVER and self.differing:
            return verdicts + self._restore()
        return verdicts

    def _take_back(self) -> list[Verdict]:
        if not self.record:
            return []
        if any(_tells(entry.move) for entry in self.record[-self._span() :]):
            self.consents = set()
            return [Ask(self.state.turn, "take-back", ())]
        return self._undo(self._span())

    def _span(self) -> int:
        """How many entries a take-back takes: reports go together with the move they followed."""
        span = 1
        while span < len(self.record) and _tells(self.record[-span].move):
            span += 1
        return span

    # Questions -------------------------------------------------------------------------------

    def _ask(
        self, question: str, choices: list[Move], position: Position | None = None
    ) -> list[Verdict]:
        base = position or self.position
        return self._ask_among(question, {move: base for move in choices})

    def _ask_among(self, question: str, bases: dict[Move, Position]) -> list[Verdict]:
        choices = list(bases)
        player = bases[choices[0]].state.turn
        self.phase = Phase.ASKING
        self.question = Question(question, player, choices, self.differing, bases)
        self._judged = True
        return [Ask(player, question, tuple(move.label for move in choices))]

    def _answered(self, move: Move) -> list[Verdict]:
        assert self.question is not None
        if self.question.bases[move] is self.amendable and self.record:
            return self._accept(move, instead_of=self.record[-1])
        return self._accept(move)

    def _pointed(self, changed: int) -> list[Verdict] | None:
        """While a question is open, a cell may be pointed at: lifted and put back, or touched."""
        assert self.question is not None
        beyond = changed ^ self.question.difference
        if not beyond:
            tapped, self._hands.tapped = self._hands.tapped, None
            return self._named(tapped) if tapped is not None else []
        cells = self.sight.cells_of(beyond)
        if len(cells) != 1 or not self._naming(cells[0]):
            return None
        if beyond & self.position.picture:
            return []  # a tap has begun: wait for the piece to come back
        if (
            self._naming(cells[0])
            and cells[0] not in self.position.stacks
            and not self.position.by_hand
        ):
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


def _tells(move: Move) -> bool:
    """Whether it put a secret on the table, which no take-back can unsay."""
    return any(step.act is Act.REVEAL for step in move.steps)


def _moves_by_hand(position: Position) -> list[Move]:
    return [move for moves in position.by_hand.values() for move in moves]

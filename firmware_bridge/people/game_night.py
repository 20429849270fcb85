"""People who play whole games at a board that is refereed: they move, err, answer, and put right.

They know what they meant to do. What the referee makes of it is compared with that, and counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from engines.errors import TavoliereError
from engines.game import Move, State
from firmware_bridge.people.door import Door, Line
from firmware_bridge.people.evening import Evening, Heard
from firmware_bridge.people.gestures import Gesture, Kind
from firmware_bridge.people.habits import Habits
from firmware_bridge.people.mishaps import Mishaps
from firmware_bridge.people.sights import AnyGame, all_spoken, is_spoken
from firmware_bridge.people.speech import Speech
from firmware_bridge.people.tally import PATIENCE, Fault, Tally
from firmware_bridge.people.times import HUMAN, LONG_ENOUGH, Times
from firmware_bridge.people.truth import (
    Played,
    as_recorded,
    difference,
    in_doubt,
    looks_finished,
    pressed_late,
    twins,
)
from firmware_bridge.people.turns import plan_turn, room_for, some_move

AT_A_LOSS = 30
"""How often people answer and put right without getting on before they give up."""
A_WHILE = 0.25
"""Seconds between two looks at what has been said."""


class GameNight:
    """An evening of one game. The same seed, the same evening."""

    def __init__(
        self,
        game: AnyGame,
        *,
        seed: int,
        habits: Habits,
        sensing: str,
        door: Callable[[], Door],
        times: Times = HUMAN,
        longest: int = 150,
    ) -> None:
        self.game = game
        self.habits = habits
        self.times = times
        self.sensing = sensing
        self.rng = Random(f"{game.name} {sorted(game.options.items())} {game.players} {seed}")
        self.tally = Tally()
        self.longest = longest
        self.begin_at = 0.0
        """When the next player's hand comes."""
        self.hurried = False
        """Whether that is before the other has finished."""
        self.regretted: Played | None = None
        """A move taken back so that nothing came down again: no sensor shows yet that the piece is not
        on its way to another cell."""
        self.question: Heard | None = None
        self.alarms: list[Heard] = []
        """Flags that nobody has done anything about yet."""
        self.asked_back: list[Heard] = []
        """What people were told to put on the board, most of it after a flag."""
        self.truth: list[Played] = []
        self._speech = Speech(self)
        self._door = door()
        self._begin(self.rng.randrange(1000))

    def play(self, moves: int) -> Tally:
        """Play game after game until that many moves have been made by hand."""
        mishaps = Mishaps(self)
        played = idle = 0
        while self.tally.moves < moves:
            before = self.tally.moves + self.tally.spoken
            if idle > AT_A_LOSS:
                self.tally.lost += 1
                self.fault("stuck", self.evening.now, "no way to go on")
                self.begin_anew()
                idle = 0
            if self.game.outcome(self.state) is not None or played >= self.longest:
                if self.settled():
                    self._begin(self.rng.randrange(1000))
                played = 0
            elif self.in_step() and (self._in_hand or not mishaps.strike()):
                self._turn()
            made = self.tally.moves + self.tally.spoken - before
            played += made
            idle = 0 if made else idle + 1
        self.settled()
        self._end()
        return self.tally

    def _begin(self, seed: int, position: str | None = None) -> None:
        self._end()
        game = self.game
        self.state: State = game.start(seed) if position is None else game.position(position)
        header: Line = {
            "game": game.name,
            "options": dict(game.options),
            "players": game.players,
            "seed": seed,
            "sensing": self.sensing,
            "ready": True,
        }
        if position is not None:
            header["position"] = position
        self.truth = []
        self.regretted = None
        self.question = None
        self.alarms = []
        self.evening = Evening(
            self._door, header, self.state.stacks, game.board.places, self.habits, self.rng
        )
        self.come_after(0.0)
        self.tally.games += 1

    def _end(self) -> None:
        if self.tally.games:
            self.tally.lines += len(self.evening.lines)
        self._door.close()

    def begin_anew(self) -> None:
        """People and referee have lost each other: they go on in a new game from where they are."""
        self.evening.finish()
        text = self.game.describe(self.state)
        try:
            same = self.game.position(text).stacks.keys() == self.state.stacks.keys()
        except TavoliereError:
            same = False
        self._begin(self.rng.randrange(1000), text if same else None)

    def listen(self) -> None:
        """Read what has been said: flags are kept, questions looked at."""
        for heard in self.evening.read():
            match heard.verdict:
                case "ask":
                    self.question = heard
                    self._weigh(heard)
                case "illegal":
                    self.alarms.append(heard)
                    self.question = None
                case "restore" if heard.line["missing"]:
                    self.asked_back.append(heard)
                case "accepted" | "amended" | "undone":
                    self.question = None
                case "faulty":
                    self.tally.faulty += 1
                    self.fault("faulty", heard.when, str(heard.line))
        self._take_as_said()

    def _take_as_said(self) -> None:
        """Where only one thing can be said, the referee may say it himself."""
        legal = self.game.legal_moves(self.state)
        said = self.evening.record[len(self.truth) :]
        if len(legal) == 1 and said and self.all_spoken and said[0][1] == legal[0].label:
            self.played(legal[0], self.evening.now, self.evening.now)
            self.tally.spoken += 1

    def _weigh(self, ask: Heard) -> None:
        """Count a question, and whether it had to be asked, and now."""
        text = str(ask.line.get("choices"))
        self.tally.questions += 1
        edges = self.evening.edges
        recorded = as_recorded(self.game, self.truth, self.evening.record) or self.state
        report = all_spoken(self.game, recorded)
        consent = not ask.line.get("choices")
        self.tally.asked[
            "whether the last move may be taken back" if consent
            else "what only players can say" if report
            else "which move was made"
        ] += 1  # fmt: skip
        if not report and not consent and not in_doubt(self.game, self.truth, edges, self.sensing):
            self.tally.needless += 1
            self.fault("needless", ask.when, text)
        if ask.in_air and not looks_finished(
            self.game,
            self.state,
            self.truth,
            ask.shown,
            self.sensing,
            waited=ask.since >= PATIENCE,
        ):
            self.tally.asked_in_air += 1
            self.fault("asked-in-air", ask.when, text)

    def false_alarms(self) -> bool:
        """Count the flags raised although nobody did anything wrong."""
        alarms, self.alarms = self.alarms, []
        if alarms:
            self.tally.false_alarms += 1
            first = alarms[0]
            self.fault("false-alarm", first.when, f"{first.line['cells']} {first.line['rule']}")
        return bool(alarms)

    def fault(self, kind: str, when: float, detail: str) -> None:
        entries = tuple(played.entry for played in self.truth)
        lines, record = tuple(self.evening.lines), tuple(self.evening.record)
        self.tally.faults.append(Fault(kind, self.game.name, when, detail, lines, entries, record))

    # In step ---------------------------------------------------------------------------------

    @property
    def right(self) -> bool:
        """Whether the record is what has been played."""
        return self.evening.record == [played.entry for played in self.truth]

    def wait(self, until: Callable[[], bool], limit: float = LONG_ENOUGH) -> bool:
        """Look now and then until something is so, at most for so long; answer what is asked."""
        end = self.evening.now + limit
        self.listen()
        while not until():
            if self._speech.answer():
                end = self.evening.now + limit
            if self.evening.now >= end:
                return until()
            self.evening.until(self.evening.now + A_WHILE)
            self.listen()
        return True

    def in_step(self) -> bool:
        """Whether people and referee agree about all moves that nobody can still be busy with. If
        not, and time does not help, that is counted and they begin anew."""
        self.evening.until(self.begin_at)
        self.listen()
        if self.alarms:
            return self.settled()
        if self.question is not None:
            self._speech.answer()
            return False
        now, truth = self.evening.now, self.truth
        sure = sum(1 for following in truth[1:] if following.done <= now)
        record = self.evening.record
        agreed = record[:sure] == [played.entry for played in truth[:sure]]
        regretted = 0 if self.regretted is None else record[len(truth) :] == [self.regretted.entry]
        if agreed and len(record) <= len(truth) + regretted:
            return True
        return self.settled()

    def settled(self) -> bool:
        """Let everything come to rest and compare; what still differs is a fault, counted once."""
        self.evening.finish()
        self.wait(lambda: self.right)
        alarmed = self.false_alarms()
        self.come_after(self.evening.now)
        if self.right:
            self.evening.board.recognise(self.state.stacks)
            return True
        if not alarmed:
            self._count_difference()
        self.begin_anew()
        return False

    def _count_difference(self) -> None:
        found = difference(self.truth, self.evening.record)
        after = self.truth[: found.at + 1]
        when = after[-1].done if after else self.evening.now
        if pressed_late(self.game, self.truth, self.evening.record, self.evening.lines):
            self.tally.indistinguishable["a press that came late answers what was asked since"] += 1
            self.fault("indistinguishable", when, found.detail)
            return
        others = twins(self.game, self.truth, found.at, self.evening.edges, self.sensing)
        other = next(others, None)
        if other is not None:
            twin, elsewhere = other
            where = "another position" if elsewhere else "the same position"
            what = "other moves" if twin else "moves taken back"
            self.tally.indistinguishable[f"{what}, to {where}, move the sensors just so"] += 1
            as_well = " ".join(twin) or "what was taken back"
            self.fault("indistinguishable", when, f"{found.detail}; as well {as_well}")
            return
        if found.kind == "lost":
            self.tally.lost += 1
        else:
            self.tally.wrong += 1
        self.fault(found.kind, when, found.detail)

    # Turns -----------------------------------------------------------------------------------

    @property
    def _in_hand(self) -> bool:
        """Whether something has to be brought to an end before anything can happen in between."""
        return self.all_spoken or self.hurried or self.regretted is not None

    @property
    def all_spoken(self) -> bool:
        return all_spoken(self.game, self.state)

    def come_after(self, done: float) -> None:
        """When the next hand comes, everything before being done by then."""
        quick = self.habits.strikes("quick-reply", self.rng)
        span = self.times.quick_reply if quick else self.times.reply
        self.begin_at = done + span.draw(self.rng)
        self.hurried = False

    def _turn(self) -> None:
        if self.all_spoken:
            self.evening.finish()
            self.wait(lambda: self.question is not None)
            if self.question is None or not self._speech.answer():
                legal = self.game.legal_moves(self.state)
                self._speech.say(self.rng.choice(legal), legal)
            return
        move = some_move(self.rng, self.game, self.state)
        if is_spoken(self.game, self.state, move) and self.regretted is None:
            self._speech.declare(move)
        elif not is_spoken(self.game, self.state, move):
            self._move(move)

    def played(self, move: Move, begun: float, done: float) -> None:
        before = self.state
        self.state = self.game.apply(before, move)
        player = move.by or before.turn
        self.truth.append(Played(player, move, before, self.state, begun, done))
        self.regretted = None

    def _move(self, move: Move) -> None:
        """A move by hand. The next player may not wait until it is finished."""
        evening, rng, times = self.evening, self.rng, self.times
        player = move.by or self.state.turn
        hurried = self.hurried
        plan = plan_turn(rng, self.habits, times, self.game, self.state, move, hurried=hurried)
        shift = self.begin_at + room_for(plan, evening, self.begin_at, times.quick_reply, rng)
        evening.add(replace(gesture, when=gesture.when + shift) for gesture in plan.gestures)
        landed, done = plan.landed + shift, plan.done + shift
        if self.habits.strikes("spurious", rng):
            evening.flicker(rng.choice([*self.game.board.cells]), rng.uniform(shift, done))
        self.played(move, shift, done)
        self.tally.moves += 1
        if self.habits.strikes("press-done", rng) and not self.all_spoken:
            evening.add((Gesture(done + times.press.draw(rng), Kind.PRESS, player=player),))
        self.come_after(done)
        ahead = self.habits.strikes("two-hands", rng)
        early = self.habits.strikes("overlap", rng)
        # Nobody overtakes somebody who is overtaking himself.
        if hurried or self.all_spoken:
            return
        if ahead and plan.landed - plan.begun > times.carry.low:
            self.begin_at, self.hurried = landed - rng.uniform(0.05, 0.2), True
        elif early and landed < done:
            self.begin_at, self.hurried = landed + times.quick_reply.draw(rng), True

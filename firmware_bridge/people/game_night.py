"""People who play whole games at a board that is refereed: they move, err, answer, and put right.

They know what they meant to do. What the referee makes of it is compared with that, and counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from engines.errors import TavoliereError
from engines.game import Move, State
from engines.geometry import Cell
from firmware_bridge.people.answers import declare, point_or_choose, say
from firmware_bridge.people.boardtop import picture
from firmware_bridge.people.deeds import Deed, Kind, Script, doing
from firmware_bridge.people.door import Door, Line
from firmware_bridge.people.evening import Evening, Heard
from firmware_bridge.people.habits import Habits
from firmware_bridge.people.mishaps import Mishaps
from firmware_bridge.people.player import Second, carry_out
from firmware_bridge.people.sights import AnyGame, change, question_needed, tellings
from firmware_bridge.people.tally import Fault, Tally
from firmware_bridge.people.times import HUMAN, LONG_ENOUGH, Times

SPOKEN = 0.12
"""How often people declare something when they could as well move a piece."""
PATIENCE = 2.5
"""Seconds; the public surface says that a move of which nothing is seen to come down counts then."""
AT_A_LOSS = 30
"""How often people answer and put right without getting on before they give up."""
A_WHILE = 0.25
"""Seconds between two looks at what has been said."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move as the people know it."""

    player: int
    move: Move
    before: State
    after: State
    done: float
    trail: tuple[Cell, ...] = ()
    """Where the traveller was lifted and came down, tried cells included."""

    @property
    def entry(self) -> tuple[int, str]:
        return self.player, self.move.label


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
        self.question: Heard | None = None
        self.alarms: list[Heard] = []
        """Flags that nobody has done anything about yet."""
        self.truth: list[Played] = []
        self._door = door()
        self._begin(self.rng.randrange(1000))

    # The evening -----------------------------------------------------------------------------

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
            over = self.game.outcome(self.state) is not None or played >= self.longest
            if over:
                if self.settled():
                    self._begin(self.rng.randrange(1000))
                played = 0
                continue
            if self.in_step():
                if self.all_spoken() or not mishaps.strike():
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
        self.question = None
        self.alarms = []
        self.evening = Evening(
            self._door, header, self.state.stacks, game.board.places, self.habits, self.rng
        )
        self.begin_at = self.times.reply.draw(self.rng)
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
            same = self.game.position(text).stacks == self.state.stacks
        except TavoliereError:
            same = False
        self._begin(self.rng.randrange(1000), text if same else None)

    # Listening -------------------------------------------------------------------------------

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
                case "accepted" | "amended" | "undone":
                    self.question = None
                case "faulty":
                    self.tally.faulty += 1
                    self.fault("faulty", heard.when, str(heard.line))

    def _weigh(self, ask: Heard) -> None:
        """Count a question, and whether it had to be asked, and now."""
        tally = self.tally
        tally.questions += 1
        text = str(ask.line.get("choices"))
        if not self.all_spoken() and not any(self._doubtful(p) for p in self.truth[-2:]):
            tally.needless += 1
            self.fault("needless", ask.when, text)
        finished = any(
            picture(self.evening.board.stacks, self.sensing)
            == picture(played.after.stacks, self.sensing)
            for played in self.truth[-1:]
        )
        if ask.in_air and not (finished and ask.since >= PATIENCE):
            tally.asked_in_air += 1
            self.fault("asked-in-air", ask.when, text)

    def _doubtful(self, played: Played) -> bool:
        sensing, before = self.sensing, played.before
        seen = change(picture(before.stacks, sensing), picture(played.after.stacks, sensing))
        if len(tellings(self.game, before, played.trail)) > 1:
            return True
        return question_needed(self.game, before, played.trail, seen, sensing)

    def false_alarms(self) -> bool:
        """Count the flags raised although nobody did anything wrong."""
        alarms, self.alarms = self.alarms, []
        if alarms:
            self.tally.false_alarms += 1
            first = alarms[0]
            self.fault("false-alarm", first.when, f"{first.line['cells']} {first.line['rule']}")
        return bool(alarms)

    def fault(self, kind: str, when: float, detail: str) -> None:
        self.tally.faults.append(
            Fault(
                kind,
                self.game.name,
                when,
                detail,
                tuple(self.evening.lines),
                tuple(played.entry for played in self.truth),
                tuple(self.evening.record),
            )
        )

    # In step ---------------------------------------------------------------------------------

    @property
    def right(self) -> bool:
        """Whether the record is what has been played."""
        return self.evening.record == [played.entry for played in self.truth]

    def wait(self, until: Callable[[], bool], limit: float = LONG_ENOUGH) -> bool:
        """Look at the board now and then until something is so, at most for so long; answer questions."""
        end = self.evening.now + limit
        self.listen()
        while not until():
            if self.question is not None and self._answer():
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
            self.evening.finish()
            self.listen()
            self.false_alarms()
            if self.wait(lambda: self.right) and not self.alarms:
                self.begin_at = self._next_hand()
                return True
            self.begin_anew()
            return False
        if self.question is not None:
            self._answer()
            return False
        now, truth = self.evening.now, self.truth
        sure = sum(1 for following in truth[1:] if following.done <= now)
        agreed = self.evening.record[:sure] == [played.entry for played in truth[:sure]]
        if agreed and len(self.evening.record) <= len(truth):
            return True
        return self.settled()

    def settled(self) -> bool:
        """Let everything come to rest and compare; what still differs is a fault, counted once."""
        self.evening.finish()
        self.wait(lambda: self.right)
        alarmed = self.false_alarms()
        if self.right:
            self.evening.board.recognise(self.state.stacks)
            return True
        if not alarmed:
            self._count_difference()
        self.begin_anew()
        return False

    def _count_difference(self) -> None:
        truth = [played.entry for played in self.truth]
        record = self.evening.record
        at = 0
        while at < min(len(truth), len(record)) and truth[at] == record[at]:
            at += 1
        kind = "lost" if at == len(record) else "wrong"
        made = truth[at] if at < len(truth) else "nothing"
        said = record[at] if at < len(record) else "nothing"
        if self._looks_the_same(at):
            self.tally.indistinguishable["a tried cell, or two moves with one piece"] += 1
            kind = "indistinguishable"
        elif kind == "lost":
            self.tally.lost += 1
        else:
            self.tally.wrong += 1
        self.fault(kind, self.evening.now, f"made {made}, recorded {said}")

    def _looks_the_same(self, at: int) -> bool:
        """Whether what was seen of this move and of the next could be told in another way as well."""
        for first in (at - 1, at):
            if 0 <= first < len(self.truth):
                played = self.truth[first]
                trail = played.trail
                for following in self.truth[first + 1 : first + 2]:
                    if following.trail[:1] == trail[-1:]:
                        trail += following.trail[1:]
                if len(tellings(self.game, played.before, trail)) > 1:
                    return True
        return False

    # Turns -----------------------------------------------------------------------------------

    def all_spoken(self) -> bool:
        """Whether only reports and the like can be made now."""
        return all(self._is_spoken(move) for move in self.game.legal_moves(self.state))

    def _is_spoken(self, move: Move) -> bool:
        return move.outline is None and doing(move, {}).spoken

    def _turn(self) -> None:
        legal = self.game.legal_moves(self.state)
        if self.all_spoken():
            self.evening.finish()
            self.wait(lambda: self.question is not None)
            if self.question is None or not self._answer():
                self._speak(self.rng.choice(legal), legal)
            return
        move = self.rng.choice(legal)
        while self._is_spoken(move) and self.rng.random() > SPOKEN:
            move = self.rng.choice(legal)
        if self._is_spoken(move):
            self._declare(move)
        else:
            self._move(move)

    def _played(self, move: Move, done: float, trail: tuple[Cell, ...] = ()) -> None:
        before = self.state
        self.state = self.game.apply(before, move)
        player = move.by or before.turn
        self.truth.append(Played(player, move, before, self.state, done, trail))

    def _next_hand(self) -> float:
        quick = self.habits.strikes("quick-reply", self.rng)
        span = self.times.quick_reply if quick else self.times.reply
        return max(self.evening.now, self.evening.busy_until) + span.draw(self.rng)

    def _declare(self, move: Move) -> None:
        hand = Script(self.rng, self.begin_at, "a pointing hand")
        self.evening.finish()
        hand.now = max(hand.now, self.evening.now + 0.1)
        declare(self.game, self.state.turn, move, self.evening.board.stacks, hand, self.times)
        self._say(hand, move)

    def _speak(self, move: Move, others: tuple[Move, ...]) -> None:
        hand = Script(self.rng, self.evening.now + 0.1, "a pointing hand")
        say(move, others, hand, self.rng)
        self._say(hand, move)

    def _say(self, hand: Script, move: Move) -> None:
        self.evening.add(hand.deeds)
        self._played(move, hand.now)
        self.evening.finish()
        self.tally.spoken += 1
        self.evening.board.recognise(self.state.stacks)
        self.begin_at = self._next_hand()

    def _answer(self) -> bool:
        """Answer the open question truly, if the truth is among the choices."""
        ask, self.question = self.question, None
        assert ask is not None
        choices = [str(choice) for choice in ask.line.get("choices", ())]
        self.evening.finish()
        self.evening.until(self.evening.now + self.times.read.draw(self.rng))
        self.listen()
        if self.question is not None and self.question.line.get("choices") != choices:
            return True
        self.question = None
        if self.all_spoken() and self.game.outcome(self.state) is None:
            moves = [m for m in self.game.legal_moves(self.state) if m.label in choices]
            if moves:
                self._speak(self.rng.choice(moves), tuple(moves))
                return True
        for played in reversed(self.truth[-2:]):
            if played.move.label in choices and played.entry not in self.evening.record[-2:]:
                self._tell(played, choices)
                return True
        return False

    def _tell(self, played: Played, choices: list[str]) -> None:
        evening = self.evening
        hand = Script(self.rng, evening.now + 0.1, "a pointing hand")
        stands = evening.board.stacks
        point_or_choose(self.game, played.before, played.move, choices, stands, hand, self.times)
        evening.add(hand.deeds)
        evening.finish()
        evening.until(evening.now + 1.5)
        self.listen()
        if played.entry not in evening.record[-2:] and hand.deeds[-1].kind is not Kind.CHOOSE:
            hand.now = evening.now + 0.1
            hand.choose(played.move.label)
            evening.add(hand.deeds[-1:])
            evening.finish()
        self.begin_at = max(self.begin_at, self._next_hand())

    def _move(self, move: Move) -> None:
        """A move by hand, with what people do before it."""
        evening, rng, times = self.evening, self.rng, self.times
        stacks = self.state.stacks
        what = doing(move, stacks)
        player = move.by or self.state.turn
        before = Script(rng, 0.0, "an idle hand")
        if self.habits.strikes("look", rng) and stacks:
            cell = rng.choice(sorted(stacks))
            before.pick(cell, len(stacks[cell]), times.look)
            before.wait(times.think)
        if self.habits.strikes("hold", rng):
            cells = sorted(self._starts() - what.cells)
            if cells:
                cell = rng.choice(cells)
                before.pick(cell, len(stacks[cell]), times.held)
                before.wait(times.think)
        plan = carry_out(
            rng,
            self.habits,
            times,
            self.game.board,
            stacks,
            what,
            player,
            before.now,
            self._second(move),
        )
        deeds = before.deeds + plan.deeds
        shift = self._room_for(deeds) + self.begin_at
        evening.add(replace(deed, when=deed.when + shift) for deed in deeds)
        landed, done = plan.landed + shift, plan.done + shift
        if self.habits.strikes("spurious", rng):
            evening.flicker(rng.choice([*self.game.board.cells]), rng.uniform(shift, done))
        self._played(move, done, plan.trail)
        self.tally.moves += 1
        if self.habits.strikes("press-done", rng) and not self.all_spoken():
            wait = times.press.draw(rng)
            evening.add((Deed(done + wait, Kind.PRESS, player=player),))
        self._follow_on(landed, done)

    def _follow_on(self, landed: float, done: float) -> None:
        """When the next player comes; he may not have waited for this one."""
        rng = self.rng
        if self.habits.strikes("two-hands", rng):
            self.begin_at = max(self.evening.now, landed - rng.uniform(0.05, 0.2))
        elif self.habits.strikes("overlap", rng):
            self.begin_at = landed + self.times.quick_reply.draw(rng)
        else:
            quick = self.habits.strikes("quick-reply", rng)
            span = self.times.quick_reply if quick else self.times.reply
            self.begin_at = done + span.draw(rng)

    def _room_for(self, deeds: list[Deed]) -> float:
        """How much later than planned this must begin so that no two hands meet over a cell, no hand is
        in two places, and nothing comes down before what was moved earlier has."""
        evening, begin = self.evening, self.begin_at
        busy = evening.busy_until
        late = max(0.0, evening.now + 0.01 - begin)
        if busy > begin:
            cells, hands = {deed.cell for deed in deeds}, {deed.hand for deed in deeds}
            if cells & evening.cells_to_come or hands & evening.hands_to_come:
                return max(late, busy - begin + self.times.quick_reply.draw(self.rng))
            first = min(deed.when for deed in deeds if deed.kind in (Kind.PUT, Kind.OFF))
            late = max(late, evening.last_put + 0.1 - begin - first)
        return late

    def _starts(self) -> set[Cell]:
        """Cells of pieces that the player to move could move now."""
        found: set[Cell] = set()
        for move in self._some_legal():
            what = doing(move, self.state.stacks)
            if what.trail and not move.by:
                found.add(what.trail[0])
        return found

    def _some_legal(self, most: int = 60) -> list[Move]:
        legal = list(self.game.legal_moves(self.state))
        return self.rng.sample(legal, most) if len(legal) > most else legal

    def _second(self, move: Move) -> Second:
        """Where else the rules would let the traveller come down, and what else it could take."""
        stacks = self.state.stacks
        what = doing(move, stacks)
        cells: list[Cell] = []
        victims: list[tuple[Cell, int]] = []
        for other in self._some_legal():
            also = doing(other, stacks)
            if also.trail[:1] != what.trail[:1] or bool(also.placed) != bool(what.placed):
                continue
            if what.trail and also.trail[-1] != what.trail[-1]:
                cells.append(also.trail[-1])
            elif not what.trail and what.placed and also.placed[0][0] != what.placed[0][0]:
                cells.append(also.placed[0][0])
            elif len(what.removed) == 1 and also.trail == what.trail and len(also.removed) == 1:
                victims += also.removed
        fit = [cell for cell in cells if what.onto or cell not in stacks]
        return Second(tuple(fit), tuple(victims))

"""What happens between moves: forbidden moves, sleeves that knock pieces over, moves taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.game import Move
from engines.geometry import Cell
from engines.steps import Stacks
from firmware_bridge.people.boardtop import Pile, picture
from firmware_bridge.people.evening import Heard
from firmware_bridge.people.gestures import Doing, Script, doing
from firmware_bridge.people.habits import Habits
from firmware_bridge.people.mistakes import CROWN_FORGOTTEN, Occasion
from firmware_bridge.people.player import carry_out
from firmware_bridge.people.putting_right import knocked, put_right
from firmware_bridge.people.sights import change, explanations, is_spoken, reported, rises
from firmware_bridge.people.tally import PATIENCE, Case
from firmware_bridge.people.temptations import CROWN, Temptation, draw
from firmware_bridge.people.times import LONG_ENOUGH

if TYPE_CHECKING:
    from firmware_bridge.people.game_night import GameNight

MANNERS = ("slide", "sweep", "late-victim", "victims-first", "bounce")
"""Habits that people have also when they do something forbidden."""
TAKING_BACK = ("back-by-hand", "back-by-button", "back-on-page")


class Mishaps:
    def __init__(self, night: GameNight) -> None:
        self.night = night

    def strike(self) -> bool:
        """Perhaps let something happen before the next move; whether anything did."""
        night = self.night
        struck = [
            name
            for name in ("knock", *TAKING_BACK, "wrong-move")
            if night.habits.strikes(name, night.rng)
        ]
        if not struck or not night.settled():
            return False
        name = struck[0]
        if name == "knock":
            return self._knock()
        if name == "wrong-move":
            return self._do_wrong()
        return self._take_back(name)

    def _restored(self, wanted: Stacks) -> None:
        """Put the board as it should stand, at a human pace."""
        night = self.night
        evening = night.evening
        plan = put_right(night.rng, night.times, evening.now + 0.1, evening.board.stacks, wanted)
        evening.add(plan.gestures)
        evening.finish()

    # Knocks ----------------------------------------------------------------------------------

    def _knock(self) -> bool:
        night = self.night
        evening = night.evening
        if not evening.board.stacks:
            return False
        night.tally.knocks += 1
        start = evening.now + night.times.oops.draw(night.rng)
        evening.add(knocked(night.rng, night.game.board, evening.board.stacks, start))
        evening.finish()
        displaced = evening.board.stacks != night.state.stacks
        evening.until(evening.now + night.times.oops.draw(night.rng))
        self._restored(night.state.stacks)
        evening.board.recognise(night.state.stacks)
        night.listen()
        if displaced:
            # Pieces did stand where they may not: a flag is right, and so is none.
            night.alarms.clear()
            night.question = None
        night.wait(lambda: night.right)
        if displaced:
            night.alarms.clear()
        night.settled()
        return True

    # Taking back -----------------------------------------------------------------------------

    def _take_back(self, how: str) -> bool:
        night = self.night
        evening = night.evening
        if not night.truth:
            return False
        last = night.truth[-1]
        what = doing(last.move, last.before.stacks)
        if what.spoken:
            return False
        wanted = _undone(evening.board.stacks, last.before.stacks, what)
        if how == "back-by-hand":
            was = picture(night.state.stacks, night.sensing)
            seen = change(was, picture(wanted, night.sensing))
            if not seen or explanations(night.game, night.state, seen, night.sensing):
                # Putting it back would look like the next move.
                return False
        night.tally.taken_back += 1
        evening.until(evening.now + night.times.regret.draw(night.rng))
        night.truth.pop()
        night.state = last.before
        if how != "back-by-hand":
            hand = Script(night.rng, evening.now + 0.1, "a pointing hand")
            if how == "back-by-button" and last.player != last.after.turn:
                hand.hold(last.player)
            else:
                hand.undo()
            evening.add(hand.gestures)
            evening.finish()
            evening.until(evening.now + night.times.read.draw(night.rng))
        self._restored(wanted)
        evening.board.recognise(night.state.stacks)
        if how == "back-by-hand" and not rises(was, seen):
            night.regretted = last
            night.come_after(evening.now)
        else:
            night.settled()
        return True

    # Forbidden moves -------------------------------------------------------------------------

    def _do_wrong(self) -> bool:
        night = self.night
        before = night.truth[-1].before if night.truth else None
        occasion = Occasion(night.game, before, night.state, night.sensing, night.rng)

        def spared(why: str) -> None:
            night.tally.spared[why] += 1

        temptation = draw(occasion, spared)
        if temptation is None:
            return False
        found = self._tempted(temptation)
        if found is None:
            spared(
                f"{temptation.kind}: a legal move, unfinished, and nobody can play on before it is"
            )
        else:
            self._judge(temptation, *found)
        night.evening.until(night.evening.now + night.times.read.draw(night.rng))
        self._put_back(found is not None and bool(found[0]))
        return True

    def _tempted(self, temptation: Temptation) -> tuple[list[Heard], float] | None:
        """Do it, and wait for a flag; the flags, and when the last piece came down. None where it was
        only unfinished, and nobody can play on before it is finished."""
        night = self.night
        evening, rng = night.evening, night.rng
        player = night.truth[-1].player if temptation.kind == "twice" else night.state.turn
        plan = carry_out(
            rng,
            Habits.only(*(name for name in MANNERS if name in night.habits)),
            night.times,
            night.game.board,
            night.state.stacks,
            temptation.what,
            player,
            evening.now + night.times.reply.draw(rng),
        )
        edges = len(evening.edges)
        night.listen()
        night.asked_back.clear()
        evening.add(plan.gestures)
        evening.finish()
        last_down = evening.edges[-1].when if len(evening.edges) > edges else evening.now
        self._await_flag()
        if temptation.unfinished is not None and not night.alarms:
            # The other plays on, and so leaves no doubt that nobody means to take anything off.
            if not self._reply(temptation.unfinished):
                return None
            self._await_flag()
        # A flag raised in the air may be followed by a better one.
        if all(flag.when < last_down for flag in night.alarms):
            evening.until(max(evening.now, last_down + 1.0))
            night.listen()
        flags, night.alarms = night.alarms, []
        if temptation.kind == CROWN_FORGOTTEN:
            # It is asked for; nothing is called illegal.
            where = [temptation.what.trail[-1]]
            asked = [heard for heard in night.asked_back if heard.line["missing"] == where]
            flags = [] if flags else asked
        night.question = None
        return flags, last_down

    def _await_flag(self) -> None:
        night = self.night
        end = night.evening.now + LONG_ENOUGH
        night.listen()
        while not (night.alarms or night.asked_back) and night.evening.now < end:
            night.evening.until(night.evening.now + 0.2)
            night.listen()

    def _reply(self, move: Move) -> bool:
        """A legal answer to a move that was left unfinished, if hands can make it nevertheless."""
        night = self.night
        evening = night.evening
        state = reported(night.game, night.game.apply(night.state, move))
        stands = evening.board.stacks
        for answer in night.game.legal_moves(state):
            what = doing(answer, state.stacks)
            still = all(stands.get(cell) == state.stacks.get(cell) for cell in what.cells)
            if still and not what.spoken:
                plan = carry_out(
                    night.rng,
                    Habits.none(),
                    night.times,
                    night.game.board,
                    stands,
                    what,
                    state.turn,
                    evening.now + 0.1,
                )
                evening.add(plan.gestures)
                evening.finish()
                return True
        return False

    def _judge(self, temptation: Temptation, flags: list[Heard], last_down: float) -> None:
        night = self.night
        said = str(flags[-1].line.get("rule", CROWN)) if flags else ""
        first = flags[0] if flags else None
        early = (
            first is not None and first.in_air and first.when < last_down and first.since < PATIENCE
        )
        case = Case(
            night.game.name,
            night.game.describe(night.state),
            night.state.turn,
            temptation.kind,
            temptation.text,
            temptation.book,
            temptation.expected,
            said,
            flags[-1].when - last_down if flags else None,
            early,
        )
        found = night.tally.judged(
            case,
            only_missing=temptation.only_missing,
            unfinished=temptation.unfinished is not None,
        )
        for kind in found:
            detail = f"{case.kind} {case.text}: expected {case.expected}, said '{said}'"
            night.fault(kind, last_down, detail)

    def _put_back(self, flagged: bool) -> None:
        """People put right what was wrong and play on; what nobody flagged may have left its mark."""
        night = self.night
        self._keep_what_was_legal()
        self._restored(night.state.stacks)
        night.evening.board.recognise(night.state.stacks)
        night.listen()
        cleared = night.wait(lambda: night.right)
        night.alarms.clear()
        if cleared:
            night.come_after(night.evening.now)
            return
        if flagged:
            night.tally.uncleared += 1
            night.fault("uncleared", night.evening.now, "the record is not as it was")
        night.begin_anew()

    def _keep_what_was_legal(self) -> None:
        """Where a legal move was made, and something forbidden besides, only the latter is put right."""
        night = self.night
        record = night.evening.record
        if record[:-1] != [played.entry for played in night.truth] or not record:
            return
        for move in night.game.legal_moves(night.state):
            if move.label == record[-1][1] and not is_spoken(night.game, night.state, move):
                stands = picture(night.evening.board.stacks, night.sensing)
                left = change(
                    picture(night.game.apply(night.state, move).stacks, night.sensing), stands
                )
                if len(left) < len(change(picture(night.state.stacks, night.sensing), stands)):
                    night.played(move, night.evening.now, night.evening.now)
                return


def _undone(stands: Stacks, before: Stacks, what: Doing) -> dict[Cell, Pile]:
    """The board with all that taken back, the pieces being what they have turned out to be."""
    board: dict[Cell, Pile] = dict(stands)
    for cell, pieces in what.placed:
        board[cell] = board[cell][: -len(pieces)]
    for cell, count in what.exchanged:
        board[cell] = board.get(cell, ()) + before[what.trail[0]][-count:]
    ways = (*what.besides, (what.trail, what.count)) if what.trail else what.besides
    for way, count in ways:
        travelled = board[way[-1]][-count:]
        board[way[-1]] = board[way[-1]][:-count]
        board[way[0]] = board.get(way[0], ()) + travelled
    # Victims last: what travelled may have stood where one stood.
    for cell, count in what.removed:
        board[cell] = board.get(cell, ()) + before[cell][-count:]
    return {cell: pile for cell, pile in board.items() if pile}

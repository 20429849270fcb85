"""Simulated people: they play whole games of any rule set, with all the mischief of a real table.

Between their moves they try forbidden ones, knock pieces over and take moves back, and see that the
board notices and goes on. Knows no game.
"""

from __future__ import annotations

from collections import Counter

from engines.game import Move, State
from engines.geometry import Cell
from engines.steps import Act
from firmware_bridge.people.movers import Movers, alone_in_sight
from firmware_bridge.referee.referee import Entry, Phase
from firmware_bridge.referee.verdicts import Ask, Held, Illegal, Pressed, Restore, TakeBack, Undone

LONGEST = 600
"""Moves after which a game is left: enough for any that is going somewhere."""


class People(Movers):
    def play(self) -> Counter[str]:
        """One game from start to end."""
        state = self.referee.state
        for _ in range(LONGEST):
            if self.referee.phase is Phase.OVER:
                break
            if self.some(0.4):
                self.knock() if self.some(0.7) else self.forbidden()
            elif self.some(0.5) and self.referee.record:
                state = self.take_back()
            moves = self.game.legal_moves(state)
            if not moves:
                break
            move = self.chance.choice(moves)
            reply = self.quick_reply(state, move) if self.some(1.5) else None
            state = self.make(state, move) if reply is None else self.make_both(state, move, reply)
            if self.referee.state != state:
                break
        self.count["games"] += 1
        return self.count

    def forbidden(self) -> None:
        """A move that the rules do not allow: it must be flagged, and put right it must go on."""
        position, table = self.referee.position, self.table
        standing = sorted(cell for cell, stack in table.stacks.items() if stack)
        empty = sorted(cell for cell in table.cells if not table.stacks.get(cell))
        if not standing or not empty or self.referee.phase is not Phase.WAITING:
            return
        start, end = self.chance.choice(standing), self.chance.choice(empty)
        if not self._absurd(start, end):
            return
        mark = len(table.verdicts)
        hand = table.lift(start)
        table.wait(0.2)
        table.place(end, hand)
        table.wait(0.6)
        self.count["forbidden"] += 1
        if not any(isinstance(verdict, Illegal) for verdict in table.heard(mark)):
            self.complain("not flagged", Move(f"{start}>{end}", ()), position.state, ())
        self._put_right()

    def _absurd(self, start: Cell, end: Cell) -> bool:
        """Whether no move, begun or finished or amended, has a piece go from there to there."""
        position, sight = self.referee.position, self.referee.sight
        stack = position.stacks.get(start, ())
        change = sight.stack_bits(start, stack) | sight.stack_bits(end, stack)
        return not (
            position.complete(change)
            or position.possible(change)
            or position.underway((start, end))
            or self._amends(change)
        )

    def _amends(self, change: int) -> bool:
        earlier = self.referee.amendable
        if earlier is None:
            return False
        seen = earlier.picture ^ self.referee.position.picture ^ change
        return not seen or bool(earlier.complete(seen) or earlier.possible(seen))

    def knock(self) -> None:
        """Several pieces are swept off their cells at once."""
        table = self.table
        standing = sorted(cell for cell, stack in table.stacks.items() if stack)
        if len(standing) < 4 or self.referee.phase is not Phase.WAITING:
            return
        for cell in self.chance.sample(standing, self.chance.randint(3, 4)):
            pieces = table.lift(cell)
            table.wait(self.chance.uniform(0.0, 0.02))
            empty = [c for c in table.cells if not table.stacks.get(c) and self._absurd(cell, c)]
            if empty and self.chance.random() < 0.6:
                table.place(self.chance.choice(empty), pieces)
        table.wait(0.7)
        self.count["knocks"] += 1
        self._put_right()

    def _put_right(self) -> None:
        """Put every piece where the record has it, one after the other, until the board is content."""
        should = self.referee.position.stacks
        table = self.table
        for cell in sorted(table.stacks):
            if table.stacks[cell] and cell not in should:
                table.lift(cell)
                table.wait(self.chance.uniform(0.05, 0.7))
        for cell, stack in sorted(should.items()):
            if tuple(table.stacks.get(cell, ())) != stack:
                table.stacks[cell] = []
                table.place(cell, stack)
                table.wait(self.chance.uniform(0.05, 0.7))
        table.wait(0.7)
        if self.referee.phase is Phase.RESTORING:
            self.complain("not recovered", Move("", ()), self.referee.state, table.verdicts[-3:])

    def take_back(self) -> State:
        """By hand, by button or on the page; the record must be one move shorter."""
        referee, table = self.referee, self.table
        if referee.phase not in (Phase.WAITING, Phase.ASKING) or not referee.record:
            return referee.state
        before = len(referee.record)
        mark = len(table.verdicts)
        last = referee.record[-1]
        self.count["take-backs"] += 1
        if referee.amendable is not None and self.chance.random() < 0.4 and self._put_back(last):
            return self._checked(before, mark)
        if last.player != referee.state.turn and self.chance.random() < 0.4:
            table.feed(Held(last.player))
        else:
            table.feed(TakeBack())
        if any(isinstance(v, Ask) and v.question == "take-back" for v in table.heard(mark)):
            for player in range(1, self.game.players + 1):
                table.feed(Pressed(player))
        if any(isinstance(verdict, Restore) for verdict in table.heard(mark)):
            self._put_right()
        else:
            # Hats and crowns that no sensor sees go back as well.
            for cell, stack in referee.position.stacks.items():
                table.stacks[cell] = list(stack)
        return self._checked(before, mark)

    def _checked(self, before: int, mark: int) -> State:
        """What a take-back has left, after seeing that there was one."""
        undone = any(isinstance(verdict, Undone) for verdict in self.table.heard(mark))
        if not undone or len(self.referee.record) >= before:
            move = self.referee.record[-1].move if self.referee.record else Move("", ())
            self.complain("not taken back", move, self.referee.state, self.table.heard(mark))
        return self.referee.state

    def _put_back(self, last: Entry) -> bool:
        """The pieces go back by hand, before the other one has touched anything."""
        referee, table = self.referee, self.table
        earlier = referee.amendable
        assert earlier is not None
        journey = [s for s in last.move.steps if s.act in (Act.LIFT, Act.PLACE) and not s.pieces]
        back = earlier.picture ^ referee.position.picture
        if (
            len(journey) < 2
            or not alone_in_sight(earlier, last.move)
            or referee.position.complete(back)
        ):
            return False  # the last: it would look like an answer to the move
        table.lift(journey[-1].cell)
        table.wait(self.chance.uniform(0.1, 0.4))
        for cell, stack in sorted(earlier.stacks.items()):
            if tuple(table.stacks.get(cell, ())) != stack:
                table.stacks[cell] = []
                table.place(cell, stack)
                table.wait(self.chance.uniform(0.05, 0.3))
        table.wait(0.7)
        return True

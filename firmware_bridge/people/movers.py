"""Moves made the way people make them: with detours, pauses, slips and second thoughts.

Victims first or last or in between, hop by hop or in one sweep, sliding, hesitating, putting back,
touching the wrong piece first, two hands at once, answers by button, by tap and on the page.
Everything is drawn from one seed. Knows the moves' steps and no game.
"""

from __future__ import annotations

from collections import Counter
from math import hypot
from random import Random

from engines.game import Move, State
from engines.geometry import Cell
from engines.steps import Act, Piece, Step
from firmware_bridge.people.tabletop import Tabletop
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.reconcile import Position
from firmware_bridge.referee.situation import Phase, Referee
from firmware_bridge.referee.verdicts import Accepted, Amended, Chosen, Held, Illegal, Pressed

FELT = 12.0
"""Millimetres within which a sensor feels a magnet that passes."""


class Movers:
    """They make the moves they are told, and count what the board makes of them."""

    table_kind = Tabletop

    def __init__(self, header: Header, seed: int, *, antics: float = 0.15) -> None:
        self.chance = Random(seed)
        self.session = Session(header)
        self.game = self.session.game
        self.table = self.table_kind(self.session, self.chance)
        self.antics = antics
        self.count: Counter[str] = Counter()
        self.trouble: list[str] = []
        self.paused = False

    @property
    def referee(self) -> Referee:
        return self.session.referee

    def some(self, share: float = 1.0) -> bool:
        return self.chance.random() < self.antics * share

    def make(self, state: State, move: Move) -> State:
        """Make it, in some human way, and see that just this is on the record."""
        position = self.referee.position
        mark = len(self.table.verdicts)
        wanted: State = self.game.apply(state, move)
        self.paused = False
        by_hand = any(move in moves for moves in position.by_hand.values())
        if by_hand:
            change = next(p.change for p, moves in position.by_hand.items() if move in moves)
            shared = len(position.results(position.complete(change))) > 1
            self._distractions()
            self._by_hand(move)
            self.table.wait(0.7)
            asked = self._answer(move)
            self.settle(move, wanted)
            if not change and self.referee.state != wanted:
                # It ends where it began and uncovers nothing: no sensor can know.
                self.table.feed(Chosen(move.label))
                shared = True
            if asked and not shared and self.paused:
                # He stopped where a move may end: whether he goes on, or the other one does with
                # the same piece, no sensor can tell.
                self.count["questions after a pause"] += 1
            else:
                self.count["questions"] += asked
                self.count["needed"] += shared
        else:
            self._say(move)
        self.count["moves"] += 1
        # The other one thinks, if only for a second.
        self.table.wait(self.chance.uniform(1.0, 2.0))
        said = self.table.heard(mark)
        if any(isinstance(verdict, Illegal) for verdict in said):
            self.complain("false alarms", move, state, said)
        while self.referee.state != wanted and len(self.game.legal_moves(wanted)) == 1:
            # A forced pass is recorded by itself.
            wanted = self.game.apply(wanted, self.game.legal_moves(wanted)[0])
        if self.referee.state != wanted:
            recorded = any(isinstance(verdict, Accepted | Amended) for verdict in said)
            self.complain("wrong" if recorded else "lost", move, state, said)
        return wanted

    def quick_reply(self, state: State, move: Move) -> Move | None:
        """What needs no thought, while the first hand is still near: another piece, maybe one that
        captures what has just come down; or the same player's next move, if it is still his turn."""
        position = self.referee.position
        after = Position(self.game, self.referee.sight, self.game.apply(state, move))
        again = after.state.turn == state.turn and any(s.act is Act.REMOVE for s in move.steps)
        if not alone_in_sight(position, move, landing=not again):
            return None
        busy = {step.cell for step in move.steps}
        replies = [
            reply
            for prints, moves in after.by_hand.items()
            for reply in moves
            if prints.source
            and prints.change & prints.fills
            and (again or after.state.turn != state.turn)
            and after.stacks[reply.steps[0].cell][-1].player == after.state.turn
            and busy.isdisjoint(s.cell for s in reply.steps if s.act is not Act.REMOVE)
            and len(after.results(after.complete(prints.change))) == 1
        ]
        return self.chance.choice(replies) if replies else None

    def make_both(self, state: State, move: Move, reply: Move) -> State:
        """Two players' hands, one right after the other."""
        mark = len(self.table.verdicts)
        between = self.game.apply(state, move)
        wanted: State = self.game.apply(between, reply)
        self.paused = False
        self._by_hand(move)
        if self.paused:
            self.table.wait(0.7)
        self._by_hand(reply)
        self.table.wait(0.7)
        self.count["questions after a pause"] += self._answer(reply)
        self.table.wait(self.chance.uniform(1.0, 2.0))
        self.count["moves"] += 2
        self.count["quick replies"] += 1
        said = self.table.heard(mark)
        if any(isinstance(verdict, Illegal) for verdict in said):
            self.complain("false alarms", reply, state, said)
        if self.referee.state != wanted:
            self.complain("wrong", reply, state, said)
        return wanted

    def settle(self, move: Move, wanted: State) -> None:
        """What they do when the move they made is not confirmed: they trust the board."""

    def complain(self, what: str, move: Move, state: State, said: object) -> None:
        self.count[what] += 1
        self.trouble.append(f"{what}: {move} in '{self.game.describe(state)}': {said}")

    def _by_hand(self, move: Move) -> None:
        carried = [s for s in move.steps if s.act in (Act.LIFT, Act.PLACE) and not s.pieces]
        supplied = [s for s in move.steps if s.act is Act.PLACE and s.pieces]
        removals = [s for s in move.steps if s.act is Act.REMOVE]
        # In one sweep, always where it passes its start: a rest there would be putting it back.
        round_trip = any(step.cell == carried[0].cell for step in carried[1:-1])
        if carried and (round_trip or self.chance.random() < 0.5):
            carried = [carried[0], carried[-1]]
        acts: list[Step] = carried + supplied
        for removal in removals:
            acts.insert(self.chance.randint(0, len(acts)), removal)
        hand: list[Piece] = []
        came_from: Cell | None = None
        arrival, arrived = (carried or acts)[-1], False
        for step in acts:
            if step.act is Act.LIFT:
                hand = self._lift(step.cell, step.count, hesitant=step is acts[0])
                came_from = step.cell
            elif step.act is Act.REMOVE:
                # The traveller may stand on the way of a victim's hat: only the victim's are taken.
                self.table.lift(step.cell, step.count)
            elif step.pieces:
                self.table.place(step.cell, step.pieces)
            else:
                if self.some() and came_from is not None:
                    self._slide(came_from, step.cell, hand[0])
                self.table.place(step.cell, hand)
                hand = []
            # A stack is moved and looked at; pieces that are taken off together go together.
            # Where the piece has arrived, what it took is not left standing about.
            prompt = move.steps[0].act is Act.REMOVE or step is arrival or arrived
            arrived = arrived or step is arrival
            longest = 0.1 if prompt else 0.9
            pause = min(longest, self.chance.choice((0.05, 0.1, 0.2, 0.3, 0.45, 0.9)))
            self.paused |= pause > self.referee.rest and step is not acts[-1]
            self.table.wait(pause)
            if self.some(0.3):
                self.table.glitch(self.chance.choice(self.table.cells))

    def _lift(self, cell: Cell, count: int, *, hesitant: bool) -> list[Piece]:
        hand = self.table.lift(cell, count)
        if hesitant and self.some(0.5):  # hesitate: put it back, then decide after all
            self.table.wait(self.chance.uniform(0.1, 0.4))
            self.table.place(cell, hand)
            self.table.wait(self.chance.uniform(0.1, 0.9))
            hand = self.table.lift(cell, count)
        return hand

    def _slide(self, start: Cell, end: Cell, piece: Piece) -> None:
        """Drag it along the board: cells near the straight line feel it pass."""
        spots = self.game.board.places
        (x0, y0), (x1, y1) = spots[start], spots[end]
        steps = max(abs(x1 - x0), abs(y1 - y0)) / 10
        passed: list[Cell] = []
        for n in range(1, int(steps)):
            x, y = x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps
            near = min(spots, key=lambda cell: hypot(spots[cell].x - x, spots[cell].y - y))
            far = hypot(spots[near].x - x, spots[near].y - y)
            if far < FELT and near not in (start, end, *passed):
                passed.append(near)
        if any(self.table.stacks.get(cell) for cell in passed):
            return  # nothing slides through a piece: it is carried over
        for cell in passed:
            self.table.brush(cell, self.chance.uniform(0.02, 0.12), piece)
            self.table.wait(0.02)

    def _distractions(self) -> None:
        """Pieces that have nothing to do with the move are touched, and put back where they were."""
        standing = [cell for cell, stack in self.table.stacks.items() if stack]
        if standing and self.some():
            cell = self.chance.choice(standing)
            pieces = self.table.lift(cell)
            self.table.wait(self.chance.uniform(0.05, 0.4))
            self.table.place(cell, pieces)
            self.table.wait(self.chance.uniform(0.05, 0.8))

    # Talking ---------------------------------------------------------------------------------

    def _answer(self, move: Move) -> int:
        """Answer a question about the move truthfully; how many there were."""
        asked = 0
        for _ in range(4):
            question = self.referee.question
            if question is None or question.id != "which-move" or move not in question.choices:
                break
            asked += 1
            if not (self.some(2.0) and self._tap(move)):
                self.table.feed(Chosen(move.label))
        return 1 if asked else 0

    def _tap(self, move: Move) -> bool:
        """Point at a cell that only this choice speaks of."""
        question = self.referee.question
        assert question is not None
        position = self.referee.position
        others: set[Cell] = set()
        for other in question.choices:
            if other is not move:
                others |= position.named_cells(other)
        own = [c for c in position.named_cells(move) - others if self.table.stacks.get(c)]
        if not own:
            return False
        cell = self.chance.choice(sorted(own))
        pieces = self.table.lift(cell)
        self.table.wait(self.chance.uniform(0.1, 0.9))
        self.table.place(cell, pieces)
        self.table.wait(0.05)
        return True

    def _say(self, move: Move) -> None:
        """A report or a declaration: by button where there is one, else on the page."""
        question = self.referee.question
        if question is not None and move.answer and self.chance.random() < 0.7:
            same = [m for m in question.choices if m.answer == move.answer]
            if same == [move]:
                self.table.feed(Pressed(move.answer))
                return
        if question is None and self.referee.phase is Phase.WAITING and self.chance.random() < 0.7:
            self.table.feed(Held(self.referee.state.turn))
            if self.referee.question is not None and self._tap(move):
                return
        if self.referee.state == self.referee.position.state and any(
            m == move for m in self.game.legal_moves(self.referee.state)
        ):
            self.table.feed(Chosen(move.label))


def alone_in_sight(position: Position, move: Move, *, landing: bool = True) -> bool:
    """Whether sensors see it begin and, if wanted, end, and it alone looks like this."""
    for prints, moves in position.by_hand.items():
        if move in moves:
            visible = prints.change & prints.fills if landing else prints.change
            return bool(visible) and len(position.results(position.complete(prints.change))) == 1
    return False

"""Which legal moves explain what the sensors see? Generic over the moves' physical steps.

Knows no game, no clock and no words. For one position every move is turned into a footprint once;
after that each sensor edge costs a few operations on integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engines.game import Attempt, Game, Move, State, landings
from engines.geometry import Cell
from engines.steps import Act, Piece
from firmware_bridge.sight import Sight

AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class Footprint:
    """What moves of one kind do to the picture of the board.

    `change`: the bits that differ once it is done. `meanwhile`: all bits that may differ on the way.
    `fills`: the bits of cells that the traveller may come down on. `source`: the bits of the cell it
    leaves, none when it comes from beside the board.
    """

    change: int
    meanwhile: int
    fills: int
    source: int

    def allows(self, difference: int) -> bool:
        """Whether the board may look like this while such a move is being made."""
        if difference & ~self.meanwhile:
            return False
        down = difference & self.fills
        if not down:
            return True
        # One piece travels: it cannot stand on two cells, nor come down before it was lifted.
        return not down & (down - 1) and (not self.source or bool(difference & self.source))


def footprint(sight: Sight, stacks: dict[Cell, tuple[Piece, ...]], move: Move) -> Footprint:
    now: dict[Cell, tuple[Piece, ...]] = {}
    before: dict[Cell, int] = {}
    meanwhile = fills = source = 0
    hand: tuple[Piece, ...] = ()
    for step in move.steps:
        act, cell, pieces = step.act, step.cell, step.pieces
        if act is Act.REVEAL:
            continue
        stack = now.get(cell)
        if stack is None:
            stack = stacks.get(cell, ())
            before[cell] = sight.stack_bits(cell, stack)
        if act is Act.PLACE:
            if not stack:
                bits = sight.stack_bits(cell, pieces or hand)
                if not before[cell]:
                    fills |= bits
                meanwhile |= bits | before[cell]
            else:
                # Landing on a stack shows nothing, but hands may lift it to set it right.
                meanwhile |= before[cell]
            stack += pieces or hand
            if not pieces:
                hand = ()
        else:
            meanwhile |= before[cell]
            if act is Act.LIFT:
                hand = stack[-step.count :]
                if not source:
                    source = before[cell]
            stack = stack[: -step.count]
        now[cell] = stack
    change = 0
    for cell, stack in now.items():
        change |= before[cell] ^ sight.stack_bits(cell, stack)
    return Footprint(change, meanwhile, fills, source)


class Position:
    """A state with all that the referee needs to know of it, worked out once when a turn begins."""

    def __init__(self, game: AnyGame, sight: Sight, state: State) -> None:
        self.game = game
        self.sight = sight
        self.state = state
        self.stacks = dict(state.stacks)
        self.picture = sight.picture(self.stacks)
        self.outcome = game.outcome(state)
        self.by_hand: dict[Footprint, list[Move]] = {}
        """The moves that hands make, by their footprint."""
        self.spoken: list[Move] = []
        """The moves that no sensor can see: reports, declarations, a forced pass."""
        for move in game.legal_moves(state):
            if any(step.act is not Act.REVEAL for step in move.steps):
                self.by_hand.setdefault(footprint(sight, self.stacks, move), []).append(move)
            else:
                self.spoken.append(move)
        self._after: dict[Move, State] = {}

    def complete(self, difference: int, ignore: int = 0) -> list[Move]:
        """The moves after which the board looks just like this."""
        difference &= ~ignore
        return [
            move
            for prints, moves in self.by_hand.items()
            if prints.change & ~ignore == difference and prints.change
            for move in moves
        ]

    def possible(self, difference: int, ignore: int = 0) -> list[Move]:
        """The moves that may be under way while the board looks like this."""
        difference &= ~ignore
        return [
            move
            for prints, moves in self.by_hand.items()
            if prints.allows(difference)
            or (ignore and prints.allows(difference | prints.source & ignore))
            for move in moves
        ]

    def hides(self, moves: list[Move], ignore: int) -> bool:
        """Whether sensors that are not believed would show a part of one of these moves."""
        return bool(ignore) and any(
            prints.change & ignore and not set(group).isdisjoint(moves)
            for prints, group in self.by_hand.items()
        )

    def after(self, move: Move) -> State:
        if move not in self._after:
            self._after[move] = self.game.apply(self.state, move)
        return self._after[move]

    def results(self, moves: Iterable[Move]) -> list[Move]:
        """One move for each different result: moves that lead to equal states need no question."""
        chosen: list[Move] = []
        for move in moves:
            if all(self.after(move) != self.after(other) for other in chosen):
                chosen.append(move)
        return chosen

    def underway(self, trail: tuple[Cell, ...]) -> tuple[Move, ...]:
        """The moves open to a piece that touched down on these cells, in that order."""
        if not trail or trail[0] not in self.stacks or any(c not in self.game.board for c in trail):
            return ()
        return self.game.underway(self.state, trail)

    def leads_on(self, trail: tuple[Cell, ...]) -> bool:
        """Whether a piece that has come along this trail may go further."""
        return any(landings(move)[-1:] != trail[-1:] for move in self.underway(trail))

    def arrived(self, trail: tuple[Cell, ...]) -> Move | None:
        """The move that is finished with just this trail."""
        return self.game.arrived(self.state, trail) if self.underway(trail) else None

    def may_slide_on(self, done: Move, trail: tuple[Cell, ...]) -> bool:
        """Whether a piece that lies where `done` ends may still be on its way further along a line."""
        if len(trail) < 2:
            return False
        start, here = trail[0], trail[-1]
        place = self.game.board.positions
        return (
            any(
                _between(place[start], place[here], place[end])
                for moves in self.by_hand.values()
                for end in _ends(moves[0], start)
                if end not in (start, here)
            )
            and done.steps[0].cell == start
        )

    def attempt(self, difference: int, trail: tuple[Cell, ...]) -> Attempt:
        """What hands seem to have done, for the rule book to judge."""
        lifted = self.sight.cells_of(difference & self.picture)
        placed = self.sight.cells_of(difference & ~self.picture)
        order = {cell: n for n, cell in enumerate(trail)}
        return Attempt(
            tuple(sorted(lifted, key=lambda cell: order.get(cell, len(order)))),
            tuple(sorted(placed, key=lambda cell: order.get(cell, len(order)))),
        )

    def named_cells(self, move: Move) -> set[Cell]:
        """The cells a tap may point at to name this move among others."""
        named = self.game.attempt(self.state, move.label)
        return {step.cell for step in move.steps} | {*named.lifted, *named.placed}


def _ends(move: Move, start: Cell) -> tuple[Cell, ...]:
    trail = landings(move)
    return trail[-1:] if trail[:1] == (start,) else ()


def _between(
    start: tuple[float, float], here: tuple[float, float], end: tuple[float, float]
) -> bool:
    """Whether `here` lies on the straight way from start to end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    px, py = here[0] - start[0], here[1] - start[1]
    length = dx * dx + dy * dy
    along = (px * dx + py * dy) / length
    across = abs(px * dy - py * dx) / length**0.5
    return 0 < along < 1 and across < 10

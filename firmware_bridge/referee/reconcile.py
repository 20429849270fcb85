"""Which legal moves explain what the sensors see? Generic over the moves' physical steps.

Knows no game, no clock and no words. For one position every move is turned into a footprint once;
after that each sensor edge costs a few operations on integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engines.game import Attempt, Game, Move, Progress, State
from engines.geometry import Cell
from engines.steps import Act, Piece, landings
from firmware_bridge.referee.sight import Sight

AnyGame = Game[Any, Any]

MOST_TRAILS = 64
"""Ways of pieces that are remembered in one turn: a hand that fidgets for an hour fills no memory."""


class Footprint(NamedTuple):
    """What moves of one kind do to the picture of the board, in bits.

    `change`: what differs once it is done. `meanwhile`: all that may differ on the way. `fills`: cells
    that the traveller may come down on. `source`: the cell it leaves, none when it comes from beside
    the board. `under`: stacks that it comes down on. `victims`: cells that lose pieces. `end`: where the
    traveller stays.
    """

    change: int
    meanwhile: int
    fills: int
    source: int
    under: int
    victims: int
    end: Cell | None

    def allows(self, difference: int) -> bool:
        """Whether the board may look like this while such a move is being made."""
        if difference & ~self.meanwhile:
            return False
        if difference & self.under and not difference & self.source:
            return False  # what is only moved onto is nobody's to lift before
        down = difference & self.fills
        if not down:
            return True
        # One piece travels: it cannot stand on two cells, nor come down before it was lifted.
        return not down & (down - 1) and (not self.source or bool(difference & self.source))

    def half_way(self, difference: int) -> bool:
        """Whether the traveller has come down where it cannot stay."""
        return bool(difference & self.fills & ~self.change)


def footprint(sight: Sight, stacks: dict[Cell, tuple[Piece, ...]], move: Move) -> Footprint:
    """Follow the steps and note what a sensor would see of them."""
    now: dict[Cell, tuple[Piece, ...]] = {}
    before: dict[Cell, int] = {}
    meanwhile = fills = source = under = victims = 0
    hand: tuple[Piece, ...] = ()
    end: Cell | None = None
    for step in move.steps:
        act, cell, pieces = step.act, step.cell, step.pieces
        if act is Act.REVEAL:
            continue
        stack = now.get(cell)
        if stack is None:
            stack = stacks.get(cell, ())
            before[cell] = sight.stack_bits(cell, stack)
        # Landing on a stack shows nothing, but hands may lift it to set it right.
        meanwhile |= before[cell]
        if act is Act.PLACE:
            if not stack:
                bits = sight.stack_bits(cell, pieces or hand)
                meanwhile |= bits
                if not before[cell]:
                    fills |= bits
            else:
                under |= before[cell]
            stack += pieces or hand
            if not pieces:
                hand = ()
            end = cell
        else:
            if act is Act.REMOVE:
                victims |= before[cell]
            else:
                hand = stack[-step.count :]
                source = source or before[cell]
            stack = stack[: -step.count]
        now[cell] = stack
    change = 0
    for cell, stack in now.items():
        change |= before[cell] ^ sight.stack_bits(cell, stack)
    return Footprint(change, meanwhile, fills, source, under, victims, end)


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
        self._after: dict[Move, State] = {}
        self._following: dict[Move, Position] = {}
        self._demanded: set[Footprint] | None = None
        self._going: tuple[int, int, list[Footprint]] | None = None
        self._underway: dict[tuple[Cell, ...], tuple[Move, ...]] = {}
        in_brief: dict[tuple[Cell, Cell, int], list[Move]] = {}
        taken: dict[tuple[Cell, Cell, int], int] = {}
        # Only the last piece of a stack leaves a cell that a sensor sees empty.
        single = game.board.mask(tuple(c for c, stack in self.stacks.items() if len(stack) == 1))
        for move in game.legal_moves(state):
            outline = self.outline(move)
            if outline is not None:
                start, end, victims = outline
                kind = (start, end, victims & single)
                if kind in taken:
                    taken[kind] |= victims
                    in_brief[kind].append(move)
                else:
                    taken[kind] = victims
                    in_brief[kind] = [move]
            elif any(step.act is not Act.REVEAL for step in move.steps):
                self.by_hand.setdefault(footprint(sight, self.stacks, move), []).append(move)
            else:
                self.spoken.append(move)
        for kind, moves in in_brief.items():
            self.by_hand[self._in_brief(*kind, taken[kind])] = moves
        self._by_change: dict[int, list[Footprint]] = {}
        for prints in self.by_hand:
            self._by_change.setdefault(prints.change, []).append(prints)

    def outline(self, move: Move) -> tuple[Cell, Cell, int] | None:
        if type(move).deed is Move.deed:
            return None
        deed = move.deed(self.stacks, self.game.board)
        assert deed.start is not None
        assert deed.end is not None
        return deed.start, deed.end, deed.cleared | deed.lowered

    def _in_brief(self, start: Cell, end: Cell, gone: int, taken: int) -> Footprint:
        """The footprint of moves that take pieces off stacks which, but for the `gone`, remain."""
        among = self.game.board.among
        source = self.sight.stack_bits(start, self.stacks[start])
        fills = self.sight.stack_bits(end, self.stacks[start]) if end != start else 0
        cleared = self.picture & self.sight.mask(among(gone))
        victims = self.picture & self.sight.mask(among(taken))
        change = cleared | fills | (source if fills else 0)
        return Footprint(change, source | fills | victims, fills, source, 0, victims, end)

    @property
    def demanded(self) -> set[Footprint]:
        """The footprints of the moves of which the book demands one."""
        if self._demanded is None:
            demand = self.game.compulsory(self.state)
            moves = {id(move) for move in demand.moves} if demand else set()
            self._demanded = {p for p, made in self.by_hand.items() if id(made[0]) in moves}
        return self._demanded

    def prints(self, difference: int, ignore: int = 0) -> list[Footprint]:
        """The footprints of moves that may be under way while the board looks like this."""
        # One edge asks several times: the referee, to judge it, and the lights, to show it.
        if self._going is None or self._going[:2] != (difference, ignore):
            self._going = (difference, ignore, self._allowing(difference & ~ignore, ignore))
        return self._going[2]

    def _allowing(self, difference: int, ignore: int) -> list[Footprint]:
        return [
            prints
            for prints in self.by_hand
            if prints.allows(difference)
            or (ignore and prints.allows(difference | prints.source & ignore))
        ]

    def complete(self, difference: int, ignore: int = 0, victims: int = 0) -> list[Move]:
        """The moves after which the board looks just like this, if wanted only those with victims."""
        finished = self.finished(difference, ignore)
        return [
            move for prints, moves in finished if not victims & ~prints.victims for move in moves
        ]

    def finished(self, difference: int, ignore: int) -> Iterator[tuple[Footprint, list[Move]]]:
        """The footprints, with their moves, after which the board looks just like this."""
        if not ignore:
            for prints in self._by_change.get(difference, ()) if difference else ():
                yield prints, self.by_hand[prints]
            return
        difference &= ~ignore
        for prints, moves in self.by_hand.items():
            if prints.change & ~ignore == difference and prints.change:
                yield prints, moves

    def possible(self, difference: int, ignore: int = 0) -> bool:
        """Whether some move may be under way while the board looks like this."""
        return bool(self.prints(difference, ignore))

    def longer(self, difference: int, ignore: int = 0) -> bool:
        """Whether some move may be under way that is not finished with this."""
        shown = difference & ~ignore
        return any(p.change & ~ignore != shown for p in self.prints(difference, ignore))

    def hidden(self, ignore: int) -> list[Move]:
        """The moves of which sensors that are not believed would show everything."""
        return [
            move
            for prints, moves in self.by_hand.items()
            if prints.change and not prints.change & ~ignore
            for move in moves
        ]

    def hides(self, difference: int, ignore: int) -> bool:
        """Whether sensors that are not believed would show a part of a move that looks like this."""
        shown = difference & ~ignore
        return bool(ignore) and any(
            prints.change & ignore and prints.change & ~ignore == shown for prints in self.by_hand
        )

    def after(self, move: Move) -> State:
        if move not in self._after:
            self._after[move] = self.game.apply(self.state, move)
        return self._after[move]

    def following(self, move: Move) -> Position:
        """The position after a move, worked out once: who is early with an answer has it looked at
        before the move is on the record."""
        if move not in self._following:
            self._following[move] = Position(self.game, self.sight, self.after(move))
        return self._following[move]

    def results(self, moves: Iterable[Move]) -> list[Move]:
        """One move for each different result: moves that lead to equal states need no question."""
        chosen: list[Move] = []
        in_brief: dict[tuple[Cell, Cell, int], Move] = {}
        for move in moves:
            if (outline := self.outline(move)) is not None:
                # Pieces taken off other stacks leave another board: no need to look at it.
                in_brief.setdefault(outline, move)
            elif all(self.after(move) != self.after(other) for other in chosen):
                chosen.append(move)
        return [*in_brief.values(), *chosen]

    def underway(self, trail: tuple[Cell, ...]) -> tuple[Move, ...]:
        """The moves open to a piece that touched down on these cells, in that order."""
        moves = self._underway.get(trail)
        if moves is None:
            if len(self._underway) == MOST_TRAILS:
                self._underway.clear()
            known = trail and trail[0] in self.stacks and all(c in self.game.board for c in trail)
            moves = self._underway[trail] = self.game.underway(self.state, trail) if known else ()
        return moves

    def prints_underway(self, trail: tuple[Cell, ...]) -> list[Footprint]:
        """The footprints of the moves open to a piece that touched down on these cells."""
        moves = {id(move) for move in self.underway(trail)}
        kinds = self._leaving(trail[0]) if moves else ()
        return [prints for prints, made in kinds if any(id(move) in moves for move in made)]

    def victims(self, moves: Iterable[Move]) -> set[Cell]:
        """All cells from which any of the moves takes a piece."""
        taken, cells = 0, set[Cell]()
        for move in moves:
            if (outline := self.outline(move)) is not None:
                taken |= outline[2]
            else:
                cells |= {step.cell for step in move.steps if step.act is Act.REMOVE}
        return cells.union(self.game.board.among(taken))

    def leads_on(self, trail: tuple[Cell, ...]) -> bool:
        """Whether a piece that has come along this trail may go further."""
        return any(self._ends(move, trail[0]) != trail[-1:] for move in self.underway(trail))

    def arrived(self, trail: tuple[Cell, ...]) -> Move | None:
        """The move that is finished with just this trail."""
        return next(
            (m for m in self.underway(trail) if m.progress(trail) is Progress.ARRIVED), None
        )

    def may_slide_on(self, trail: tuple[Cell, ...], difference: int) -> bool:
        """Whether a piece at the end of this trail may still be on its way further along a line, to
        an end that explains what else has changed."""
        if len(trail) < 2:
            return False
        start, here = trail[0], trail[-1]
        place = self.game.board.places
        besides = difference & ~self.sight.both(here)
        return any(
            _between(place[start], place[here], place[end])
            for prints, moves in self._leaving(start)
            if not besides & ~prints.meanwhile
            for end in self._ends(moves[0], start)
            if end not in (start, here)
        )

    def _ends(self, move: Move, start: Cell) -> tuple[Cell, ...]:
        """Where it ends, if that is where it starts."""
        outline = self.outline(move)
        trail = landings(move.steps) if outline is None else outline[:2]
        return trail[-1:] if trail[:1] == (start,) else ()

    def _leaving(self, start: Cell) -> list[tuple[Footprint, list[Move]]]:
        """The footprints of a piece that stands on this cell."""
        source = self.sight.stack_bits(start, self.stacks.get(start, ()))
        return [kind for kind in self.by_hand.items() if kind[0].source == source]

    def attempt(self, difference: int, trail: tuple[Cell, ...]) -> Attempt:
        """What hands seem to have done, for the rule book to judge."""
        lifted = self.sight.cells_of(difference & self.picture)
        placed = self.sight.cells_of(difference & ~self.picture)
        order = {cell: n for n, cell in enumerate(trail)}
        return Attempt(
            tuple(sorted(lifted, key=lambda cell: order.get(cell, len(order)))),
            tuple(sorted(placed, key=lambda cell: order.get(cell, len(order)))),
        )

    def other_side(self, difference: int) -> bool:
        """Whether what came down is the other side's, where sensors tell."""
        down = difference & ~self.picture
        cells = self.sight.cells_of(down)
        own = 1 if self.state.turn == 1 else -1
        return self.sight.polarity and any(down == self.sight.bits(cell, -own) for cell in cells)

    def named_cells(self, move: Move) -> set[Cell]:
        """The cells a tap may point at to name this move among others."""
        if (outline := self.outline(move)) is not None:
            # Moves in outline differ in what they take; nobody can tap a cell that was only passed.
            start, end, taken = outline
            return {start, end, *self.game.board.among(taken)}
        told = self.game.attempt(self.state, move.label)
        return {step.cell for step in move.steps} | {*told.lifted, *told.placed, *told.named}


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

"""Acts that no sensor could tell apart: other legal moves that would have moved the sensors just so.

Looks at the rule book and at what the sensors saw, edge by edge. Whatever a referee made of it does not
matter here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot

from engines.game import Move, State
from engines.geometry import PITCH, Cell
from engines.steps import Stacks
from firmware_bridge.people.boardtop import HEIGHT, Pile, came_down, picture, reading
from firmware_bridge.people.gestures import Doing, doing
from firmware_bridge.people.sights import AnyGame, within
from firmware_bridge.people.times import HUMAN

AT_MOST = 4
"""How many moves in a row are looked at."""
UNFELT = 0.6
"""Of a cell: so much less than its way lies between the edges of a piece that is pushed, since it is
felt before it stands in the middle."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A sensor that changed."""

    when: float
    cell: Cell
    reading: int
    was: int = 0

    @property
    def down(self) -> bool:
        return came_down(self.was, self.reading)


@dataclass(frozen=True, slots=True)
class Standing:
    """A pile on the board: where it stood at first, and whether it has come down elsewhere since."""

    pile: Pile
    origin: Cell
    strayed: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """A pile in a hand, and whence it was lifted."""

    standing: Standing
    cell: Cell
    since: float


@dataclass(frozen=True, slots=True)
class Ending:
    """How the pieces would have to end up."""

    stacks: Stacks
    fresh: tuple[Pile, ...]
    """What comes from beside the board."""
    gone: frozenset[Cell]
    """Whence pieces leave it."""
    put_back: bool = False
    """Whether a piece may be back that was tried elsewhere: where somebody takes his move back."""


def lookalikes(
    game: AnyGame, before: State, after: State, edges: Sequence[Edge], sensing: str
) -> Iterator[tuple[tuple[str, ...], State]]:
    """Legal moves, a few in a row or none, that could have been seen just so, and where they lead; what
    was really done is among them."""
    shown = picture(after.stacks, sensing)
    cells = frozenset(edge.cell for edge in edges)
    board = {cell: Standing(pile, cell) for cell, pile in before.stacks.items()}
    if before != after and picture(before.stacks, sensing) == shown:
        unchanged = Ending(before.stacks, (), frozenset(), put_back=True)
        if _possible(game, board, (), edges, unchanged, sensing):
            yield (), before
    for moves, position in _lines(game, before, cells, sensing, AT_MOST):
        if picture(position.stacks, sensing) != shown:
            continue
        ways = [doing(move, before.stacks) for move in moves]
        ending = Ending(
            position.stacks,
            tuple(pile for way in ways if way.exchanged or not way.trail for _, pile in way.placed),
            frozenset(cell for way in ways for cell, _ in (*way.removed, *way.exchanged)),
        )
        if _in_order(ways, edges) and _possible(game, board, (), edges, ending, sensing):
            yield tuple(move.label for move in moves), position


def _lines(
    game: AnyGame, state: State, cells: frozenset[Cell], sensing: str, most: int
) -> Iterator[tuple[tuple[Move, ...], State]]:
    """Where some few legal moves within these cells lead."""
    if not most or game.outcome(state) is not None:
        return
    for move in within(game, state, cells, sensing):
        if _plain(move, state.stacks, sensing):
            after = game.apply(state, move)
            yield (move,), after
            for moves, position in _lines(game, after, cells, sensing, most - 1):
                yield (move, *moves), position


def _in_order(ways: Sequence[Doing], edges: Sequence[Edge]) -> bool:
    """Whether what the moves put down, or else took off, was seen in their order."""
    last = 0.0
    for way in ways:
        down = {*way.trail[-1:], *(cell for cell, _ in way.placed)}
        cells = down or {cell for cell, _ in way.removed}
        seen = [e.when for e in edges if e.cell in cells and e.down is bool(down)]
        later = [when for when in seen if when >= last]
        if seen and not later:
            return False
        last = min(later, default=last)
    return True


def _plain(move: Move, stacks: Stacks, sensing: str) -> bool:
    """Whether it can be told by its ends: a chain that takes pieces is told by where it came down, and
    what is put on other pieces can only be asked for, unless sensors count them."""
    what = doing(move, stacks)
    return (sensing == HEIGHT or not what.onto) and (len(what.trail) <= 2 or not what.removed)


def _possible(
    game: AnyGame,
    board: dict[Cell, Standing],
    held: tuple[Held, ...],
    edges: Sequence[Edge],
    ending: Ending,
    sensing: str,
) -> bool:
    """Whether hands could have moved the sensors so and left the pieces like that."""
    if not edges:
        stand = all(_fits(one.pile, ending.stacks.get(cell, ())) for cell, one in board.items())
        # Nobody takes a piece for a walk over the board and back again, and leaves it there.
        walked = any(one.strayed and one.origin == cell for cell, one in board.items())
        return (
            stand and (ending.put_back or not walked) and {one.cell for one in held} <= ending.gone
        )
    edge, rest = edges[0], edges[1:]
    here = board.get(edge.cell)
    stood = here.pile if here else ()
    if not edge.down:
        kept = edge.reading if sensing == HEIGHT else 0
        if here is None or kept >= len(stood):
            return False
        left = {cell: one for cell, one in board.items() if cell != edge.cell}
        if kept:
            left[edge.cell] = replace(here, pile=stood[:kept])
        lifted = (*held, Held(replace(here, pile=stood[kept:]), edge.cell, edge.when))
        return _possible(game, left, lifted, rest, ending, sensing)
    if here is not None and sensing != HEIGHT:
        return False
    for n, one in enumerate(held):
        come = one.standing
        pile = stood + come.pile
        if reading(pile, sensing) == edge.reading and _in_time(game, one, edge):
            down = Standing(pile, come.origin, come.strayed or edge.cell != come.origin)
            others = held[:n] + held[n + 1 :]
            if _possible(game, {**board, edge.cell: down}, others, rest, ending, sensing):
                return True
    for n, pile in enumerate(ending.fresh):
        if reading(stood + pile, sensing) == edge.reading:
            fewer = replace(ending, fresh=ending.fresh[:n] + ending.fresh[n + 1 :])
            put = {**board, edge.cell: Standing(stood + pile, edge.cell)}
            if _possible(game, put, held, rest, fewer, sensing):
                return True
    return False


def _fits(pile: Pile, wanted: Pile) -> bool:
    """Whether this is the pile that is wanted, a crown or a lost hat apart."""
    return bool(wanted) and (pile[0] == wanted[0] or pile[-1] == wanted[-1])


def _in_time(game: AnyGame, one: Held, edge: Edge) -> bool:
    """Whether a hand may take so long: along the board it is never faster than a slide, and nobody just
    looks at a piece for ever."""
    if one.cell == edge.cell:
        return edge.when - one.since <= HUMAN.held.high
    here, there = game.board.places[one.cell], game.board.places[edge.cell]
    cells = hypot(there.x - here.x, there.y - here.y) / PITCH
    return edge.when - one.since >= (cells - UNFELT) * HUMAN.slide.low

"""Acts that no sensor could tell apart: other legal moves that would have moved the sensors just so.

Looks at the rule book and at what the sensors saw, edge by edge. Whatever a referee made of it does not
matter here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from engines.game import Move, State
from engines.geometry import PITCH, Cell
from engines.steps import Stacks
from firmware_bridge.people.boardtop import HEIGHT, Pile, picture, reading
from firmware_bridge.people.deeds import doing
from firmware_bridge.people.sights import AnyGame, within
from firmware_bridge.people.times import HUMAN


@dataclass(frozen=True, slots=True)
class Edge:
    """A sensor that changed."""

    when: float
    cell: Cell
    level: int


@dataclass(frozen=True, slots=True)
class Held:
    pile: Pile
    cell: Cell
    since: float


@dataclass(frozen=True, slots=True)
class Ending:
    """How the pieces would have to end up."""

    stacks: Stacks
    fresh: frozenset[Cell]
    """Where pieces come from beside the board."""
    gone: frozenset[Cell]
    """Whence pieces leave it."""


def lookalike(
    game: AnyGame, before: State, after: State, edges: Sequence[Edge], sensing: str
) -> tuple[str, ...]:
    """Labels of one or two legal moves that lead elsewhere and could have been seen just so; or none."""
    if sensing == HEIGHT:
        # Heights show every piece that is put on another: nothing is left to be mistaken.
        return ()
    for moves, position in _endings(game, before, frozenset(e.cell for e in edges), sensing):
        if position == after or picture(position.stacks, sensing) != picture(after.stacks, sensing):
            continue
        ways = [doing(move, before.stacks) for move in moves]
        ending = Ending(
            position.stacks,
            frozenset(cell for way in ways for cell, _ in way.placed),
            frozenset(cell for way in ways for cell, _ in way.removed),
        )
        if _possible(game, dict(before.stacks), (), edges, ending, sensing):
            return tuple(move.label for move in moves)
    return ()


def _endings(
    game: AnyGame, before: State, cells: frozenset[Cell], sensing: str
) -> Iterator[tuple[tuple[Move, ...], State]]:
    """Where one or two legal moves within these cells lead."""
    for first in within(game, before, cells, sensing):
        if not _plain(first, before.stacks):
            continue
        between = game.apply(before, first)
        yield (first,), between
        if game.outcome(between) is None:
            for second in within(game, between, cells, sensing):
                if _plain(second, between.stacks):
                    yield (first, second), game.apply(between, second)


def _plain(move: Move, stacks: Stacks) -> bool:
    """Whether it can be told by its ends: a chain that takes pieces is told by where it came down, and
    what is put on other pieces can only be asked for."""
    what = doing(move, stacks)
    return not what.onto and (len(what.trail) <= 2 or not what.removed)


def _possible(
    game: AnyGame,
    board: dict[Cell, Pile],
    held: tuple[Held, ...],
    edges: Sequence[Edge],
    ending: Ending,
    sensing: str,
) -> bool:
    """Whether hands could have moved the sensors so and left the pieces like that."""
    if not edges:
        stand = all(_fits(pile, ending.stacks.get(cell, ())) for cell, pile in board.items())
        return stand and {one.cell for one in held} <= ending.gone
    edge, rest = edges[0], edges[1:]
    if not edge.level:
        pile = board.get(edge.cell)
        if pile is None:
            return False
        lifted = (*held, Held(pile, edge.cell, edge.when))
        left = {cell: pile for cell, pile in board.items() if cell != edge.cell}
        return _possible(game, left, lifted, rest, ending, sensing)
    if edge.cell in board:
        return False
    for n, one in enumerate(held):
        if reading(one.pile, sensing) == edge.level and _in_time(game, one, edge):
            others = held[:n] + held[n + 1 :]
            put = {**board, edge.cell: one.pile}
            if _possible(game, put, others, rest, ending, sensing):
                return True
    pile = ending.stacks.get(edge.cell, ())
    if edge.cell not in ending.fresh or reading(pile, sensing) != edge.level:
        return False
    return _possible(game, {**board, edge.cell: pile}, held, rest, ending, sensing)


def _fits(pile: Pile, wanted: Pile) -> bool:
    """Whether this is the pile that is wanted, a crown or a lost hat apart."""
    return bool(wanted) and (pile[0] == wanted[0] or pile[-1] == wanted[-1])


def _in_time(game: AnyGame, one: Held, edge: Edge) -> bool:
    """Whether a hand is fast enough: along the board it is never faster than a slide."""
    here, there = game.board.places[one.cell], game.board.places[edge.cell]
    cells = hypot(there.x - here.x, there.y - here.y) / PITCH
    return edge.when - one.since >= cells * HUMAN.slide.low

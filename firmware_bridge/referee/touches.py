"""What hands touched and when: edges, where pieces rested, and the ways they may have gone.

Knows cells and times, no game: it only remembers, so that a piece's way can be told from where it
ended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import inf
from typing import NamedTuple

from engines.geometry import Board, Cell
from engines.steps import Stacks
from firmware_bridge.referee.position import neighbours, passes_over, soonest
from firmware_bridge.referee.weights import HOP, LEAP

PASSING = 0.15
"""Seconds on a cell within which a piece may just be sliding over it."""
SLOWEST = 0.35
"""The same, where it came from the cell before and left for the next without a gap: it is pushed."""
SCAN = 0.01
"""Seconds within which sensors are looked at one after the other: what changed meanwhile may be told in
another order than it was done."""
FELT_TWICE = 0.08
"""Seconds for which two neighbours may feel a piece that slides from one to the other."""
MOST_PASSED = 4
"""Cells of a slide that are tried with and without; more is no slide but a search."""
MOST_EDGES = 400
"""Edges that are remembered: whoever fidgets for longer is not telling a way any more."""


class Edge(NamedTuple):
    """A cell whose reading changed."""

    cell: Cell
    was: int
    reading: int
    when: float

    @property
    def down(self) -> bool:
        """Whether something came down: more stands there now, or another side's piece."""
        return bool(self.reading) and (abs(self.reading) >= abs(self.was) or self.flipped)

    @property
    def flipped(self) -> bool:
        return self.reading * self.was < 0


class Visit(NamedTuple):
    """A piece on a cell that was free, or seen on what stood there: from when until when; None: it still
    stands there."""

    cell: Cell
    down: float
    up: float | None
    pushed: bool = False
    """Whether it was on the cell before right until then, and on the next from then on."""

    @property
    def brief(self) -> bool:
        most = SLOWEST if self.pushed else PASSING
        return self.up is not None and self.up - self.down < most


class Way(NamedTuple):
    """A way a piece may have gone: its cells, start first, and the visits that it leaves out."""

    cells: tuple[Cell, ...]
    passed: int = 0
    """Cells it may only have slid over."""
    ignored: tuple[Visit, ...] = ()
    """Where it rested before, which this way does not explain."""


@dataclass(frozen=True)
class Touches:
    """The edges since a position was reached, in order."""

    edges: tuple[Edge, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.edges)

    def with_edge(self, edge: Edge, board: Board | None = None) -> Touches:
        """With one more edge; a piece that went up within a scan of one that came down went first, or
        was felt by two neighbours while it slid from one to the other."""
        edges = self.edges[-MOST_EDGES:]
        *before, last = edges or (edge,)
        up_after_down = last.down and not edge.down and last.cell != edge.cell
        felt_twice = board is not None and neighbours(board, edge.cell, last.cell)
        if up_after_down and edge.when - last.when < (FELT_TWICE if felt_twice else SCAN):
            return Touches((*before, edge._replace(when=last.when), last))
        return Touches((*edges, edge))

    def followed_by(self, others: Touches) -> Touches:
        return Touches((*self.edges, *others.edges))

    def without(self, others: Touches) -> Touches:
        return Touches(tuple(edge for edge in self.edges if edge not in others.edges))

    def beside(self, cells: Collection[Cell]) -> Touches:
        """Without what happened on these cells."""
        return Touches(tuple(edge for edge in self.edges if edge.cell not in cells))

    @property
    def began(self) -> float:
        """When something was touched first; where nothing was, that is still to come."""
        return self.edges[0].when if self.edges else inf

    @cached_property
    def cells(self) -> frozenset[Cell]:
        return frozenset(edge.cell for edge in self.edges)

    @cached_property
    def lifted_ever(self) -> frozenset[Cell]:
        """Every cell that something was taken up from."""
        return frozenset(edge.cell for edge in self.edges if not edge.down)

    @cached_property
    def in_order(self) -> tuple[Cell, ...]:
        """Every cell that changed, as often as it did."""
        return tuple(edge.cell for edge in self.edges)

    @cached_property
    def in_hands(self) -> list[tuple[Cell, int]]:
        """What was lifted, whence and how many pieces, and has not come down since: the latest first.
        What a hand holds comes down whole."""
        held: list[tuple[Cell, int]] = []
        for edge in self.edges:
            pieces = abs(edge.reading) - abs(edge.was)
            if pieces < 0:
                held.insert(0, (edge.cell, -pieces))
            elif pieces:
                whole = (one for one in held if one[1] == pieces)
                one = next(whole, held[0] if held else None)
                if one is not None:
                    held.remove(one)
        return held

    @property
    def tapped(self) -> Cell | None:
        """The cell whose piece was just lifted and put back with nothing in between."""
        last = self.edges[-2:]
        if len(last) == 2 and last[0].cell == last[1].cell and not last[0].down:
            return last[1].cell if last[1].down else None
        return None

    @property
    def touched(self) -> Visit | None:
        """The cell on which something was just put down and taken up with nothing in between."""
        down, up = self.edges[-2:] if len(self.edges) > 1 else (None, None)
        if down is None or up is None or down.cell != up.cell or not down.down or up.down:
            return None
        return Visit(up.cell, down.when, up.when)

    def landings(self, since: float, until: float) -> int:
        """How many pieces came down in that time."""
        return sum(edge.down and since <= edge.when <= until for edge in self.edges)

    def lifted(self, stood: Collection[Cell]) -> tuple[Cell, ...]:
        """Of the cells that a piece stood on, those it was taken up from, in order."""
        return tuple(
            dict.fromkeys(edge.cell for edge in self.edges if not edge.down and edge.cell in stood)
        )

    def came_down(self, cell: Cell) -> bool:
        """Whether something came down on the cell."""
        return any(edge.down and edge.cell == cell for edge in self.edges)

    def rested(self, cell: Cell) -> bool:
        """Whether something stood on the cell for longer than a slide takes."""
        on = [edge for edge in self.edges if edge.cell == cell]
        stays = ((a.when, b.when) for a, b in pairwise(on) if a.down and not b.down)
        return any(up - down >= PASSING for down, up in stays)

    def held_for(self, cell: Cell) -> float:
        """For how long a piece was away from the cell, the longest time; a knock is soon over."""
        on = [edge for edge in self.edges if edge.cell == cell]
        away = (b.when - a.when for a, b in pairwise(on) if b.down and not a.down)
        return round(max(away, default=0.0), 6)

    def up_at(self, when: float) -> set[Cell]:
        """The cells from which something had been taken up by then, and had not come back."""
        last = {edge.cell: edge for edge in self.edges if edge.when < when}
        return {cell for cell, edge in last.items() if not edge.down}

    def came_home(self, number: int) -> bool:
        """Whether the piece that went up with this edge may have come back: what came down elsewhere
        meanwhile may have been others."""
        up = sum(-1 if edge.down else 1 for edge in self.edges[: number + 1])
        for edge in self.edges[number + 1 :]:
            if edge.cell == self.edges[number].cell:
                return True
            if edge.down and up < 2:
                return False
            up += -1 if edge.down else 1
        return False

    def visits(self, start: Cell | None, stood: Stacks, board: Board | None = None) -> list[Visit]:
        """Where a piece that was lifted from `start` has been since: on cells that were free, on stacks
        that were seen to grow, and back on its own cell once it had been elsewhere. Without a start: one
        that came from beside the board."""
        found: list[Visit] = []
        up = start is None
        since: float | None = None
        for number, edge in enumerate(self.edges):
            cell, when = edge.cell, edge.when
            if cell == start and not edge.down:
                up, since = True, when
            # What comes up to where it stood was only put back.
            grown = max(abs(edge.was), abs(edge.reading)) > len(stood.get(cell, ()))
            if not up or (cell in stood and cell != start and not grown):
                continue
            if not edge.down:
                if found and found[-1].cell == cell:
                    found[-1] = Visit(cell, found[-1].down, when)
            elif found and found[-1].cell == cell:
                found[-1] = Visit(cell, found[-1].down, None)  # set straight
            elif found and found[-1].up is None:
                continue  # it stands elsewhere: this is another piece
            elif (
                since is not None
                and cell not in stood
                and self._another(number, since, stood, board)
            ):
                continue
            elif found or cell != start:
                found.append(Visit(cell, when, None))
            else:
                up = False  # it was only looked at
        return _pushed(found, since)

    def _another(self, number: int, since: float, stood: Stacks, board: Board | None) -> bool:
        """Whether what came down there is a piece that was lifted after that time and went home from
        there at once: what was lifted last comes down first."""
        landed, later = self.edges[number], self.edges[number + 1 :]
        left = next((n for n, edge in enumerate(later) if edge.cell == landed.cell), len(later))
        home = next((edge for edge in later[left + 1 :] if edge.down), None)
        if home is None or home.cell not in stood:
            return False
        went = later[left].when
        if board is not None and home.when - went < soonest(board, landed.cell, home.cell):
            return False
        before = [edge for edge in self.edges[:number] if edge.cell == home.cell][-1:]
        return any(not edge.down and edge.when > since for edge in before)

    def ways(self, start: Cell, stood: Stacks, board: Board | None = None) -> Iterator[Way]:
        return ways(start, self.visits(start, stood, board))


def _pushed(visits: list[Visit], lifted: float | None) -> list[Visit]:
    """The same visits, with those marked between which nobody can have carried the piece."""
    left = (-inf if lifted is None else lifted, *(visit.up or inf for visit in visits))
    came = (*(visit.down for visit in visits[1:]), inf)
    return [
        visit._replace(pushed=visit.down - before < LEAP and after - (visit.up or -inf) < LEAP)
        for visit, before, after in zip(visits, left, came, strict=False)
    ]


def ways(start: Cell, visits: list[Visit]) -> Iterator[Way]:
    """The ways a piece that was at these places may have gone from `start`: as it was seen, with cells
    that it may have slid over left out, or begun anew after it had been tried elsewhere."""
    for anew in range(max(1, len(visits))):
        tried, rest = visits[:anew], visits[anew:]
        if tried and tried[-1].cell == start:
            tried = tried[-1:]  # it was put back: whatever came before, that is one thing
        passed = [n for n, visit in enumerate(rest) if visit.brief][:MOST_PASSED]
        rested = tuple(visit for visit in tried if not visit.brief)
        brief = len(tried) - len(rested)
        for count in range(len(passed) + 1):
            for dropped in combinations(passed, count):
                kept = (visit.cell for n, visit in enumerate(rest) if n not in dropped)
                yield Way((start, *kept), brief + count, rested)


class Arrival(NamedTuple):
    """Something that came from beside the board."""

    cell: Cell
    since: float
    """Since when it had been there."""
    when: float


def from_the_side(came: list[Arrival], others: Touches, board: Board) -> float:
    """How many of the pieces that came from beside the board may rather be one that somebody held then
    and that has not come down since; one that is back on its own cell counts half."""
    count = 0.0
    for one in came:
        held = _in_the_air(one, others, board)
        back, later = False, 0
        for edge in others.edges:
            if edge.when <= one.when:
                continue
            at_home = [lifted for lifted in held if lifted.cell == edge.cell]
            if not edge.down:
                later += 1
            elif at_home:
                held.remove(at_home[0])
                back = True
            elif later:
                later -= 1
            elif held:
                held.pop(0)  # it came down there: so it was in the hand all the time
        # What one hand held came down once.
        count += 1.0 if len(held) > count else 0.5 * back
    return count


def _in_the_air(one: Arrival, others: Touches, board: Board) -> list[Edge]:
    """What was up when this came, and may be what came."""
    held: list[Edge] = []
    for edge in others.edges:
        if edge.when > one.when:
            break
        if not edge.down:
            held.append(edge)
        elif held:
            own = (lifted for lifted in held if lifted.cell == edge.cell)
            held.remove(next(own, held[0]))
    return [
        lifted
        for lifted in held
        if lifted.when > one.since
        if any(lifted.when < e.when < one.when for e in others.edges)
        or round(one.when - lifted.when, 6) >= _unseen(board, lifted.cell, one.cell)
    ]


def _unseen(board: Board, start: Cell, end: Cell) -> float:
    """The seconds that a piece takes from one cell to another without being felt between."""
    return HOP if passes_over(board, start, end) else soonest(board, start, end)

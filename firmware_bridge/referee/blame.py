"""Which rule was broken, told from what hands did in order.

Knows positions and touches; the rule itself is the book's to name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engines.game import Attempt
from engines.geometry import Cell
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.touches import Touches


class Blame(NamedTuple):
    cells: tuple[Cell, ...]
    rule: str


def blame(
    position: Position, difference: int, touches: Touches, undone: Footprint | None = None
) -> Blame:
    """`undone` is a move of which the victims were left standing while the other played on."""
    whole = attempt(position, difference, touches)
    cells = tuple(dict.fromkeys((*whole.lifted, *whole.placed)))
    if undone is not None and undone.end is not None:
        start = () if undone.start is None else (undone.start,)
        return Blame(cells, position.game.fault(position.state, Attempt(start, (undone.end,))))
    first = _first(whole, touches)
    if len(whole.placed) > 1 and len(first.lifted) > 1:
        # Several went up before the first came down: the board was knocked.
        return Blame(cells, "not-a-move")
    if _other_side(position, difference):
        return Blame(cells, "not-your-piece")
    if not position.by_hand and not whole.placed:
        # The book only wants to be told something: whatever is taken off is too much.
        return Blame(cells, "wrong-piece-removed")
    rule = position.game.fault(position.state, _with_its_way(position, first, touches))
    if rule == "not-a-move":
        # Where it rested on the way says less than where it ended.
        rule = position.game.fault(position.state, first)
    if rule in ("wrong-piece-removed", "not-a-move") and _carried(position, whole, touches):
        rule = "not-your-piece"
    return Blame(cells, rule)


def _carried(position: Position, whole: Attempt, touches: Touches) -> bool:
    """Whether a foreign piece without a move went up and then one came down, and that is all: it was
    carried."""
    if len(whole.lifted) != 1 or len(whole.placed) != 1:
        return False
    (start,), (end,), touched = whole.lifted, whole.placed, touches.in_order
    foreign = position.stacks[start][-1].player not in (0, position.state.turn)
    foreign = foreign and not position.leaving(start)
    return foreign and {start, end} <= {*touched} and touched.index(start) < touched.index(end)


def attempt(position: Position, difference: int, touches: Touches) -> Attempt:
    """What hands seem to have done, for the rule book to judge."""
    order = {cell: n for n, cell in reversed([*enumerate(touches.in_order)])}
    lifted, placed = (
        tuple(sorted(position.lens.cells_of(bits), key=lambda cell: order.get(cell, len(order))))
        for bits in (difference & position.picture, difference & ~position.picture)
    )
    return Attempt(lifted, placed, counted=position.lens.heights)


def _first(whole: Attempt, touches: Touches) -> Attempt:
    """Of what several hands did, what came first: that is what went wrong."""
    if len(whole.placed) < 2:
        return whole
    touched = touches.in_order
    until = touched.index(whole.placed[0]) if whole.placed[0] in touched else len(touched)
    lifted = tuple(cell for cell in whole.lifted if cell in touched[:until])
    return replace(whole, lifted=lifted, placed=whole.placed[:1])


def _with_its_way(position: Position, act: Attempt, touches: Touches) -> Attempt:
    """With the piece that came down first, and with its landings on the way."""
    stacks = position.stacks
    rested: Attempt | None = None
    for start in reversed(act.lifted) if len(act.placed) == 1 else ():
        visits = touches.visits(start, stacks, position.game.board)
        if not visits or visits[-1].cell != act.placed[0]:
            continue
        lifted = (start, *(cell for cell in act.lifted if cell != start))
        for way in touches.ways(start, stacks, position.game.board):
            if position.along(way.cells):
                return replace(act, lifted=lifted, placed=way.cells[1:])
        # Of pieces that have no such move, the one that was lifted last came down.
        # Where nothing may stand at all it was only passing.
        board, end = position.game.board, visits[-1].cell
        passing = (visit.brief or visit.cell not in board for visit in visits)
        landings = [v.cell for v, past in zip(visits, passing, strict=True) if not past]
        placed = (*landings, *([end] if landings[-1:] != [end] else []))
        rested = rested or replace(act, lifted=lifted, placed=placed)
    return rested or act


def _other_side(position: Position, difference: int) -> bool:
    """Whether what came down is the other side's, where sensors tell."""
    lens = position.lens
    down = difference & ~position.picture
    own = 1 if position.state.turn == 1 else -1
    if not lens.polarity:
        return False
    cells = lens.cells_of(down)
    return len(cells) == 1 and not down & ~lens.bits(cells[0], -own * lens.tallest)

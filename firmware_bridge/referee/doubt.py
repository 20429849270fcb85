"""When players insist that all is well and one sensor says otherwise, which one is it?

Knows positions and footprints, no game. One liar at a time: two at once is what a wrong move looks
like.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.game import Move
from engines.geometry import Cell
from firmware_bridge.referee.position import Position

MOST = 3
"""More sensors than this do not fail together: then it is the pieces that stand wrong."""


class Doubt(NamedTuple):
    move: Move
    cell: Cell
    how: str


def doubts(position: Position, difference: int, ignore: int) -> list[Doubt]:
    """The moves that would explain the board if just one sensor were not telling the truth."""
    found: list[Doubt] = []
    lens = position.lens
    for kind, moves in position.by_hand.items():
        lie = (kind.change ^ difference) & ~ignore
        cells = lens.cells_of(lie)
        if len(cells) == 1 and kind.change & ~ignore:
            # What it should show now and does not: a piece, or the lack of one.
            should_stand = (position.picture ^ kind.change) & lens.mask(cells)
            how = "dead" if should_stand else "stuck"
            found += (Doubt(move, cells[0], how) for move in moves)
    return found


def hidden(position: Position, ignore: int) -> list[Move]:
    """The moves of which only sensors that are not believed could show anything."""
    return [
        move
        for kind, moves in position.by_hand.items()
        if kind.change and not kind.change & ~ignore
        for move in moves
    ]

"""What should stand on the board and does not, and the other way round.

Set-up, take-back, resume and recovery are all this one thing: light the difference, wait until it is
empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import dist

from engines.geometry import Cell, Point
from firmware_bridge.referee.lens import Lens


@dataclass(frozen=True, slots=True)
class Difference:
    missing: tuple[Cell, ...]
    extra: tuple[Cell, ...]
    crowns: tuple[Cell, ...] = ()
    """Those of the missing where a piece stands that has earned a crown."""

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra)


def difference(lens: Lens, should: int, seen: int, ignore: int = 0) -> Difference:
    """A cell with the wrong side's piece is both: one piece must go and another come."""
    wrong = (should ^ seen) & ~ignore
    return Difference(lens.cells_of(wrong & should), lens.cells_of(wrong & seen))


def putting_right(
    wrong: Difference,
    places: Mapping[Cell, Point],
    fits: Callable[[Cell, Cell], bool] = lambda _here, _there: True,
) -> tuple[tuple[Cell | None, Cell | None], ...]:
    """The fewest moves that mend it: (from, to), None for beside the board, nearest pairs first.

    `fits` says whether what stands on a cell may belong on another. Cells that have to be cleared
    first come last.
    """
    missing, extra = list(wrong.missing), list(wrong.extra)
    moves: list[tuple[Cell | None, Cell | None]] = []
    while pairs := [(e, m) for e in extra for m in missing if e != m and fits(e, m)]:
        here, there = min(pairs, key=lambda pair: (dist(places[pair[0]], places[pair[1]]), pair))
        moves.append((here, there))
        extra.remove(here)
        missing.remove(there)
    moves.sort(key=lambda move: move[1] in wrong.extra)
    return (*((cell, None) for cell in extra), *moves, *((None, cell) for cell in missing))

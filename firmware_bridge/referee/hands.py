"""What hands have done since the board last stood as recorded.

Knows cells, no game: it only remembers, so that a piece's way can be told from where it ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from engines.geometry import Cell

MOST_PASSED = 4
"""Cells of a slide that are tried with and without; more is no slide but a search."""
PASSING = 0.15
"""Seconds on a cell within which a piece may just be sliding over it."""


@dataclass(slots=True)
class Hands:
    lifted: list[Cell] = field(default_factory=list)
    """Cells whose recorded piece was taken up, in order."""
    placed: list[Cell] = field(default_factory=list)
    """Cells where something came down, in order."""
    touched: list[Cell] = field(default_factory=list)
    """Every cell that changed, in order, as often as it did."""
    began: float = 0.0
    """When the first of them was touched."""
    tapped: Cell | None = None
    """The cell whose piece was just lifted and put back with nothing in between."""
    _last: tuple[Cell, int] | None = None
    _down_at: float = 0.0
    _passed: set[int] = field(default_factory=set)
    """Which of `placed` were left again so soon that a piece may only have slid over them."""

    def note(self, cell: Cell, level: int, now: float, *, stood: bool) -> None:
        if not self.touched:
            self.began = now
        self.touched.append(cell)
        put_back = level and self._last == (cell, 0)
        self.tapped = cell if put_back else None
        if level:
            # A piece that is put back where it was just taken up has come down nowhere.
            if self.placed[-1:] != [cell] and not (put_back and stood):
                self.placed.append(cell)
            self._passed.discard(len(self.placed) - 1)
            self._down_at = now
        elif self.placed[-1:] == [cell] and now - self._down_at < PASSING:
            self._passed.add(len(self.placed) - 1)
        if not level and stood and cell not in self.lifted:
            self.lifted.append(cell)
        self._last = (cell, level)

    def trails(self) -> Iterator[tuple[Cell, ...]]:
        """The ways a piece may have gone, one for each cell it may have come from."""
        for start in self.lifted:
            yield (start, *self.placed)

    def slides(self) -> Iterator[tuple[Cell, ...]]:
        """The same, and what is left of them when it only slid over some of the cells."""
        yield from self.trails()
        passed = sorted(self._passed)[:MOST_PASSED]
        for dropped in (d for n in range(1, len(passed) + 1) for d in combinations(passed, n)):
            stops = [cell for n, cell in enumerate(self.placed) if n not in dropped]
            for start in self.lifted:
                yield (start, *stops)

    def likely_trails(self) -> Iterator[tuple[Cell, ...]]:
        """The same, and what is left of them when it was carried all the way."""
        yield from self.slides()
        for start in self.lifted:
            yield (start, *self.placed[-1:])

    def done_before(self, first: set[Cell], then: set[Cell]) -> bool:
        """Whether the one set of cells was left alone before any of the other was touched for good."""
        last = {cell: n for n, cell in enumerate(self.touched)}
        ends = [last[cell] for cell in first if cell in last]
        touches = [last[cell] for cell in then if cell in last]
        return bool(ends and touches) and max(ends) < min(touches)

    def next_player(self, stands: set[Cell]) -> Hands:
        """What remains to be explained once the first player's move is on the record."""
        return Hands(
            [cell for cell in self.lifted if cell in stands],
            [cell for cell in self.placed if cell not in stands],
            list(self.touched),
            self.began,
        )

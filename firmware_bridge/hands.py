"""What hands have done since the board last stood as recorded.

Knows cells, no game: it only remembers, so that a piece's way can be told from where it ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engines.geometry import Cell


@dataclass(slots=True)
class Hands:
    lifted: list[Cell] = field(default_factory=list)
    """Cells whose recorded piece was taken up, in order."""
    placed: list[Cell] = field(default_factory=list)
    """Cells where something came down, in order."""
    touched: list[Cell] = field(default_factory=list)
    """Every cell that changed, in order, as often as it did."""
    tapped: Cell | None = None
    """The cell whose piece was just lifted and put back with nothing in between."""
    _last: tuple[Cell, int] | None = None

    def note(self, cell: Cell, level: int, *, stood: bool) -> None:
        self.touched.append(cell)
        put_back = level and self._last == (cell, 0)
        self.tapped = cell if put_back else None
        if level:
            if self.placed[-1:] != [cell]:
                self.placed.append(cell)
        elif stood and cell not in self.lifted:
            self.lifted.append(cell)
        self._last = (cell, level)

    def trails(self) -> Iterator[tuple[Cell, ...]]:
        """The ways a piece may have gone, one for each cell it may have come from."""
        for start in self.lifted:
            yield (start, *self.placed)

    def done_before(self, first: set[Cell], then: set[Cell]) -> bool:
        """Whether the last touch of the one set came before the earliest touch of the other."""
        ends = [n for n, cell in enumerate(self.touched) if cell in first]
        begins = [n for n, cell in enumerate(self.touched) if cell in then]
        return bool(ends and begins) and max(ends) < min(begins)

    def next_player(self, stands: set[Cell]) -> Hands:
        """What remains to be explained once the first player's move is on the record."""
        return Hands(
            [cell for cell in self.lifted if cell in stands],
            [cell for cell in self.placed if cell not in stands],
            list(self.touched),
        )

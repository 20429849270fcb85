"""Which closed crossings of a matrix may be ghosts. Bits and integers only.

Where two rows are closed on the same two columns, current finds a way around the rectangle: without
diodes, three closed corners look like four. A rectangle of four pieces looks the same, so nobody can
tell by looking once; but a corner that was closed before the rectangle was full is no ghost of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from hardware.symptoms import DIODE, GHOSTS, Symptom

Rows = list[int]
"""One integer per row, one bit per column."""

AGAIN = 3
"""As often must crossings close together before a diode is suspected: hands do it once."""


def cornered(closed: Sequence[int]) -> Rows:
    """The crossings that are a corner of a rectangle of four closed ones."""
    corners = [0] * len(closed)
    for upper, one in enumerate(closed):
        if one & (one - 1):
            for lower in range(upper + 1, len(closed)):
                shared = one & closed[lower]
                if shared & (shared - 1):
                    corners[upper] |= shared
                    corners[lower] |= shared
    return corners


def believable(closed: Sequence[int], believed: Sequence[int]) -> Rows:
    """What may be believed without diodes: what is in no full rectangle, or was believed before."""
    return [
        now & (before | ~corner)
        for now, before, corner in zip(closed, believed, cornered(closed), strict=True)
    ]


def coincidences(closed: Sequence[int], before: Sequence[int]) -> Rows:
    """Crossings that closed together and filled a rectangle together.

    Hands seldom do that within one scan; a broken diode does it every time.
    """
    fresh = [now & ~was for now, was in zip(closed, before, strict=True)]
    if sum(bits.bit_count() for bits in fresh) < 2:
        return [0] * len(closed)
    found = [bits & corner for bits, corner in zip(fresh, cornered(closed), strict=True)]
    together = sum(bits.bit_count() for bits in found) >= 2
    return found if together else [0] * len(closed)


def channels(rows: Sequence[int], columns: int) -> Iterator[int]:
    """The numbers of the crossings that are set, counted row by row."""
    for row, bits in enumerate(rows):
        while bits:
            low = bits & -bits
            yield row * columns + low.bit_length() - 1
            bits ^= low


class Belief:
    """What is believed of one matrix, scan after scan."""

    def __init__(self, rows: int, columns: int, *, diodes: bool = True) -> None:
        self._columns = columns
        self._diodes = diodes
        self._closed: Rows | None = None
        self._believed: Rows = [0] * rows
        self._suspects: Rows = [0] * rows
        self.readings = [0] * (rows * columns)
        self._together: Counter[int] = Counter()
        """How often each crossing has closed together with another corner."""

    def judge(self, closed: Rows) -> None:
        """Take in one scan."""
        if closed == self._closed:
            return
        if self._diodes:
            self._believed = closed
            fresh = coincidences(closed, self._closed or closed)
            self._together.update(channels(fresh, self._columns))
            self._suspects = [
                (old | new) & now
                for old, new, now in zip(self._suspects, fresh, closed, strict=True)
            ]
        else:
            self._believed = believable(closed, self._believed)
            self._suspects = [c & ~b for c, b in zip(closed, self._believed, strict=True)]
        self._closed = closed
        width = range(self._columns)
        self.readings = [bits >> column & 1 for bits in self._believed for column in width]

    def look_away(self) -> None:
        """Nobody scans for a while: what has changed by then did not change all at once."""
        self._closed = None

    def symptoms(self) -> list[Symptom]:
        """What is worth telling people in the middle of a game."""
        if not self._diodes:
            unsure = self.ghosts
            return [Symptom(GHOSTS, unsure)] if unsure else []
        often = tuple(sorted(n for n, times in self._together.items() if times >= AGAIN))
        return [Symptom(DIODE, often)] if often else []

    @property
    def ghosts(self) -> tuple[int, ...]:
        """Without diodes: what reads closed and is not believed. With diodes: what closed in the
        same scan as its neighbour in a rectangle, which a broken diode does and hands seldom do."""
        return tuple(channels(self._suspects, self._columns))

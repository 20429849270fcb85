"""Where the sensors of a panel lie before they are wired, in millimetres. Knows no drivers, no games."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a grid: row and column count from 0, at the lower left."""

    name: str
    x: float
    y: float
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Grid:
    spots: tuple[Spot, ...]
    pitch: float

    @property
    def rows(self) -> int:
        return 1 + max(spot.row for spot in self.spots)

    @property
    def columns(self) -> int:
        return 1 + max(spot.column for spot in self.spots)

    def one_by_one(self) -> dict[str, int]:
        """A number for each place, in the order of the places."""
        return {spot.name: number for number, spot in enumerate(self.spots)}

    def row_by_row(self, *, to_and_fro: bool, first: int = 0) -> dict[str, int]:
        """A number for each place, as a strip passes them: each row from the left, or to and fro."""
        numbers: dict[str, int] = {}
        for row in range(self.rows):
            along = sorted((s for s in self.spots if s.row == row), key=lambda s: s.x)
            if to_and_fro and row % 2:
                along.reverse()
            for spot in along:
                numbers[spot.name] = first + len(numbers)
        return numbers


def square(columns: int, rows: int, pitch: float, x: float, y: float) -> Grid:
    """A square with a1 at (x, y)."""
    spots = (
        Spot(f"{LETTERS[c]}{r + 1}", x + pitch * c, y + pitch * r, r, c)
        for r in range(rows)
        for c in range(columns)
    )
    return Grid(tuple(spots), pitch)


def hexagon(radius: int, pitch: float, x: float, y: float) -> Grid:
    """Rings around a middle at (x, y). Letters are rows from the bottom; numbers count along a row, so
    that equal numbers lie on a slant."""
    span = range(2 * radius + 1)
    spots = (
        Spot(
            f"{LETTERS[r]}{n + 1}",
            x + pitch * ((n - radius) - (r - radius) / 2),
            y + pitch * sqrt(3) / 2 * (r - radius),
            r,
            n,
        )
        for r in span
        for n in span
        if abs(r - n) <= radius
    )
    return Grid(tuple(spots), pitch)

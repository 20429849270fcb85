"""Boards as values: named cells, where they lie in millimetres, and which lies next to which.

Knows nothing of games, pieces or players. Everything that draws, wires or prints a board takes
positions from here; there is no second coordinate system. Square boards have `a1` at (0, 0),
hexagons their centre, so a panel built around the same origin needs no shifting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import sqrt
from types import MappingProxyType
from typing import NamedTuple

Cell = str

PITCH = 40.0
"""Millimetres between neighbouring cells of a grid, the same on every board of ours."""

FILES = "abcdefghijklmnopqrstuvwxyz"


class Point(NamedTuple):
    """Millimetres to the right of and above the origin, seen from player 1."""

    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Board:
    """One playing surface.

    `ways[cell]` has one entry per direction, the neighbour that way or None: a jump goes on in the
    direction it came from. `blanks` are the places of the same grid where nothing may stand (the
    light cells of dama): a sensor may lie there, and a piece put there by mistake must be seen. `places`
    says where all of them lie, cells and blanks.
    """

    name: str
    cells: tuple[Cell, ...]
    ways: Mapping[Cell, tuple[Cell | None, ...]]
    places: Mapping[Cell, Point]
    blanks: tuple[Cell, ...] = ()

    def __contains__(self, cell: object) -> bool:
        return cell in self.ways

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.cells)} cells>"

    @cached_property
    def positions(self) -> Mapping[Cell, Point]:
        """Where each cell lies, and nothing else."""
        return MappingProxyType({cell: self.places[cell] for cell in self.cells})

    @cached_property
    def index(self) -> Mapping[Cell, int]:
        """The number of each cell: its place in `cells` and its bit in a set of cells."""
        return MappingProxyType({cell: n for n, cell in enumerate(self.cells)})

    @cached_property
    def links(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """The neighbours of each cell."""
        return MappingProxyType(
            {cell: tuple(n for n in ways if n is not None) for cell, ways in self.ways.items()}
        )

    @cached_property
    def rays(self) -> Mapping[Cell, tuple[tuple[Cell, ...], ...]]:
        """For each cell and direction, all the cells that way, nearest first."""
        return MappingProxyType(
            {
                cell: tuple(tuple(self._walk(cell, way)) for way in range(len(ways)))
                for cell, ways in self.ways.items()
            }
        )

    def _walk(self, cell: Cell, way: int) -> Iterator[Cell]:
        at = self.ways[cell][way]
        while at is not None:
            yield at
            at = self.ways[at][way]

    def beyond(self, start: Cell, over: Cell) -> Cell | None:
        """The cell straight behind `over`, seen from its neighbour `start`."""
        return self.ways[over][self.ways[start].index(over)]

    def mask(self, cells: Iterator[Cell] | tuple[Cell, ...] | frozenset[Cell]) -> int:
        """A set of cells as bits."""
        index, bits = self.index, 0
        for cell in cells:
            bits |= 1 << index[cell]
        return bits

    def among(self, mask: int) -> tuple[Cell, ...]:
        """The cells of a set of bits, in the order of `cells`."""
        return tuple(self.cells[n] for n in bit_numbers(mask))


def bit_numbers(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


KING_WAYS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
DIAGONAL_WAYS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
"""Right-forward, left-forward, left-back, right-back, seen from player 1."""


def _cell(file: int, rank: int) -> Cell:
    return f"{FILES[file]}{rank + 1}"


@cache
def square(size: int) -> Board:
    """Every cell of a square, eight neighbours each."""
    cells = {(f, r): _cell(f, r) for r in range(size) for f in range(size)}
    return Board(
        name=f"square-{size}",
        cells=tuple(cells.values()),
        ways=MappingProxyType(
            {
                cell: tuple(cells.get((f + df, r + dr)) for df, dr in KING_WAYS)
                for (f, r), cell in cells.items()
            }
        ),
        places=_grid(size),
    )


@cache
def draughts(size: int = 8) -> Board:
    """The dark cells of a chequered board, `a1` among them, joined diagonally."""
    dark = {(f, r): _cell(f, r) for r in range(size) for f in range(size) if (f + r) % 2 == 0}
    places = _grid(size)
    cells = tuple(dark.values())
    return Board(
        name=f"draughts-{size}",
        cells=cells,
        ways=MappingProxyType(
            {
                cell: tuple(dark.get((f + df, r + dr)) for df, dr in DIAGONAL_WAYS)
                for (f, r), cell in dark.items()
            }
        ),
        places=places,
        blanks=tuple(cell for cell in places if cell not in set(cells)),
    )


@cache
def morris() -> Board:
    """The 24 points of three nested squares, joined along their lines, named on a 7×7 grid."""
    rings = [(inset, 3, 6 - inset) for inset in range(3)]
    spots = sorted(
        {(f, r) for ring in rings for f in ring for r in ring if (f, r) != (3, 3)},
        key=lambda spot: (-spot[1], spot[0]),
    )
    points = {spot: _cell(*spot) for spot in spots}
    places = _grid(7)
    cells = tuple(points.values())

    def neighbour(f: int, r: int, df: int, dr: int) -> Cell | None:
        while 0 <= (f := f + df) <= 6 and 0 <= (r := r + dr) <= 6 and (f, r) != (3, 3):
            if (f, r) in points:
                return points[f, r]
        return None

    return Board(
        name="morris",
        cells=cells,
        ways=MappingProxyType(
            {
                point: tuple(
                    neighbour(f, r, df, dr) for df, dr in ((1, 0), (0, 1), (-1, 0), (0, -1))
                )
                for (f, r), point in points.items()
            }
        ),
        places=places,
        blanks=tuple(cell for cell in places if cell not in set(cells)),
    )


HEXAGON_WAYS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""Changes of (row, number), anticlockwise from the right."""


@cache
def hexagon(radius: int) -> Board:
    """Rings of hexagonal cells around a centre: `e5` for radius 4, `f6` for radius 5."""
    size = 2 * radius + 1
    cells = {
        (row, number): f"{FILES[row - 1]}{number}"
        for row in range(1, size + 1)
        for number in range(1, size + 1)
        if abs(row - number) <= radius
    }
    middle = radius + 1
    return Board(
        name=f"hexagon-{radius}",
        cells=tuple(cells.values()),
        ways=MappingProxyType(
            {
                cell: tuple(cells.get((row + dr, number + dn)) for dr, dn in HEXAGON_WAYS)
                for (row, number), cell in cells.items()
            }
        ),
        places=MappingProxyType(
            {
                cell: Point(
                    PITCH * ((number - middle) - (row - middle) / 2),
                    PITCH * sqrt(3) / 2 * (row - middle),
                )
                for (row, number), cell in cells.items()
            }
        ),
    )


def centre(board: Board) -> Cell:
    """The cell at the origin of a hexagon."""
    return board.cells[len(board.cells) // 2]


@cache
def rings(board: Board) -> Mapping[Cell, int]:
    """How many steps each cell of a hexagon lies from the centre."""
    distance = {centre(board): 0}
    edge = [centre(board)]
    while edge:
        outer = [n for cell in edge for n in board.links[cell] if n not in distance]
        distance.update((n, distance[edge[0]] + 1) for n in outer)
        edge = list(dict.fromkeys(outer))
    return MappingProxyType({cell: distance[cell] for cell in board.cells})


def _grid(size: int) -> Mapping[Cell, Point]:
    return MappingProxyType(
        {_cell(f, r): Point(PITCH * f, PITCH * r) for r in range(size) for f in range(size)}
    )

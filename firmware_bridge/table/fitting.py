"""Which sensor and which pixel belong to which cell: a game's board laid on a panel, by position.

Pure: positions in, numbers out. One panel serves every game whose cells fall on its sensors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Protocol, TypeVar

from engines.errors import Said, TavoliereError
from engines.geometry import Board, Cell

LIMIT = 12.0
"""Millimetres between a cell and its sensor: a magnet of 20 mm is still felt well."""


Colour = TypeVar("Colour")


class DoesNotFit(TavoliereError, ValueError):
    pass


class Place(Protocol):
    """A sensor of a panel with its pixel, as hardware.panels.panel describes it."""

    @property
    def name(self) -> str: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def channel(self) -> int: ...
    @property
    def pixel(self) -> int | None: ...


@dataclass(frozen=True)
class Wiring:
    """Cells and blanks by channel, and pixels by cell. A sensor under no cell is in neither: nobody
    plays there."""

    cells: Mapping[int, Cell]
    pixels: Mapping[Cell, int]

    def frame(self, colours: Mapping[Cell, Colour], dark: Sequence[Colour]) -> list[Colour]:
        """The colours of all pixels, `dark` where a cell has none."""
        shown = list(dark)
        for cell, colour in colours.items():
            pixel = self.pixels.get(cell)
            if pixel is not None:
                shown[pixel] = colour
        return shown


def wiring(board: Board, game: str, places: Iterable[Place], limit: float = LIMIT) -> Wiring:
    """Every cell with the place nearest to it; DoesNotFit when one has none near enough."""
    places = tuple(places)
    cells: dict[int, Cell] = {}
    pixels: dict[Cell, int] = {}
    for cell in (*board.cells, *board.blanks):
        spot = board.places[cell]
        near = min(places, key=lambda place: hypot(place.x - spot.x, place.y - spot.y))
        far = hypot(near.x - spot.x, near.y - spot.y)
        if far > limit:
            # Where nothing may stand a sensor is welcome but not needed.
            if cell in board:
                raise DoesNotFit(
                    Said(
                        "cell '{cell}' of {game} is {far:.0f} mm from its nearest sensor; the limit "
                        "is {limit:.0f} mm: measure the panel again or lower its pitch",
                        "wiring.far",
                        cell=cell,
                        game=game,
                        far=far,
                        limit=limit,
                    )
                )
            continue
        if near.channel in cells:
            if cell in board:
                raise DoesNotFit(
                    Said(
                        "cells '{one}' and '{other}' of {game} share the sensor '{sensor}': the "
                        "panel's pitch is too wide for this board",
                        "wiring.shared",
                        one=cells[near.channel],
                        other=cell,
                        game=game,
                        sensor=near.name,
                    )
                )
            continue
        cells[near.channel] = cell
        if near.pixel is not None:
            pixels[cell] = near.pixel
    return Wiring(cells, pixels)


def fits(board: Board, places: Iterable[Place], limit: float = LIMIT) -> bool:
    try:
        wiring(board, board.name, places, limit)
    except DoesNotFit:
        return False
    return True

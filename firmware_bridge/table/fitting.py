"""Which sensor and which pixel belong to which cell: a game's board laid on a panel, by position.

Pure: positions in, numbers out. One panel serves every game whose cells fall on its sensors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import hypot

from engines.errors import Said, TavoliereError
from engines.geometry import Board, Cell
from hardware.lights import UNLIT, Glow
from hardware.panels.panel import Place

LIMIT = 12.0
"""Millimetres between a cell and its sensor: a magnet of 20 mm is still felt well."""


class DoesNotFit(TavoliereError, ValueError):
    pass


@dataclass(frozen=True)
class Fitting:
    """Cells and blanks by channel, and pixels by cell. A sensor under no cell is in neither: nobody
    plays there."""

    cells: Mapping[int, Cell]
    pixels: Mapping[Cell, int]

    def glows(self, lit: Mapping[Cell, Glow], pixels: int) -> list[Glow]:
        """How all pixels live where these cells do."""
        shown = [UNLIT] * pixels
        for cell, glow in lit.items():
            pixel = self.pixels.get(cell)
            if pixel is not None:
                shown[pixel] = glow
        return shown


def fitting(board: Board, game: str, places: Iterable[Place], limit: float = LIMIT) -> Fitting:
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
                        "fitting.far",
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
                        "fitting.shared",
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
    return Fitting(cells, pixels)


def fits(board: Board, places: Iterable[Place], limit: float = LIMIT) -> bool:
    try:
        fitting(board, board.name, places, limit)
    except DoesNotFit:
        return False
    return True

"""The sheet that lies on a panel: cells, zones and lines of a game in its own look, 1:1.

Knows boards in millimetres, what a rule book says of its zones, and the look that its folder brings:
tiles, or points where the cells lie and lines where they are linked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engines.game import Game
from engines.geometry import PITCH, Board, Cell
from firmware_bridge.looks.look import Surface, look_of, shades
from firmware_bridge.maker.drawing import Circle, Drawing, Ink, Polygon, Words, hexagon, ruler
from hardware.panels.panel import Place

MARGIN = 20.0
"""Millimetres around the outermost cells: room for names, title and ruler."""

DARK, LIGHT, LINE, PALE = "#8a5a3c", "#f3e2c7", "#4a3426", "#b9a58f"
ZONES = {"zone": "#c9d8ef", "forbidden": "#efcaca", "setup": "#d7e8cf", "ring": "#f0e3a8"}
RINGS = ("#fbf3e4", "#f3e2c7")
CELL = Ink(line=LINE, width=0.5)
SENSOR = Ink(line="#d02020", width=0.2)


@dataclass(frozen=True, slots=True)
class Ground:
    """What is drawn on: a board, its look, and the standing of its cells when the game begins."""

    board: Board
    surface: Surface
    zones: dict[Cell, str]

    def fill(self, cell: Cell, plain: str) -> str:
        return self.zones.get(cell, plain)


def overlay(game: Game[Any, Any], title: str, places: Iterable[Place] = ()) -> Drawing:
    board = game.board
    standing = game.zones(game.start())
    zones = {cell: ZONES[z] for z, cells in standing.items() if z in ZONES for cell in cells}
    ground = Ground(board, look_of(game).board, zones)
    spots = list(board.places.values())
    reach = PITCH / 2 + MARGIN
    sheet = Drawing(
        min(spot.x for spot in spots) - reach,
        min(spot.y for spot in spots) - reach,
        max(spot.x for spot in spots) + reach,
        max(spot.y for spot in spots) + reach,
    )
    _DRAWN[ground.surface.cells](sheet, ground)
    for place in places:
        if sheet.left < place.x < sheet.right and sheet.bottom < place.y < sheet.top:
            sheet.cross(place.x, place.y, 1.5, SENSOR)
    sheet.add(Words(sheet.left + 8, sheet.top - 9, title, 6, LINE, "start"))
    sheet.add(*ruler(sheet.left + 8, sheet.bottom + 4, 100))
    _corner_marks(sheet)
    return sheet


def _squares(sheet: Drawing, ground: Ground) -> None:
    board, half = ground.board, PITCH / 2
    chequered, shade = ground.surface.chequered, shades(ground.board, ground.surface)
    for cell in (*board.cells, *(board.blanks if chequered else ())):
        spot = board.places[cell]
        plain = DARK if chequered and not shade[cell] else LIGHT
        ink = Ink(ground.fill(cell, plain), LINE, 0.4)
        sheet.rectangle(spot.x - half, spot.y - half, PITCH, PITCH, ink)
    for cell in board.cells:
        _name(sheet, board, cell, LIGHT if chequered and not shade[cell] else PALE)


def _points(sheet: Drawing, ground: Ground) -> None:
    board = ground.board
    spots = board.positions
    lowest = min(spots[cell].y for cell in board.cells) - PITCH / 2
    left = min(spots[cell].x for cell in board.cells) - PITCH / 2
    wide = max(spots[cell].x for cell in board.cells) + PITCH / 2 - left
    high = max(spots[cell].y for cell in board.cells) + PITCH / 2 - lowest
    sheet.rectangle(left, lowest, wide, high, Ink(LIGHT, LINE, 0.5))
    for cell, neighbours in board.links.items() if ground.surface.lines else ():
        for other in neighbours:
            if board.index[cell] < board.index[other]:
                sheet.line(spots[cell], spots[other], ink=Ink(line=LINE, width=1.6))
    for cell in board.cells:
        spot = spots[cell]
        sheet.add(Circle(spot.x, spot.y, 5, Ink(ground.fill(cell, LINE), LINE, 0.5)))
        sheet.add(Words(spot.x + 7, spot.y + 6, cell, 4, PALE, "start"))


def _hexagons(sheet: Drawing, ground: Ground) -> None:
    board, shade = ground.board, shades(ground.board, ground.surface)
    for cell in board.cells:
        spot = board.positions[cell]
        fill = ground.fill(cell, RINGS[shade[cell]])
        sheet.add(Polygon(hexagon(spot.x, spot.y, PITCH), CELL._replace(fill=fill)))
    for cell in board.cells:
        _name(sheet, board, cell, PALE)


def _name(sheet: Drawing, board: Board, cell: Cell, colour: str) -> None:
    """Small, at the edge of the cell nearest to player 1, where no piece covers it."""
    spot = board.positions[cell]
    sheet.add(Words(spot.x, spot.y - PITCH / 2 + 4.5, cell, 3.2, colour))


def _corner_marks(sheet: Drawing) -> None:
    """Where to cut: short strokes at the corners, 3 mm in."""
    for x, inward in ((sheet.left + 3, 1), (sheet.right - 3, -1)):
        for y, up in ((sheet.bottom + 3, 1), (sheet.top - 3, -1)):
            sheet.line((x, y), (x + 5 * inward, y))
            sheet.line((x, y), (x, y + 5 * up))


_DRAWN = {"square": _squares, "point": _points, "hexagon": _hexagons}

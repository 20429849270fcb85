"""The sheet that lies on a panel: cells, zones and lines of a game in its own look, 1:1.

Knows boards in millimetres and what a rule book says of its zones. How a board looks follows from
its kind: chequered, squares or hexagons; of any other kind, points where the cells lie and lines where
they are linked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engines.game import Game
from engines.geometry import PITCH, Board, Cell, rings
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
class Look:
    """The game's board and the standing of its cells when the game begins."""

    board: Board
    zones: dict[Cell, str]


def overlay(game: Game[Any, Any], title: str, places: Iterable[Place] = ()) -> Drawing:
    board = game.board
    standing = game.zones(game.start())
    look = Look(
        board, {cell: ZONES[z] for z, cells in standing.items() if z in ZONES for cell in cells}
    )
    spots = list(board.places.values())
    reach = PITCH / 2 + MARGIN
    sheet = Drawing(
        min(spot.x for spot in spots) - reach,
        min(spot.y for spot in spots) - reach,
        max(spot.x for spot in spots) + reach,
        max(spot.y for spot in spots) + reach,
    )
    _KINDS.get(board.name.partition("-")[0], _lines_and_points)(sheet, look)
    for place in places:
        if sheet.left < place.x < sheet.right and sheet.bottom < place.y < sheet.top:
            sheet.cross(place.x, place.y, 1.5, SENSOR)
    sheet.add(Words(sheet.left + 8, sheet.top - 9, title, 6, LINE, "start"))
    sheet.add(*ruler(sheet.left + 8, sheet.bottom + 4, 100))
    _corner_marks(sheet)
    return sheet


def _chequered(sheet: Drawing, look: Look) -> None:
    board = look.board
    for cell in (*board.cells, *board.blanks):
        _square(sheet, look, cell, DARK if cell in board else LIGHT)
    _names(sheet, board, LIGHT)


def _squares(sheet: Drawing, look: Look) -> None:
    for cell in look.board.cells:
        _square(sheet, look, cell, LIGHT)
    _names(sheet, look.board, PALE)


def _square(sheet: Drawing, look: Look, cell: Cell, fill: str) -> None:
    spot, half = look.board.places[cell], PITCH / 2
    ink = Ink(look.zones.get(cell, fill), LINE, 0.4)
    sheet.rectangle(spot.x - half, spot.y - half, PITCH, PITCH, ink)


def _lines_and_points(sheet: Drawing, look: Look) -> None:
    board = look.board
    spots = board.positions
    lowest = min(spots[cell].y for cell in board.cells) - PITCH / 2
    left = min(spots[cell].x for cell in board.cells) - PITCH / 2
    wide = max(spots[cell].x for cell in board.cells) + PITCH / 2 - left
    high = max(spots[cell].y for cell in board.cells) + PITCH / 2 - lowest
    sheet.rectangle(left, lowest, wide, high, Ink(LIGHT, LINE, 0.5))
    for cell, neighbours in board.links.items():
        for other in neighbours:
            if board.index[cell] < board.index[other]:
                sheet.line(spots[cell], spots[other], ink=Ink(line=LINE, width=1.6))
    for cell in board.cells:
        spot = spots[cell]
        sheet.add(Circle(spot.x, spot.y, 5, Ink(look.zones.get(cell, LINE), LINE, 0.5)))
        sheet.add(Words(spot.x + 7, spot.y + 6, cell, 4, PALE, "start"))


def _hexagons(sheet: Drawing, look: Look) -> None:
    board = look.board
    distance = rings(board)
    for cell in board.cells:
        spot = board.positions[cell]
        fill = look.zones.get(cell, RINGS[distance[cell] % 2])
        sheet.add(Polygon(hexagon(spot.x, spot.y, PITCH), CELL._replace(fill=fill)))
    _names(sheet, board, PALE)


def _names(sheet: Drawing, board: Board, colour: str) -> None:
    """Small, at the edge of the cell nearest to player 1, where no piece covers them."""
    for cell in board.cells:
        spot = board.positions[cell]
        sheet.add(Words(spot.x, spot.y - PITCH / 2 + 4.5, cell, 3.2, colour))


def _corner_marks(sheet: Drawing) -> None:
    """Where to cut: short strokes at the corners, 3 mm in."""
    for x, inward in ((sheet.left + 3, 1), (sheet.right - 3, -1)):
        for y, up in ((sheet.bottom + 3, 1), (sheet.top - 3, -1)):
            sheet.line((x, y), (x + 5 * inward, y))
            sheet.line((x, y), (x, y + 5 * up))


_KINDS = {
    "draughts": _chequered,
    "square": _squares,
    "morris": _lines_and_points,
    "hexagon": _hexagons,
}

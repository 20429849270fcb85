"""The sheet that lies on a panel: cells, zones and lines of a game in its own look, 1:1.

Knows boards in millimetres, what a rule book says of its zones, and the look that its folder brings:
tiles, or points where the cells lie and lines where they are linked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.game import Game
from engines.geometry import PITCH, Board, Cell
from firmware_bridge.looks.look import Surface, look_of, shades
from firmware_bridge.maker.body import PEG, RIM, Outline, outline
from firmware_bridge.maker.drawing import Circle, Drawing, Ink, Polygon, Words, hexagon, ruler
from hardware.panels.panel import Panel

DARK, LIGHT, LINE, PALE = "#8a5a3c", "#f3e2c7", "#4a3426", "#b9a58f"
ZONES = {"zone": "#c9d8ef", "forbidden": "#efcaca", "setup": "#d7e8cf", "ring": "#f0e3a8"}
RINGS = ("#fbf3e4", "#f3e2c7")
CELL = Ink(line=LINE, width=0.5)
SENSOR = Ink(line="#d02020", width=0.2)
EDGE = Ink(line=LINE, width=0.2)
"""Where to cut: the edge of the board."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What is drawn on: a board, its look, and the standing of its cells when the game begins."""

    board: Board
    surface: Surface
    zones: dict[Cell, str]

    def fill(self, cell: Cell, plain: str) -> str:
        return self.zones.get(cell, plain)


def overlay(
    game: Game[Any, Any], title: str, panel: Panel | None = None, *, sensors: bool = False
) -> Drawing:
    """As large as the panel that it lies on, whatever the game, with marks where the panel's screws are;
    with a red cross on each sensor for whoever drills the base by it."""
    board = game.board
    standing = game.zones(game.start())
    zones = {cell: ZONES[z] for z, cells in standing.items() if z in ZONES for cell in cells}
    ground = Ground(board, look_of(game).board, zones)
    edge = outline(panel) if panel is not None else _around(board)
    sheet = Drawing(*edge)
    _DRAWN[ground.surface.cells](sheet, ground)
    for place in panel.places if panel is not None and sensors else ():
        sheet.cross(place.x, place.y, 1.5, SENSOR)
    sheet.add(Words(sheet.left + 18, sheet.top - 9, title, 6, LINE, "start"))
    sheet.add(*ruler(sheet.left + 18, sheet.bottom + 4, 100))
    for x, y in edge.pegs():
        sheet.add(Circle(x, y, PEG, Ink(line=LINE, width=0.2)))
        sheet.cross(x, y, 2 * PEG, Ink(line=LINE, width=0.2))
    sheet.rectangle(sheet.left, sheet.bottom, sheet.width, sheet.height, EDGE)
    return sheet


def _around(board: Board) -> Outline:
    """The least that a game's own cells need."""
    spots, reach = list(board.places.values()), PITCH / 2 + RIM
    return Outline(
        min(spot.x for spot in spots) - reach,
        min(spot.y for spot in spots) - reach,
        max(spot.x for spot in spots) + reach,
        max(spot.y for spot in spots) + reach,
    )


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


_DRAWN = {"square": _squares, "point": _points, "hexagon": _hexagons}

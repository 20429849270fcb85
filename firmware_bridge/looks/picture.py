"""A position as an SVG picture: board, pieces, and the way of a move. Pure.

For what leaves the page and for what is read: a picture to share, a diagram among the rules. It draws
from the same geometry and look as everything else and needs no style sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from math import cos, hypot, pi, sin

from engines.geometry import PITCH, Board, Cell
from engines.steps import Piece, Stacks
from firmware_bridge.looks.look import Colour, Look, Shape, Surface, shades

RIM = 34.0
RISE, TALLEST = 5.0, 26.0
"""How much higher each further piece of a pile lies, and the most that a pile rises."""
GROUNDS = {"wood": "#96623b", "panel": "#d3a76f", "felt": "#256050"}
DARK, LIGHT, RINGS = "#6a4227", "#e3c499", ("#d9b384", "#cda373")
LINE, WAY, TAKEN = "#4b2a12", "#1668c7", "#c22a1e"
SHOWN = {"ring": "#f5c542", "forbidden": "#7c2018"}
"""Cells with a standing of their own that a reader has to see."""


def picture(
    board: Board,
    look: Look,
    stacks: Stacks,
    *,
    title: str = "",
    way: Iterable[Cell] = (),
    taken: Iterable[Cell] = (),
    zones: Mapping[str, frozenset[Cell]] | None = None,
) -> str:
    """`way` are the cells that a piece comes by, `taken` those whose pieces go."""
    spots = board.places.values()
    left, top = min(s.x for s in spots) - RIM, max(s.y for s in spots) + RIM
    wide, high = max(s.x for s in spots) + RIM - left, top - min(s.y for s in spots) + RIM
    box = f"{_n(left)} {_n(-top)} {_n(wide)} {_n(high)}"
    inner = _rect(left + 9, -top + 9, wide - 18, high - 18, GROUNDS[look.board.ground])
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_n(wide * 2)}" '
            f'height="{_n(high * 2)}" font-family="system-ui, sans-serif">'
        ),
        f"<title>{escape(title)}</title>",
        _rect(left, -top, wide, high, "#7d4f2d"),
        inner,
        *_ground(board, look.board),
        *_names(board, look.board),
        *_zones(board, zones or {}),
        *_piles(board, look, stacks),
        *_way(board, list(way)),
        *(_cross(board, cell) for cell in taken),
        "</svg>",
    ]
    return "".join(parts)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _rect(x: float, y: float, wide: float, high: float, fill: str) -> str:
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}" rx="8" '
        f'fill="{fill}"/>'
    )


def _at(board: Board, cell: Cell) -> tuple[float, float]:
    spot = board.places[cell]
    return spot.x, -spot.y


def _ground(board: Board, surface: Surface) -> Iterator[str]:
    shade = shades(board, surface)
    if surface.lines:
        ways = {tuple(sorted((a, b))) for a, near in board.links.items() for b in near}
        for a, b in sorted(ways):
            (ax, ay), (bx, by) = _at(board, a), _at(board, b)
            yield (
                f'<path d="M{_n(ax)} {_n(ay)}L{_n(bx)} {_n(by)}" stroke="{LINE}" stroke-width="2.4"/>'
            )
    for cell in board.places:
        x, y = _at(board, cell)
        if surface.cells == "point":
            if cell not in board.blanks:
                yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="5" fill="{LINE}"/>'
            continue
        if surface.chequered:
            fill = (DARK, LIGHT)[shade[cell]]
        elif surface.ground == "felt":
            fill = ("#f1e6cc2a", "#f1e6cc14")[shade[cell]]
        else:
            fill = RINGS[shade[cell]]
        yield f'<path d="{_outline(surface, x, y)}" fill="{fill}" stroke="#2c180a55"/>'


def _outline(surface: Surface, x: float, y: float) -> str:
    if surface.cells == "square":
        half = PITCH / 2
        return f"M{_n(x - half)} {_n(y - half)}h{_n(PITCH)}v{_n(PITCH)}h{_n(-PITCH)}Z"
    far = PITCH / 3**0.5
    turns = [pi / 3 * n + pi / 6 for n in range(6)]
    corners = [(x + far * cos(turn), y + far * sin(turn)) for turn in turns]
    return _path(corners) + "Z"


def _names(board: Board, surface: Surface) -> Iterator[str]:
    ink = "#ffffff" if surface.ground == "felt" else "#1d0f06"
    if surface.names == "cells":
        for cell in board.cells:
            x, y = _at(board, cell)
            dx, dy = (8.0, 20.0) if surface.cells == "point" else (0.0, 19.0)
            yield _text(x + dx, y + dy, cell, 6, ink, 0.55)
        return
    low = max(_at(board, cell)[1] for cell in board.places)
    west = min(_at(board, cell)[0] for cell in board.places)
    for cell in board.places:
        x, y = _at(board, cell)
        if y == low:
            yield _text(x, y + 30.5, cell[:1], 8.5, "#f7e6cc", 0.95)
        if x == west:
            yield _text(x - 28, y + 2.5, cell[1:], 8.5, "#f7e6cc", 0.95)


def _text(x: float, y: float, words: str, size: float, fill: str, strength: float) -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}" '
        f'fill-opacity="{_n(strength)}" text-anchor="middle">{escape(words)}</text>'
    )


def _zones(board: Board, zones: Mapping[str, frozenset[Cell]]) -> Iterator[str]:
    for name, colour in SHOWN.items():
        for cell in sorted(zones.get(name, ())):
            x, y = _at(board, cell)
            yield (
                f'<circle cx="{_n(x)}" cy="{_n(y)}" r="15.5" fill="none" stroke="{colour}" '
                'stroke-width="3.4"/>'
            )


def _piles(board: Board, look: Look, stacks: Stacks) -> Iterator[str]:
    # Nearer piles are drawn later, so that tall ones stand before those behind them.
    for cell in sorted(stacks, key=lambda one: -board.places[one].y):
        pile = stacks[cell]
        x, y = _at(board, cell)
        rise = min(RISE, TALLEST / (len(pile) - 1)) if len(pile) > 1 else 0.0
        cx, cy, rx, ry = _shape(look, pile[0]).shadow
        yield f'<g transform="translate({_n(x)} {_n(y)})">'
        yield f'<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="#000" fill-opacity=".28"/>'
        for n, piece in enumerate(pile):
            yield f'<g transform="translate(0 {_n(-n * rise)})">'
            yield from _piece(look, piece, top=n == len(pile) - 1)
            yield "</g>"
        if len(pile) > 1:
            up = -(len(pile) - 1) * rise - 11
            yield f'<circle cx="12.5" cy="{_n(up)}" r="5.6" fill="#211a16" stroke="#fff"/>'
            yield _text(12.5, up + 2.6, str(len(pile)), 7.5, "#ffffff", 1)
        yield "</g>"


def _shape(look: Look, piece: Piece) -> Shape:
    name = look.kinds[piece.kind].shape if piece.kind in look.kinds else look.shape
    return look.shapes[name]


def _piece(look: Look, piece: Piece, *, top: bool) -> Iterator[str]:
    shape, colour = _shape(look, piece), look.colours.get(piece.colour, Colour())
    styles = {
        "body": f'fill="{colour.body}" stroke="{colour.deep}" stroke-width=".7"',
        "edge": f'fill="{colour.deep}" stroke="#0006" stroke-width=".5"',
        "groove": f'fill="none" stroke="{colour.groove or colour.deep}" stroke-opacity=".55"',
        "shine": 'fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.3"',
        "stroke": f'fill="none" stroke="{colour.deep}" stroke-width="2.6"',
    }
    for style, path in (*shape.parts, *(shape.top if top else ())):
        ink = styles.get(style) or f'fill="{style}"'
        yield f'<path d="{path}" {ink}/>'
    if top and colour.mark:
        rim = 'stroke="#fff" stroke-width=".9"' if shape.outlined else ""
        yield (
            f'<path d="{colour.mark}" transform="translate(0 {shape.sign_y}) '
            f'scale({shape.sign_scale})" fill="{colour.body if shape.outlined else colour.sign}" {rim}/>'
        )


def _way(board: Board, cells: list[Cell]) -> Iterator[str]:
    """A line from cell to cell with a head at its end; a single cell has a ring."""
    ink = f'fill="none" stroke="{WAY}" stroke-width="4" stroke-linecap="round" stroke-opacity=".85"'
    if len(cells) == 1:
        x, y = _at(board, cells[0])
        yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="17" {ink}/>'
    if len(cells) < 2:
        return
    points = [_at(board, cell) for cell in cells]
    (ax, ay), (bx, by) = points[-2:]
    far = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / far, (by - ay) / far
    points[-1] = (bx - 6 * ux, by - 6 * uy)
    yield f'<path d="{_path(points)}" {ink}/>'
    back = (bx - 11 * ux, by - 11 * uy)
    wings = [(back[0] + side * uy, back[1] - side * ux) for side in (-6, 6)]
    yield f'<path d="{_path([(bx, by), *wings])}Z" fill="{WAY}"/>'


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _cross(board: Board, cell: Cell) -> str:
    x, y = _at(board, cell)
    return (
        f'<path d="M{_n(x - 9)} {_n(y - 9)}l18 18m0-18l-18 18" stroke="{TAKEN}" stroke-width="4.5" '
        'stroke-linecap="round"/>'
    )

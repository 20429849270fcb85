"""The look of one game: its board, the shapes of its pieces, its colours with their marks.

What `look.toml` leaves out is as it stands in the classes here. A mistake in one is named in one line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from engines.errors import Said
from engines.game import Game
from engines.geometry import Board, Cell
from engines.shelf import Book
from firmware_bridge.texts.books import IncompleteGame, source
from hardware.lights import RGB

GROUNDS, CELLS, NAMES = (
    ("wood", "panel", "felt"),
    ("point", "square", "hexagon"),
    ("cells", "edges"),
)


@dataclass(frozen=True, slots=True)
class Surface:
    """The board itself. `lines` are drawn between neighbours; `chequered` tiles are dark and light in
    turn, the one nearest to the left of player 1 dark."""

    ground: str = "panel"
    cells: str = "point"
    names: str = "cells"
    lines: bool = False
    chequered: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece seen from above at a slant: parts in millimetres around the middle of its cell, the
    farthest first, each a style and an SVG path.

    A style is `body`, `edge`, `groove`, `shine`, `stroke`, or a colour to fill with. `top` parts are
    drawn on the uppermost piece of a pile only. The mark of its colour is `sign_y` from the middle.
    """

    parts: tuple[tuple[str, str], ...] = ()
    top: tuple[tuple[str, str], ...] = ()
    sign_y: float = 0.0
    sign_scale: float = 1.0
    outlined: bool = False
    """Whether the mark is in the piece's own colour with a white rim: on coffee white alone is lost."""
    shadow: tuple[float, float, float, float] = (2.5, 7, 16, 10)
    """The ellipse it throws on the board, middle and half-axes. A figure throws less than a man."""


@dataclass(frozen=True, slots=True)
class Colour:
    """What a piece of that colour is painted with, and how it shines from below.

    `mark` is an SVG path that tells the colour without colour; black and white need none.
    """

    body: str = "#b9a28a"
    deep: str = "#6d5a47"
    sign: str = "#ffffff"
    mark: str = ""
    groove: str = ""
    lamp: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece, in games that have several: which shape it has, and its letter in a terminal."""

    shape: str
    letter: str


@dataclass(frozen=True, eq=False)
class Look:
    board: Surface = field(default_factory=Surface)
    shape: str = "man"
    """Of pieces that are of no kind."""
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    colours: Mapping[str, Colour] = field(default_factory=dict)
    painted: Mapping[str, str] = field(default_factory=dict)
    """The shapes of those colours that have another one."""
    crown: bool = False
    """Whether a pile is a king: then he wears a crown, and nobody counts how high he is."""

    @property
    def lamps(self) -> dict[str, RGB]:
        """The light of a piece's colour, where it has one."""
        return {name: RGB(*one.lamp) for name, one in self.colours.items() if one.lamp}


def look_of(game: Game[Any, Any] | Book) -> Look:
    return _look(game if isinstance(game, type) else type(game))


@cache
def _look(book: Book) -> Look:
    read = tomllib.loads(source(book, "look.toml"))
    shared = common()
    try:
        look = read_look(read, shared)
    except (TypeError, ValueError, AttributeError) as error:
        raise IncompleteGame(
            Said("look.toml is wrong: {why}", "game.look", why=str(error))
        ) from None
    return look


@cache
def common() -> Look:
    """The colours and shapes that every game may use."""
    return read_look(
        tomllib.loads(Path(__file__).with_name("common.toml").read_text("utf-8")), Look()
    )


T = TypeVar("T")


def read_look(read: dict[str, Any], shared: Look) -> Look:
    """The look that a file describes, on top of what is shared; ValueError says what is wrong."""
    known = {"board", "pieces", "kind", "shape", "colour"}
    if unknown := sorted(set(read) - known):
        raise ValueError(f"[{unknown[0]}] is none of {', '.join(sorted(known))}")
    shapes = dict(shared.shapes)
    for name, table in read.get("shape", {}).items():
        parts = {key: tuple(map(tuple, table[key])) for key in ("parts", "top") if key in table}
        shadow = {"shadow": tuple(table["shadow"])} if "shadow" in table else {}
        shapes[name] = _filled(Shape, f"shape.{name}", {**table, **parts, **shadow})
    colours = dict(shared.colours)
    for name, table in read.get("colour", {}).items():
        lamp = {"lamp": tuple(table["lamp"])} if "lamp" in table else {}
        colours[name] = _filled(Colour, f"colour.{name}", {**table, **lamp})
    kinds = {
        name: _filled(Kind, f"kind.{name}", {"shape": name, "letter": name[:1], **table})
        for name, table in read.get("kind", {}).items()
    }
    board = _filled(Surface, "board", read.get("board", {}))
    for value, allowed in ((board.ground, GROUNDS), (board.cells, CELLS), (board.names, NAMES)):
        if value not in allowed:
            raise ValueError(f"[board] '{value}' is none of {', '.join(allowed)}")
    pieces = {"shape": "man", "painted": {}, "crown": False} | read.get("pieces", {})
    shape, painted, crown = pieces["shape"], pieces["painted"], pieces["crown"]
    if unknown := sorted(set(pieces) - {"shape", "painted", "crown"}):
        raise ValueError(f"[pieces] has '{unknown[0]}', none of shape, painted, crown")
    for wanted in (shape, *painted.values(), *(kind.shape for kind in kinds.values())):
        if shapes and wanted not in shapes:
            raise ValueError(f"there is no [shape.{wanted}]; there are {', '.join(shapes)}")
    return Look(board, shape, kinds, shapes, colours, painted, crown)


def _filled(kind: type[T], section: str, table: dict[str, Any]) -> T:
    known = [one.name for one in fields(kind)]  # type: ignore[arg-type]
    for key in table:
        if key not in known:
            raise ValueError(f"[{section}] has '{key}', none of {', '.join(known)}")
    return kind(**table)


@cache
def shades(board: Board, surface: Surface) -> Mapping[Cell, int]:
    """0 or 1 for each place, so that neighbouring tiles can be told apart: of a chequered board 0 is
    dark; around the middle of hexagons the rings take turns."""
    places = board.places
    if surface.chequered:
        columns = {x: n for n, x in enumerate(sorted({round(spot.x) for spot in places.values()}))}
        rows = {y: n for n, y in enumerate(sorted({round(spot.y) for spot in places.values()}))}
        return {
            cell: (columns[round(spot.x)] + rows[round(spot.y)]) % 2
            for cell, spot in places.items()
        }
    if surface.cells == "hexagon":
        return {cell: ring % 2 for cell, ring in _rings(board).items()}
    return dict.fromkeys(places, 0)


def _rings(board: Board) -> dict[Cell, int]:
    """How many steps each place is from the middle one; one that no step leads to counts as there."""
    x = sum(spot.x for spot in board.places.values()) / len(board.places)
    y = sum(spot.y for spot in board.places.values()) / len(board.places)
    middle = min(
        board.cells, key=lambda c: (board.places[c].x - x) ** 2 + (board.places[c].y - y) ** 2
    )
    far, edge = {middle: 0}, [middle]
    while edge:
        here = edge.pop(0)
        for near in board.links[here]:
            if near not in far:
                far[near] = far[here] + 1
                edge.append(near)
    return dict.fromkeys(board.places, 0) | far

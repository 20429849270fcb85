"""Drawings as values: shapes in millimetres, y upwards, as the boards have it.

SVG and PDF are two ways to write the same drawing, so that screen and paper agree. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import NamedTuple

XY = tuple[float, float]


class Ink(NamedTuple):
    """What a shape is filled and drawn with; colours as #rrggbb, empty for none."""

    fill: str = ""
    line: str = ""
    width: float = 0.3
    dashed: bool = False


BLACK = Ink(line="#000000")


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[XY, ...]
    ink: Ink = BLACK
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    radius: float
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Words:
    """Text whose middle (or start, or end) is at x, on a base line at y."""

    x: float
    y: float
    text: str
    size: float = 4.0
    colour: str = "#000000"
    anchor: str = "middle"


Shape = Polygon | Circle | Words


@dataclass(slots=True)
class Drawing:
    """Shapes within a frame from (left, bottom) to (right, top)."""

    left: float
    bottom: float
    right: float
    top: float
    shapes: list[Shape] = field(default_factory=list)

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    def add(self, *shapes: Shape) -> None:
        self.shapes.extend(shapes)

    def line(self, *points: XY, ink: Ink = BLACK) -> None:
        self.shapes.append(Polygon(points, ink, closed=False))

    def rectangle(self, x: float, y: float, width: float, height: float, ink: Ink = BLACK) -> None:
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        self.shapes.append(Polygon(corners, ink))

    def cross(self, x: float, y: float, arm: float, ink: Ink = BLACK) -> None:
        self.line((x - arm, y), (x + arm, y), ink=ink)
        self.line((x, y - arm), (x, y + arm), ink=ink)


def hexagon(x: float, y: float, pitch: float) -> tuple[XY, ...]:
    """A cell whose neighbours are `pitch` away, two of them to its left and right."""
    radius = pitch / 3**0.5
    return tuple(
        (x + radius * sin(pi / 3 * corner), y + radius * cos(pi / 3 * corner))
        for corner in range(6)
    )


def ruler(x: float, y: float, length: int) -> Iterator[Shape]:
    """A scale to hold a real ruler against: if it is not right, the printer has scaled."""
    yield Polygon(((x, y), (x + length, y)), Ink(line="#000000", width=0.2), closed=False)
    for mm in range(length + 1):
        tall = 4.0 if mm % 10 == 0 else 2.5 if mm % 5 == 0 else 1.5
        yield Polygon(
            ((x + mm, y), (x + mm, y + tall)), Ink(line="#000000", width=0.15), closed=False
        )
    for cm in range(0, length + 1, 10):
        yield Words(x + cm, y + 4.6, str(cm), 2.4)


def moved(shapes: Iterable[Shape], dx: float, dy: float) -> list[Shape]:
    """Shapes as far to the right and upwards as that."""
    there: list[Shape] = []
    for shape in shapes:
        match shape:
            case Polygon(points, ink, closed):
                there.append(Polygon(tuple((x + dx, y + dy) for x, y in points), ink, closed))
            case Circle(x, y, radius, ink):
                there.append(Circle(x + dx, y + dy, radius, ink))
            case Words(x, y, text, size, colour, anchor):
                there.append(Words(x + dx, y + dy, text, size, colour, anchor))
    return there

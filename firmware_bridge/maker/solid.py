"""Solids as triangles, and as STL for printers. All millimetres; every solid is closed.

What is made of several closed solids that reach into each other is one body for a printer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin, sqrt
from struct import pack

XYZ = tuple[float, float, float]
Triangle = tuple[XYZ, XYZ, XYZ]
XY = tuple[float, float]
ROUND = 96
"""Sides of what is round."""


def quad(a: XYZ, b: XYZ, c: XYZ, d: XYZ) -> list[Triangle]:
    """Counter-clockwise seen from outside."""
    return [(a, b, c), (a, c, d)]


def box(x: float, y: float, z: float, wide: float, deep: float, high: float) -> list[Triangle]:
    corners = [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)]
    return prism(corners, z, z + high)


def prism(points: Sequence[XY], low: float, high: float) -> list[Triangle]:
    """A convex shape, counter-clockwise, drawn upwards."""
    found: list[Triangle] = []
    first = points[0]
    for a, b in zip(points[1:], points[2:], strict=False):
        found.append(((*first, high), (*a, high), (*b, high)))
        found.append(((*first, low), (*b, low), (*a, low)))
    for a, b in zip(points, [*points[1:], first], strict=True):
        found += quad((*a, low), (*b, low), (*b, high), (*a, high))
    return found


def turned(profile: Sequence[XY]) -> list[Triangle]:
    """A shape around the z axis: (radius, height) from the axis below to the axis above, seen with the
    solid on the left of the way."""
    rings = [
        [(r * cos(2 * pi * n / ROUND), r * sin(2 * pi * n / ROUND), z) for n in range(ROUND)]
        for r, z in profile
    ]
    found: list[Triangle] = []
    for (r1, _), (r2, _), low, high in zip(profile, profile[1:], rings, rings[1:], strict=False):
        for n in range(ROUND):
            a, b = low[n], low[(n + 1) % ROUND]
            d, c = high[n], high[(n + 1) % ROUND]
            if r1 > 0:
                found.append((a, b, c) if r2 > 0 else (a, b, d))
            if r2 > 0:
                found.append((a, c, d))
    return found


def hollow(solid: Iterable[Triangle]) -> list[Triangle]:
    """The same shape as a cavity of what is around it."""
    return [(a, c, b) for a, b, c in solid]


def stl(solid: Sequence[Triangle], name: str) -> bytes:
    head = name.encode("ascii", "replace")[:80].ljust(80, b" ")
    body = b"".join(
        pack("<12fH", *_normal(triangle), *(value for corner in triangle for value in corner), 0)
        for triangle in solid
    )
    return head + pack("<I", len(solid)) + body


def _normal(triangle: Triangle) -> XYZ:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = sqrt(x * x + y * y + z * z) or 1.0
    return x / length, y / length, z / length

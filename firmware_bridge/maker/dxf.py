"""Outlines for a laser cutter as DXF, release 12, which every program reads: closed lines, circles."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.maker.drawing import Circle, Polygon

Cut = Polygon | Circle
"""What the laser follows; the ink's line is the name of the layer."""


def dxf(cuts: Iterable[Cut], layer: str = "CUT") -> str:
    """Millimetres, as the header says."""
    lines = [0, "SECTION", 2, "HEADER", 9, "$ACADVER", 1, "AC1009", 9, "$INSUNITS", 70, 4]
    lines += [0, "ENDSEC", 0, "SECTION", 2, "ENTITIES"]
    for cut in cuts:
        match cut:
            case Circle(x, y, radius):
                lines += [0, "CIRCLE", 8, layer, 10, _mm(x), 20, _mm(y), 30, "0.0"]
                lines += [40, _mm(radius)]
            case Polygon(points):
                lines += [0, "POLYLINE", 8, layer, 66, 1, 10, "0.0", 20, "0.0", 30, "0.0", 70, 1]
                for x, y in points:
                    lines += [0, "VERTEX", 8, layer, 10, _mm(x), 20, _mm(y), 30, "0.0"]
                lines += [0, "SEQEND", 8, layer]
    lines += [0, "ENDSEC", 0, "EOF"]
    return "\n".join(map(str, lines)) + "\n"


def _mm(value: float) -> str:
    return f"{value:.3f}"

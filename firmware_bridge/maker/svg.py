"""A drawing as SVG, one unit to the millimetre, so that a browser prints it 1:1."""

from __future__ import annotations

from html import escape

from firmware_bridge.maker.drawing import Circle, Drawing, Ink, Polygon, Shape, Words


def svg(drawing: Drawing, title: str, *, fluid: bool = False) -> str:
    """1:1, or (`fluid`) as wide as the page that it is on."""
    width, height = number(drawing.width), number(drawing.height)
    size = 'width="100%"' if fluid else f'width="{width}mm" height="{height}mm"'
    head = f'{size} viewBox="0 0 {width} {height}"'
    font = 'font-family="Helvetica, Arial, sans-serif"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {head} {font}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    lines += [_element(shape, drawing) for shape in drawing.shapes]
    return "\n".join([*lines, "</svg>", ""])


def _element(shape: Shape, drawing: Drawing) -> str:
    left, top = drawing.left, drawing.top
    match shape:
        case Polygon(points, ink, closed):
            where = " ".join(f"{number(x - left)},{number(top - y)}" for x, y in points)
            return f'<{"polygon" if closed else "polyline"} points="{where}" {_ink(ink)}/>'
        case Circle(x, y, radius, ink):
            at = f'cx="{number(x - left)}" cy="{number(top - y)}" r="{number(radius)}"'
            return f"<circle {at} {_ink(ink)}/>"
        case Words(x, y, text, size, colour, anchor):
            at = f'x="{number(x - left)}" y="{number(top - y)}"'
            look = f'font-size="{number(size)}" fill="{colour}" text-anchor="{anchor}"'
            return f"<text {at} {look}>{escape(text)}</text>"


def _ink(ink: Ink) -> str:
    parts = [f'fill="{ink.fill or "none"}"']
    if ink.line:
        parts.append(f'stroke="{ink.line}" stroke-width="{number(ink.width)}"')
        if ink.dashed:
            parts.append('stroke-dasharray="2 1.5"')
    return " ".join(parts)


def number(value: float) -> str:
    """Hundredths of a millimetre are enough, and keep the files alike on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text

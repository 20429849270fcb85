"""Drawings as a PDF: one page each, 1:1, with the fonts that every reader has.

A page of lines, circles and short words needs a few operators of the format; a library would be
a hundred times larger than these.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.maker.drawing import Circle, Drawing, Ink, Polygon, Shape, Words
from firmware_bridge.maker.svg import number

POINTS = 72 / 25.4
"""PDF measures in points; every page is scaled to millimetres once."""
ARC = 0.5522847498
"""How far the handles of a curve reach that looks like a quarter of a circle."""
WIDTHS = {
    **dict.fromkeys("iljI.,:;|'!", 0.25), **dict.fromkeys("ftr()[]-/ ", 0.31),
    **dict.fromkeys("mwMW%@—", 0.86), **dict.fromkeys("ABCDEGHKNOPQRSUVXYZ×", 0.69),
}  # fmt: skip
"""About how wide Helvetica's letters are, for centring; the others are 0.55."""


def pdf(pages: Sequence[Drawing], title: str) -> bytes:
    objects: list[bytes] = [b""] * 3
    kids = []
    for page in pages:
        content = _content(page)
        objects.append(b"<< /Length %d >>\nstream\n" % len(content) + content + b"\nendstream")
        size = f"{number(page.width * POINTS)} {number(page.height * POINTS)}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F 3 0 R >> >> >>".encode("ascii")
        )
        kids.append(f"{len(objects)} 0 R")
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>"
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>".encode("ascii")
    objects[2] = (
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    )
    objects.append(b"<< /Title " + _string(title) + b" >>")
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for at, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n" % at + body + b"\nendobj\n"
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(objects) + 1, len(objects))
    out += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(out)


def _content(page: Drawing) -> bytes:
    scale = f"{POINTS:.6f}"
    lines = [f"{scale} 0 0 {scale} 0 0 cm".encode("ascii"), b"1 J 1 j"]
    lines += [_drawn(shape, page) for shape in page.shapes]
    return b"\n".join(lines)


def _drawn(shape: Shape, page: Drawing) -> bytes:
    match shape:
        case Polygon(points, ink, closed):
            path = [
                f"{number(x - page.left)} {number(y - page.bottom)} {'l' if at else 'm'}"
                for at, (x, y) in enumerate(points)
            ]
            return _painted([*path, "h"] if closed else path, ink)
        case Circle(x, y, radius, ink):
            return _painted(_round(x - page.left, y - page.bottom, radius), ink)
        case Words(x, y, text, size, colour, anchor):
            wide = sum(WIDTHS.get(letter, 0.55) for letter in text) * size
            back = {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
            at = f"{number(x - page.left - back)} {number(y - page.bottom)}"
            head = f"{_colour(colour)} rg BT /F {number(size)} Tf {at} Td ".encode("ascii")
            return head + _string(text) + b" Tj ET"


def _round(x: float, y: float, r: float) -> list[str]:
    path, h = [f"{number(x + r)} {number(y)} m"], ARC * r
    for ax, ay, bx, by, ex, ey in (
        (r, h, h, r, 0, r), (-h, r, -r, h, -r, 0), (-r, -h, -h, -r, 0, -r), (h, -r, r, -h, r, 0),
    ):  # fmt: skip
        spots = ((x + ax, y + ay), (x + bx, y + by), (x + ex, y + ey))
        path.append(" ".join(f"{number(px)} {number(py)}" for px, py in spots) + " c")
    return [*path, "h"]


def _painted(path: list[str], ink: Ink) -> bytes:
    how = "B" if ink.fill and ink.line else "f" if ink.fill else "S" if ink.line else "n"
    head = []
    if ink.fill:
        head.append(f"{_colour(ink.fill)} rg")
    if ink.line:
        dash = "[2 1.5] 0 d" if ink.dashed else "[] 0 d"
        head.append(f"{_colour(ink.line)} RG {number(ink.width)} w {dash}")
    return " ".join([*head, *path, how]).encode("ascii")


def _colour(colour: str) -> str:
    return " ".join(number(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))


def _string(text: str) -> bytes:
    raw = text.encode("cp1252", errors="replace")
    return b"(" + raw.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)") + b")"

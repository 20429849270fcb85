"""A drawing larger than the printer's paper, cut into pages that are glued together.

Neighbouring pages repeat a strip of each other with marks in it; each page has its own ruler, since
each may have been scaled on its own.
"""

from __future__ import annotations

from math import ceil

from firmware_bridge.maker.drawing import Circle, Drawing, Ink, Polygon, Shape, Words, moved, ruler

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
MARGIN = 12.0
"""What printers cannot reach, and room for the ruler."""
OVERLAP = 10.0

MARK = Ink(line="#000000", width=0.2)
WHITE = Ink(fill="#ffffff")


def tiles(sheet: Drawing, paper: str) -> list[Drawing]:
    """The pages, upright or across, whichever needs fewer; row by row from the top left."""
    wide, tall = PAPERS[paper]
    upright, across = _pages(sheet, wide, tall), _pages(sheet, tall, wide)
    width, height = (wide, tall) if _product(upright) <= _product(across) else (tall, wide)
    columns, rows = _pages(sheet, width, height)
    return [
        _page(sheet, width, height, column, row, columns, rows)
        for row in range(rows)
        for column in range(columns)
    ]


def _product(grid: tuple[int, int]) -> int:
    return grid[0] * grid[1]


def _pages(sheet: Drawing, width: float, height: float) -> tuple[int, int]:
    def needed(length: float, room: float) -> int:
        return max(1, ceil((length - OVERLAP) / (room - 2 * MARGIN - OVERLAP)))

    return needed(sheet.width, width), needed(sheet.height, height)


def _page(
    sheet: Drawing, width: float, height: float, column: int, row: int, columns: int, rows: int
) -> Drawing:
    page = Drawing(0, 0, width, height)
    # Every page gets an equal share, in its middle: no page is a sliver.
    wide = (sheet.width + (columns - 1) * OVERLAP) / columns
    tall = (sheet.height + (rows - 1) * OVERLAP) / rows
    side, end = (width - wide) / 2, (height - tall) / 2
    # The sheet's top left corner of this page comes to the page's own.
    dx = side - (sheet.left + column * (wide - OVERLAP))
    dy = height - end - (sheet.top - row * (tall - OVERLAP))
    page.add(*(shape for shape in moved(sheet.shapes, dx, dy) if _touches(shape, page)))
    for x, y, w, h in (
        (0, 0, width, end),
        (0, height - end, width, end),
        (0, 0, side, height),
        (width - side, 0, side, height),
    ):
        page.rectangle(x, y, w, h, WHITE)
    _marks(page, side, end, column, row, columns, rows)
    page.add(*ruler(MARGIN, 2.5, 100))
    name = f"{'ABCDEFGH'[row]}{column + 1}  ({row * columns + column + 1}/{columns * rows})"
    page.add(Words(width - MARGIN, 4, name, 4, anchor="end"))
    return page


def _touches(shape: Shape, page: Drawing) -> bool:
    match shape:
        case Polygon(points):
            left, right = min(x for x, _ in points), max(x for x, _ in points)
            low, high = min(y for _, y in points), max(y for _, y in points)
        case Circle(x, y, radius):
            left, right, low, high = x - radius, x + radius, y - radius, y + radius
        case Words(x, y, text, size):
            reach = size * len(text)
            left, right, low, high = x - reach, x + reach, y - size, y + size
    return right > 0 and left < page.width and high > 0 and low < page.height


def _marks(
    page: Drawing, side: float, end: float, column: int, row: int, columns: int, rows: int
) -> None:
    """Crosses in the middle of the strip that two pages share, and where to cut one of them."""
    left, right = side + OVERLAP / 2, page.width - side - OVERLAP / 2
    low, high = end + OVERLAP / 2, page.height - end - OVERLAP / 2
    sides = [left] * (column > 0) + [right] * (column < columns - 1)
    ends = [high] * (row > 0) + [low] * (row < rows - 1)
    for x in sides:
        page.line((x, end), (x, end - 5), ink=MARK)
        page.line((x, page.height - end), (x, page.height - end + 5), ink=MARK)
        for share in (0.25, 0.5, 0.75):
            page.cross(x, page.height * share, 3, MARK)
    for y in ends:
        page.line((side, y), (side - 5, y), ink=MARK)
        page.line((page.width - side, y), (page.width - side + 5, y), ink=MARK)
        for share in (0.25, 0.5, 0.75):
            page.cross(page.width * share, y, 3, MARK)

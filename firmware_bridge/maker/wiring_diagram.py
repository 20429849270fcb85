"""How a panel is wired, as a drawing seen from above: lines, sensors, and the strip's way."""

from __future__ import annotations

from firmware_bridge.maker.drawing import Circle, Drawing, Ink, Polygon, Words
from firmware_bridge.maker.wiring_table import pin_rows
from firmware_bridge.texts import Texts
from hardware.drivers.hall import ADDRESSES
from hardware.panels.panel import HallWiring, MatrixWiring, Panel, Place

MARGIN = 45.0
TABLE = 100.0
ROW, COLUMN, STRIP = "#1f5fa8", "#2c8a4b", "#e08a00"
HUES = ("#1f5fa8", "#2c8a4b", "#a83279", "#b0561f", "#5b4bb5", "#4f7a1f", "#8a2c2c", "#2c7f8a")


def diagram(panel: Panel, text: Texts) -> Drawing:
    pins = list(pin_rows(panel, text))
    xs, ys = [p.x for p in panel.places], [p.y for p in panel.places]
    sheet = Drawing(
        min(xs) - MARGIN,
        min(min(ys) - MARGIN, max(ys) + MARGIN - 22 - 6.0 * (len(pins) + 2)),
        max(xs) + MARGIN + TABLE,
        max(ys) + MARGIN,
    )
    _strip(sheet, panel)
    match panel.sensors:
        case MatrixWiring():
            _lines(sheet, panel, panel.sensors)
        case _:
            pass
    for place in panel.places:
        _sensor(sheet, panel, place)
    _legend(sheet, panel, text)
    _pins(sheet, pins, max(xs) + MARGIN, text)
    return sheet


def _lines(sheet: Drawing, panel: Panel, matrix: MatrixWiring) -> None:
    sign = "GP" if matrix.port else "GPIO"
    width = len(matrix.columns)
    rows: dict[int, list[Place]] = {}
    columns: dict[int, list[Place]] = {}
    for place in panel.places:
        row, column = divmod(place.channel, width)
        rows.setdefault(row, []).append(place)
        columns.setdefault(column, []).append(place)
    for row, places in sorted(rows.items()):
        places.sort(key=lambda p: p.x)
        first = places[0]
        points = [(first.x - 24, first.y - 4), *((p.x, p.y - 4) for p in places)]
        sheet.line(*points, ink=Ink(line=ROW, width=0.6))
        name = f"{sign}{matrix.rows[row]}"
        sheet.add(Words(first.x - 25, first.y - 5.2, name, 3.6, ROW, "end"))
    for column, places in sorted(columns.items()):
        places.sort(key=lambda p: p.y)
        first = places[0]
        lean = 0.0 if len(places) < 2 else (places[1].x - first.x) / (places[1].y - first.y)
        start = (first.x + 4 - 24 * lean, first.y - 24)
        sheet.line(start, *((p.x + 4, p.y) for p in places), ink=Ink(line=COLUMN, width=0.6))
        name = f"{sign}{matrix.columns[column]}"
        sheet.add(Words(start[0], start[1] - 4, name, 3.6, COLUMN))


def _strip(sheet: Drawing, panel: Panel) -> None:
    path = sorted((p for p in panel.places if p.pixel is not None), key=lambda p: p.pixel or 0)
    if not path:
        return
    points = [(place.x - 5, place.y + 6) for place in path]
    sheet.line(*points, ink=Ink(line=STRIP, width=0.5, dashed=True))
    x, y = points[0]
    sheet.add(Polygon(((x - 6, y - 2), (x - 6, y + 2), (x - 2.5, y)), Ink(fill=STRIP)))


def _sensor(sheet: Drawing, panel: Panel, place: Place) -> None:
    ink, note = Ink("#ffffff", "#222222", 0.4), str(place.channel)
    if isinstance(panel.sensors, HallWiring) and panel.sensors.select:
        at, address = divmod(place.channel, ADDRESSES)
        ink, note = Ink("#ffffff", HUES[at % len(HUES)], 1.0), f"{at}.{address}"
    sheet.add(Circle(place.x, place.y, 8, ink))
    sheet.add(Words(place.x, place.y + 1, place.name, 4.5))
    sheet.add(Words(place.x, place.y - 4.5, note, 3, "#555555"))
    if place.pixel is not None:
        sheet.add(Circle(place.x - 5, place.y + 6, 2.6, Ink("#fff3d6", STRIP, 0.3)))
        sheet.add(Words(place.x - 5, place.y + 5.2, str(place.pixel), 2.3, "#7a4b00"))


def _legend(sheet: Drawing, panel: Panel, text: Texts) -> None:
    y = sheet.top - 10
    sheet.add(Words(sheet.left + 8, y, f"{panel.name} – {text('wiring.above')}", 6, anchor="start"))
    items = [(STRIP, text("wiring.strip"))]
    if isinstance(panel.sensors, MatrixWiring):
        items = [(ROW, text("wiring.rows")), (COLUMN, text("wiring.columns")), *items]
        if panel.sensors.diodes:
            items.append(("#222222", text("wiring.diode")))
    elif isinstance(panel.sensors, HallWiring):
        items.append((HUES[0], text("wiring.inputs")))
    x = sheet.left + 8
    for colour, words in items:
        sheet.add(Polygon(((x, y - 8), (x + 6, y - 8)), Ink(line=colour, width=1), closed=False))
        sheet.add(Words(x + 8, y - 9, words, 3.6, anchor="start"))
        x += 14 + 2.0 * len(words)


def _pins(sheet: Drawing, pins: list[tuple[str, ...]], left: float, text: Texts) -> None:
    y = sheet.top - 22
    columns = (left, left + 22, left + 42)
    heads = tuple(text(f"wiring.{head}") for head in ("pin", "header", "goes-to"))
    for line in (heads, *pins):
        for x, words in zip(columns, line, strict=True):
            sheet.add(
                Words(x, y, words, 3.6, "#000000" if line is not heads else "#555555", "start")
            )
        y -= 6

"""One cell cut open, with every distance: four times as large as it is.

Knows the layers of a body, nothing of wiring.
"""

from __future__ import annotations

from firmware_bridge.maker.body import (
    ALONG,
    BASE,
    BRIDGE,
    BRIDGE_THICK,
    COUNTING,
    DIFFUSER,
    PIXEL_AWAY,
    REED,
    SHEET,
    WALL,
    Layers,
    layers,
)
from firmware_bridge.maker.drawing import Drawing, Ink, Words
from firmware_bridge.texts import Texts
from hardware.panels.panel import Panel

SCALE = 4.0
PIECE = 28.0
REED_LONG, REED_THICK = 14.0, 2.2

WOOD, GRID, ACRYLIC, PAPER = "#e2c79c", "#d5d5d5", "#eef6fb", "#c05a3a"
PART, MAGNET, SENSOR, PIXEL = "#f5e9c8", "#8c8c8c", "#2f7f4f", "#f2b632"
EDGE = Ink(line="#333333", width=0.3)
MEASURE = Ink(line="#1f5fa8", width=0.3)


def section(panel: Panel, text: Texts) -> Drawing:
    stack, half = layers(panel), panel.pitch / 2
    pieces = 3 if stack.kind == COUNTING else 1
    top = stack.surface + stack.floor + stack.disc[1] + 3 + (pieces - 1) * stack.apart
    sheet = Drawing(-SCALE * half - 30, -SCALE * BASE - 56, SCALE * half + 175, SCALE * top + 24)
    title = text(f"section.{stack.kind}")
    sheet.add(Words(sheet.left + 6, sheet.top - 9, f"{panel.name} – {title}", 6, anchor="start"))
    _layer(sheet, half, -BASE, BASE, WOOD)
    for x in (-half, half - WALL):
        _box(sheet, x, 0, WALL, stack.grid, GRID)
    _layer(sheet, half, stack.grid, DIFFUSER, ACRYLIC)
    _layer(sheet, half, stack.grid + DIFFUSER, SHEET, PAPER)
    _box(sheet, -PIXEL_AWAY - 2.5, 0, 5, 1.6, PIXEL)
    sheet.add(Words(-SCALE * PIXEL_AWAY, SCALE * 1.6 + 1.5, "WS2812B", 3))
    _sensor(sheet, stack, half)
    for number in range(pieces):
        _piece(sheet, stack, stack.surface + number * stack.apart)
    _heights(sheet, stack, half, text)
    _widths(sheet, stack, half)
    _notes(sheet, stack, text)
    return sheet


def _box(sheet: Drawing, x: float, y: float, width: float, height: float, fill: str) -> None:
    ink = EDGE._replace(fill=fill)
    sheet.rectangle(SCALE * x, SCALE * y, SCALE * width, SCALE * height, ink)


def _layer(sheet: Drawing, half: float, y: float, height: float, fill: str) -> None:
    _box(sheet, -half, y, 2 * half, height, fill)


def _sensor(sheet: Drawing, stack: Layers, half: float) -> None:
    if stack.seat:
        # The bridge runs across the cell; the reed lies along it.
        wide = 2 * half - 2 * WALL if stack.kind == REED else BRIDGE
        _box(sheet, -wide / 2, stack.seat - BRIDGE_THICK, wide, BRIDGE_THICK, GRID)
    if stack.kind == REED:
        x, y = ALONG - REED_LONG / 2, stack.seat + stack.feels - REED_THICK / 2
        _box(sheet, x, y, REED_LONG, REED_THICK, "#bfe3cf")
        middle = SCALE * (y + REED_THICK / 2)
        for a, b in ((x - 4, ALONG + 1), (ALONG - 1, x + REED_LONG + 4)):
            sheet.line((SCALE * a, middle), (SCALE * b, middle), ink=Ink(line=SENSOR, width=0.8))
        sheet.add(Words(SCALE * (x + REED_LONG - 2), middle + 1.2, "reed", 3))
        _upright(sheet, ALONG, stack.seat + stack.feels)
    else:
        _box(sheet, -2, stack.seat, 4, 1.6, SENSOR)
        sheet.add(Words(SCALE * 2.6, SCALE * stack.seat + 2, "Hall", 3, anchor="start"))
    _upright(sheet, 0, stack.magnet + 3)
    _upright(sheet, -PIXEL_AWAY, 0.8)


def _upright(sheet: Drawing, x: float, top: float) -> None:
    """From the middle of something down to its measure below the base."""
    ink = Ink(line="#999999", width=0.2, dashed=True)
    sheet.line((SCALE * x, SCALE * -BASE - 10), (SCALE * x, SCALE * top), ink=ink)


def _piece(sheet: Drawing, stack: Layers, bottom: float) -> None:
    across, thick = stack.disc
    tall = stack.apart or stack.floor + thick + 2
    _box(sheet, -PIECE / 2, bottom, PIECE, tall, PART)
    _box(sheet, -across / 2, bottom + stack.floor, across, thick, MAGNET)


def _heights(sheet: Drawing, stack: Layers, half: float, text: Texts) -> None:
    """Every height between two lines to the right, the distance that counts to the left."""
    x = SCALE * half + 12
    across, thick = stack.disc
    heights = [
        (-BASE, 0.0, text("section.base")),
        (0.0, stack.grid, text("section.grid")),
        (stack.grid, stack.grid + DIFFUSER, text("section.diffuser")),
        (stack.grid + DIFFUSER, stack.surface, text("section.sheet")),
        (stack.surface, stack.surface + stack.floor, text("section.floor")),
        (
            stack.surface + stack.floor,
            stack.surface + stack.floor + thick,
            text("section.magnet", width=f"{across:g}"),
        ),
    ]
    if stack.seat:
        heights.insert(1, (0.0, stack.seat, text("section.seat")))
        heights.insert(3, (stack.seat - BRIDGE_THICK, stack.seat, text("section.bridge")))
    if stack.apart:
        above = stack.magnet + stack.apart
        heights.append((stack.magnet, above, text("section.apart")))
    label = SCALE * -BASE - 4.0
    for low, high, what in heights:
        middle = SCALE * (low + high) / 2
        label = max(label + 5.5, middle - 1.5)
        sheet.line((x - 3, SCALE * low), (x, SCALE * low), ink=MEASURE)
        sheet.line((x - 3, SCALE * high), (x, SCALE * high), ink=MEASURE)
        sheet.line((x - 1.5, SCALE * low), (x - 1.5, SCALE * high), ink=MEASURE)
        sheet.line((x, middle), (x + 6, label + 1.4), ink=MEASURE)
        sheet.add(Words(x + 8, label, f"{high - low:g} mm – {what}", 4, anchor="start"))
    left, low, high = -SCALE * half - 10, SCALE * (stack.seat + stack.feels), SCALE * stack.magnet
    for y in (low, high):
        sheet.line((left - 3, y), (0, y), ink=MEASURE._replace(dashed=True))
    sheet.line((left, low), (left, high), ink=MEASURE)
    sheet.add(
        Words(left - 2, (low + high) / 2 - 1.4, f"{stack.distance:.1f}", 5, MEASURE.line, "end")
    )


def _widths(sheet: Drawing, stack: Layers, half: float) -> None:
    """Below the base: how far things lie beside the middle, and how wide the cell is."""
    widths = [(-PIXEL_AWAY, 0.0, 8.0), (-half, half, 18.0)]
    if stack.kind == REED:
        widths.append((0.0, ALONG, 8.0))
    for left, right, down in widths:
        y = SCALE * -BASE - down
        sheet.line((SCALE * left, y), (SCALE * right, y), ink=MEASURE)
        for x in (left, right):
            sheet.line((SCALE * x, y - 1.5), (SCALE * x, y + 1.5), ink=MEASURE)
        middle = SCALE * (left + right) / 2
        sheet.add(Words(middle, y - 5, f"{right - left:g}", 4, MEASURE.line))


def _notes(sheet: Drawing, stack: Layers, text: Texts) -> None:
    notes = [text("section.distance", mm=f"{stack.distance:.1f}")]
    notes.append(
        text("section.along", mm=f"{ALONG:g}") if stack.kind == REED else text("section.face")
    )
    notes.append(text("section.pixel", mm=f"{PIXEL_AWAY:g}"))
    for number, note in enumerate(notes):
        sheet.add(Words(sheet.left + 6, SCALE * -BASE - 34 - 7 * number, note, 4, anchor="start"))

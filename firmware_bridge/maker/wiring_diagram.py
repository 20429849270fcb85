"""How a panel is wired, as a drawing: lines, sensors, the strip's way, where it is fed, the buttons.

Seen from above, or mirrored as it lies before whoever solders it from below.
"""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.maker.drawing import Circle, Drawing, Ink, Polygon, Words
from firmware_bridge.maker.parts import FEED_EVERY
from firmware_bridge.maker.wiring_table import pin_rows
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import in_words
from hardware.panels.panel import Panel, Place
from hardware.parts.player_buttons import BUTTON
from hardware.plan import COLUMN, GROUP, NOTE, ROW, Connection, Plan, Wire

MARGIN = 45.0
TABLE = (22.0, 20.0, 58.0)
"""The least width of each column in the table of pins."""
LETTER = 2.2
"""Millimetres that a letter of it takes, with some room."""
STRIP, FEED = "#e08a00", "#c81e1e"
HUES = ("#1f5fa8", "#2c8a4b", "#a83279", "#b0561f", "#5b4bb5", "#4f7a1f", "#8a2c2c", "#2c7f8a")
"""One for each group of sensors."""
COLOURS = {ROW: "#1f5fa8", COLUMN: "#2c8a4b", GROUP: HUES[0], NOTE: "#222222"}


def mirrored(panel: Panel) -> Panel:
    """The same board turned over, left and right changed."""
    middle = min(p.x for p in panel.places) + max(p.x for p in panel.places)
    turned = tuple(replace(place, x=middle - place.x) for place in panel.places)
    return replace(panel, places=turned)


def diagram(panel: Panel, text: Texts, *, below: bool = False) -> Drawing:
    if below:
        panel = mirrored(panel)
    heads = tuple(text(f"wiring.{head}") for head in ("pin", "header", "goes-to"))
    pins = [heads, *pin_rows(panel, text)]
    widths = [max(least, *(LETTER * len(row[n]) for row in pins)) for n, least in enumerate(TABLE)]
    plan = panel.sensors.plan()
    xs, ys = [p.x for p in panel.places], [p.y for p in panel.places]
    sheet = Drawing(
        min(xs) - MARGIN,
        min(min(ys) - MARGIN, max(ys) + MARGIN - 22 - 6.0 * (len(pins) + 1)),
        max(xs) + MARGIN + sum(widths),
        max(ys) + MARGIN,
    )
    _strip(sheet, panel)
    for wire in plan.wires:
        places = [panel.by_channel[n] for n in wire.channels if n in panel.by_channel]
        if places:
            (_row if wire.way == ROW else _column)(sheet, wire, places)
    for place in panel.places:
        _sensor(sheet, place, plan.connections.get(place.channel))
    _buttons(sheet, panel, min(ys) - MARGIN + 8, text)
    _legend(sheet, panel, plan, text, "wiring.below" if below else "wiring.above")
    _pins(sheet, pins, max(xs) + MARGIN, widths)
    return sheet


def _row(sheet: Drawing, wire: Wire, places: list[Place]) -> None:
    places.sort(key=lambda p: p.x)
    first, colour = places[0], COLOURS[ROW]
    points = [(first.x - 24, first.y - 4), *((p.x, p.y - 4) for p in places)]
    sheet.line(*points, ink=Ink(line=colour, width=0.6))
    sheet.add(Words(first.x - 25, first.y - 5.2, wire.name, 3.6, colour, "end"))


def _column(sheet: Drawing, wire: Wire, places: list[Place]) -> None:
    places.sort(key=lambda p: p.y)
    first, colour = places[0], COLOURS[COLUMN]
    lean = 0.0 if len(places) < 2 else (places[1].x - first.x) / (places[1].y - first.y)
    start = (first.x + 4 - 24 * lean, first.y - 24)
    sheet.line(start, *((p.x + 4, p.y) for p in places), ink=Ink(line=colour, width=0.6))
    sheet.add(Words(start[0], start[1] - 4, wire.name, 3.6, colour))


def _strip(sheet: Drawing, panel: Panel) -> None:
    path = sorted((p for p in panel.places if p.pixel is not None), key=lambda p: p.pixel or 0)
    if not path:
        return
    points = [(place.x - 5, place.y + 6) for place in path]
    sheet.line(*points, ink=Ink(line=STRIP, width=0.5, dashed=True))
    # Data comes in from the side on which the next pixel is not.
    x, y = points[0]
    side = -1 if len(points) < 2 or points[1][0] >= x else 1
    tip = x + side * 2.5
    sheet.add(
        Polygon(((tip + side * 3.5, y - 2), (tip + side * 3.5, y + 2), (tip, y)), Ink(fill=STRIP))
    )
    pin = next((p for p in panel.lights.plan().pins), None)
    if pin is not None:
        named = f"{pin.header.name(pin.number)} → 74AHCT125 → 330 Ω"
        sheet.line((tip + side * 3.5, y), (tip + side * 9, y), ink=Ink(line=STRIP, width=0.5))
        sheet.add(Words(tip + side * 10, y + 2.5, named, 3, STRIP, "end" if side < 0 else "start"))
    # 5 V and ground go in at both ends and in between.
    for number in sorted({0, *range(FEED_EVERY, len(points), FEED_EVERY), len(points) - 1}):
        fx, fy = points[number]
        sheet.rectangle(fx - 1.6, fy + 3.2, 3.2, 3.2, Ink(fill=FEED))
        sheet.add(Words(fx + 2.4, fy + 3.8, "5 V", 2.6, FEED, "start"))


def _buttons(sheet: Drawing, panel: Panel, y: float, text: Texts) -> None:
    """Each with where it is connected, and what lights it."""
    plan = panel.buttons.plan()
    lamps = [pin for pin in plan.pins if pin.entry == "lamps"]
    x = min(place.x for place in panel.places)
    for player, wired in plan.connections.items():
        name = in_words(BUTTON(player=player), text)
        sheet.add(Circle(x, y, 4, Ink("#ffffff", "#222222", 0.6)))
        sheet.add(Words(x, y - 1.3, str(player), 4))
        sheet.add(Words(x + 6, y + 1, name, 3, anchor="start"))
        lit = ""
        if panel.buttons.pixels:
            lit = f", {text('wiring.pixel')} {panel.lights.strip.count + player - 1}"
        elif player <= len(lamps):
            lamp = lamps[player - 1]
            lit = f", {lamp.header.name(lamp.number)} → 330 Ω → LED → GND"
        sheet.add(Words(x + 6, y - 3.2, f"{wired.ends}{lit}", 3, "#555555", "start"))
        x += 18 + 1.9 * max(len(name), len(wired.ends + lit))


def _sensor(sheet: Drawing, place: Place, wired: Connection | None) -> None:
    ink, note = Ink("#ffffff", "#222222", 0.4), str(place.channel)
    if wired is not None and wired.group is not None:
        ink = Ink("#ffffff", HUES[wired.group % len(HUES)], 1.0)
    if wired is not None and wired.note:
        note = wired.note
    sheet.add(Circle(place.x, place.y, 8, ink))
    sheet.add(Words(place.x, place.y + 1, place.name, 4.5))
    sheet.add(Words(place.x, place.y - 4.5, note, 3, "#555555"))
    if place.pixel is not None:
        sheet.add(Circle(place.x - 5, place.y + 6, 2.6, Ink("#fff3d6", STRIP, 0.3)))
        sheet.add(Words(place.x - 5, place.y + 5.2, str(place.pixel), 2.3, "#7a4b00"))


def _legend(sheet: Drawing, panel: Panel, plan: Plan, text: Texts, seen: str) -> None:
    y = sheet.top - 10
    sheet.add(Words(sheet.left + 8, y, f"{panel.name} – {text(seen)}", 6, anchor="start"))
    explained = [(way, COLOURS[way], in_words(words, text)) for way, words in plan.legend]
    items = [
        *((colour, words) for way, colour, words in explained if way in (ROW, COLUMN)),
        (STRIP, text("wiring.strip")),
        (FEED, text("wiring.feed")),
        *((colour, words) for way, colour, words in explained if way not in (ROW, COLUMN)),
    ]
    x = sheet.left + 8
    for colour, words in items:
        sheet.add(Polygon(((x, y - 8), (x + 6, y - 8)), Ink(line=colour, width=1), closed=False))
        sheet.add(Words(x + 8, y - 9, words, 3.6, anchor="start"))
        x += 14 + 2.0 * len(words)


def _pins(sheet: Drawing, rows: list[tuple[str, ...]], left: float, widths: list[float]) -> None:
    y = sheet.top - 22
    for number, row in enumerate(rows):
        x, colour = left, "#000000" if number else "#555555"
        for width, words in zip(widths, row, strict=True):
            sheet.add(Words(x, y, words, 3.6, colour, "start"))
            x += width
        y -= 6

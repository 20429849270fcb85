"""The schematic of a panel's supply and chips: each part as a box, each leg with what it goes to.

Lines of the same name are one line, as in any schematic; which cell hangs where is the wiring diagram's.
"""

from __future__ import annotations

from firmware_bridge.maker.drawing import Circle, Drawing, Ink, Polygon, Words
from firmware_bridge.maker.parts import bill, fuse_of
from firmware_bridge.texts import Texts
from hardware.panels.panel import Panel
from hardware.parts.config_txt import config_txt
from hardware.parts.crossings import Crossed
from hardware.plan import Chip

HIGH = "#c81e1e"
LOW = "#222222"
LINE = Ink(line=LOW, width=0.5)
BOX = Ink("#fbf7ea", "#222222", 0.5)
WIDE, GAP = 34.0, 120.0
"""Of a chip, and from one to the next."""
LEG = 7.0
ACROSS = 3
"""Chips beside each other."""


def schematic(panel: Panel, text: Texts) -> Drawing:
    plans = [wiring.plan() for wiring in (panel.lights, panel.sensors, panel.buttons)]
    chips = [chip for plan in plans for chip in plan.chips]
    rows = [chips[n : n + ACROSS] for n in range(0, len(chips), ACROSS)]
    tall = [LEG * (1 + max(len(chip.legs) for chip in row)) + 22 for row in rows]
    logic = any(part.ma for plan in plans for part in plan.parts)
    hall = logic and panel.sensors.feel is not None
    buttons = list(panel.buttons.plan().connections.items())
    settings = config_txt(plans)
    below = 14 + 7.0 * (max(3, len(buttons)) + len(settings) + 2)
    sheet = Drawing(0, 0, ACROSS * GAP + 20, 96 + sum(tall) + below)
    title = f"{panel.name} – {text('schematic.title')}"
    sheet.add(Words(8, sheet.top - 10, title, 6, anchor="start"))
    y = sheet.top - 30
    if panel.lights.strip.count:
        _power(sheet, y, panel, text)
    if hall:
        _regulator(sheet, y - 40, text)
    y -= 62
    for row, height in zip(rows, tall, strict=True):
        for number, chip in enumerate(row):
            _chip(sheet, 45 + number * GAP, y, chip)
        y -= height
    _crossing(sheet, 180, y - 8, panel, text)
    for player, wired in buttons:
        sheet.add(Circle(14, y + 1, 2.4, Ink("#ffffff", LOW, 0.5)))
        said = text("schematic.button", player=player, ends=wired.ends)
        sheet.add(Words(20, y - 0.5, said, 4, anchor="start"))
        y -= 7
    y -= 7 * max(0, 3 - len(buttons))
    for number, line in enumerate((text("wiring.config"), *settings) if settings else ()):
        sheet.add(Words(12 if number == 0 else 20, y - 7, line, 4, anchor="start"))
        y -= 7
    return sheet


def _power(sheet: Drawing, y: float, panel: Panel, text: Texts) -> None:
    """5 V from the socket through the fuse past the capacitor to the strip; ground is one for all."""
    found = bill(panel, text)
    high, low = y, y - 22
    sheet.line((52, high), (205, high), ink=LINE._replace(line=HIGH))
    sheet.line((52, low), (318, low), ink=LINE)
    for x, width, name in (
        (8, 44, text("schematic.supply", amperes=f"{found.supply_a:g}")),
        (205, 44, text("schematic.strip")),
        (306, 66, text("schematic.computer")),
    ):
        sheet.rectangle(x, low - 4, width, 30, BOX)
        sheet.add(Words(x + width / 2, high - 12, name, 3.6))
    sheet.rectangle(88, high - 5, 32, 10, BOX)
    fuse = text("schematic.fuse", amperes=f"{fuse_of(found.budget_ma):g}")
    sheet.add(Words(104, high - 1.4, fuse, 3.6))
    _capacitor(sheet, 162, high, low, "1000 µF")
    sheet.add(Words(130, high + 2, "5 V", 4, HIGH), Words(80, low - 6, "GND", 4))
    sheet.add(Words(205, high + 7, text("schematic.feeds"), 3.6, HIGH, "start"))
    sheet.add(Words(120, low - 8, text("schematic.ground"), 3.6, LOW, "start"))


def _crossing(sheet: Drawing, x: float, y: float, panel: Panel, text: Texts) -> None:
    """A reed and its diode between column and row: current flows into the line that is pulled low."""
    lines = panel.sensors.crossings if isinstance(panel.sensors, Crossed) else None
    if lines is None or not lines.diodes:
        return
    ends = [text("schematic.column"), text("schematic.row")]
    if lines.active_high:
        ends.reverse()
    sheet.add(
        Words(x, y + 14, text("schematic.crossing", count=len(panel.places)), 4, anchor="start")
    )
    sheet.add(Words(x, y - 1.3, ends[0], 3.8, anchor="start"))
    sheet.add(Words(x + 112, y - 1.3, ends[1], 3.8, anchor="start"))
    sheet.line((x + 22, y), (x + 36, y), (x + 45, y + 4), ink=LINE)
    sheet.line((x + 46, y), (x + 74, y), ink=LINE)
    sheet.line((x + 82, y), (x + 108, y), ink=LINE)
    sheet.add(Polygon(((x + 74, y + 4), (x + 74, y - 4), (x + 82, y)), BOX))
    sheet.line((x + 82, y + 4), (x + 82, y - 4), ink=LINE._replace(width=0.9))
    sheet.add(Words(x + 41, y + 6.5, "reed", 3.4), Words(x + 78, y + 6.5, "1N4148", 3.4))


def _capacitor(sheet: Drawing, x: float, high: float, low: float, name: str) -> None:
    middle = (high + low) / 2
    sheet.line((x, high), (x, middle + 1.2), ink=LINE)
    sheet.line((x, middle - 1.2), (x, low), ink=LINE)
    for shift in (1.2, -1.2):
        sheet.line((x - 5, middle + shift), (x + 5, middle + shift), ink=LINE._replace(width=0.9))
    sheet.add(Words(x + 7, middle - 1.2, name, 3.6, anchor="start"))
    sheet.add(Words(x - 4, middle + 3, "+", 4, HIGH))


def _regulator(sheet: Drawing, y: float, text: Texts) -> None:
    sheet.rectangle(92, y - 5, 44, 10, BOX)
    sheet.add(Words(114, y - 1.3, "LM1117-3.3", 3.8))
    sheet.line((70, y), (92, y), ink=LINE._replace(line=HIGH))
    sheet.line((136, y), (160, y), ink=LINE._replace(line=HIGH))
    sheet.add(Words(68, y - 1.3, "5 V, 10 µF → GND", 3.6, HIGH, "end"))
    sheet.add(Words(162, y - 1.3, text("schematic.regulated"), 3.6, HIGH, "start"))


def _chip(sheet: Drawing, x: float, y: float, chip: Chip) -> None:
    """Its legs one below the other: number and name within, what they go to beside."""
    height = LEG * len(chip.legs) + 4
    sheet.rectangle(x, y - height, WIDE, height, BOX)
    times = f" × {chip.times}" if chip.times > 1 else ""
    sheet.add(Words(x + WIDE / 2, y + 2.5, f"{chip.name}{times}", 4.4))
    for number, (leg, name, where) in enumerate(chip.legs):
        at = y - LEG * (number + 1)
        sheet.add(Words(x + 2, at, name, 3.6, anchor="start"))
        sheet.add(Words(x - 2, at + 1, leg, 3, "#777777", "end"))
        if where:
            colour = HIGH if where.startswith(("5 V", "3.3 V")) else LOW
            sheet.line(
                (x + WIDE, at + 1.2), (x + WIDE + 8, at + 1.2), ink=LINE._replace(line=colour)
            )
            sheet.add(Words(x + WIDE + 9.5, at, where, 3.6, colour, "start"))

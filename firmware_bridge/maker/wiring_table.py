"""How a panel is wired, as tables: which pin goes where, and what hangs on which crossing.

Knows panels and the headers of Pi and Pico; no games.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.texts import Texts
from firmware_bridge.texts.columns import table
from hardware.drivers.hall import ADDRESSES
from hardware.panels.panel import HallWiring, MatrixWiring, Panel

PI_HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""The pin of the 40-pin header that carries each GPIO."""
_PICO_ORDER = (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29)
PICO_HEADER = {**dict(enumerate(_PICO_ORDER)), 26: 31, 27: 32, 28: 34}

Row = tuple[str, ...]


def pin_rows(panel: Panel, text: Texts) -> Iterator[Row]:
    """Every pin in use: its name, its place on the header, what it goes to."""
    serial = panel.driver == "serial"

    def row(pin: int, what: str) -> Row:
        name, header = (f"GP{pin}", PICO_HEADER) if serial else (f"GPIO{pin}", PI_HEADER)
        return name, str(header[pin]), what

    match panel.sensors:
        case MatrixWiring() as matrix:
            for number, pin in enumerate(matrix.rows, start=1):
                yield row(pin, text("wiring.row", number=number))
            for number, pin in enumerate(matrix.columns, start=1):
                yield row(pin, text("wiring.column", number=number))
        case HallWiring() as hall:
            for pin, what in ((11, "CLK"), (9, "DOUT"), (10, "DIN")):
                yield row(pin, f"MCP3008 {what}")
            for number, pin in enumerate(hall.converters, start=1):
                yield row(pin, f"MCP3008 {number} CS")
            for bit, pin in enumerate(hall.select):
                yield row(pin, f"CD74HC4067 S{bit}")
        case _:
            pass
    if panel.lights.driver in ("neopixel", "serial"):
        yield row(panel.lights.pin, text("wiring.data"))
    for number, pin in enumerate(panel.buttons.pins, start=1):
        yield row(pin, text("wiring.button", player=number))
    for number, (line, column) in enumerate(panel.buttons.crossings, start=1):
        assert isinstance(panel.sensors, MatrixWiring)
        pins = panel.sensors.rows[line], panel.sensors.columns[column]
        yield " × ".join(map(str, pins)), "–", text("wiring.button", player=number)
    for number, pin in enumerate(panel.buttons.lamps, start=1):
        yield row(pin, text("wiring.lamp", player=number))


def connection_rows(panel: Panel, text: Texts) -> Iterator[Row]:
    """Every place: where its sensor is connected, and its pixel's number on the strip."""
    for place in panel.places:
        yield (
            place.name,
            where(panel, place.channel),
            "–" if place.pixel is None else str(place.pixel),
        )
    for player, (row, column) in enumerate(panel.buttons.crossings, start=1):
        assert isinstance(panel.sensors, MatrixWiring)
        channel = row * len(panel.sensors.columns) + column
        yield (
            text("wiring.button", player=player),
            where(panel, channel),
            _button_pixel(panel, player),
        )
    for player, pin in enumerate(panel.buttons.pins, start=1):
        name = f"GP{pin}" if panel.driver == "serial" else f"GPIO{pin}"
        yield text("wiring.button", player=player), f"{name} → GND", _button_pixel(panel, player)


def _button_pixel(panel: Panel, player: int) -> str:
    return str(panel.lights.count + player - 1) if panel.buttons.pixels else "–"


def where(panel: Panel, channel: int) -> str:
    match panel.sensors:
        case MatrixWiring() as matrix:
            row, column = divmod(channel, len(matrix.columns))
            sign = "GP" if matrix.port else "GPIO"
            ends = f"{sign}{matrix.columns[column]}", f"{sign}{matrix.rows[row]}"
            # Current flows into the line that is pulled low.
            one, two = ends if not matrix.active_high else ends[::-1]
            return f"{one} –▷|– {two}" if matrix.diodes else f"{one} –– {two}"
        case HallWiring() as hall:
            if not hall.select:
                return f"MCP3008 {channel // 8 + 1} CH{channel % 8}"
            at, address = divmod(channel, ADDRESSES)
            return f"MCP3008 {at // 8 + 1} CH{at % 8}, CD74HC4067 {at + 1} C{address}"
        case _:
            return str(channel)


def wiring_text(panel: Panel, text: Texts) -> str:
    pins = list(pin_rows(panel, text))
    parts = [f"{panel.name}: {panel.about}"]
    if pins:
        heads = [text(f"wiring.{head}") for head in ("pin", "header", "goes-to")]
        parts += [table(heads, pins)]
    heads = [text(f"wiring.{head}") for head in ("place", "sensor", "pixel")]
    parts += [table(heads, connection_rows(panel, text))]
    return "\n\n".join(parts)

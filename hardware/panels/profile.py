"""A panel from the tables of its profile: every entry is checked, also against the others.

Knows TOML values, no files. docs/profiles.md is the maker's side of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hardware.drivers.hall import ADDRESSES, MIDDLE, Feel
from hardware.errors import ProfileError, Said
from hardware.panels.panel import (
    ButtonsWiring,
    HallWiring,
    LightsWiring,
    MatrixWiring,
    Panel,
    Place,
    SensorWiring,
    SimulatedWiring,
    Spot,
    hexagon_spots,
    pixel_numbers,
    square_spots,
)
from hardware.panels.table import Table
from hardware.parts.serial_port import PICO

PI_PINS = frozenset(range(2, 28))
PICO_PINS = frozenset({*range(23), 26, 27, 28})
MOST_LINES = 11


def panel_from(document: Mapping[str, Any], name: str, file: str) -> Panel:
    top = Table(file, "", document)
    about = top.text("about", "–")
    for key in ("grid", "sensors"):
        if key not in top:
            raise top.missing(key)
    grid = Table(file, "grid", document["grid"])
    spots, pitch = _spots(grid)
    names = {spot.name for spot in spots}
    table = Table(file, "sensors", document["sensors"])
    channels, sensors = _sensors(table, spots, names)
    lit = Table(file, "lights", document.get("lights", {"driver": "none"}))
    pixels, lights = _lights(lit, table, spots, names)
    pressed = Table(file, "buttons", document.get("buttons", {"driver": "none"}))
    buttons = _buttons(pressed, table, sensors, channels)
    _each_pin_once(file, sensors, lights, buttons)
    places = tuple(
        Place(spot.name, spot.x, spot.y, channels[spot.name], pixels.get(spot.name))
        for spot in spots
    )
    return Panel(name, about, pitch, places, sensors, lights, buttons, document)


def _spots(grid: Table) -> tuple[list[Spot], float]:
    pitch = grid.number("pitch", 10, 200, 40)
    x, y = grid.pair("origin", (0.0, 0.0))
    if grid.choice("shape", ("square", "hexagon")) == "hexagon":
        return hexagon_spots(grid.whole("radius", 1, 8), pitch, x, y), pitch
    columns, rows = grid.whole("columns", 1, 16), grid.whole("rows", 1, 16)
    return square_spots(columns, rows, pitch, x, y), pitch


def _sensors(
    table: Table, spots: list[Spot], names: set[str]
) -> tuple[dict[str, int], SensorWiring]:
    driver = table.choice("driver", ("matrix", "hall", "serial", "simulated"))
    sensors: SensorWiring
    if driver in ("matrix", "serial"):
        sensors = _matrix(table, driver)
        width = len(sensors.columns)
        needed = 1 + max(spot.row for spot in spots), 1 + max(spot.column for spot in spots)
        for key, lines, need in zip(
            ("rows", "columns"), (sensors.rows, sensors.columns), needed, strict=True
        ):
            if len(lines) < need and "channels" not in table:
                raise table.wrong(
                    key,
                    "names {count} pins; the grid needs {need}",
                    "profile.few-pins",
                    count=len(lines),
                    need=need,
                )
        rule = {spot.name: spot.row * width + spot.column for spot in spots}
        numbers = _numbers(table, "channels", rule, names, sensors.channels)
        return numbers, sensors
    rule = {spot.name: number for number, spot in enumerate(spots)}
    if driver == "simulated":
        numbers = _numbers(table, "channels", rule, names, len(spots))
        return numbers, SimulatedWiring(len(spots), table.flag("polarity", False))
    converters = table.pins("converters", PI_PINS, 2)
    select = table.pins("select", PI_PINS, 4, ())
    if len(select) not in (0, 4):
        raise table.wrong(
            "select",
            "names {count} pins; a 16-way multiplexer has 4",
            "profile.select",
            count=len(select),
        )
    most = len(converters) * 8 * (ADDRESSES if select else 1)
    numbers = _numbers(table, "channels", rule, names, most)
    count = 1 + max(numbers.values())
    if count > most:
        raise table.wrong(
            "converters",
            "reach {most} sensors; the grid has {count}",
            "profile.converters",
            most=most,
            count=count,
        )
    feel = Feel(
        table.number("on", 5, 500, Feel().on),
        table.number("off", 2, 500, Feel().off),
        table.number("drift_s", 1, 86400, Feel().drift),
    )
    if feel.off >= feel.on:
        raise table.wrong(
            "off",
            "= {off:g} must be less than on = {on:g}",
            "profile.off",
            off=feel.off,
            on=feel.on,
        )
    rest = [float(MIDDLE)] * count
    for name, value in table.by_place("rest", names, 0, 1023).items():
        rest[numbers[name]] = float(value)
    flipped = tuple(numbers[name] for name in table.place_names("flipped", names))
    return numbers, HallWiring(converters, select, count, feel, tuple(rest), flipped)


def _matrix(table: Table, driver: str) -> MatrixWiring:
    pins = PICO_PINS if driver == "serial" else PI_PINS
    active_high = table.choice("active", ("low", "high"), "low") == "high"
    pull = table.choice("pull", ("up", "down", "none"), "down" if active_high else "up")
    if pull == ("up" if active_high else "down"):
        raise table.wrong(
            "pull", "= '{pull}' makes every open contact read as closed", "profile.pull", pull=pull
        )
    port = table.text("port", PICO) if driver == "serial" else ""
    if port.startswith("usb:") and not re.fullmatch(r"usb:[0-9a-f]{4}:[0-9a-f]{4}(:.+)?", port):
        raise table.wrong(
            "port",
            "= '{port}' is not written usb:vendor:product, as in {example}",
            "profile.port",
            port=port,
            example=PICO,
        )
    return MatrixWiring(
        table.pins("rows", pins, MOST_LINES),
        table.pins("columns", pins, MOST_LINES),
        pull,
        active_high,
        table.flag("diodes", True),
        table.whole("settle_us", 0, 10_000, 60),
        port,
    )


def _numbers(
    table: Table, key: str, rule: dict[str, int], names: set[str], most: int
) -> dict[str, int]:
    """Numbers by the rule, or as learned; each once."""
    numbers = {**rule, **table.by_place(key, names, 0, most - 1)}
    owner: dict[int, str] = {}
    for name, number in numbers.items():
        if number in owner:
            raise table.wrong(
                key,
                "gives {number} to both '{one}' and '{other}'",
                "profile.number-twice",
                number=number,
                one=owner[number],
                other=name,
            )
        owner[number] = name
    return numbers


def _lights(
    table: Table, sensors: Table, spots: list[Spot], names: set[str]
) -> tuple[dict[str, int], LightsWiring]:
    driver = table.choice("driver", ("neopixel", "serial", "simulated", "none"), "none")
    if driver != "none":
        _goes_with(table, driver, sensors)
    if driver == "none":
        return {}, LightsWiring("none", 0, 0)
    first = table.whole("first", 0, 300, 0)
    rule = pixel_numbers(spots, table.choice("path", ("rows", "serpentine"), "serpentine"), first)
    numbers = _numbers(table, "pixels", rule, names, 600)
    allowed = PICO_PINS if driver == "serial" else PI_PINS
    pin = 0 if driver == "simulated" else table.whole("pin", 0, 28)
    if driver != "simulated" and pin not in allowed:
        raise table.wrong("pin", "= {pin} cannot be used", "profile.bad-pin", pin=pin)
    lights = LightsWiring(
        driver,
        pin,
        1 + max(numbers.values()),
        table.choice("order", ("GRB", "RGB", "BRG", "BGR", "RBG", "GBR"), "GRB"),
        table.number("brightness", 0, 1, 1),
        table.number("gamma", 1, 4, 2.2),
        table.number("budget_ma", 50, 60_000, 2000),
    )
    return numbers, lights


def _goes_with(table: Table, driver: str, sensors: Table) -> None:
    """A microcontroller serves all of a board or nothing; simulated parts need a simulated board."""
    felt = sensors.text("driver")
    if driver != felt and ("serial" in (driver, felt) or driver == "simulated"):
        raise table.wrong(
            "driver",
            "= '{driver}' does not go with the sensors' driver",
            "profile.drivers",
            driver=driver,
        )


def _buttons(
    table: Table, sensors: Table, wiring: SensorWiring, channels: dict[str, int]
) -> ButtonsWiring:
    driver = table.choice("driver", ("gpio", "matrix", "serial", "simulated", "none"), "none")
    if driver not in ("matrix", "none"):
        _goes_with(table, driver, sensors)
    light = table.choice("light", ("pixels", "pins", "none"), "none")
    if light == "pins" and driver != "gpio":
        raise table.wrong(
            "light",
            "= 'pins' does not go with driver = '{driver}', only with gpio",
            "profile.lamps",
            driver=driver,
        )
    allowed = PICO_PINS if sensors.text("driver") == "serial" else PI_PINS
    lamps = table.pins("lamps", allowed, 4) if light == "pins" else ()
    if driver == "matrix":
        return ButtonsWiring(driver, (), _crossings(table, wiring, channels), lamps, light)
    pins = table.pins("pins", allowed, 4) if driver in ("gpio", "serial") else ()
    return ButtonsWiring(driver, pins, (), lamps, light)


def _crossings(
    table: Table, wiring: SensorWiring, channels: dict[str, int]
) -> tuple[tuple[int, int], ...]:
    values = table.entries.get("crossings")
    if not isinstance(wiring, MatrixWiring):
        raise table.wrong("driver", "= 'matrix' needs sensors in a matrix", "profile.no-matrix")
    if not isinstance(values, list) or not values:
        raise table.wrong(
            "crossings", "must list a crossing for each player", "profile.no-crossings"
        )
    taken: dict[int, str] = {channel: name for name, channel in channels.items()}
    for value in values:
        good = isinstance(value, list) and [type(n) for n in value] == [int, int]
        if not good or not (
            0 <= value[0] < len(wiring.rows) and 0 <= value[1] < len(wiring.columns)
        ):
            raise table.wrong(
                "crossings",
                "has {value!r}, which is no crossing of the matrix",
                "profile.no-crossing",
                value=value,
            )
        channel = value[0] * len(wiring.columns) + value[1]
        if channel in taken:
            raise table.wrong(
                "crossings",
                "has {value!r}, where {what} is already",
                "profile.crossing-taken",
                value=value,
                what=taken[channel],
            )
        taken[channel] = Said("another button", "profile.button")
    return tuple((row, column) for row, column in values)


def _each_pin_once(
    file: str, sensors: SensorWiring, lights: LightsWiring, buttons: ButtonsWiring
) -> None:
    used: dict[int, str] = {}
    groups: list[tuple[str, tuple[int, ...]]] = []
    match sensors:
        case MatrixWiring():
            groups += [("[sensors] rows", sensors.rows), ("[sensors] columns", sensors.columns)]
        case HallWiring():
            groups += [
                ("[sensors] converters", sensors.converters),
                ("[sensors] select", sensors.select),
            ]
            groups += [(Said("the converters' SPI", "profile.spi"), (9, 10, 11))]
        case SimulatedWiring():
            pass
    if lights.driver in ("neopixel", "serial"):
        groups += [("[lights] pin", (lights.pin,))]
    groups += [("[buttons] pins", buttons.pins), ("[buttons] lamps", buttons.lamps)]
    for what, pins in groups:
        for pin in pins:
            if pin in used:
                raise ProfileError(
                    Said(
                        "{file}: pin {pin} is used by {one} and by {other}: give each its own",
                        "profile.pin-shared",
                        file=file,
                        pin=pin,
                        one=used[pin],
                        other=what,
                    )
                )
            used[pin] = what

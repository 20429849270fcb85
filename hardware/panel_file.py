"""Panels as TOML: finding, reading and checking them. docs/profiles.md is the maker's side of it."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hardware.errors import ProfileError
from hardware.hall import ADDRESSES, MIDDLE, Feel
from hardware.panel import (
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
from hardware.profile_table import Table
from hardware.serial_link import PICO

OURS = Path(__file__).with_name("panels")
PI_PINS = frozenset(range(2, 28))
PICO_PINS = frozenset({*range(23), 26, 27, 28})
MOST_LINES = 11

TOP = {
    "about": "one line that tells people which board this is",
    "grid": "where the sensors lie",
    "sensors": "how the sensors are wired",
    "lights": "how the pixels are wired",
    "buttons": "how the players' buttons are wired",
}
GRID = {
    "shape": "square or hexagon",
    "columns": "places in a row of a square grid",
    "rows": "rows of a square grid",
    "radius": "rings around the middle of a hexagon",
    "pitch": "millimetres between neighbouring sensors",
    "origin": "millimetres from the boards' origin to the first place, or to the hexagon's middle",
}
SENSORS = {
    "driver": "matrix, hall, serial or simulated",
    "rows": "pins that drive the rows, the row of a1 first",
    "columns": "pins that read the columns, the column of a1 first",
    "pull": "up, down, or none where resistors outside do it",
    "active": "low or high: what a closed contact reads",
    "diodes": "whether every switch has its diode",
    "settle_us": "microseconds that a driven row needs before its columns are read",
    "port": "path of the serial port, or usb:vendor:product",
    "converters": "chip-select pins of the MCP3008 converters",
    "select": "the four address pins of the 16-way multiplexers, lowest bit first",
    "on": "steps of the converter from rest at which a piece is felt",
    "off": "steps from rest at which it is gone",
    "drift_s": "seconds in which rest values follow the temperature",
    "polarity": "whether a simulated sensor tells which way round a magnet lies",
    "channels": "place = channel, where learning found another order",
    "rest": "place = what its sensor reads with nothing on it",
    "flipped": "places whose sensor is soldered the other way round",
}
LIGHTS = {
    "driver": "neopixel, serial, simulated or none",
    "pin": "the data pin",
    "path": "rows: each row from the left; serpentine: to and fro",
    "first": "number of the first board pixel on the strip",
    "order": "order of the colours on the strip",
    "brightness": "0 to 1",
    "gamma": "1 for none; 2.2 suits the eye",
    "budget_ma": "milliamperes that all pixels together may draw",
    "pixels": "place = pixel, where learning found another order",
}
BUTTONS = {
    "driver": "gpio, matrix, serial, simulated or none",
    "pins": "one pin per player, the first player's first",
    "crossings": "[row, column] of each button on the matrix, counted from 0",
    "light": "pixels at the end of the strip, pins, or none",
    "lamps": "one pin per lamp",
}


def own_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where users keep their own panels."""
    env = os.environ if environment is None else environment
    base = env.get("XDG_CONFIG_HOME") or Path(env.get("HOME", "~")).expanduser() / ".config"
    return Path(base) / "tavoliere" / "panels"


def panel_files(own: Path | None = None) -> dict[str, Path]:
    """Every panel by name; a user's own hides ours of the same name."""
    found: dict[str, Path] = {}
    for folder in (OURS, own_folder() if own is None else own):
        found.update({path.stem: path for path in sorted(folder.glob("*.toml"))})
    return found


def panel_named(name: str, own: Path | None = None) -> Panel:
    """A panel by its name, or by the path of its file."""
    if name.endswith(".toml"):
        return read_panel(Path(name))
    files = panel_files(own)
    if name not in files:
        raise ProfileError(f"there is no panel '{name}'; there are {', '.join(files)}")
    return read_panel(files[name])


def read_panel(path: Path) -> Panel:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ProfileError(
            f"there is no file {path}: tavoliere board list shows the panels"
        ) from None
    except IsADirectoryError:
        raise ProfileError(f"{path} is a folder: name the TOML file in it") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ProfileError(f"{path}: this is not TOML: {error}") from None
    return panel_from(document, path.stem, str(path))


def panel_from(document: Mapping[str, Any], name: str, file: str) -> Panel:
    top = Table(file, "top level", document, TOP)
    about = top.text("about", "–")
    for key in ("grid", "sensors"):
        if key not in top:
            raise top.wrong(key, "is missing")
    grid = Table(file, "grid", document["grid"], GRID)
    spots, pitch = _spots(grid)
    names = {spot.name for spot in spots}
    table = Table(file, "sensors", document["sensors"], SENSORS)
    channels, sensors = _sensors(table, spots, names)
    lit = Table(file, "lights", document.get("lights", {"driver": "none"}), LIGHTS)
    pixels, lights = _lights(lit, table, spots, names)
    pressed = Table(file, "buttons", document.get("buttons", {"driver": "none"}), BUTTONS)
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
                raise table.wrong(key, f"names {len(lines)} pins; the grid needs {need}")
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
        raise table.wrong("select", f"names {len(select)} pins; a 16-way multiplexer has 4")
    most = len(converters) * 8 * (ADDRESSES if select else 1)
    numbers = _numbers(table, "channels", rule, names, most)
    count = 1 + max(numbers.values())
    if count > most:
        raise table.wrong("converters", f"reach {most} sensors; the grid has {count}")
    feel = Feel(
        table.number("on", 5, 500, Feel().on),
        table.number("off", 2, 500, Feel().off),
        table.number("drift_s", 1, 86400, Feel().drift),
    )
    if feel.off >= feel.on:
        raise table.wrong("off", f"= {feel.off:g} must be less than on = {feel.on:g}")
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
        raise table.wrong("pull", f"= '{pull}' makes every open contact read as closed")
    port = table.text("port", PICO) if driver == "serial" else ""
    if port.startswith("usb:") and not re.fullmatch(r"usb:[0-9a-f]{4}:[0-9a-f]{4}(:.+)?", port):
        raise table.wrong("port", f"= '{port}' is not written usb:vendor:product, as in {PICO}")
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
            raise table.wrong(key, f"gives {number} to both '{owner[number]}' and '{name}'")
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
        raise table.wrong("pin", f"= {pin} cannot be used")
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
        raise table.wrong("driver", f"= '{driver}' does not go with the sensors' driver")


def _buttons(
    table: Table, sensors: Table, wiring: SensorWiring, channels: dict[str, int]
) -> ButtonsWiring:
    driver = table.choice("driver", ("gpio", "matrix", "serial", "simulated", "none"), "none")
    if driver not in ("matrix", "none"):
        _goes_with(table, driver, sensors)
    light = table.choice("light", ("pixels", "pins", "none"), "none")
    if light == "pins" and driver != "gpio":
        raise table.wrong("light", f"= 'pins' does not go with driver = '{driver}', only with gpio")
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
        raise table.wrong("driver", "= 'matrix' needs sensors in a matrix")
    if not isinstance(values, list) or not values:
        raise table.wrong("crossings", "must list a crossing for each player")
    taken = {channel: name for name, channel in channels.items()}
    for value in values:
        good = isinstance(value, list) and [type(n) for n in value] == [int, int]
        if not good or not (
            0 <= value[0] < len(wiring.rows) and 0 <= value[1] < len(wiring.columns)
        ):
            raise table.wrong("crossings", f"has {value!r}, which is no crossing of the matrix")
        channel = value[0] * len(wiring.columns) + value[1]
        if channel in taken:
            raise table.wrong("crossings", f"has {value!r}, where '{taken[channel]}' is already")
        taken[channel] = f"a button at {value}"
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
            groups += [("the converters' SPI", (9, 10, 11))]
        case SimulatedWiring():
            pass
    if lights.driver in ("neopixel", "serial"):
        groups += [("[lights] pin", (lights.pin,))]
    groups += [("[buttons] pins", buttons.pins), ("[buttons] lamps", buttons.lamps)]
    for what, pins in groups:
        for pin in pins:
            if pin in used:
                raise ProfileError(
                    f"{file}: pin {pin} is used by {used[pin]} and by {what}: give each its own"
                )
            used[pin] = what

"""A panel from the tables of its file: every entry is checked, also against the others.

What a table may hold is said by the driver that it names. Knows TOML values, no files; docs/profiles.md
is the maker's side of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hardware.driver import Driver
from hardware.drivers import driver_named, names
from hardware.errors import ProfileError
from hardware.panels import complaints, keys
from hardware.panels.grid import Grid, hexagon, square
from hardware.panels.panel import Panel, Place
from hardware.panels.table import Table
from hardware.phrases import Phrase, Said
from hardware.plan import Plan

FARTHEST = 10_000.0
"""Millimetres that a panel may lie from where its sheet begins."""
COMMON = {"sensors": keys.SENSORS, "lights": keys.LIGHTS, "buttons": keys.BUTTONS}
"""The keys that a table has whatever its driver."""


def panel_from(document: Mapping[str, Any], name: str, file: str) -> Panel:
    top = Table(file, "", document, keys.TOP)
    top.known_keys_only()
    about = top.text("about", "–")
    for key in ("grid", "sensors"):
        if key not in top:
            raise top.missing(key)
    grid = _grid(Table(file, "grid", document["grid"], keys.GRID))

    driver, felt, table = _chosen(document, "sensors", file)
    assert felt.sensors is not None
    sensors = felt.sensors.read(table, grid)
    table.known_keys_only()
    _, lit, table = _chosen(document, "lights", file, felt)
    assert lit.lights is not None
    lights = lit.lights.read(table, grid)
    table.known_keys_only()
    _, pressed, table = _chosen(document, "buttons", file, felt)
    assert pressed.buttons is not None
    buttons = pressed.buttons.read(table, sensors)
    table.known_keys_only()

    _each_pin_once(
        file, {"sensors": sensors.plan(), "lights": lights.plan(), "buttons": buttons.plan()}
    )
    pixels = lights.strip.pixel_of
    places = tuple(
        Place(spot.name, spot.x, spot.y, sensors.channel_of[spot.name], pixels.get(spot.name))
        for spot in grid.spots
    )
    return Panel(name, about, grid.pitch, places, driver, sensors, lights, buttons, file)


def _grid(table: Table) -> Grid:
    table.known_keys_only()
    pitch = table.number("pitch", 10, 200, 40)
    x, y = table.pair("origin", -FARTHEST, FARTHEST, (0.0, 0.0))
    if table.choice("shape", ("square", "hexagon")) == "hexagon":
        return hexagon(table.whole("radius", 1, 8), pitch, x, y)
    return square(table.whole("columns", 1, 16), table.whole("rows", 1, 16), pitch, x, y)


def _chosen(
    document: Mapping[str, Any], role: str, file: str, felt: Driver | None = None
) -> tuple[str, Driver, Table]:
    """The driver that a table names, able to play this role beside the sensors' driver, and the table
    with the keys that it may have. Lights and buttons may be left out."""
    entries = document.get(role, {})
    common: Mapping[str, Phrase] = COMMON[role]
    table = Table(file, role, entries, common)
    name = table.text("driver", None if felt is None else "none")
    driver = driver_named(name)
    part = None if driver is None else getattr(driver, role)
    if driver is None or part is None:
        raise table.wrong(
            "driver", complaints.NO_CHOICE(value=name, choices=", ".join(names(role)))
        )
    apart = felt is None or felt is driver or part.anywhere
    if felt is not None and not apart and (felt.whole or driver.whole):
        raise table.wrong("driver", complaints.NOT_TOGETHER(driver=name))
    if part.keys is None:
        return name, driver, Table(file, role, {"driver": name}, common)
    return name, driver, Table(file, role, entries, {**common, **part.keys})


def _each_pin_once(file: str, plans: Mapping[str, Plan]) -> None:
    """No pin has two users, unless both sit on the same bus."""
    used: dict[str, tuple[str, str]] = {}
    for role, plan in plans.items():
        for pin in plan.pins:
            user = pin.entry if isinstance(pin.entry, Said) else f"[{role}] {pin.entry}"
            name = pin.header.name(pin.number)
            if name in used:
                other, bus = used[name]
                if not bus or bus != pin.bus:
                    raise ProfileError(
                        complaints.PIN_SHARED(file=file, pin=pin.number, one=other, other=user)
                    )
            used[name] = user, pin.bus

"""A board behind a Pico as a project for the simulator Wokwi: its diagram, and firmware that runs in it.

All of the diagram follows from the profile; a slide switch stands for a reed with a magnet above it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from engines.errors import TavoliereError
from firmware_bridge.texts import Texts
from hardware.panels.panel import Panel
from hardware.parts import frames
from hardware.parts.crossings import CrossedButtons, Crossings, Told
from hardware.parts.frames import Layout

MICROPYTHON = "micropython-20250415-v1.25.0"
"""The newest that the simulator has for the Pico."""
SCALE = 3.0
"""Points on the screen for a millimetre: a cell of 40 mm has room for its switch, diode and pixel."""
MARGIN = 260.0
"""Points left of the board, for the Pico."""
HARDWARE = Path(frames.__file__).parent.parent
FIRMWARE = {
    "main.py": "firmware/alone/main.py",
    "firmware.py": "firmware/main.py",
    "lamps.py": "firmware/lamps.py",
    "wires.py": "firmware/wires.py",
    "frames.py": "parts/frames.py",
    "rhythms.py": "parts/rhythms.py",
}
"""The simulator's files, and where they lie below hardware/."""

Item = dict[str, object]
Wire = list[object]


def project(panel: Panel, text: Texts) -> dict[str, bytes]:
    """The files of a project, by their names."""
    if not isinstance(panel.sensors, Told):
        raise TavoliereError(text("error.no-pico", panel=panel.name))
    lines, layout = panel.sensors.crossings, panel.sensors.layout(panel)
    return {
        "diagram.json": written(diagram(panel, lines, layout)).encode(),
        "wiring.py": wiring(panel, lines, layout).encode(),
        **{name: (HARDWARE / place).read_bytes() for name, place in FIRMWARE.items()},
    }


def written(drawn: Item) -> str:
    """A line for every part and every wire."""
    short = {
        key: [json.dumps(one) for one in value] if isinstance(value, list) else json.dumps(value)
        for key, value in drawn.items()
    }
    lines = ",\n".join(
        f'"{key}": ' + ("[\n " + ",\n ".join(value) + "\n]" if isinstance(value, list) else value)
        for key, value in short.items()
    )
    return f"{{\n{lines}\n}}\n"


def wiring(panel: Panel, lines: Crossings, layout: Layout) -> str:
    """What the program that plays the Pi's part has to know of the profile."""
    names = [""] * (lines.count + len(layout.buttons))
    pixels = [-1] * len(names)
    for place in panel.places:
        names[place.channel] = place.name
        pixels[place.channel] = place.pixel if place.pixel is not None else -1
    for number, channel in enumerate(_button_channels(panel, lines)):
        names[channel] = f"button {number + 1}"
        if panel.buttons.pixels:
            pixels[channel] = panel.lights.strip.count + number
    return (
        f'"""{panel.name}, for the program that plays the Pi\'s part."""\n\n'
        f"LAYOUT = {frames.layout_bytes(layout)!r}\n"
        f"NAMES = {names!r}\nPIXEL_OF = {pixels!r}\nPIXELS = {layout.pixels}\n"
    )


def _button_channels(panel: Panel, lines: Crossings) -> Sequence[int]:
    if isinstance(panel.buttons, CrossedButtons):
        return panel.buttons.channels
    return range(lines.count, lines.count + panel.buttons.count)


def diagram(panel: Panel, lines: Crossings, layout: Layout) -> Item:
    pico: Item = {
        "type": "wokwi-pi-pico",
        "id": "pico",
        "top": 0,
        "left": 0,
        "attrs": {"env": MICROPYTHON},
    }
    buttons = panel.buttons
    contacts = {place.channel: f"sw-{place.name}" for place in panel.places}
    if isinstance(buttons, CrossedButtons):
        contacts |= {channel: f"btn-{n}" for n, channel in enumerate(buttons.channels, 1)}
    return {
        "version": 1,
        "author": "Tavoliere",
        "editor": "wokwi",
        "parts": [
            pico,
            *_cells(panel, lines),
            *_spare_pixels(panel),
            *_buttons(panel, lines),
        ],
        "connections": [
            *_matrix(lines, contacts),
            *_strip(layout),
            *_to_ground(layout.buttons),
        ],
    }


def _part(kind: str, name: str, left: float, top: float, **attrs: str) -> Item:
    return {
        "type": f"wokwi-{kind}",
        "id": name,
        "left": round(left, 1),
        "top": round(top, 1),
        "attrs": attrs,
    }


def _cells(panel: Panel, lines: Crossings) -> Iterator[Item]:
    """From above, as people see the board: its first row is the lowest."""
    west = min(place.x for place in panel.places)
    north = max(place.y for place in panel.places)
    for place in panel.places:
        left, top = MARGIN + SCALE * (place.x - west), SCALE * (north - place.y)
        yield _part("slide-switch", f"sw-{place.name}", left, top)
        if lines.diodes:
            yield _part("diode", f"d-{place.channel}", left, top + 48)
        if place.pixel is not None:
            yield _part("neopixel", f"px-{place.pixel}", left + 46, top + 8)


def _spare_pixels(panel: Panel) -> Iterator[Item]:
    """Those that lie under no cell, above the board: the data line runs through them too."""
    under = {place.pixel for place in panel.places}
    spare = [pixel for pixel in range(panel.lights.strip.count) if pixel not in under]
    for number, pixel in enumerate(spare):
        yield _part("neopixel", f"px-{pixel}", MARGIN + 40 * number, -60)


def _buttons(panel: Panel, lines: Crossings) -> Iterator[Item]:
    """Left of the board, below the Pico."""
    for number in range(panel.buttons.count):
        top = 260.0 + 90 * number
        yield _part("pushbutton", f"btn-{number + 1}", 0, top, label=str(number + 1))
        if isinstance(panel.buttons, CrossedButtons) and lines.diodes:
            yield _part("diode", f"d-{panel.buttons.channels[number]}", 0, top + 60)
        if panel.buttons.pixels:
            yield _part("neopixel", f"px-{panel.lights.strip.count + number}", 90, top)


def _ends(contact: str) -> tuple[str, str]:
    """The two legs of a contact that closing joins."""
    return (
        (f"{contact}:2", f"{contact}:3")
        if contact.startswith("sw")
        else (f"{contact}:1.l", f"{contact}:2.l")
    )


def _matrix(lines: Crossings, contacts: dict[int, str]) -> Iterator[Wire]:
    """Along every line from contact to contact, and on to its pin."""
    rows: dict[int, list[str]] = {pin: [] for pin in lines.rows}
    columns: dict[int, list[str]] = {pin: [] for pin in lines.columns}
    for channel, contact in sorted(contacts.items()):
        row, column = divmod(channel, len(lines.columns))
        near, far = _ends(contact)
        columns[lines.columns[column]].append(near)
        if not lines.diodes:
            rows[lines.rows[row]].append(far)
            continue
        # Current flows towards the row that is pulled low; its ring is the leg C.
        into, out = ("C", "A") if lines.active_high else ("A", "C")
        yield [far, f"d-{channel}:{into}", "gray", []]
        rows[lines.rows[row]].append(f"d-{channel}:{out}")
    for colour, ends in (("green", columns), ("blue", rows)):
        for pin, legs in ends.items():
            for one, other in pairwise([f"pico:GP{pin}", *legs]):
                yield [one, other, colour, []]


def _strip(layout: Layout) -> Iterator[Wire]:
    """From pixel to pixel in the order of the data line, those behind the buttons last."""
    before = {"DIN": f"pico:GP{layout.pixel_pin}", "VDD": "pico:VBUS", "VSS": "pico:GND.1"}
    colours = {"DIN": "orange", "VDD": "red", "VSS": "black"}
    for pixel in range(layout.pixels):
        for leg, colour in colours.items():
            yield [before[leg], f"px-{pixel}:{leg}", colour, []]
        before = {"DIN": f"px-{pixel}:DOUT", "VDD": f"px-{pixel}:VDD", "VSS": f"px-{pixel}:VSS"}


def _to_ground(pins: Sequence[int]) -> Iterator[Wire]:
    for number, pin in enumerate(pins, start=1):
        near, far = _ends(f"btn-{number}")
        yield [f"pico:GP{pin}", near, "purple", []]
        yield [far, "pico:GND.1", "black", []]

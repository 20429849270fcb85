"""How a panel is wired, as tables: which pin goes where, and how every sensor and button is connected.

Knows panels and the plans of their wirings; no driver and no games.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.texts import Texts
from firmware_bridge.texts.columns import table
from firmware_bridge.texts.wording import in_words
from hardware.panels.panel import Panel
from hardware.parts.config_txt import config_txt
from hardware.parts.player_buttons import BUTTON

Row = tuple[str, ...]
NONE = "–"


def pin_rows(panel: Panel, text: Texts) -> Iterator[Row]:
    """Every pin in use: its name, its place on the header, what it goes to."""
    for wiring in (panel.sensors, panel.lights, panel.buttons):
        plan = wiring.plan()
        for pin in plan.pins:
            yield pin.header.name(pin.number), pin.header.place(pin.number), in_words(pin.use, text)
        for name, use in plan.shared:
            yield name, NONE, in_words(use, text)


def connection_rows(panel: Panel, text: Texts) -> Iterator[Row]:
    """Every place and button: where it is connected, and its pixel's number on the strip."""
    sensors = panel.sensors.plan().connections
    for place in panel.places:
        ends = sensors[place.channel].ends if place.channel in sensors else str(place.channel)
        yield place.name, ends, NONE if place.pixel is None else str(place.pixel)
    for player, connection in panel.buttons.plan().connections.items():
        pixel = str(panel.lights.strip.count + player - 1) if panel.buttons.pixels else NONE
        yield in_words(BUTTON(player=player), text), connection.ends, pixel


def wiring_text(panel: Panel, text: Texts) -> str:
    pins = list(pin_rows(panel, text))
    wirings = (panel.sensors, panel.lights, panel.buttons)
    parts = [f"{panel.name}: {panel.about}"]
    if pins:
        heads = [text(f"wiring.{head}") for head in ("pin", "header", "goes-to")]
        parts += [table(heads, pins)]
    heads = [text(f"wiring.{head}") for head in ("place", "sensor", "pixel")]
    parts += [table(heads, connection_rows(panel, text))]
    if lines := config_txt([wiring.plan() for wiring in wirings]):
        parts += ["\n".join((text("wiring.config"), *(f"    {line}" for line in lines)))]
    return "\n\n".join(parts)

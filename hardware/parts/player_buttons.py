"""What the drivers of players' buttons share: pins to ground, and lights behind those of the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware.driver import Opening
from hardware.lights import RGB
from hardware.panels.table import Table
from hardware.parts import bill
from hardware.phrases import Phrase
from hardware.plan import Connection, Header, Pin, Plan

PIXELS, NONE = "pixels", "none"
MOST_BUTTONS = 4

PIN_KEY = {
    "pins": Phrase(
        "one pin per player, the first player's first",
        it="un piedino per giocatore, prima quello del primo",
        fr="une broche par joueur, celle du premier d'abord",
    ),
}
LIGHT_KEY = {
    "light": Phrase(
        "pixels at the end of the strip, pins, or none",
        it="pixels in fondo alla striscia, pins, o none",
        fr="pixels au bout du ruban, pins, ou none",
    ),
}
NOT_SO = Phrase(
    "= '{light}' does not go with driver = '{driver}', which can do {choices}",
    it="= '{light}' non va con driver = '{driver}', che sa fare {choices}",
    fr="= '{light}' ne va pas avec driver = '{driver}', qui sait faire {choices}",
)
BUTTON = Phrase(
    "button of player {player}",
    it="pulsante del giocatore {player}",
    fr="bouton du joueur {player}",
)

Light = Callable[[Sequence[RGB]], None]


def light(table: Table, choices: Sequence[str] = (PIXELS, NONE)) -> str:
    """What a button's light is."""
    value = table.text("light", NONE)
    if value not in choices:
        raise table.wrong(
            "light",
            NOT_SO(light=value, driver=table.text("driver"), choices=", ".join(choices)),
        )
    return value


def button_plan(header: Header, pins: Sequence[int]) -> Plan:
    """Buttons between pins and ground."""
    players = dict(enumerate(pins, start=1))
    return Plan(
        pins=tuple(Pin(header, pin, BUTTON(player=n), "pins") for n, pin in players.items()),
        connections={n: Connection(f"{header.name(pin)} → GND") for n, pin in players.items()},
        parts=bill.contacts(bill.BUTTON, len(players), diodes=False),
    )


def unlit(_: Sequence[RGB]) -> None:
    """For buttons without a light."""


def lighting(opening: Opening) -> Light:
    """How the buttons of a board that is being opened are lit."""
    if opening.lights is None or not opening.panel.buttons.pixels:
        return unlit
    return opening.lights.light_buttons

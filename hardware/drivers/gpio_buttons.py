"""The players' buttons on pins of their own.

A button's light is a pixel at the end of the strip, or a lamp on a pin, which can only be on or off.
Pressing and holding are told apart above, in hardware/buttons.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from hardware.driver import Driver, Opening, Role, SensorWiring
from hardware.lights import RGB
from hardware.panels.table import Table
from hardware.parts import bill, gpio
from hardware.parts.headers import PI
from hardware.parts.player_buttons import (
    LIGHT_KEY,
    MOST_BUTTONS,
    NONE,
    PIN_KEY,
    PIXELS,
    Light,
    button_plan,
    light,
    lighting,
    unlit,
)
from hardware.parts.retries import Retries
from hardware.phrases import Phrase
from hardware.plan import Part, Pin, Plan
from hardware.symptoms import BUTTONS, Symptom

LAMPS = "pins"
"""What `light` says where lamps hang on pins."""

KEYS = {
    **PIN_KEY,
    **LIGHT_KEY,
    "lamps": Phrase("one pin per lamp", it="un piedino per lampada", fr="une broche par lampe"),
}
LAMP = Phrase(
    "lamp of player {player}", it="spia del giocatore {player}", fr="voyant du joueur {player}"
)


class GpioButtons:
    """`inputs` are gpiozero input devices, `lamps` output devices, one per player. While they fail, no
    button is down."""

    def __init__(
        self,
        inputs: Sequence[Any],
        lamps: Sequence[Any] = (),
        light: Light = unlit,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._inputs = tuple(inputs)
        self._lamps = tuple(lamps)
        self._lit = [False] * len(lamps)
        self._light = light
        self._pulls = gpio.pulls(inputs)
        self._retries = Retries(BUTTONS, gpio.failures, self._renew, clock)

    def _renew(self) -> None:
        gpio.claim_inputs(self._inputs, self._pulls)
        for lamp in self._lamps:
            lamp.pin.function = "output"
        self._light_lamps()

    def down(self) -> Sequence[bool]:
        down = self._retries.answer(lambda: [bool(button.value) for button in self._inputs])
        return [False] * len(self._inputs) if down is None else down

    def light(self, colours: Sequence[RGB]) -> None:
        self._lit = [*map(any, colours), *self._lit[len(colours) :]][: len(self._lamps)]
        self._retries.answer(self._light_lamps)
        self._light(colours)

    def _light_lamps(self) -> None:
        for lamp, lit in zip(self._lamps, self._lit, strict=True):
            lamp.value = lit

    def symptoms(self) -> Sequence[Symptom]:
        return self._retries.symptoms()

    def close(self) -> None:
        gpio.close_all(self._inputs)
        gpio.close_all(self._lamps)


def open_buttons(
    pins: Sequence[int],
    lamps: Sequence[int] = (),
    *,
    pull: str = "up",
    active_high: bool = False,
    light: Light = unlit,
    clock: Callable[[], float] = monotonic,
    factory: Any = None,
) -> GpioButtons:
    inputs = gpio.inputs(pins, pull=pull, active_high=active_high, factory=factory)
    try:
        lit = gpio.outputs(lamps, active_high=True, factory=factory)
    except Exception:
        gpio.close_all(inputs)
        raise
    return GpioButtons(inputs, lit, light, clock=clock)


@dataclass(frozen=True, slots=True)
class GpioWiring:
    pins: tuple[int, ...]
    light: str
    lamps: tuple[int, ...]

    @classmethod
    def read(cls, table: Table, sensors: SensorWiring) -> GpioWiring:  # noqa: ARG003 - any will do
        how = light(table, (PIXELS, LAMPS, NONE))
        lamps = table.pins("lamps", PI.pins, MOST_BUTTONS) if how == LAMPS else ()
        return cls(table.pins("pins", PI.pins, MOST_BUTTONS), how, lamps)

    @property
    def count(self) -> int:
        return len(self.pins)

    @property
    def pixels(self) -> int:
        return self.count if self.light == PIXELS else 0

    def plan(self) -> Plan:
        buttons = button_plan(PI, self.pins)
        lamps = (
            Pin(PI, pin, LAMP(player=player), "lamps")
            for player, pin in enumerate(self.lamps, start=1)
        )
        parts = (*buttons.parts, Part(bill.LAMP(), len(self.lamps), 3))
        return replace(
            buttons, pins=(*buttons.pins, *lamps), parts=parts if self.lamps else buttons.parts
        )

    def open(self, opening: Opening) -> GpioButtons:
        return open_buttons(
            self.pins,
            self.lamps,
            light=lighting(opening),
            clock=opening.world.clock,
            factory=opening.world.device(gpio.PINS, None),
        )


DRIVER = Driver(buttons=Role(KEYS, GpioWiring.read))

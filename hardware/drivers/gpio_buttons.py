"""The players' buttons on pins of their own or on spare crossings of the matrix.

A button's light is a pixel at the end of the strip, or a lamp on a pin, which can only be on or off.
Pressing and holding are told apart above, in hardware/buttons.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from hardware.lights import RGB
from hardware.parts import gpio
from hardware.parts.retries import Retries
from hardware.symptoms import BUTTONS, Symptom

Light = Callable[[Sequence[RGB]], None]


def unlit(_: Sequence[RGB]) -> None:
    """For buttons without a light."""


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
        self._retries = Retries(BUTTONS, self._renew, clock)

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


class CrossingButtons:
    """Buttons wired like sensors: read with them, from the same scan."""

    def __init__(
        self, latest: Callable[[], Sequence[int]], channels: Sequence[int], light: Light = unlit
    ) -> None:
        self._latest = latest
        self._channels = tuple(channels)
        self._light = light

    def down(self) -> Sequence[bool]:
        readings = self._latest()
        return [bool(readings[channel]) for channel in self._channels]

    def light(self, colours: Sequence[RGB]) -> None:
        self._light(colours)

    def symptoms(self) -> Sequence[Symptom]:
        """Those of the matrix say it."""
        return ()

    def close(self) -> None:
        pass


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

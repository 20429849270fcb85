"""The players' buttons on pins of their own or on spare crossings of the matrix.

A button's light is a pixel at the end of the strip, or a lamp on a pin, which can only be on or off.
Pressing and holding are told apart above, in hardware/buttons.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hardware import gpio
from hardware.lights import RGB

Light = Callable[[Sequence[RGB]], None]


def unlit(_: Sequence[RGB]) -> None:
    """For buttons without a light."""


class GpioButtons:
    """`inputs` are gpiozero input devices, `lamps` output devices, one per player."""

    def __init__(
        self, inputs: Sequence[Any], lamps: Sequence[Any] = (), light: Light = unlit
    ) -> None:
        self._inputs = tuple(inputs)
        self._lamps = tuple(lamps)
        self._light = light

    def down(self) -> Sequence[bool]:
        return [bool(button.value) for button in self._inputs]

    def light(self, colours: Sequence[RGB]) -> None:
        for lamp, colour in zip(self._lamps, colours, strict=False):
            lamp.value = any(colour)
        self._light(colours)

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
        levels = self._latest()
        return [bool(levels[channel]) for channel in self._channels]

    def light(self, colours: Sequence[RGB]) -> None:
        self._light(colours)

    def close(self) -> None:
        pass


def open_buttons(
    pins: Sequence[int],
    lamps: Sequence[int] = (),
    *,
    pull: str = "up",
    active_high: bool = False,
    light: Light = unlit,
    factory: Any = None,
) -> GpioButtons:
    inputs = gpio.inputs(pins, pull=pull, active_high=active_high, factory=factory)
    try:
        lit = gpio.outputs(lamps, active_high=True, factory=factory)
    except Exception:
        gpio.close_all(inputs)
        raise
    return GpioButtons(inputs, lit, light)

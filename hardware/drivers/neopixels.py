"""WS2812 pixels on a pin of the Pi, through Adafruit's neopixel library.

GPIO10 (SPI) needs no root and is the default; GPIO12, 18 and 21 need root; a Pi 5 needs the library's
own back-end for it. The lights of the buttons may hang at the end of the same strip.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from hardware.errors import MissingDriver, NoDevice, NoPermission, ProfileError, Said
from hardware.lights import DARK, RGB
from hardware.parts.dimmer import Dimmer
from hardware.symptoms import LIGHTS, Symptom

AGAIN = 0.2
"""Seconds after which a frame that was refused is tried again."""
FAILURES = (OSError, RuntimeError)
"""What the library's back-ends raise when bus or pin do not take a frame."""


class NeoPixels:
    """`strip` is a neopixel.NeoPixel that waits for `show`; its last `lights` pixels are buttons.

    Pixels do not answer. What can be noticed is a bus or pin that refuses a frame: the frame is then
    kept and tried again until it is taken.
    """

    def __init__(
        self,
        strip: Any,
        dimmer: Dimmer | None = None,
        *,
        lights: int = 0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._strip = strip
        self._clock = clock
        self._dimmer = dimmer or Dimmer()
        self._board = [DARK] * (len(strip) - lights)
        self._buttons = [DARK] * lights
        self._wanted: list[RGB] | None = None
        self._sent: list[RGB] | None = None
        self._refused: float | None = None
        """When the last frame was refused; None: it was taken."""

    @property
    def pixels(self) -> int:
        return len(self._board)

    def show(self, colours: Sequence[RGB]) -> None:
        self._board = list(colours)
        self._send()

    def light(self, colours: Sequence[RGB]) -> None:
        # A board may have more buttons than the game has players.
        self._buttons = [*colours, *self._buttons[len(colours) :]][: len(self._buttons)]
        self._send()

    def _send(self) -> None:
        frame = self._dimmer([*self._board, *self._buttons])
        # A frame takes the wire for milliseconds in which a Pi does nothing else.
        if frame != self._wanted:
            self._wanted = frame
            self.tend()

    def tend(self) -> None:
        wanted = self._wanted
        if wanted is None or wanted is self._sent:
            return
        if self._refused is not None and self._clock() - self._refused < AGAIN:
            return
        try:
            self._strip[:] = wanted
            self._strip.show()
        except FAILURES:
            self._refused = self._clock()
        else:
            self._refused = None
            self._sent = wanted

    def symptoms(self) -> Sequence[Symptom]:
        return () if self._refused is None else (Symptom(LIGHTS),)

    def close(self) -> None:
        # Dark, if they still listen.
        with suppress(*FAILURES):
            self._strip.deinit()


def open_neopixels(
    pin: int,
    count: int,
    dimmer: Dimmer | None = None,
    *,
    order: str = "GRB",
    lights: int = 0,
    clock: Callable[[], float] = monotonic,
) -> NeoPixels:
    # At a terminal the library would otherwise ask whether to run pip.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        import board
        import neopixel
    except ImportError as error:
        raise MissingDriver(
            Said("the pixels need a package ({why}): make setup-pi", "pixels.no-package", why=error)
        ) from None
    except (NotImplementedError, RuntimeError) as error:
        raise NoDevice(
            Said(
                "pixels need a Raspberry Pi ({why}): choose a serial panel, or the simulated board",
                "pixels.no-pi",
                why=error,
            )
        ) from None
    place = getattr(board, f"D{pin}", None)
    if place is None:
        raise ProfileError(
            Said(
                "this Pi has no pin GPIO{pin} for pixels: use 10, 12, 18 or 21",
                "pixels.no-pin",
                pin=pin,
            )
        )
    strip = opened_strip(
        pin, lambda: neopixel.NeoPixel(place, count, auto_write=False, pixel_order=order)
    )
    return NeoPixels(strip, dimmer, lights=lights, clock=clock)


def opened_strip(pin: int, opened: Callable[[], Any]) -> Any:
    """The strip, dark; says in one line why not and what helps."""
    try:
        strip = opened()
        # Only the first frame opens bus or pin: what is wrong with them is to be said now.
        strip.show()
        return strip
    except (PermissionError, RuntimeError) as error:
        raise NoPermission(
            Said(
                "no right to drive pixels on GPIO{pin} ({why}): use GPIO10 with SPI enabled "
                "(sudo raspi-config nonint do_spi 0), or run as root",
                "pixels.no-right",
                pin=pin,
                why=error,
            )
        ) from None
    except OSError as error:
        raise NoDevice(
            Said(
                "pixels on GPIO{pin} do not answer ({why}): sudo raspi-config nonint do_spi 0",
                "pixels.silent",
                pin=pin,
                why=error,
            )
        ) from None

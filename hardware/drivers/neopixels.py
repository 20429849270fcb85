"""WS2812 pixels on a pin of the Pi, through Adafruit's neopixel library.

GPIO10 (SPI) needs no root and is the default; GPIO12, 18 and 21 need root; a Pi 5 needs the library's
own back-end for it. The lights of the buttons may hang at the end of the same strip.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from hardware.driver import Driver, Opening, Role
from hardware.errors import HardwareError, MissingDriver, NoDevice, NoPermission, ProfileError
from hardware.lights import DARK, RGB, STEADY, UNLIT, Glow, still
from hardware.panels.grid import Grid
from hardware.panels.table import Table
from hardware.parts.config_txt import NO_AUDIO, SPI, STEADY_CLOCK
from hardware.parts.dimmer import Dimmer
from hardware.parts.headers import PI
from hardware.parts.packages import setup
from hardware.parts.pin_library import in_a_folder_of_its_own
from hardware.parts.retries import Retries
from hardware.parts.rhythms import FRAME, shaded, strength
from hardware.parts.strip import KEYS, PIN_KEY, Strip, data_plan
from hardware.phrases import Phrase
from hardware.plan import Plan
from hardware.symptoms import LIGHTS, Symptom

SETTINGS = {10: (SPI, *STEADY_CLOCK), 12: (NO_AUDIO,), 18: (NO_AUDIO,)}
"""What a data pin asks of the Pi: the SPI with a clock that stays, or the sound's pulses for itself."""
STRIP = "strip"
"""What stands in for the library's strip in a World: called with pin, number of pixels and order."""
FAILURES = (OSError, RuntimeError)
"""What the library's back-ends raise when bus or pin do not take a frame."""

NO_PACKAGE = Phrase(
    "the pixels need a package ({why}): {command}",
    it="i pixel hanno bisogno di un pacchetto ({why}): {command}",
    fr="les pixels ont besoin d'un paquet ({why}) : {command}",
)
NO_PI = Phrase(
    "pixels need a Raspberry Pi ({why}): choose a serial panel, or the simulated board",
    it="i pixel vogliono un Raspberry Pi ({why}): scegli un pannello seriale, o il tavoliere simulato",
    fr="les pixels demandent un Raspberry Pi ({why}) : choisissez un panneau série, ou le plateau "
    "simulé",
)
NO_PIN = Phrase(
    "this Pi has no pin GPIO{pin} for pixels: use 10, 12, 18 or 21",
    it="questo Pi non ha un piedino GPIO{pin} per i pixel: usa 10, 12, 18 o 21",
    fr="ce Pi n'a pas de broche GPIO{pin} pour les pixels : prenez 10, 12, 18 ou 21",
)
NO_RIGHT = Phrase(
    "no right to drive pixels on GPIO{pin} ({why}): use GPIO10 with SPI enabled "
    "(sudo raspi-config nonint do_spi 0), or run as root",
    it="non hai il diritto di pilotare i pixel su GPIO{pin} ({why}): usa GPIO10 con SPI attivo "
    "(sudo raspi-config nonint do_spi 0), o esegui come root",
    fr="vous n'avez pas le droit de piloter les pixels sur GPIO{pin} ({why}) : prenez GPIO10 avec SPI "
    "activé (sudo raspi-config nonint do_spi 0), ou lancez en root",
)
SILENT = Phrase(
    "pixels on GPIO{pin} do not answer ({why}): sudo raspi-config nonint do_spi 0",
    it="i pixel su GPIO{pin} non rispondono ({why}): sudo raspi-config nonint do_spi 0",
    fr="les pixels sur GPIO{pin} ne répondent pas ({why}) : sudo raspi-config nonint do_spi 0",
)


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
        self._dimmer = dimmer or Dimmer()
        self._clock = clock
        self._board = [UNLIT] * (len(strip) - lights)
        self._buttons = [DARK] * lights
        self._retries = Retries(LIGHTS, lambda: FAILURES, clock=clock)
        self._living: list[Glow] = []
        """All pixels as they are sent at their brightest."""
        self._due: float | None = None
        """When the next frame of a rhythm is due."""
        self._wanted: list[RGB] | None = None
        self._sent: list[RGB] | None = None

    @property
    def pixels(self) -> int:
        return len(self._board)

    def show(self, glows: Sequence[Glow]) -> None:
        self._board = list(glows)
        self._changed()

    def light_buttons(self, colours: Sequence[RGB]) -> None:
        # A board may have more buttons than the game has players.
        self._buttons = [*colours, *self._buttons[len(colours) :]][: len(self._buttons)]
        self._changed()

    def _changed(self) -> None:
        glows = [*self._board, *still(self._buttons)]
        brightest = self._dimmer([glow.colour for glow in glows])
        self._living = [
            glow._replace(colour=colour) for glow, colour in zip(glows, brightest, strict=True)
        ]
        self._due = self._clock()
        self.tend()

    def tend(self) -> None:
        now = self._clock()
        if self._due is not None and now >= self._due:
            lives = any(glow.rhythm != STEADY for glow in self._living)
            self._due = now + FRAME / 1000 if lives else None
            frame = self._frame(int(now * 1000))
            # A frame takes the wire for milliseconds in which a Pi does nothing else.
            if frame != self._wanted:
                self._wanted = frame
        if not self.arrived:
            self._retries.answer(self._transmit)

    def _frame(self, now: int) -> list[RGB]:
        scale = self._dimmer.scale
        drawn: dict[Glow, RGB] = {}
        for glow in self._living:
            if glow not in drawn:
                step = strength(glow.rhythm, now, glow.phase)
                drawn[glow] = RGB(*shaded(bytes(glow.colour), scale, step))
        return [drawn[glow] for glow in self._living]

    @property
    def arrived(self) -> bool:
        return self._wanted is None or self._wanted is self._sent

    def _transmit(self) -> None:
        self._strip[:] = self._wanted
        self._strip.show()
        self._sent = self._wanted

    def symptoms(self) -> Sequence[Symptom]:
        return self._retries.symptoms()

    def close(self) -> None:
        # Dark, if they still listen.
        with suppress(*FAILURES):
            self._strip.deinit()


def library_strip(pin: int, count: int, order: str) -> Any:
    """The strip of Adafruit's library."""
    # At a terminal the library would otherwise ask whether to run pip.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    # On a Pi 5 it uses lgpio, too.
    in_a_folder_of_its_own()
    try:
        import board
        import neopixel
    except ImportError as error:
        raise MissingDriver(NO_PACKAGE(why=error, command=setup())) from None
    except (NotImplementedError, RuntimeError) as error:
        raise NoDevice(NO_PI(why=error)) from None
    place = getattr(board, f"D{pin}", None)
    if place is None:
        raise ProfileError(NO_PIN(pin=pin))
    return neopixel.NeoPixel(place, count, auto_write=False, pixel_order=order)


def opened_strip(pin: int, opened: Callable[[], Any]) -> Any:
    """The strip, dark; says in one line why not and what helps."""
    try:
        strip = opened()
        # Only the first frame opens bus or pin: what is wrong with them is to be said now.
        strip.show()
        return strip
    except HardwareError:
        raise
    except (PermissionError, RuntimeError) as error:
        raise NoPermission(NO_RIGHT(pin=pin, why=error)) from None
    except OSError as error:
        raise NoDevice(SILENT(pin=pin, why=error)) from None


@dataclass(frozen=True, slots=True)
class NeoPixelWiring:
    strip: Strip
    pin: int

    @classmethod
    def read(cls, table: Table, grid: Grid) -> NeoPixelWiring:
        return cls(Strip.read(table, grid), table.pin("pin", PI.pins))

    def plan(self) -> Plan:
        plan = data_plan(PI, self.pin, self.strip.count)
        return replace(plan, settings=SETTINGS.get(self.pin, ()))

    def open(self, opening: Opening) -> NeoPixels:
        extra = opening.panel.buttons.pixels
        make = opening.world.device(STRIP, library_strip)
        strip = opened_strip(
            self.pin, lambda: make(self.pin, self.strip.count + extra, self.strip.order)
        )
        return NeoPixels(strip, self.strip.dimmer(), lights=extra, clock=opening.world.clock)


DRIVER = Driver(lights=Role({**KEYS, **PIN_KEY}, NeoPixelWiring.read))

"""The pixels of the board: told how each of them lives, it makes the frames by itself.

A frame is made in small steps, each shorter than a scan, so that no edge waits for a whole one.
"""

from time import ticks_add, ticks_diff, ticks_ms

import neopixel
import rhythms
from frames import GLOW, glows_from
from machine import Pin

AT_ONCE = 24
"""Pixels that are coloured in one step."""
SHADES = 10
"""Glows that are shaded in one step."""


class Lamps:
    def __init__(self, layout):
        self._strip = neopixel.NeoPixel(Pin(layout.pixel_pin), layout.pixels)
        self._scale = layout.scale
        self._count = layout.pixels
        self._now = 0
        self._waiting = 0
        self.failing = False
        """Whether the strip did not take the last frame."""
        self.shown = 0
        """The number of the newest wish that the strip has taken; 0: none in this conversation."""
        self._live(bytes(GLOW), bytes(layout.pixels))

    def begin(self):
        """A new conversation: its wishes are numbered anew."""
        self.shown = self._waiting = 0

    def take(self, number, payload):
        """A wish how the pixels should live; False where it makes no sense."""
        found = glows_from(payload, self._count, len(rhythms.RHYTHMS))
        if found is None:
            return False
        self._live(found[0], found[1])
        self._waiting = number
        return True

    def _live(self, kinds, numbers):
        self._kinds = kinds
        self._numbers = numbers
        self._steps = bytearray(b"\xff" * (len(kinds) // GLOW))
        self._colours = [b"\0\0\0"] * (len(kinds) // GLOW)
        self._due = ticks_ms()
        self._changed = False
        self._kind = len(self._steps)
        """The first glow that lacks its shade of the moment."""
        self._next = -1
        """The first pixel that lacks its colour; -1: they all are as they should be."""

    def step(self):
        """A part of the frame of the moment."""
        if self._next >= self._count:
            self._write()
        elif self._next >= 0:
            self._colour()
        elif self._kind < len(self._steps):
            self._shade()
        elif ticks_diff(ticks_ms(), self._due) >= 0:
            self._now = ticks_ms()
            self._due = ticks_add(self._now, rhythms.FRAME)
            self._kind = 0
            if not self._steps:
                self._next = 0  # a board without pixels has soon shown them

    def _shade(self):
        kinds, steps = self._kinds, self._steps
        end = min(self._kind + SHADES, len(steps))
        for number in range(self._kind, end):
            at = GLOW * number
            step = rhythms.strength(kinds[at], self._now, kinds[at + 1])
            if step != steps[number]:
                steps[number] = step
                colour = kinds[at + 2 : at + GLOW]
                self._colours[number] = rhythms.shaded(colour, self._scale, step)
                self._changed = True
        self._kind = end
        if end == len(steps) and self._changed:
            self._changed = False
            self._next = 0

    def _colour(self):
        buf, colours, numbers = self._strip.buf, self._colours, self._numbers
        end = min(self._next + AT_ONCE, self._count)
        for pixel in range(self._next, end):
            at = 3 * pixel
            buf[at : at + 3] = colours[numbers[pixel]]
        self._next = end

    def _write(self):
        """Pixels do not answer; a line that fails may be noticed, and is tried at the next frame."""
        self._next = -1
        try:
            self._strip.write()
        except (OSError, RuntimeError):
            self.failing = True
            for number in range(len(self._steps)):
                self._steps[number] = 255
            return
        self.failing = False
        self.shown = self._waiting

    def dark(self):
        """At once: nobody is there to look."""
        self._live(bytes(GLOW), bytes(self._count))
        buf = self._strip.buf
        for at in range(len(buf)):
            buf[at] = 0
        self._write()

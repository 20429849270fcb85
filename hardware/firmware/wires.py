"""The pins of the board as a layout describes them: crossings of rows and columns, and buttons.

For MicroPython on an RP2040 or RP2350. A scan makes no garbage: a collection in the middle of one would
be felt as a late edge.
"""

from array import array
from time import sleep_us

import machine

PINS = tuple(range(23)) + (26, 27, 28)  # noqa: RUF005 - MicroPython has no stars here
"""What a Pico brings out; the others drive its own parts."""
ALL_PINS = 0xD0000004
"""Where all pins are read at once; one by one they cost as much each as the whole."""


class BadPin(Exception):
    pass


class Wires:
    def __init__(self, layout):
        pins = layout.rows + layout.columns + layout.buttons + (layout.pixel_pin,)
        for pin in pins:
            if pin not in PINS or pins.count(pin) > 1:
                raise BadPin(pin)
        pull = machine.Pin.PULL_DOWN if layout.active_high else machine.Pin.PULL_UP
        self.layout = layout
        self._on = 1 if layout.active_high else 0
        # A row that is not being read floats: two rows that a missing diode joins must not fight.
        self._rows = [machine.Pin(pin, machine.Pin.IN, pull) for pin in layout.rows]
        # Kept, so that they stay inputs.
        self._inputs = [
            machine.Pin(pin, machine.Pin.IN, pull) for pin in layout.columns + layout.buttons
        ]
        self._pull = pull
        self._columns = sum(1 << pin for pin in layout.columns)
        self._buttons = sum(1 << pin for pin in layout.buttons)
        self._flip = 0 if layout.active_high else self._columns | self._buttons
        self._seen = array("I", bytes(4 * (len(layout.rows) + 1)))
        self._next = 0
        """The row that is looked at next."""

    def scan(self):
        """Looks at the crossings row by row and then at the buttons, up to the first change: whether
        there was one. The next look goes on from there, so that what has changed is told at once."""
        # One by one: four names at once would make a tuple.
        on = self._on
        off = 1 - on
        pull = self._pull
        flip = self._flip
        seen = self._seen
        rows = self._rows
        settle = self.layout.settle_us
        columns = self._columns
        while self._next < len(rows):
            number = self._next
            self._next += 1
            row = rows[number]
            row.init(machine.Pin.OUT, value=on)
            if settle:
                sleep_us(settle)
            now = (machine.mem32[ALL_PINS] ^ flip) & columns
            # Driven back before it floats: the line is empty at once, not when it has drained.
            row.value(off)
            row.init(machine.Pin.IN, pull)
            if now != seen[number]:
                seen[number] = now
                return True
        self._next = 0
        now = (machine.mem32[ALL_PINS] ^ flip) & self._buttons
        if now != seen[len(rows)]:
            seen[len(rows)] = now
            return True
        return False

    def readings(self):
        """What the last look has found, crossing by crossing and then the buttons."""
        found = []
        for number in range(len(self._rows)):
            seen = self._seen[number]
            found.extend([seen >> pin & 1 for pin in self.layout.columns])
        seen = self._seen[len(self._rows)]
        found.extend([seen >> pin & 1 for pin in self.layout.buttons])
        return found

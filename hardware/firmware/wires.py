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

    def scan(self):
        """Looks at every crossing and button; whether anything has changed since the last look."""
        on, pull, flip, seen = self._on, self._pull, self._flip, self._seen
        off = 1 - on
        settle = self.layout.settle_us
        columns = self._columns
        changed = False
        number = 0
        for row in self._rows:
            row.init(machine.Pin.OUT, value=on)
            if settle:
                sleep_us(settle)
            now = (machine.mem32[ALL_PINS] ^ flip) & columns
            # Driven back before it floats: the line is empty at once, not when it has drained.
            row.value(off)
            row.init(machine.Pin.IN, pull)
            if now != seen[number]:
                seen[number] = now
                changed = True
            number += 1
        now = (machine.mem32[ALL_PINS] ^ flip) & self._buttons
        if now != seen[number]:
            seen[number] = now
            changed = True
        return changed

    def readings(self):
        """What the last look has found, crossing by crossing and then the buttons."""
        found = []
        for number in range(len(self._rows)):
            seen = self._seen[number]
            found.extend([seen >> pin & 1 for pin in self.layout.columns])
        seen = self._seen[len(self._rows)]
        found.extend([seen >> pin & 1 for pin in self.layout.buttons])
        return found

"""The board's microcontroller: scans the crossings and buttons, lights the pixels, tells the Pi.

For a Raspberry Pi Pico with MicroPython. Copy this file and hardware/parts/frames.py onto it and never
touch them again: how the board is wired comes from the Pi with its greeting, so the profile there is
the only description. Without a greeting the board is silent and dark.

Every report holds all readings. A newer one replaces one that was not acknowledged, so nothing has to
be kept in order and a lost report costs a delay, never an edge.
"""

import select
import sys
from time import ticks_add, ticks_diff, ticks_ms, ticks_us

import frames
import machine
import micropython
import neopixel
import rp2

FIRMWARE = 1
WATCHDOG = 4000
"""Milliseconds; the longest thing the loop does, lighting 300 pixels, takes 10."""
PINS = tuple(range(23)) + (26, 27, 28)  # noqa: RUF005 - MicroPython has no stars here
"""What a Pico brings out; the others drive its own parts."""
MOST_LINES = 11
MOST_PIXELS = 300
AT_ONCE = 512
"""Bytes read before the matrix is looked at again, so that noise cannot keep it from its work."""


class BadPin(Exception):
    pass


class Port:
    """The USB port. Nothing here may wait: the watchdog bites who does."""

    def __init__(self):
        # Any byte may come, also the one that would interrupt a program at a terminal.
        micropython.kbd_intr(-1)
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def read(self):
        got = bytearray()
        while len(got) < AT_ONCE and self._readable.poll(0):
            byte = self._in.read(1)
            if not byte:
                break
            got.extend(byte)
        return bytes(got)

    def write(self, data):
        # With nobody at the other end a write would wait for its timeout.
        if self._writable.poll(0):
            self._out.write(data)


class Wires:
    """The pins as a layout describes them."""

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
        self._columns = [machine.Pin(pin, machine.Pin.IN, pull) for pin in layout.columns]
        self._buttons = [machine.Pin(pin, machine.Pin.IN, pull) for pin in layout.buttons]
        self._pull = pull
        self._strip = neopixel.NeoPixel(machine.Pin(layout.pixel_pin), layout.pixels)

    def readings(self):
        on = self._on
        settle = self.layout.settle_us
        found = []
        for row in self._rows:
            row.init(machine.Pin.OUT, value=on)
            if settle:
                until = ticks_add(ticks_us(), settle)
                while ticks_diff(until, ticks_us()) > 0:
                    pass
            found.extend([1 if column.value() == on else 0 for column in self._columns])
            # Driven back before it floats: the line is empty at once, not when it has drained.
            row.value(1 - on)
            row.init(machine.Pin.IN, self._pull)
        found.extend([1 if button.value() == on else 0 for button in self._buttons])
        return found

    def show(self, colours):
        """Whether the strip has taken them, as far as can be known: pixels do not answer."""
        strip = self._strip
        if len(colours) != len(strip.buf):
            return False
        strip.buf[:] = colours
        try:
            strip.write()
        except (OSError, RuntimeError):
            return False
        return True


class Board:
    """One conversation after the other with the Pi: what is heard, what is due to be said."""

    def __init__(self, port):
        self._port = port
        self._splitter = frames.Splitter()
        self._wires = None
        self._session = 0
        self._heard = 0
        self._sequence = 0
        self._told = None
        self._waiting = False
        self._sent = self._answered = ticks_ms()
        self.greeted = False

    def step(self):
        """Everything that is due now, once."""
        heard = self._port.read()
        if heard:
            for frame in self._splitter.feed(heard):
                self._hear(frame)
        if self._wires is None:
            return
        now = ticks_ms()
        readings = self._wires.readings()
        silent = ticks_diff(now, self._sent)
        if readings != self._told or silent >= frames.HEARTBEAT:
            self._told = readings
            self._sequence += 1
            self._tell(now)
        elif self._waiting and silent >= frames.RESEND:
            self._tell(now)
        if ticks_diff(now, self._answered) >= frames.SILENCE:
            self._end()

    def _tell(self, now):
        self._send(frames.STATE, self._sequence, frames.packed(self._told))
        self._waiting = True
        self._sent = now

    def _end(self):
        """The Pi is gone: dark until it greets again."""
        self._wires.show(bytes(3 * self._wires.layout.pixels))
        self._wires = None

    def _send(self, kind, sequence, payload=b""):
        self._port.write(frames.encoded(kind, self._session, sequence, payload))

    def _hear(self, frame):
        if frame.kind == frames.HELLO:
            # The same greeting again: the answer was lost, or someone repeats old bytes.
            if self._wires is None or frame.session != self._session:
                self._greet(frame)
            else:
                self._welcome()
        elif self._wires is None or frame.session != self._session:
            return
        elif frame.kind == frames.ACK:
            if frame.sequence == self._sequence:
                self._waiting = False
                self._answered = ticks_ms()
        elif frame.kind == frames.PIXELS:
            if frames.newer(frame.sequence, self._heard):
                if not self._wires.show(frame.payload):
                    return  # unanswered, it comes again
                self._heard = frame.sequence
            self._send(frames.ACK, frame.sequence)

    def _greet(self, frame):
        layout = frames.layout_from(frame.payload)
        self._session = frame.session
        if layout is None or max(len(layout.rows), len(layout.columns)) > MOST_LINES:
            self._wires = None
            self._send(frames.REFUSE, 0, bytes((frames.BAD_LAYOUT, 0)))
            return
        if layout.pixels > MOST_PIXELS:
            self._wires = None
            self._send(frames.REFUSE, 0, bytes((frames.NO_MEMORY, 0)))
            return
        try:
            if self._wires is None or self._wires.layout != layout:
                self._wires = Wires(layout)
        except BadPin as error:
            self._wires = None
            self._send(frames.REFUSE, 0, bytes((frames.BAD_PIN, error.args[0])))
            return
        self._heard = 0
        self._sequence = 0
        self._told = None
        self._answered = ticks_ms()
        self.greeted = True
        self._welcome()

    def _welcome(self):
        self._send(frames.WELCOME, 0, bytes((FIRMWARE, MOST_LINES, MOST_LINES)))


def run(board):
    """For ever; or, before anyone has greeted, until BOOTSEL is pressed.

    A watchdog cannot be stopped and a frame may hold the byte that interrupts programs, so this is
    the only moment in which someone with new files for the board can get in.
    """
    watchdog = None
    while True:
        if watchdog is not None:
            watchdog.feed()
        elif rp2.bootsel_button():
            micropython.kbd_intr(3)
            return
        elif board.greeted:
            watchdog = machine.WDT(timeout=WATCHDOG)
        board.step()


run(Board(Port()))

"""The board's microcontroller: scans the crossings and buttons, lights the pixels, tells the Pi.

For a Raspberry Pi Pico with MicroPython. Copy what lies in this folder, and frames.py and rhythms.py of
hardware/parts, onto it and never touch them again: how the board is wired comes from the Pi with its
greeting, so the profile there is the only description. Without a greeting the board is silent and dark.

Every report holds all readings and is repeated ten times a second, so nothing has to be kept in order
and a lost report costs a delay, never an edge.
"""

import micropython

# Before anything else: any byte may come, also the one that would interrupt a program at a terminal.
micropython.kbd_intr(-1)

import select  # noqa: E402
import sys  # noqa: E402
from time import ticks_diff, ticks_ms  # noqa: E402

import frames  # noqa: E402
import lamps  # noqa: E402
import machine  # noqa: E402
import rp2  # noqa: E402
import wires  # noqa: E402

FIRMWARE = 2
WATCHDOG = 4000
"""Milliseconds; the longest thing the loop does, waiting for the rest of a block, ends with the next
greeting, and those come every 0.3 s."""
MOST_LINES = 11
MOST_PIXELS = 300
AT_ONCE = 4
"""Blocks read before the matrix is looked at again, so that noise cannot keep it from its work."""


class Port:
    """The USB port."""

    def __init__(self):
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        # Until the Pi has greeted, what comes may be anybody's and no whole block.
        self._size = 1
        self._greeted = False

    def greeted(self):
        """From now on whole blocks come."""
        self._greeted = True

    def read(self):
        """A block, or nothing."""
        if not self._readable.poll(0):
            return None
        data = self._in.read(self._size)
        if self._greeted and data:
            self._size = frames.BLOCK
            # A frame begins where a block does; where one begins further on, we lag by that much.
            end = data.find(b"\0", 1)
            begun = data[end:].lstrip(b"\0") if end > 0 else b""
            if begun:
                self._size = len(data) - len(begun) - 1
        return data

    def write(self, data):
        # With nobody at the other end a write would wait for its timeout.
        if self._writable.poll(0):
            self._out.write(data)


class Board:
    """One conversation after the other with the Pi: what is heard, what is due to be said."""

    def __init__(self, port):
        self._port = port
        self._splitter = frames.Splitter()
        self._wires = None
        self._lamps = None
        self._session = 0
        self._heard = 0
        self._told = 0
        self._sequence = 0
        self._sent = self._answered = ticks_ms()
        self.greeted = False

    def step(self):
        """Everything that is due now, once."""
        silent = True
        for _ in range(AT_ONCE):
            heard = self._port.read()
            if not heard:
                break
            silent = False
            for frame in self._splitter.feed(heard):
                self._hear(frame)
        if self._wires is None:
            return
        if self._wires.scan() or ticks_diff(ticks_ms(), self._sent) >= frames.HEARTBEAT:
            self._tell()
        if silent:
            # One thing at a turn: an edge waits for a turn at most.
            self._lamps.step()
        if self._lamps.shown != self._told:
            self._told = self._lamps.shown
            self._send(frames.ACK, self._told)
        if ticks_diff(ticks_ms(), self._answered) >= frames.SILENCE:
            self._end()

    def _tell(self):
        self._sequence += 1
        self._sent = ticks_ms()
        dark = frames.DARK if self._lamps.failing else 0
        readings = frames.packed(self._wires.readings())
        self._send(frames.STATE, self._sequence, bytes((dark,)) + readings)

    def _end(self):
        """The Pi is gone: dark until it greets again."""
        self._lamps.dark()
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
                self._answered = ticks_ms()
        elif frame.kind == frames.GLOWS:
            if frame.sequence == self._lamps.shown:
                self._send(frames.ACK, frame.sequence)
            elif frames.newer(frame.sequence, self._heard) and self._lamps.take(
                frame.sequence, frame.payload
            ):
                self._heard = frame.sequence

    def _greet(self, frame):
        layout = frames.layout_from(frame.payload)
        self._session = frame.session
        if layout is None or max(len(layout.rows), len(layout.columns)) > MOST_LINES:
            self._refuse(frames.BAD_LAYOUT, 0)
            return
        if layout.pixels > MOST_PIXELS:
            self._refuse(frames.NO_MEMORY, 0)
            return
        try:
            if self._wires is None or self._wires.layout != layout:
                self._wires = wires.Wires(layout)
                self._lamps = lamps.Lamps(layout)
        except wires.BadPin as error:
            self._refuse(frames.BAD_PIN, error.args[0])
            return
        self._heard = self._told = self._sequence = 0
        self._lamps.begin()
        self._answered = ticks_ms()
        self.greeted = True
        self._port.greeted()
        self._welcome()
        while self._wires.scan():
            pass
        self._tell()

    def _refuse(self, why, detail):
        self._wires = None
        self._send(frames.REFUSE, 0, bytes((why, detail)))

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


if __name__ == "__main__":
    run(Board(Port()))

"""The firmware with nobody at the other end of its cable: this plays the Pi's part.

For trying a board in a simulator or on a bench. Beside it lie the firmware's files, its main.py as
firmware.py, and wiring.py, which is made from a profile. It lights the pixel above every closed contact
and prints each change.
"""

import firmware
import frames
import machine
import wiring

FELT = b"\x00\x00\x80\x00\x00"
"""Steady, green, as WS2812 pixels take it."""
UNLIT = bytes(frames.GLOW)


class Pi:
    """What the firmware takes for its port."""

    def __init__(self):
        self._splitter = frames.Splitter()
        self._words = frames.encoded(frames.HELLO, 1, 0, wiring.LAYOUT)
        self._wishes = 0
        self._seen = [0] * len(wiring.NAMES)

    def greeted(self):
        print("the board answers")

    def read(self):
        words, self._words = self._words, b""
        return words or None

    def write(self, data):
        for frame in self._splitter.feed(data):
            if frame.kind == frames.STATE:
                self._words += frames.encoded(frames.ACK, 1, frame.sequence)
                self._look(frames.unpacked(frame.payload[1:], len(self._seen)))
            elif frame.kind == frames.REFUSE:
                print("the board refuses:", tuple(frame.payload))

    def _look(self, readings):
        changed = False
        for channel, reading in enumerate(readings):
            if reading != self._seen[channel] and wiring.NAMES[channel]:
                print(wiring.NAMES[channel], "closed" if reading else "open")
                changed = True
        self._seen = readings
        if changed or not self._wishes:
            self._wish()

    def _wish(self):
        glows = [UNLIT] * wiring.PIXELS
        for channel, pixel in enumerate(wiring.PIXEL_OF):
            if pixel >= 0 and self._seen[channel]:
                glows[pixel] = FELT
        self._wishes += 1
        self._words += frames.encoded(frames.GLOWS, 1, self._wishes, frames.glow_bytes(glows))


board = firmware.Board(Pi())
while True:
    board.step()
    machine.idle()

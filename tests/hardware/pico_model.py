"""The firmware on a MicroPython that counts what it does, and a clock that goes by what that costs.

Runs under MicroPython, beside the firmware's files. What each thing costs on an RP2040 at 125 MHz was
measured with MicroPython 1.26 on an emulated chip that counts cycles; this interpreter cannot show it.
"""

import gc
import json
import sys

# Microseconds.
POLL = 130  # whether a byte has come, or may go
BYTE = 6  # read or written in bulk
SUMMED = 0.1  # a byte of a CRC-32, in C
ROW = 400  # driven, settled, let go: a scan of 8x8 took 5.1 ms, one of 11x11 8.0
LOOK = 30  # a pin read, or all of them at once
PIXEL = 30  # sent down the strip
COLOURED = 30  # a pixel given its colour: a slice, as dear as reading a pin
SHADED = 150  # a glow given its shade: two calls
FRAME = 600  # a frame of the protocol taken apart or put together
ROUND = 200  # what else a turn of the loop does

costs = {"polls": 0, "bytes": 0, "summed": 0, "rows": 0, "looks": 0, "pixels": 0, "frames": 0}
costs["coloured"] = costs["shaded"] = costs["rounds"] = 0
PRICES = {
    "polls": POLL,
    "bytes": BYTE,
    "summed": SUMMED,
    "rows": ROW,
    "looks": LOOK,
    "pixels": PIXEL,
}
PRICES["frames"], PRICES["coloured"], PRICES["shaded"], PRICES["rounds"] = (
    FRAME,
    COLOURED,
    SHADED,
    ROUND,
)


def spent():
    return sum([costs[what] * PRICES[what] for what in PRICES])


class Clock:
    """Stands in for the module `time`."""

    slack = 0

    def ticks_ms(self):
        return int(spent() / 1000) + self.slack

    def ticks_diff(self, one, other):
        return one - other

    def ticks_add(self, one, other):
        return one + other

    def sleep_us(self, _):
        """Part of what a row costs."""


class Pin:
    IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 2, 3

    def __init__(self, number, mode=None, pull=None):
        self.number = number

    def init(self, mode, pull=None, value=None):
        # The way out and the way back make one row.
        if mode == Pin.OUT:
            costs["rows"] += 1
            machine.driven = self.number

    def value(self, _):
        machine.driven = -1


class Memory:
    def __getitem__(self, _):
        costs["looks"] += 1
        # Closed is low: all other lines are pulled up.
        return machine.high & ~machine.closed if machine.driven == machine.row else machine.high


class Machine:
    Pin = Pin
    mem32 = Memory()
    driven = row = -1
    closed = 0
    high = (1 << 29) - 1


class Strip:
    def __init__(self, _, count):
        self.buf = bytearray(3 * count)

    def write(self):
        costs["pixels"] += len(self.buf) // 3


class Neopixel:
    NeoPixel = Strip


class Port:
    """The Pi at the other end: it acknowledges every state and lets everything live as it is told."""

    def __init__(self):
        self.incoming = b""
        self.told_at = 0
        self.session = 1
        self.acknowledged = 0

    def greeted(self):
        pass

    def say(self, kind, sequence, payload=b""):
        self.incoming += frames.in_blocks(encoded(kind, self.session, sequence, payload))

    def read(self):
        costs["polls"] += 1
        if not self.incoming:
            return None
        data, self.incoming = self.incoming[: frames.BLOCK], self.incoming[frames.BLOCK :]
        costs["bytes"] += len(data)
        if data[0] == 0:
            costs["frames"] += 1
        return data

    def write(self, data):
        costs["polls"] += 1
        costs["bytes"] += len(data)
        costs["frames"] += 1
        for frame in frames.Splitter().feed(data):
            if frame.kind == frames.STATE:
                self.told_at = spent()
                self.say(frames.ACK, frame.sequence)
            elif frame.kind == frames.ACK:
                self.acknowledged = frame.sequence


class Rp2:
    pass


class Micropython:
    def kbd_intr(self, _):
        pass


clock, machine = Clock(), Machine()
for name, stand_in in (
    ("time", clock), ("machine", machine), ("neopixel", Neopixel), ("rp2", Rp2),
    ("micropython", Micropython()),
):  # fmt: skip
    sys.modules[name] = stand_in

import frames  # noqa: E402
import lamps  # noqa: E402
import main  # noqa: E402
import rhythms  # noqa: E402

encoded, crc32 = frames.encoded, frames.crc32


def summed(data):
    costs["summed"] += len(data)
    return crc32(data)


def strength(*args):
    costs["shaded"] += 1
    return plain_strength(*args)


def colour(self):
    before = self._next
    plain_colour(self)
    costs["coloured"] += self._next - before


frames.crc32 = summed
plain_strength, rhythms.strength = rhythms.strength, strength
plain_colour, lamps.Lamps._colour = lamps.Lamps._colour, colour


def evening(panel, glows, seconds):
    """So many seconds with all pixels living like this, an edge now and then; what came of it."""
    rows, columns, buttons, pixels = panel
    port = Port()
    board = main.Board(port)
    layout = frames.Layout(
        tuple(range(rows)), tuple(range(rows, rows + columns)), buttons, 28, pixels, False, 60,
        bytes(range(0, 255, 15)),
    )  # fmt: skip
    port.say(frames.HELLO, 0, frames.layout_bytes(layout))
    machine.row, machine.closed = 0, 0
    board.step()
    port.say(frames.GLOWS, 1, frames.glow_bytes(glows))
    while not port.acknowledged:
        board.step()
    # A scan may not make garbage; the stand-ins make none.
    before = gc.mem_alloc()
    for _ in range(8):
        board._wires.scan()
    garbage = gc.mem_alloc() - before
    began, scans, delays, longest = spent(), 0, [], 0
    due, edge = began + 50000, 0
    at_first = dict(costs)
    while spent() - began < seconds * 1e6:
        before = spent()
        if not edge and before >= due:
            machine.closed ^= 1 << rows
            edge, port.told_at = before, 0
        board.step()
        costs["rounds"] += 1
        scans += 1
        longest = max(longest, spent() - before)
        if edge and port.told_at:
            delays.append(port.told_at - edge)
            edge, due = 0, spent() + 37000
    return {
        "scans": scans / seconds,
        "garbage": garbage,
        # At the worst moment, when its row has just been looked at: a whole turn more.
        "edge": max(delays) + longest,
        "longest": longest,
        "read_and_written": (costs["bytes"] - at_first["bytes"]) / seconds,
        "summed": (costs["summed"] - at_first["summed"]) / seconds,
        "pixels": (costs["pixels"] - at_first["pixels"]) / seconds,
    }


for line in sys.argv[1:]:
    wanted = json.loads(line)
    panel = wanted["panel"]
    panel[2] = tuple(panel[2])
    print(json.dumps(evening(panel, [bytes(one) for one in wanted["glows"]], wanted["seconds"])))

"""The language between the board and its microcontroller: bytes in, frames out, and back.

This one file runs unchanged under CPython on the Pi and under MicroPython on the board, so it keeps
to what both have. It knows no port, no clock and no pins; docs/protocol.md describes it for those
who write other firmware.

A frame is `version kind session sequence payload crc`, wrapped in COBS between two zero bytes: a
reader that lost its place finds it again at the next zero.
"""

import struct
from binascii import crc32
from collections import namedtuple

VERSION = 2

# From the Pi: greet and describe the wiring, say how the pixels live.
HELLO, GLOWS = 1, 4
# From the board: the wiring is understood, it cannot be used, the readings of all sensors and buttons.
WELCOME, REFUSE, STATE = 17, 18, 19
# From either: that sequence number has arrived.
ACK = 33

BAD_LAYOUT, BAD_PIN, NO_MEMORY = 1, 2, 3
"""Why a board refuses."""

DARK = 1
"""In the first byte of a STATE: the strip does not take what it is sent."""

HEARTBEAT = 100
"""Milliseconds after which the board repeats its state even if nothing has changed; so it need not know
whether the last one has arrived."""
SILENCE = 1000
"""Milliseconds without an answer after which the board takes the Pi for gone."""
AHEAD = 256
"""How far a sequence number may run ahead; one that is further is a spoiled frame."""

LONGEST = 1024
"""Bytes between two zeros; a longer run is noise and is dropped unread."""
BLOCK = 32
"""What the Pi sends is a whole number of blocks, so that the board can read one at a time: asking before
every byte whether there is one costs it 20 times as much."""

_HEAD = ">BBII"
_HEAD_SIZE = struct.calcsize(_HEAD)

Frame = namedtuple("Frame", ("kind", "session", "sequence", "payload"))
"""One message. A class with types would need a module that MicroPython lacks."""


def stuffed(data: bytes) -> bytes:
    """COBS: the same content without a zero byte."""
    out = bytearray()
    for run in data.split(b"\0"):
        while len(run) > 253:
            out.append(255)
            out.extend(run[:254])
            run = run[254:]
        out.append(len(run) + 1)
        out.extend(run)
    return bytes(out)


def unstuffed(data: bytes) -> "bytes | None":
    """The content of a COBS packet; None when it is none."""
    out = bytearray()
    at = 0
    size = len(data)
    while at < size:
        code = data[at]
        end = at + code
        if not code or end > size:
            return None
        out.extend(data[at + 1 : end])
        at = end
        if code < 255 and at < size:
            out.append(0)
    return bytes(out)


def encoded(kind: int, session: int, sequence: int, payload: bytes = b"") -> bytes:
    """A frame as it goes over the wire, with its zeros."""
    body = struct.pack(_HEAD, VERSION, kind, session, sequence) + payload
    return b"\0" + stuffed(body + struct.pack(">I", crc32(body) & 0xFFFFFFFF)) + b"\0"


def in_blocks(frame: bytes) -> bytes:
    """A frame filled up with zeros to whole blocks."""
    return frame + bytes(-len(frame) % BLOCK)


def decoded(packet: bytes) -> "Frame | None":
    """The frame between two zeros; None when it is spoiled or of another version."""
    body = unstuffed(packet)
    if body is None or len(body) < _HEAD_SIZE + 4 or body[0] != VERSION:
        return None
    content = body[:-4]
    _, kind, session, sequence = struct.unpack_from(_HEAD, content, 0)
    if struct.unpack_from(">I", body, len(content))[0] != crc32(content) & 0xFFFFFFFF:
        return None
    return Frame(kind, session, sequence, content[_HEAD_SIZE:])


class Splitter:
    """Cuts a stream of bytes into frames, however it arrives, and steps over what is spoiled."""

    def __init__(self) -> None:
        self._rest = b""
        self._dropping = False
        self.spoiled = 0

    def feed(self, data: bytes) -> "list[Frame]":
        found = []
        packets = (self._rest + data).split(b"\0")
        self._rest = packets.pop()
        for packet in packets:
            frame = None if self._dropping or len(packet) > LONGEST else decoded(packet)
            if frame is not None:
                found.append(frame)
            elif packet or self._dropping:
                self.spoiled += 1
            self._dropping = False
        if len(self._rest) > LONGEST:
            self._rest = b""
            self._dropping = True
        return found


def newer(sequence: int, last: int) -> bool:
    """Whether a number comes after the last one; the number of a replayed frame does not."""
    return last < sequence <= last + AHEAD


def packed(readings: "list[int]") -> bytes:
    """Readings as bits, lowest first."""
    bits = bytearray((len(readings) + 7) // 8)
    for number, reading in enumerate(readings):
        if reading:
            bits[number >> 3] |= 1 << (number & 7)
    return bytes(bits)


def unpacked(payload: bytes, count: int) -> "list[int] | None":
    """The readings again; None when they are not as many."""
    if len(payload) != (count + 7) // 8:
        return None
    return [payload[number >> 3] >> (number & 7) & 1 for number in range(count)]


Layout = namedtuple(
    "Layout",
    ("rows", "columns", "buttons", "pixel_pin", "pixels", "active_high", "settle_us", "scale"),
)
"""How the board is wired: pin numbers of rows, columns and buttons, the pixels' data pin and count.
A crossing or a button is closed when it reads high (`active_high`) or low. `scale` has for each step of
a rhythm the share of a colour, out of 255, that the eye wants."""

SCALE = 17
"""Steps of a rhythm, with the dark."""


def layout_bytes(layout: "Layout") -> bytes:
    out = bytearray()
    for pins in (layout.rows, layout.columns, layout.buttons):
        out.append(len(pins))
        out.extend(bytes(pins))
    tail = (layout.pixel_pin, layout.pixels, 1 if layout.active_high else 0, layout.settle_us)
    return bytes(out) + struct.pack(">BHBH", *tail) + bytes(layout.scale)


def layout_from(payload: bytes) -> "Layout | None":
    """The wiring that a HELLO describes; None when it makes no sense."""
    groups = []
    at = 0
    for _ in range(3):
        if at >= len(payload):
            return None
        end = at + 1 + payload[at]
        groups.append(tuple(payload[at + 1 : end]))
        at = end
    if len(payload) - at != 6 + SCALE:
        return None
    pixel_pin, pixels, active, settle = struct.unpack_from(">BHBH", payload, at)
    scale = bytes(payload[at + 6 :])
    return Layout(groups[0], groups[1], groups[2], pixel_pin, pixels, bool(active), settle, scale)


GLOW = 5
"""Bytes of a glow: its rhythm, its phase, and its colour as the strip takes it."""


def glow_bytes(glows: "list[bytes]") -> bytes:
    """How all pixels live: the different glows, and for each pixel the number of its own."""
    kinds = sorted(set(glows))
    numbers = {glow: number for number, glow in enumerate(kinds)}
    return bytes((len(kinds),)) + b"".join(kinds) + bytes([numbers[glow] for glow in glows])


def glows_from(payload: bytes, pixels: int, rhythms: int) -> "tuple[bytes, bytes] | None":
    """The different glows and each pixel's number; None when it makes no sense."""
    count = payload[0] if payload else 0
    kinds = payload[1 : 1 + GLOW * count]
    numbers = payload[1 + GLOW * count :]
    if len(kinds) != GLOW * count or len(numbers) != pixels:
        return None
    if pixels and max(numbers) >= count:
        return None
    for at in range(0, len(kinds), GLOW):
        if kinds[at] >= rhythms:
            return None
    return kinds, numbers

"""The language between the board and its microcontroller: bytes in, frames out, and back.

This one file runs unchanged under CPython on the Pi and under MicroPython on the board, so it keeps
to what both have. It knows no port, no clock and no pins; docs/protocol.md describes it for those
who write other firmware.

A frame is `version kind session sequence payload crc`, wrapped in COBS between two zero bytes: a
reader that lost its place finds it again at the next zero.
"""

import struct
from collections import namedtuple

_NIBBLES = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def slow_crc(data: bytes, crc: int) -> int:
    """CRC-16/CCITT, half a byte at a time: the same as `binascii.crc_hqx`."""
    for byte in data:
        crc = (crc << 4 ^ _NIBBLES[crc >> 12 ^ byte >> 4]) & 0xFFFF
        crc = (crc << 4 ^ _NIBBLES[crc >> 12 ^ byte & 15]) & 0xFFFF
    return crc


try:
    from binascii import crc_hqx as crc16
except ImportError:  # MicroPython's binascii has no crc_hqx
    crc16 = slow_crc  # type: ignore[assignment,unused-ignore]


VERSION = 1

# From the Pi: greet and describe the wiring, light the pixels.
HELLO, PIXELS = 1, 3
# From the board: the wiring is understood, it cannot be used, the readings of all sensors and buttons.
WELCOME, REFUSE, STATE = 17, 18, 19
# From either: that sequence number has arrived.
ACK = 33

BAD_LAYOUT, BAD_PIN, NO_MEMORY = 1, 2, 3
"""Why a board refuses."""

HEARTBEAT = 100
"""Milliseconds after which the board repeats its state even if nothing has changed."""
RESEND = 50
"""Milliseconds after which what was not acknowledged is sent again."""
SILENCE = 1000
"""Milliseconds without an answer after which either side takes the other for gone."""
AHEAD = 256
"""How far a sequence number may run ahead; one that is further is a spoiled frame."""

LONGEST = 1024
"""Bytes between two zeros; a longer run is noise and is dropped unread."""

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
    return b"\0" + stuffed(body + struct.pack(">H", crc16(body, 0xFFFF))) + b"\0"


def decoded(packet: bytes) -> "Frame | None":
    """The frame between two zeros; None when it is spoiled or of another version."""
    body = unstuffed(packet)
    if body is None or len(body) < _HEAD_SIZE + 2 or body[0] != VERSION:
        return None
    # The sum over a body with its own sum behind it is zero.
    if crc16(body, 0xFFFF):
        return None
    _, kind, session, sequence = struct.unpack_from(_HEAD, body, 0)
    return Frame(kind, session, sequence, body[_HEAD_SIZE:-2])


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
    """Levels as bits, lowest first, and once more inverted.

    One spoiled frame in 65,536 passes a CRC-16, and from this one frame comes all that is believed
    of the board: bits that arrive twice are not spoiled twice alike.
    """
    bits = bytearray((len(readings) + 7) // 8)
    for number, reading in enumerate(readings):
        if reading:
            bits[number >> 3] |= 1 << (number & 7)
    return bytes(bits) + bytes([byte ^ 255 for byte in bits])


def unpacked(payload: bytes, count: int) -> "list[int] | None":
    """The readings again; None when they are not as many, or the two copies differ."""
    size = (count + 7) // 8
    if len(payload) != 2 * size:
        return None
    for number in range(size):
        if payload[number] ^ payload[size + number] != 255:
            return None
    return [payload[number >> 3] >> (number & 7) & 1 for number in range(count)]


Layout = namedtuple(
    "Layout", ("rows", "columns", "buttons", "pixel_pin", "pixels", "active_high", "settle_us")
)
"""How the board is wired: pin numbers of rows, columns and buttons, the pixels' data pin and count.
A crossing or a button is closed when it reads high (`active_high`) or low."""


def layout_bytes(layout: "Layout") -> bytes:
    out = bytearray()
    for pins in (layout.rows, layout.columns, layout.buttons):
        out.append(len(pins))
        out.extend(bytes(pins))
    tail = (layout.pixel_pin, layout.pixels, 1 if layout.active_high else 0, layout.settle_us)
    return bytes(out) + struct.pack(">BHBH", *tail)


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
    if len(payload) - at != 6:
        return None
    pixel_pin, pixels, active, settle = struct.unpack_from(">BHBH", payload, at)
    return Layout(groups[0], groups[1], groups[2], pixel_pin, pixels, bool(active), settle)

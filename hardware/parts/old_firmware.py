"""Firmware from before the microcontroller made its own frames, which must be told from a dead board.

It drops whatever is not of version 1, so it is greeted in its own way, without any wiring; only that it
answers is of interest.
"""

from __future__ import annotations

import struct
from binascii import crc_hqx

from hardware.parts.frames import HELLO, WELCOME, stuffed, unstuffed

VERSION = 1
_HEAD = ">BBII"
_NO_WIRING = bytes((0, 0, 0)) + struct.pack(">BHBH", 22, 0, 1, 0)


def greeting(session: int) -> bytes:
    body = struct.pack(_HEAD, VERSION, HELLO, session, 0) + _NO_WIRING
    return b"\0" + stuffed(body + struct.pack(">H", crc_hqx(body, 0xFFFF))) + b"\0"


def answered(data: bytes) -> bool:
    """Whether these bytes hold its answer, whole."""
    bodies = (unstuffed(packet) for packet in data.split(b"\0") if packet)
    return any(
        body is not None
        and len(body) > struct.calcsize(_HEAD)
        and body[:2] == bytes((VERSION, WELCOME))
        and crc_hqx(body, 0xFFFF) == 0
        for body in bodies
    )

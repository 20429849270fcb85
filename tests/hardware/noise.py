"""What a bad cable does to frames: random, cut, spoiled and repeated ones, from a seeded source."""

from __future__ import annotations

from random import Random

from hardware.parts import frames


class Noise:
    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._heard: list[bytes] = []
        self.made = 0

    def listen(self, data: bytes) -> bytes:
        """Remember real frames, so that they can be spoiled and repeated."""
        self._heard += [packet for packet in data.split(b"\0") if packet]
        del self._heard[:-200]
        return data

    def frame(self) -> bytes:
        """One bad frame, with its zeros."""
        rng = self._rng
        self.made += 1
        kind = rng.randrange(5)
        if kind == 0 or not self._heard:
            return b"\0" + rng.randbytes(rng.randrange(60)) + b"\0"
        if kind == 1:
            # Well formed, of a session that is not ours.
            number = rng.choice((1, 2, 3, 17, 18, 19, 33, rng.randrange(256)))
            return frames.encoded(
                number, rng.getrandbits(32), rng.getrandbits(8), rng.randbytes(rng.randrange(40))
            )
        packet = bytearray(rng.choice(self._heard))
        if kind == 2:
            return b"\0" + bytes(packet) + b"\0"
        if kind == 3:
            return b"\0" + bytes(packet[: rng.randrange(len(packet))]) + b"\0"
        for _ in range(rng.choice((1, 1, 2, 3, 8))):
            packet[rng.randrange(len(packet))] = rng.randrange(256)
        return b"\0" + bytes(packet) + b"\0"

    def burst(self, count: int) -> bytes:
        return b"".join(self.frame() for _ in range(count))

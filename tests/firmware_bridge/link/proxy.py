"""A wire to a broker that cuts, doubles, delays and reorders: between TCP and TCP, packet by packet.

Knows of MQTT only where one packet ends and which packets are messages (PUBLISH); everything else passes
as it came, so that the broker and the library see nothing but a bad network.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

PUBLISH = 3
LONGEST_DELAY = 0.25
"""Seconds."""


class Packets:
    """Bytes in, whole packets out."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        self._rest += data
        while (size := self._first()) is not None and size <= len(self._rest):
            packet, self._rest = self._rest[:size], self._rest[size:]
            yield packet

    def _first(self) -> int | None:
        """How long the first packet is, once that has come: its length is told in up to four bytes."""
        length = 0
        for at, byte in enumerate(self._rest[1:5]):
            length += (byte & 127) << (7 * at)
            if byte < 128:
                return 2 + at + length
        return None


class Proxy:
    """All chances are between 0 and 1, for every message; a run is the same run with the same seed."""

    def __init__(self, broker: int, seed: int = 0) -> None:
        self.doubled = self.delayed = self.reordered = 0.0
        self.done: Counter[str] = Counter()
        """What was done to how many messages."""
        self._broker = broker
        self._rng = Random(seed)
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._welcome, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Every connection ends without a goodbye; who tries again gets through."""
        self._do(self._cut())

    def close(self) -> None:
        """Nobody gets through any more."""
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def _do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(5)

    async def _end(self) -> None:
        self._server.close()
        await self._cut()
        # What is on its way ends by itself, now that nobody is there.
        await asyncio.gather(
            *asyncio.all_tasks() - {asyncio.current_task()}, return_exceptions=True
        )

    async def _cut(self) -> None:
        self.done["cut"] += len(self._open) // 2
        for one in list(self._open):
            one.transport.abort()

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            inner, outer = await asyncio.open_connection("127.0.0.1", self._broker)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, outer}
        self._open |= ends
        passing = [
            asyncio.create_task(self._pass_on(reader, outer)),
            asyncio.create_task(self._pass_on(inner, writer)),
        ]
        await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
        for one in ends:
            one.transport.abort()
        self._open -= ends
        await asyncio.wait(passing)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        packets = Packets()
        with suppress(OSError):
            while data := await reader.read(65536):
                for packet in packets.feed(data):
                    if packet[0] >> 4 == PUBLISH:
                        await self._message(packet, writer)
                    else:
                        self._write(packet, writer)

    async def _message(self, packet: bytes, writer: asyncio.StreamWriter) -> None:
        if self._rng.random() < self.doubled:
            self.done["doubled"] += 1
            self._write(packet, writer)
        if self._rng.random() < self.reordered:
            # It comes when others that were sent after it have come.
            self.done["reordered"] += 1
            late = self._rng.random() * LONGEST_DELAY
            self._loop.call_later(late, self._write, packet, writer)
            return
        if self._rng.random() < self.delayed:
            self.done["delayed"] += 1
            await asyncio.sleep(self._rng.random() * LONGEST_DELAY)
        self._write(packet, writer)

    def _write(self, packet: bytes, writer: asyncio.StreamWriter) -> None:
        if not writer.is_closing():
            writer.write(packet)

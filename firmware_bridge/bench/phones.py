"""Phones in a process of their own: they come, say what they should not, and go as phones go.

Started by firmware_bridge/bench/visitors.py, which says when: a line of how many come at once, 0 for all
to go, and the answer is a line of how many came, how many of them vanished, and what they said.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from random import Random

from wsproto import ConnectionType, WSConnection
from wsproto.events import CloseConnection, Request, TextMessage

from firmware_bridge.bench.load import RUBBISH

STAYING = 8
"""Phones that neither speak nor leave, until as many others have come."""
MOST_SAID = 4
ENOUGH = 1 << 16


class Phones:
    def __init__(self, port: int, seed: int) -> None:
        self._host, self._port = f"127.0.0.1:{port}", port
        self._chance = Random(seed)
        self._staying: list[asyncio.StreamWriter] = []
        self.came = self.vanished = self.said = 0

    async def come(self, count: int) -> None:
        await asyncio.gather(*(self._visit() for _ in range(count)))
        while len(self._staying) > (STAYING if count else 0):
            self._staying.pop(0).transport.abort()

    async def _visit(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        talk = WSConnection(ConnectionType.CLIENT)
        origin = [(b"Origin", f"http://{self._host}".encode())]
        writer.write(talk.send(Request(host=self._host, target="/table", extra_headers=origin)))
        talk.receive_data(await reader.read(ENOUGH))
        list(talk.events())
        for _ in range(self._chance.randrange(MOST_SAID)):
            writer.write(talk.send(TextMessage(self._chance.choice(RUBBISH))))
            self.said += 1
            await reader.read(ENOUGH)
        self.came += 1
        how = self._chance.random()
        if how < 0.4:
            writer.write(talk.send(CloseConnection(code=1001)))
            await writer.drain()
            writer.close()
            return
        self.vanished += 1
        if how < 0.8:
            writer.transport.abort()
        else:
            self._staying.append(writer)


async def obey(orders: socket.socket, phones: Phones) -> None:
    reader, writer = await asyncio.open_connection(sock=orders)
    while line := await reader.readline():
        await phones.come(int(line))
        writer.write(b"%d %d %d\n" % (phones.came, phones.vanished, phones.said))
    writer.close()


if __name__ == "__main__":
    file, port, seed = map(int, sys.argv[1:])
    asyncio.run(obey(socket.socket(fileno=file), Phones(port, seed)))

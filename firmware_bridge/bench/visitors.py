"""Phones that come to a table in this very process, say what they should not, and go as phones go.

They speak to the real server over real sockets; the loop turns only while somebody visits, so hands and
phones take turns in one thread.
"""

from __future__ import annotations

import asyncio
import socket
from random import Random

from wsproto import ConnectionType, WSConnection
from wsproto.events import CloseConnection, Request, TextMessage

from firmware_bridge.bench.load import RUBBISH
from firmware_bridge.table.app import App
from firmware_bridge.web.application import application
from firmware_bridge.web.listening import Server

AT_ONCE = 4
STAYING = 8
"""Phones that neither speak nor leave, until as many others have come."""


class Visitors:
    def __init__(self, app: App, chance: Random) -> None:
        self._chance = chance
        self._loop = asyncio.new_event_loop()
        listening = socket.create_server(("127.0.0.1", 0))
        self._host = f"127.0.0.1:{listening.getsockname()[1]}"
        self._server = Server(application(app, names=["127.0.0.1"], keys=None))
        self._serving = self._loop.create_task(self._server.serve(sockets=[listening]))
        self._staying: list[asyncio.StreamWriter] = []
        self.came = self.vanished = self.said = 0

    def come(self) -> None:
        """A few at once; then everything that they set off has its turn."""
        self._loop.run_until_complete(self._come())

    async def _come(self) -> None:
        await asyncio.gather(*(self._visit() for _ in range(AT_ONCE)))
        while len(self._staying) > STAYING:
            self._staying.pop(0).transport.abort()
        await asyncio.sleep(0)

    async def _visit(self) -> None:
        host, _, port = self._host.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        talk = WSConnection(ConnectionType.CLIENT)
        origin = [(b"Origin", f"http://{self._host}".encode())]
        writer.write(talk.send(Request(host=self._host, target="/table", extra_headers=origin)))
        talk.receive_data(await reader.read(1 << 16))
        list(talk.events())
        for _ in range(self._chance.randrange(4)):
            writer.write(talk.send(TextMessage(self._chance.choice(RUBBISH))))
            self.said += 1
            await reader.read(1 << 16)
        self.came += 1
        how = self._chance.random()
        if how < 0.4:
            writer.write(talk.send(CloseConnection(code=1001)))
            await writer.drain()
            writer.close()
        elif how < 0.8:
            self.vanished += 1
            writer.transport.abort()
        else:
            self.vanished += 1
            self._staying.append(writer)

    def settle(self) -> None:
        """Until nobody is here any more, so that what is weighed is the table."""
        while self._staying:
            self._staying.pop().transport.abort()
        self._loop.run_until_complete(self._emptied())

    async def _emptied(self) -> None:
        while self._server.server_state.connections:
            await asyncio.sleep(0.01)

    def close(self) -> None:
        self._server.should_exit = True
        for writer in self._staying:
            writer.transport.abort()
        self._loop.run_until_complete(self._serving)
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

"""The pages of a table that is weighed: the real server in this process, the phones in another.

The loop turns only while somebody visits, so hands and phones take turns in one thread.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys

from firmware_bridge.table.app import App
from firmware_bridge.web.application import application
from firmware_bridge.web.listening import Server

AT_ONCE = 8


class Visitors:
    def __init__(self, app: App, seed: int) -> None:
        self._loop = asyncio.new_event_loop()
        listening = socket.create_server(("127.0.0.1", 0))
        self._server = Server(application(app, names=["127.0.0.1"], keys=None))
        self._serving = self._loop.create_task(self._server.serve(sockets=[listening]))
        self._orders, theirs = socket.socketpair()
        self._orders.setblocking(False)
        told = map(str, (theirs.fileno(), listening.getsockname()[1], seed))
        self._phones = subprocess.Popen(
            [sys.executable, "-m", "firmware_bridge.bench.phones", *told],
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        self.came = self.vanished = self.said = 0

    def come(self) -> None:
        """A few at once; then everything that they set off has its turn."""
        self._loop.run_until_complete(self._ordered(AT_ONCE))

    def settle(self) -> None:
        """Until nobody is here any more, so that what is weighed is the table."""
        self._loop.run_until_complete(self._ordered(0))
        self._loop.run_until_complete(self._emptied())

    async def _ordered(self, count: int) -> None:
        await self._loop.sock_sendall(self._orders, b"%d\n" % count)
        answer = await self._loop.sock_recv(self._orders, 256)
        self.came, self.vanished, self.said = map(int, answer.split())

    async def _emptied(self) -> None:
        while self._server.server_state.connections:
            await asyncio.sleep(0.01)

    def close(self) -> None:
        self.settle()
        self._orders.close()
        self._phones.wait()
        self._server.should_exit = True
        self._loop.run_until_complete(self._serving)
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

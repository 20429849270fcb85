"""The door: connections are counted before a byte of them is read, and none may stand there for ever.

Whoever comes is let in. When one address, or the house, is full, the caller goes who has been waiting
longest without anything being done for him; so a crowd that only stands about drives out itself. Pages
that are in are never sent away. Knows sockets and HTTP; neither keys nor games.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

if TYPE_CHECKING:
    from uvicorn.server import Protocols

MOST = 256
"""Connections in all: many more than a house has phones, far fewer than a process has files."""
MOST_OF_ONE = 96
"""Connections of one address; a browser opens up to seven for each of its pages."""
LONGEST_HEAD = 8192
"""Bytes of a request without its body. Browsers send less than one thousand."""
PORTION = 1024
EXCHANGE = 10.0
"""Seconds for a request to come and its answer to be taken."""
LINGER = 5.0
"""Seconds between two looks for connections that are closed on our side and not taken notice of."""
RETRY = 0.5
"""Seconds for which nobody is let in after the system had no file left."""
CALM = 60.0
"""Seconds without a shortage after which the next one is news."""
SHORT = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Caller(H11Protocol):
    """Speaks HTTP, and has so long for each request with its answer."""

    _late: asyncio.TimerHandle | None = None
    since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.since = self.loop.time()
        self._hurry()

    def data_received(self, data: bytes) -> None:
        self._hurry()
        # A little at a time: what comes whole, h11 takes however long it is.
        for start in range(0, len(data), PORTION):
            super().data_received(data[start : start + PORTION])
            if self.transport.is_closing():
                return
            page = self.transport.get_protocol()
            if page is not self:
                self._relax()
                if isinstance(page, Page) and data[start + PORTION :]:
                    page.data_received(data[start + PORTION :])
                return

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self.transport.get_write_buffer_size():
            self._relax()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """And 431 where the request is not wrong, only endless."""
        if len(self.conn.trailing_data[0]) <= LONGEST_HEAD:
            super().send_400_response(msg)
            return
        status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        close = [(b"content-length", b"0"), (b"connection", b"close")]
        answer = h11.Response(status_code=status, headers=close, reason=status.phrase.encode())
        self.transport.write(self.conn.send(answer))
        self.transport.write(self.conn.send(h11.EndOfMessage()))
        self.transport.close()

    @property
    def idle(self) -> bool:
        """Nothing is being done for it."""
        under_way: object = self.cycle
        return not isinstance(under_way, RequestResponseCycle) or under_way.response_complete

    def _hurry(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(EXCHANGE, self.transport.abort)

    def _relax(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Page(WSProtocol):
    """Speaks WebSocket. One that does not answer any more is not waited for until it has taken what
    lies ready for it: it never would."""

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


class Door:
    """In the place of asyncio's server, which takes in whatever comes until no file is left."""

    def __init__(
        self,
        listening: socket.socket,
        welcome: Callable[[], asyncio.Protocol],
        here: set[Protocols],
        say: Callable[[OSError], None],
    ) -> None:
        self._listening = listening
        self._welcome = welcome
        self._here = here
        """All that speak with us now."""
        self._say = say
        """Hears that no file is left; once for as long as it keeps happening."""
        self._short_until = float("-inf")
        self._coming: dict[asyncio.Task[None], str] = {}
        self._closing: set[Protocols] = set()
        self._loop = asyncio.get_running_loop()
        self._timers: dict[Callable[[], None], asyncio.TimerHandle] = {}
        listening.setblocking(False)
        self._open()
        self._sweep()

    def _open(self) -> None:
        self._loop.add_reader(self._listening, self._let_in)

    def close(self) -> None:
        self._loop.remove_reader(self._listening)
        for timer in self._timers.values():
            timer.cancel()

    async def wait_closed(self) -> None:
        """Nothing is left to wait for."""

    def _let_in(self) -> None:
        """One at a time: between two of them everybody else has his turn."""
        try:
            connection, (address, _) = self._listening.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:
            if error.errno not in SHORT:
                raise
            self._wait_for_files(error)
            return
        if not self._make_room(address):
            connection.close()
            return
        connection.setblocking(False)
        task = self._loop.create_task(self._greet(connection))
        self._coming[task] = address
        task.add_done_callback(self._coming.pop)

    async def _greet(self, connection: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._welcome, connection)
        except OSError:
            connection.close()

    def _wait_for_files(self, error: OSError) -> None:
        self._loop.remove_reader(self._listening)
        # Half of all who wait: whoever is in the queue with a reason gets his turn soon.
        for _ in range(len(self._waiting()) // 2 + 1):
            self._send_away()
        self._later(RETRY, self._open)
        if self._loop.time() > self._short_until:
            self._say(error)
        self._short_until = self._loop.time() + CALM

    def _make_room(self, address: str) -> bool:
        """Whether there is room for one more, now that somebody else may have gone."""
        callers = Counter(self._coming.values())
        callers.update(
            one.client[0] for one in self._here if isinstance(one, Caller | Page) and one.client
        )
        if callers[address] >= MOST_OF_ONE:
            return self._send_away(address)
        if callers.total() >= MOST:
            return self._send_away(callers.most_common(1)[0][0])
        return True

    def _waiting(self, address: str | None = None) -> list[Caller]:
        """For whom nothing is being done, of one address or of all."""
        return [
            one
            for one in self._here
            if isinstance(one, Caller)
            and one.idle
            and not one.transport.is_closing()
            and address in (None, one.client[0] if one.client else "")
        ]

    def _send_away(self, address: str | None = None) -> bool:
        """Who has waited longest; False: nobody waits."""
        waiting = self._waiting(address)
        if waiting:
            min(waiting, key=lambda one: one.since).transport.abort()
        return bool(waiting)

    def _sweep(self) -> None:
        """Who takes nothing of what we said last would be there for ever."""
        closing = {one for one in self._here if one.transport.is_closing()}
        for one in closing & self._closing:
            one.transport.abort()
        self._closing = closing
        self._later(LINGER, self._sweep)

    def _later(self, seconds: float, what: Callable[[], None]) -> None:
        self._timers[what] = self._loop.call_later(seconds, what)

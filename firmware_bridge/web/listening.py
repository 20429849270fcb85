"""Where pages are served: the socket, the names it answers to, and the link that people type.

Knows sockets and the key. Knows no game; what is served there is for others to say.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import uvicorn
from starlette.applications import Starlette

from engines.errors import TavoliereError
from firmware_bridge.service.companion import new_key
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import reason
from firmware_bridge.web.access import LOOPBACK
from firmware_bridge.web.door import LONGEST_HEAD, Caller, Door, Page
from firmware_bridge.web.invitation import outward, phone_link
from firmware_bridge.web.keys import Keys
from firmware_bridge.web.messages import MOST_BYTES

PORT = 8737
"""Free for anybody by the registry of ports; when taken, any other will do."""
PING = 4.0
"""Seconds between two words to a page that says nothing, and for its answer: a phone that has vanished
holds its piece for twice as long at most."""


class PortTaken(TavoliereError):
    pass


@dataclass(frozen=True, slots=True)
class Address:
    """Where the pages are, as people type it."""

    socket: socket.socket
    names: list[str]
    link: str
    """The host's."""
    keys: Keys | None

    @property
    def at_home(self) -> str:
        """For this machine alone, and without a key: what opens a browser can be read by everybody."""
        return f"http://127.0.0.1:{self.socket.getsockname()[1]}/"

    def link_by_now(self) -> str | None:
        """The link for phones under the address this machine has by now, if it has one."""
        host = outward()
        if host is None or self.keys is None:
            return None
        return phone_link(host, self.socket.getsockname()[1], self.keys.host)


class Server(uvicorn.Server):
    """Serves at our own door, and leaves the signals to us: ctrl-C is how one leaves the table."""

    def __init__(self, app: Starlette, say: Callable[[OSError], None] = lambda _: None) -> None:
        """`say` hears when the system has no file left for another connection."""
        super().__init__(
            uvicorn.Config(
                app,
                # What strangers send is no news for a log; what goes wrong in here is.
                log_level="error",
                access_log=False,
                http=Caller,
                h11_max_incomplete_event_size=LONGEST_HEAD,
                ws=Page,
                ws_max_size=MOST_BYTES,
                # It costs 115 KB a page, and a small frame could become a very long message.
                ws_per_message_deflate=False,
                ws_ping_interval=PING,
                ws_ping_timeout=PING,
                lifespan="off",
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=2,
            )
        )
        self._say = say

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        def welcome() -> asyncio.Protocol:
            return Caller(self.config, self.server_state, self.lifespan.state)

        here = self.server_state.connections
        self.servers = [Door(one, welcome, here, self._say) for one in sockets or ()]  # type: ignore[misc]
        self.started = True


def listen(port: int | None, *, lan: bool, text: Texts, keys: Keys | None = None) -> Address:
    """For this machine alone, or for everybody on the network who has a key."""
    host = "0.0.0.0" if lan else "127.0.0.1"
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, PORT if port is None else port))
    except (OSError, OverflowError) as error:
        if port is not None:
            listening.close()
            raise PortTaken(text("error.port", port=port, why=reason(error, text))) from None
        listening.bind((host, 0))
    # From here on a browser that comes early is kept waiting instead of being turned away.
    listening.listen()
    number = listening.getsockname()[1]
    names = [name.strip("[]") for name in LOOPBACK]
    if not lan:
        return Address(listening, names, f"http://127.0.0.1:{number}/", None)
    keys = keys or Keys(new_key())
    own = socket.gethostname()
    names += [own, f"{own}.local"]
    return Address(listening, names, phone_link(outward() or "127.0.0.1", number, keys.host), keys)

"""Where pages are served: the socket, the names it answers to, and the link that people type.

Knows sockets and the key. Knows no game; what is served there is for others to say.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from dataclasses import dataclass

import uvicorn

from engines.errors import TavoliereError
from firmware_bridge.service.companion import new_key
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import reason
from firmware_bridge.web.access import LOOPBACK
from firmware_bridge.web.invitation import outward, phone_link

PORT = 8737
"""Free for anybody by the registry of ports; when taken, any other will do."""


class PortTaken(TavoliereError):
    pass


@dataclass(frozen=True, slots=True)
class Address:
    """Where the pages are, as people type it."""

    socket: socket.socket
    names: list[str]
    link: str
    token: str | None

    def link_by_now(self) -> str | None:
        """The link for phones under the address this machine has by now, if it has one."""
        host = outward()
        if host is None or self.token is None:
            return None
        return phone_link(host, self.socket.getsockname()[1], self.token)


class Server(uvicorn.Server):
    """Leaves the signals to us: ctrl-C is how one leaves the table, not a fault."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listen(port: int | None, *, lan: bool, text: Texts, key: str | None = None) -> Address:
    """For this machine alone, or for everybody on the network who has the key."""
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
    key = key or new_key()
    own = socket.gethostname()
    names += [own, f"{own}.local"]
    return Address(listening, names, phone_link(outward() or "127.0.0.1", number, key), key)

"""The service manager that started the program: it hears that it is ready, and that it lives."""

from __future__ import annotations

import socket


class Manager:
    """The other end of the notification socket."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.settimeout(20)

    def hear(self) -> str:
        return self.socket.recv(4096).decode()

    def heard(self) -> list[str]:
        """All that has been said so far."""
        said = []
        self.socket.setblocking(False)
        while True:
            try:
                said.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return said

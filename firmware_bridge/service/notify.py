"""Tells the service manager how things stand: ready, still turning, what is wrong, ending.

Speaks systemd's notification protocol: lines of `KEY=value` in one datagram. Without a service
manager all of it does nothing. Knows nothing of the game: whoever calls says whether all is well.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

SHARE = 3
"""The watchdog is fed this many times in the time it waits: one word may come late."""


class Notifier:
    """One address to talk to, or none."""

    def __init__(self, address: str | None, interval: float | None = None) -> None:
        self.address = address
        self.interval = interval
        """Seconds between two feedings of the watchdog; None: nobody waits for them."""
        self._status = ""
        self._out: socket.socket | None = None
        """Stays open: the watchdog must be fed even when no file is left to open."""

    def say(self, *lines: str) -> None:
        if not self.address:
            return
        # An address that begins with @ is abstract: it lies in no folder.
        target = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        # A manager that does not listen is no reason to end a game.
        with suppress(OSError):
            if self._out is None:
                self._out = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                self._out.setblocking(False)
            self._out.sendto("\n".join(lines).encode(), target)

    def close(self) -> None:
        if self._out is not None:
            self._out.close()
            self._out = None

    def status(self, text: str) -> None:
        """One line for `systemctl status`, when it is another than before."""
        if text != self._status:
            self._status = text
            self.say(f"STATUS={text}")


class Pulse:
    """Feeds the watchdog from the loop's own turns, and only while `well` says that they are worth it.

    A loop that hangs, in a sensor or in a disk, never comes here; one whose journal is lost comes
    here in vain. Either way the watchdog starves and the service is started again.
    """

    def __init__(self, notifier: Notifier, clock: Callable[[], float]) -> None:
        self._notifier = notifier
        self._clock = clock
        self._due = clock()

    def turn(self, well: Callable[[], bool]) -> None:
        """Called at the end of every turn of the loop; `well` is asked only when it matters."""
        interval = self._notifier.interval
        if interval is None or self._clock() < self._due:
            return
        self._due = self._clock() + interval
        if well():
            self._notifier.say("WATCHDOG=1")

    @property
    def wait(self) -> float | None:
        """Seconds until the loop has to turn again for this; None: whenever it likes."""
        if self._notifier.interval is None:
            return None
        return max(0.0, self._due - self._clock())


def notifier(environment: Mapping[str, str] | None = None) -> Notifier:
    """As the service manager has asked for in the environment."""
    env = os.environ if environment is None else environment
    address = env.get("NOTIFY_SOCKET") or None
    interval = None
    meant = env.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    given = env.get("WATCHDOG_USEC", "")
    if address and meant and given.isascii() and given.isdigit() and int(given):
        interval = int(given) / 1e6 / SHARE
    return Notifier(address, interval)

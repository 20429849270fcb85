"""A real Mosquitto that can be killed and started again, and a wire to it that can be cut."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import monotonic

CONFIGURATION = """\
listener {port} 127.0.0.1
allow_anonymous true
persistence false
max_packet_size 131072
"""


class Mosquitto:
    def __init__(self, folder: Path, configuration: Path | None = None, port: int = 0) -> None:
        self.port = port or free_port()
        self._file = configuration or folder / "mosquitto.conf"
        if configuration is None:
            self._file.write_text(CONFIGURATION.format(port=self.port), encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        assert program, "there is no mosquitto: make setup installs it"
        self._process = subprocess.Popen(
            [program, "-c", str(self._file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def url(self, room: str) -> str:
        return f"mqtt://127.0.0.1:{self.port}/{room}"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def until(true: Callable[[], bool], poll: Callable[[], object], limit: float = 120.0) -> None:
    begin = monotonic()
    while not true():
        poll()
        assert monotonic() - begin < limit, "it never came true"

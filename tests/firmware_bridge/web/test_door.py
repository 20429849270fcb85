"""Strangers without a key, with tools of their own, against the real program."""

from __future__ import annotations

import os
import re
import resource
import socket
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.firmware_bridge.service.service_manager import Manager
from tests.firmware_bridge.web.asking import ask

ARGUMENTS = "play dama --no-browser --lan --port 0".split()
TICKS = os.sysconf("SC_CLK_TCK")
FEED = 1.0
"""Seconds between two feedings of the watchdog."""


class Fort:
    """The program as the service starts it, with as few files as it is given."""

    def __init__(self, folder: Path, files: int) -> None:
        self.manager = Manager(str(folder / "notify"))
        self.log = folder / "log"
        run = folder / "run"
        run.mkdir()
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": str(int(3 * FEED * 1e6)),
            "RUNTIME_DIRECTORY": str(run),
            "TAVOLIERE_STATE": str(folder / "games"),
            "LC_ALL": "C.UTF-8",
        }
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with self.log.open("w") as log:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "firmware_bridge", *ARGUMENTS],
                stdout=log,
                stderr=log,
                env=environment,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard)),
            )
        assert self.manager.hear() == "READY=1"
        self.link = (run / "link").read_text().strip()
        found = re.search(r":(\d+)/\?key=(.+)", self.link)
        assert found
        self.port, self.key = int(found[1]), found[2]

    def busy(self) -> float:
        """Seconds of the processor so far."""
        fields = Path(f"/proc/{self.running.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def feedings(self, count: int) -> None:
        """Wait until the watchdog was fed so often; each must come in time."""
        self.manager.socket.settimeout(3 * FEED)
        while count:
            count -= self.manager.hear() == "WATCHDOG=1"

    def answers(self) -> bool:
        return ask(self.link, "/", Cookie=f"tavoliere={self.key}")[0] == 200

    def come(self, say: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
        """A stranger, who stays until he is sent away."""
        one = socket.create_connection(("127.0.0.1", self.port), 10, source_address=(source, 0))
        if say:
            one.sendall(say)
        return one

    def close(self) -> None:
        self.running.terminate()
        assert self.running.wait(timeout=20) == 0
        self.manager.socket.close()


@pytest.fixture
def fort(tmp_path: Path) -> Iterator[Callable[[int], Fort]]:
    with ExitStack() as open_forts:

        def built(files: int) -> Fort:
            one = Fort(tmp_path, files)
            open_forts.callback(one.close)
            return one

        yield built


@pytest.fixture(autouse=True)
def enough_files() -> Iterator[None]:
    """For all the strangers, who are in this process."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


HALF = b"GET / HTTP/1.1\r\nHost: tavoliere\r\n"


def gone(stranger: socket.socket) -> bool:
    """Whether he was sent away; waits for it."""
    try:
        return stranger.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.slow
@pytest.mark.parametrize(("crowd", "say"), [(1100, b""), (1300, HALF)], ids=["silent", "half-open"])
def test_a_crowd_without_a_key_cannot_stop_the_board(fort, crowd, say):
    board = fort(1024)
    before = board.busy()
    with ExitStack() as strangers:
        last = None
        for count in range(crowd):
            try:
                last = strangers.enter_context(board.come(say))
            except (ConnectionResetError, BrokenPipeError):
                continue
            # The player is let in from the very address that the crowd comes from, too.
            if count % 250 == 0:
                assert board.answers()
        board.feedings(5)
        assert board.answers()
        assert len(list(Path(f"/proc/{board.running.pid}/fd").iterdir())) < 300
        # Whoever only stands there goes in the end, though nobody new comes.
        assert last is not None
        last.settimeout(30)
        assert gone(last)
    assert board.busy() - before < 5
    assert len(board.log.read_text().splitlines()) <= 4
    board.feedings(2)


@pytest.mark.slow
def test_running_out_of_files_is_bearable_and_said_once(fort):
    board = fort(48)
    before = board.busy()
    with ExitStack() as strangers:
        for count in range(100):
            try:
                strangers.enter_context(board.come(HALF, f"127.0.0.{2 + count % 50}"))
            except (ConnectionResetError, BrokenPipeError):
                continue
        board.feedings(3)
        assert board.answers()
    board.feedings(1)
    assert board.busy() - before < 3
    said = board.log.read_text()
    assert said.count("has no file left") == 1
    assert "Traceback" not in said
    assert len(said.splitlines()) <= 5
    assert board.answers()


def exchanged(board: Fort, *lines: str) -> bytes:
    with board.come("\r\n".join([*lines, "", ""]).encode("latin-1")) as one:
        said = b""
        while part := one.recv(65536):
            said += part
        return said


def test_a_long_head_is_refused_before_it_is_read(fort):
    board = fort(1024)
    for filler in ("x" * 60_000, '"' + "\\" * 60_000, "a=b; " * 12_000):
        before = board.busy()
        said = exchanged(board, "GET / HTTP/1.1", "Host: 127.0.0.1", f"Cookie: tavoliere={filler}")
        assert said.startswith(b"HTTP/1.1 431 ")
        assert board.busy() - before < 1
    # As long as it may be, and as nasty.
    before = board.busy()
    nasty = "tavoliere=" + '"' + "\\" * 7000
    said = exchanged(board, "GET / HTTP/1.1", "Host: evil", f"Cookie: {nasty}", "Connection: close")
    assert said.startswith(b"HTTP/1.1 403 ")
    assert board.busy() - before < 1
    assert board.answers()


# Pages -----------------------------------------------------------------------------------------


def upgraded(board: Fort) -> tuple[socket.socket, bytes]:
    """A page that would like its messages compressed, and what it was answered."""
    host = f"127.0.0.1:{board.port}"
    head = [
        "GET /table HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Extensions: permessage-deflate",
    ]
    one = board.come("\r\n".join([*head, "", ""]).encode())
    said = b""
    while b'"full"' not in said:
        part = one.recv(65536)
        assert part, said
        said += part
    return one, said


def weight(board: Fort) -> float:
    """Megabytes."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{board.running.pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def test_a_small_frame_cannot_become_a_long_message(fort):
    board = fort(1024)
    one, said = upgraded(board)
    assert b"permessage-deflate" not in said.lower()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = deflate.compress(bytes(60 << 20)) + deflate.flush(zlib.Z_SYNC_FLUSH)
    before = weight(board)
    # A text, said to be compressed, with a mask of zeros.
    frame = b"\xc1\xff" + len(bomb).to_bytes(8, "big") + bytes(4) + bomb
    try:
        one.sendall(frame)
        while one.recv(65536):
            pass
    except ConnectionError:
        pass
    one.close()
    board.feedings(1)
    assert weight(board) - before < 8
    assert board.answers()


@pytest.mark.slow
def test_pages_that_vanish_leave_nothing_behind(fort):
    board = fort(1024)
    for _ in range(100):
        upgraded(board)[0].close()
    before = weight(board)
    for _ in range(500):
        upgraded(board)[0].close()
    board.feedings(1)
    assert weight(board) - before < 8
    assert len(list(Path(f"/proc/{board.running.pid}/fd").iterdir())) < 20

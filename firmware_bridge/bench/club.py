"""A club through one broker: how many boards it carries, and how long a move takes to be seen.

    python -m firmware_bridge.bench.club 32 200

Needs Mosquitto. For each number of boards: every board tells a new tile at random moments, one reader
hears all. Counted: messages a second, boards whose last tile did not arrive, the delay from telling to
hearing as a ratio to a bare round trip through the same broker in the same run, and what broker and
reader grow by per board.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from firmware_bridge.link.broker import connected
from firmware_bridge.link.hall import Hall, Stand
from firmware_bridge.link.tile import Tile

SECONDS = 10.0
PACE = 2.0
"""Seconds between two moves of a board, on average."""
PIECES = {f"{file}{rank}": ["white"] for file in "abcdefgh" for rank in (1, 2, 3)}


def broker(folder: Path, port: int) -> subprocess.Popen[bytes]:
    program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin")
    if program is None:
        sys.exit("bench: there is no mosquitto: make setup installs it")
    file = folder / "mosquitto.conf"
    file.write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous true\nmax_connections -1\n", encoding="utf-8"
    )
    return subprocess.Popen([program, "-c", str(file)], stderr=subprocess.DEVNULL)


def resident(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def waited(true: Callable[[], bool], limit: float = 30.0) -> None:
    begin = perf_counter()
    while not true() and perf_counter() - begin < limit:
        sleep(0.002)


def round_trip(url: str, times: int = 200) -> list[float]:
    """A bare message there and back."""
    came: list[float] = []
    client = connected(url, None)
    client.on_message = lambda *_: came.append(perf_counter())
    client.on_connect = lambda one, *_: one.subscribe("bench/bare", qos=1)
    client.loop_start()
    waited(client.is_connected)
    sleep(0.2)
    took = []
    for _ in range(times):
        begin, count = perf_counter(), len(came)
        client.publish("bench/bare", b"x", qos=1)
        waited(partial(lambda before: len(came) > before, count), 5.0)
        took.append(came[-1] - begin)
    client.loop_stop()
    return sorted(took)


def evening(boards: int) -> dict[str, float]:
    with TemporaryDirectory() as name, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        process = broker(Path(name), port)
        try:
            sleep(0.5)
            return _evening(f"mqtt://127.0.0.1:{port}", boards, process.pid)
        finally:
            process.kill()
            process.wait()


def _evening(url: str, boards: int, process: int) -> dict[str, float]:
    rng = Random(1)
    bare = round_trip(url)
    before, own = resident(process), resident(os.getpid())
    hall = Hall(url)
    waited(lambda: hall.reached)
    stands = {f"board-{n}": Stand(url, f"board-{n}") for n in range(boards)}
    waited(lambda: len(hall.there) == boards)
    told: dict[str, int] = dict.fromkeys(stands, 0)
    sent: dict[tuple[str, int], float] = {}
    took: list[float] = []
    begin, messages = perf_counter(), 0
    due = sorted((rng.random() * PACE, name) for name in stands)
    seen: dict[str, int] = {}
    while (now := perf_counter() - begin) < SECONDS or any(seen.get(n, 0) != told[n] for n in told):
        if now > SECONDS + 20:
            break
        while due and due[0][0] <= now < SECONDS:
            _, name = due.pop(0)
            told[name] += 1
            sent[name, told[name]] = perf_counter()
            stands[name].tell(Tile("dama", 2, 1, told[name], "c3-d4", PIECES, {"en": "so"}))
            messages += 1
            due.append((now + PACE * (0.5 + rng.random()), name))
            due.sort()
        for name, tile in list(hall.tiles.items()):
            if tile is not None and tile.moves != seen.get(name, 0):
                seen[name] = tile.moves
                took.append(perf_counter() - sent[name, tile.moves])
        sleep(0.0005)
    took.sort()
    result = {
        "boards": boards,
        "messages a second": messages / SECONDS,
        "lost": sum(seen.get(name, 0) != told[name] for name in told),
        "delay p50 / bare": took[len(took) // 2] / bare[len(bare) // 2],
        "delay p99 / bare": took[int(len(took) * 0.99)] / bare[len(bare) // 2],
        "broker KB a board": (resident(process) - before) / boards,
        "page and boards KB a board": (resident(os.getpid()) - own) / boards,
    }
    for stand in stands.values():
        stand.close()
    hall.close()
    return result


if __name__ == "__main__":
    for count in map(int, sys.argv[1:] or ("32",)):
        print(
            ", ".join(f"{what} {value:.3g}" for what, value in evening(count).items()), flush=True
        )

"""A club through one broker: how many boards it carries, and how long a move takes to be seen.

    python -m firmware_bridge.bench.club 32 200 1000

Needs Mosquitto. For each number of boards: they sit in pairs and play at a pace of people (a process of
its own, `bench.crowd`), the page of the club hears all (the command itself), and among them two whole
tables play each other. Counted: messages a second, words and tiles that did not arrive, how long it is
from telling a move to the lights of the other table, and what broker and page grow by per board. Delays
are ratios to a bare message there and back through the same broker in the same run.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic, perf_counter, sleep
from urllib.request import urlopen

import engines
from firmware_bridge.link.broker import Broker, Heard, connected
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.app import App
from firmware_bridge.table.elsewhere import Elsewhere

SECONDS = 20.0
PACE = 4.0
"""Seconds between two moves of a board, on average: a lively evening."""
SPEED = 20.0
"""How much faster the clock of the two tables goes: what is measured does not wait for hands."""
FILES = 8192


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


def worked(process: int) -> float:
    """Seconds of a core that it has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited(true: Callable[[], bool], limit: float = 60.0) -> None:
    begin = perf_counter()
    while not true() and perf_counter() - begin < limit:
        sleep(0.002)


class Bare:
    """A message there and back, with nothing around it."""

    def __init__(self, url: str) -> None:
        self._came = Event()
        self._ready = Event()
        self._client = client = connected(url, None)
        client.on_message = lambda *_: self._came.set()
        client.on_connect = lambda one, *_: one.subscribe("bench/bare", qos=1)
        client.on_subscribe = lambda *_: self._ready.set()
        client.loop_start()
        self._ready.wait(10)

    def seconds(self) -> float:
        self._came.clear()
        begin = perf_counter()
        self._client.publish("bench/bare", b"x", qos=1)
        self._came.wait(10)
        return perf_counter() - begin

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class Told:
    """The line of a table, which knows when something was last said on it."""

    def __init__(self, line: Broker) -> None:
        self._line = line
        self.when = 0.0

    def say(self, text: str) -> None:
        self.when = perf_counter()
        self._line.say(text)

    def heard(self) -> list[Heard]:
        return self._line.heard()

    @property
    def reached(self) -> bool:
        return self._line.reached

    @property
    def there(self) -> bool:
        return self._line.there

    def close(self) -> None:
        self._line.close()


class Pair:
    """Two whole tables that play each other at random: journal, referee, lights and all."""

    def __init__(self, folder: Path, url: str) -> None:
        self._came = Event()
        self._lines: list[Told] = []
        self.apps = [self._table(folder / str(player), url, player) for player in (1, 2)]
        self._rng = Random(1)

    def _table(self, folder: Path, url: str, player: int) -> App:
        folder.mkdir()
        store = Store(folder)
        store.open()

        def connect(room: str, players: Sequence[int]) -> Told:
            self._lines.append(Told(Broker(room, players, nudge=self._came.set)))
            return self._lines[-1]

        app = App(store, lambda: monotonic() * SPEED, elsewhere=Elsewhere(connect))
        seats = [Seat(link=f"{url}/measured") for _ in range(2)]
        seats[player - 1] = Seat()
        options = engines.GAMES["dama"]().options
        app.start(Header("dama", options, 2, ready=True, seats=tuple(seats)))
        return app

    def delay(self, limit: float = 20.0) -> float | None:
        """From telling the next move to the lights at the other table; None: the game is over."""
        end = perf_counter() + limit
        mover = self._to_move(end)
        if mover is None:
            return None
        one, other = self.apps[mover], self.apps[1 - mover]
        assert one.match is not None
        assert other.match is not None
        situation = one.match.situation
        moves = situation.game.legal_moves(situation.state)
        one.changed(Chosen(str(self._rng.choice(moves).label)))
        known = len(other.match.situation.record)
        line = self._lines[mover]
        before = line.when
        while len(other.match.situation.record) == known and perf_counter() < end:
            self._turn(one)
            self._turn(other)
        took = perf_counter() - line.when
        return took if line.when > before else None

    def _to_move(self, end: float) -> int | None:
        """Whose turn it is, once both boards stand as they should."""
        while perf_counter() < end:
            ready = []
            for number, app in enumerate(self.apps):
                assert app.match is not None
                situation = app.match.situation
                if situation.phase is Phase.OVER:
                    return None
                if situation.phase is Phase.WAITING and situation.state.turn == number + 1:
                    ready.append(number)
                self._turn(app)
            records = [len(app.match.situation.record) for app in self.apps if app.match]
            waiting = all(a.match and a.match.situation.phase is Phase.WAITING for a in self.apps)
            if ready and waiting and records[0] == records[1]:
                return ready[0]
        return None

    def _turn(self, app: App) -> None:
        self._came.wait(0.0005)
        self._came.clear()
        app.turn()

    def close(self) -> None:
        for app in self.apps:
            app.close()
            app.store.close()


def evening(boards: int) -> dict[str, float]:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))
    with TemporaryDirectory() as name, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        process = broker(Path(name), port)
        try:
            sleep(0.5)
            return _evening(Path(name), port, boards, process.pid)
        finally:
            process.kill()
            process.wait()


def _evening(folder: Path, port: int, boards: int, process: int) -> dict[str, float]:
    url = f"mqtt://127.0.0.1:{port}"
    page = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge.cli.main", "club", "--broker", url, "--port", "0"],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"TAVOLIERE_STATE": str(folder / "club")},
    )  # fmt: skip
    assert page.stdout is not None
    link = page.stdout.readline().split()[-1]
    with urlopen(f"{link}boards", timeout=30) as answer:
        answer.read()
    pair, bare = Pair(folder, url), Bare(url)
    before, page_before = resident(process), resident(page.pid)
    crowd = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge.bench.crowd", *map(str, (port, boards, SECONDS, PACE))],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert crowd.stdout is not None
    crowd.stdout.readline()
    trips, delays = [], []
    begun = perf_counter()
    busy, page_busy = worked(process), worked(page.pid)
    while perf_counter() - begun < SECONDS:
        trips.append(bare.seconds())
        delay = pair.delay()
        if delay is None:
            break
        delays.append(delay)
    told = json.loads(crowd.stdout.readline())
    lasted = perf_counter() - begun
    busy, page_busy = worked(process) - busy, worked(page.pid) - page_busy
    found: dict[str, int] = {}

    def arrived() -> bool:
        with urlopen(f"{link}boards", timeout=30) as answer:
            tiles = json.loads(answer.read())["boards"]
        found.update({one["name"]: one["tile"]["moves"] for one in tiles if one["tile"]})
        return all(found.get(name, 0) == count for name, count in told["told"].items())

    waited(arrived, 15.0)
    trips.sort()
    delays.sort()
    result = {
        "boards": boards,
        "messages a second, published": told["published a second"],
        "words lost": told["words lost"],
        "tiles lost": sum(found.get(name, 0) != count for name, count in told["told"].items()),
        "bare round trip p50, ms": 1000 * trips[len(trips) // 2],
        "delay p50 / bare p50": delays[len(delays) // 2] / trips[len(trips) // 2],
        "delay p99 / bare p99": delays[int(len(delays) * 0.99)] / trips[int(len(trips) * 0.99)],
        "moves measured": len(delays),
        "broker, KB a board": (resident(process) - before) / boards,
        "page, KB a board": (resident(page.pid) - page_before) / boards,
        "broker, share of a core": busy / lasted,
        "page, share of a core": page_busy / lasted,
    }
    crowd.communicate("")
    page.terminate()
    page.communicate()
    pair.close()
    bare.close()
    return result


if __name__ == "__main__":
    for count in map(int, sys.argv[1:] or ("32",)):
        print(
            ", ".join(f"{what} {value:.3g}" for what, value in evening(count).items()), flush=True
        )

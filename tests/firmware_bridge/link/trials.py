"""Two programs, a broker and a bad wire between them, at random moments, counted.

make link                      every fault 100 times, about half an hour
make link ARGS="20 cut broker" some of them, 20 times each

cut        the connections of both programs end without a goodbye
doubled    messages come twice
delayed    messages come late
reordered  messages come after others that were sent later
broker     the broker is killed (-9), has forgotten everything, and is started again
program    one of the programs is killed (-9) and started again
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic, perf_counter, sleep

from engines.errors import TavoliereError
from firmware_bridge.record.store import Store
from tests.firmware_bridge.link.mosquitto import Mosquitto
from tests.firmware_bridge.link.program import DECIDED, decided, play
from tests.firmware_bridge.link.proxy import Proxy

FAULTS = ("cut", "doubled", "delayed", "reordered", "broker", "program")
GAMES = ("dama", "mulino", "lupo-e-pecore", "cappuccino", "top-hats", "xe-queo")
MOVES = 14
HAPPENS = 3
"""Mishaps of a trial, where they are moments and not a habit of the wire."""
CHANCE = 0.4
"""Of every message to be doubled, delayed or reordered."""
LIMIT = 90.0
AT_ONCE = 3
SPAN = 1.5
"""Seconds in which the mishaps of a trial happen."""


class Failed(AssertionError):
    pass


@dataclass(frozen=True)
class Found:
    moves: int
    faults: int
    lost: int
    doubled: int


class Program:
    """One of the two, as a process of its own that can be killed at any moment."""

    def __init__(self, folder: Path, url: str, name: str, player: int, seed: int) -> None:
        folder.mkdir()
        self.folder, self.player = folder, player
        self._told = (str(folder), url, name, player)
        self._seed = seed
        self.start()

    def start(self) -> None:
        self._seed += 1000
        # Forked from a process that has loaded everything and has no threads.
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.firmware_bridge.link.program"])
        self._process = context.Process(target=play, args=(*self._told, self._seed, MOVES))
        self._process.start()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def record(self) -> list[tuple[int, str, bool]]:
        """Player, label and whether he decided it, as the journal has it."""
        try:
            found = Store(self.folder).read(1)
        except (TavoliereError, OSError):
            return []  # not begun, or a line is just being written
        if found is None:
            return []
        game = found.header.rule_book()
        return [
            (entry.player, str(entry.move.label), decided(game, entry, entry.player))
            for entry in found.record
        ]

    def decided(self) -> list[str]:
        return (self.folder / DECIDED).read_text(encoding="utf-8").split("\n")[:-1]


def trial(fault: str, seed: int) -> Found:
    rng = Random(f"{fault} {seed}")
    name = GAMES[seed % len(GAMES)]
    with tempfile.TemporaryDirectory(prefix="tavoliere-link-") as folder:
        broker = Mosquitto(Path(folder))
        wire = Proxy(broker.port, seed)
        if fault in ("doubled", "delayed", "reordered"):
            setattr(wire, fault, CHANCE)
        url = f"mqtt://127.0.0.1:{wire.port}/trial"
        sides = [Program(Path(folder) / str(n), url, name, n, seed) for n in (1, 2)]

        def broken() -> None:
            broker.kill()
            broker.start()

        def killed() -> None:
            one = rng.choice(sides)
            one.kill()
            one.start()

        mishaps = {"cut": wire.cut, "broker": broken, "program": killed}
        try:
            return _played(sides, wire, mishaps.get(fault), rng)
        finally:
            for side in sides:
                side.kill()
            wire.close()
            broker.kill()


def _played(
    sides: list[Program], wire: Proxy, mishap: Callable[[], None] | None, rng: Random
) -> Found:
    begun, happened = monotonic(), 0
    # From when both are there: before that there is nothing to lose.
    while not all(side.record() for side in sides):
        _in_time(begun, sides)
    moments = sorted(rng.random() * SPAN for _ in range(HAPPENS)) if mishap else []
    first = monotonic()
    while True:
        _in_time(begun, sides)
        while mishap and moments and monotonic() - first >= moments[0]:
            moments.pop(0)
            mishap()
            happened += 1
        one, two = (side.record() for side in sides)
        if not moments and one == two and (len(one) >= MOVES or _over(sides[0])):
            break
    lost = doubled = 0
    for side in sides:
        kept = Counter(_own(one, side.player))
        made = Counter(side.decided())
        lost += (made - kept).total()
        doubled += (kept - made).total()
    return Found(len(one), happened or wire.done.total(), lost, doubled)


def _own(record: list[tuple[int, str, bool]], player: int) -> list[str]:
    return [label for who, label, his in record if who == player and his]


def _over(side: Program) -> bool:
    found = Store(side.folder).read(1)
    return found is not None and found.finished


def _in_time(begun: float, sides: list[Program]) -> None:
    sleep(0.05)
    if not all(side.alive for side in sides):
        raise Failed("a program has ended by itself")
    if monotonic() - begun > LIMIT:
        raise Failed(f"they never agreed: {[side.record() for side in sides]}")


def count(fault: str, times: int) -> Counter[str]:
    total: Counter[str] = Counter()

    def one(seed: int) -> Counter[str]:
        try:
            found = trial(fault, seed)
        except Failed as error:
            print(f"{fault} {seed}: {error}", file=sys.stderr, flush=True)
            return Counter({"records not equal": 1})
        return Counter(
            {
                "games with equal records": 1,
                "moves": found.moves,
                "faults": found.faults,
                "lost": found.lost,
                "doubled": found.doubled,
            }
        )

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for found in pool.map(one, range(times)):
            total.update(found)
    return total


def main(words: list[str]) -> int:
    times = int(words.pop(0)) if words and words[0].isdecimal() else 100
    bad = 0
    for fault in words or FAULTS:
        begun = perf_counter()
        found = count(fault, times)
        bad += found["records not equal"] + found["lost"] + found["doubled"]
        print(
            f"{fault}: {found['games with equal records']} of {times} games with equal records,"
            f" {found['moves']} moves, {found['faults']} faults,"
            f" {found['lost']} lost, {found['doubled']} doubled"
            f"  ({perf_counter() - begun:.0f} s)",
            flush=True,
        )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A board that is never switched off: edge after edge, game after game, in one process.

    make soak            a million edges
    python -m firmware_bridge.bench.soak 20000

Hands on simulated boards play every game in turn, fidget, and put down what they should not; phones come
and go, with and without a goodbye, and send rubbish; the disk is full and free again, a board out of
sight and back, another behind a real cable that is pulled at every move. The process is weighed before
the first edge, after a tenth of them, when all that is kept on purpose is kept, and at the end: what has
grown since then is a leak. Every other round is quiet, hands alone: how long an edge takes is compared.
"""

from __future__ import annotations

import errno
import gc
import os
import re
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from math import log
from pathlib import Path
from random import Random
from time import perf_counter

import engines
from engines.game import Move
from engines.steps import Act
from firmware_bridge.bench.visitors import Visitors
from firmware_bridge.bench.wire import Wire
from firmware_bridge.people.room import Room
from firmware_bridge.record.disk import Disk
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.memory import keep_what_is_loaded
from firmware_bridge.table.simulation import magnet

EDGES = 1_000_000
WEIGHINGS = 10
LONGEST = 60
"""Moves after which another game is begun, finished or not."""
MOST_GROWTH = 2.0
"""Megabytes that the process may have grown."""
SLOWER = 2.0
"""How much longer the slowest edge of a hundred may take among all that than in a quiet round."""
WIRED = 5
"""Moves on the board behind the cable in a loud round."""
FIDGETS = 10
"""How often somebody touches what he does not move, for each move."""
STEP = 1.05


@dataclass(frozen=True, slots=True)
class Weight:
    megabytes: float
    files: int
    threads: int


@dataclass(frozen=True, slots=True)
class Outcome:
    edges: int
    games: int
    moves: int
    seconds: float
    weights: list[Weight]
    """Before the first edge, with empty caches and nobody here, and after every tenth of them."""
    came: int
    vanished: int
    said: int
    pulled: int
    """How often the cable was out."""
    quiet: float
    """Seconds that the 99th of a hundred edges took, hands alone."""
    loud: float

    @property
    def warm(self) -> Weight:
        return self.weights[1]

    @property
    def end(self) -> Weight:
        return self.weights[-1]

    @property
    def slower(self) -> float:
        return self.loud / self.quiet

    @property
    def growth(self) -> float:
        return self.end.megabytes - self.warm.megabytes

    @property
    def good(self) -> bool:
        same = self.end.files == self.warm.files and self.end.threads == self.warm.threads
        return same and self.growth <= MOST_GROWTH and self.slower <= SLOWER


def weight() -> Weight:
    gc.collect()
    status = Path("/proc/self/status").read_text()
    resident = re.search(r"VmRSS:\s+(\d+) kB", status)
    threads = re.search(r"Threads:\s+(\d+)", status)
    assert resident
    assert threads
    files = len(list(Path("/proc/self/fd").iterdir()))
    return Weight(int(resident[1]) / 1024, files, int(threads[1]))


class Times:
    """How long all edges took, in steps of five in a hundred: as small after a million as after ten."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        self._counts[round(log(seconds, STEP))] += 1

    def slowest(self) -> float:
        """The 99th of a hundred."""
        left = self._counts.total() // 100
        for step in sorted(self._counts, reverse=True):
            left -= self._counts[step]
            if left < 0:
                return STEP**step
        return 0.0


class Fickle(Disk):
    """Full at times, as disks are."""

    full = False

    def write(self, file: int, data: bytes) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(file, data)


class Soak(Room):
    def __init__(self, folder: Path, seed: int) -> None:
        self.fickle = Fickle()
        super().__init__(folder, disk=self.fickle)
        self.chance = Random(seed)
        self.edges = self.moves = self.games = 0
        self.loud = False
        self.took = {loud: Times() for loud in (False, True)}
        self.visitors = Visitors(self.app, seed)
        (folder / "wired").mkdir()
        self.wire = Wire(folder / "wired", self.chance)

    def close(self) -> None:
        self.visitors.close()
        self.wire.close()
        super().close()

    def weight(self) -> Weight:
        """With nobody here but the table."""
        self.visitors.settle()
        return weight()

    def look(self, seconds: float = 0.02) -> None:
        self.now += seconds
        begin = perf_counter()
        self.app.turn()
        self.took[self.loud].add(perf_counter() - begin)

    def disturb(self) -> None:
        """What else happens while people play."""
        chance = self.chance.random()
        if chance < 0.15:
            self.visitors.come()
        elif chance < 0.2:
            self.fickle.full = not self.fickle.full
        elif chance < 0.25:
            # Pulled out and plugged in again: the referee's time stands still.
            self.table.blind = True
            self.look(self.chance.choice((0.1, 5.0)))
            self.table.blind = False
            self.look()

    def carry_out(self, move: Move) -> None:
        """As hands do it, one step after the other."""
        table = self.table
        for step in move.steps:
            if step.act is Act.REVEAL:
                continue
            channel = table.cells.index(step.cell)
            if step.act is Act.PLACE:
                table.board.put(channel, map(magnet, step.pieces))
            else:
                table.board.take(channel, step.count)
            self.edges += 1
            self.look()

    def fidget(self) -> None:
        """Lift something and put it back, or put it down where it does not belong for a moment."""
        table = self.table
        standing = [n for n in range(len(table.cells)) if table.board.standing(n)]
        if not standing:
            return
        start = self.chance.choice(standing)
        held = table.board.take(start)
        self.look(self.chance.choice((0.003, 0.05)))
        if self.chance.random() < 0.2:
            wrong = self.chance.randrange(len(table.cells))
            table.board.put(wrong, held)
            self.look(self.chance.choice((0.03, 0.8)))
            held = table.board.take(wrong, len(held))
            self.look()
            self.edges += 2
        table.board.put(start, held)
        self.look(0.6)
        self.edges += 2

    def settle(self) -> None:
        """Until somebody may move again."""
        self.look(0.6)
        for _ in range(4):
            if self.match.situation.phase in (Phase.WAITING, Phase.OVER):
                return
            question = self.match.situation.question
            if question is not None:
                self.app.changed(Chosen(self.chance.choice(question.choices).label))
            self.table.put_right(self.match.situation.position.stacks, unseen_only=False)
            self.look(0.6)

    def play(self, name: str) -> None:
        book = engines.GAMES[name]
        self.games += 1
        players = self.chance.choice(book.seats)
        self.app.start(Header(name, {}, players, seed=self.games, ready=True))
        for _ in range(LONGEST):
            begun = self.match.situation
            moves = begun.game.legal_moves(begun.state)
            if not moves:
                break
            move = self.chance.choice(moves)
            self.carry_out(move)
            self.settle()
            if len(self.match.situation.record) == len(begun.record):
                self.app.changed(Chosen(move.label))
                self.settle()
            self.table.put_right(self.match.situation.position.stacks, unseen_only=False)
            self.look(0.6)
            if self.loud:
                self.disturb()
            self.moves += max(0, len(self.match.situation.record) - len(begun.record))
            for _ in range(FIDGETS):
                self.fidget()
            self.settle()
        self.fickle.full = False
        # Long enough for a disk to be offered what it refused.
        self.look(6.0)
        # What lies on disk is not what is weighed here.
        for path in [*self.folder.glob("*.trace"), *self.folder.glob("*.jsonl")]:
            if not path.name.startswith(f"{self.games:04}-"):
                path.unlink()


def soak(edges: int, seed: int = 1) -> Outcome:
    memory = Path("/dev/shm")
    begin = perf_counter()
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        one = Soak(Path(folder), seed)
        weights = [one.weight()]
        while one.edges + one.wire.edges < edges or one.loud:
            one.loud = not one.loud
            for name in engines.GAMES:
                one.play(name)
            if one.loud:
                one.wire.play(WIRED)
            elif one.edges >= edges * len(weights) / WEIGHINGS:
                weights.append(one.weight())
        weights.append(one.weight())
        one.close()
    return Outcome(
        edges=one.edges + one.wire.edges,
        games=one.games,
        moves=one.moves + one.wire.moves,
        seconds=perf_counter() - begin,
        weights=weights,
        came=one.visitors.came,
        vanished=one.visitors.vanished,
        said=one.visitors.said,
        pulled=one.wire.pulled,
        quiet=one.took[False].slowest(),
        loud=one.took[True].slowest(),
    )


def main() -> int:
    edges = int(sys.argv[1]) if len(sys.argv) > 1 else EDGES
    keep_what_is_loaded()
    ran = soak(edges)
    print(f"{ran.edges} edges, {ran.moves} moves in {ran.games} games, {ran.seconds:.0f} s")
    print(
        f"{ran.came} pages came, {ran.vanished} vanished, {ran.said} hostile messages; "
        f"the cable was out {ran.pulled} times"
    )
    print(
        f"resident {ran.weights[0].megabytes:.1f} MB before the first edge, then "
        f"{', '.join(f'{one.megabytes:.1f}' for one in ran.weights[1:])} MB ({ran.growth:+.2f} MB); "
        f"files {ran.warm.files} -> {ran.end.files}, threads {ran.warm.threads} -> {ran.end.threads}"
    )
    print(
        f"the 99th edge of a hundred took {1000 * ran.loud:.2f} ms, in quiet rounds "
        f"{1000 * ran.quiet:.2f} ms: {ran.slower:.2f} times as long"
    )
    return 0 if ran.good else 1


if __name__ == "__main__":
    sys.exit(main())

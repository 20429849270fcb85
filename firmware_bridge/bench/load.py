"""A hostile page beside fifty others: how long the real player then waits for the referee.

Two servers run the same game move by move in turns, one with nobody else, the other with fifty pages
that look on and one that sends a thousand messages a second. The crowd is a process of its own.
"""

from __future__ import annotations

import json
import select
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from time import perf_counter

from engines import GAMES
from firmware_bridge.bench import Result
from firmware_bridge.bench.page import GAME, OURS, Visitor, server

ONLOOKERS = 50
RATE = 1000
"""Messages a second of the hostile page."""
MOVES = 40
SLOWER = 2.0

RUBBISH = (
    "{",
    "[" * 500,
    json.dumps({"do": "start", "game": "no-such-game"}),
    json.dumps({"do": "lift", "cell": "z9", "about": 1}),
    json.dumps({"do": "choose", "label": "x" * 1900, "about": 1}),
    json.dumps({"do": "push", "player": 9, "down": True, "about": 1}),
    json.dumps({"do": "place", "cell": "c3", "about": 1}),
)


def results() -> Iterator[Result]:
    alone, crowded, sent = waits()
    what = f"with {ONLOOKERS} pages and {sent:.0f} messages a second / alone"
    yield Result("page: the player's wait", what, crowded / alone, SLOWER)


def waits(moves: int = MOVES) -> tuple[float, float, float]:
    """Median seconds from a choice to its place on the record, alone and in the crowd."""
    with (
        server([*OURS, GAME]) as (_, quiet),
        server([*OURS, GAME]) as (_, loud),
        crowd(loud) as count,
    ):
        players = [Player(quiet), Player(loud)]
        for _ in range(moves):
            for player in players:
                player.move()
        for player in players:
            player.page.close()
    alone, crowded = (statistics.median(player.waited[2:]) for player in players)
    return alone, crowded, count[0]


class Player:
    """Chooses one move after another and takes the time."""

    def __init__(self, port: int) -> None:
        self.page = Visitor(port)
        self.page.until(lambda view: view.get("phase") == "waiting")
        self.game, self.chance = GAMES[GAME](), Random(7)
        self.state, self.made = self.game.start(), 0
        self.waited: list[float] = []

    def move(self) -> None:
        moves = self.game.legal_moves(self.state)
        if not moves:
            return
        move = self.chance.choice(moves)
        self.state = self.game.apply(self.state, move)
        self.made += 1
        begin = perf_counter()
        self.page.say({"do": "choose", "label": move.label})
        self.page.until(lambda view: len(view["history"]) == self.made)
        self.waited.append(perf_counter() - begin)
        self.page.say({"do": "arrange"})
        self.page.until(lambda view: view["phase"] in ("waiting", "over"))


@contextmanager
def crowd(port: int) -> Iterator[list[float]]:
    """The crowd, from when it is complete; afterwards the messages a second that it has sent."""
    count = [0.0]
    running = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge.bench.load", str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "here\n"
    try:
        yield count
    finally:
        said, _ = running.communicate(timeout=20)
        count[0] = float(said or 0)


class Rowdy:
    """Sends what it likes and comes back when it is thrown out."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.page: Visitor | None = None
        self.sent = self.thrown_out = 0

    def shout(self, many: int) -> None:
        for _ in range(many):
            try:
                if self.page is None:
                    self.page = Visitor(self.port)
                self.page.shout(RUBBISH[self.sent % len(RUBBISH)])
                self.sent += 1
                while self.page.listen(0):
                    pass
            except Exception:
                # Thrown out: of no interest how the library words it.
                if self.page is not None:
                    self.page.close()
                self.page = None
                self.thrown_out += 1


def main() -> int:
    """The crowd, until its standard input ends."""
    port = int(sys.argv[1])
    onlookers = [Visitor(port) for _ in range(ONLOOKERS)]
    rowdy = Rowdy(port)
    rowdy.shout(1)
    print("here", flush=True)
    begin = perf_counter()
    while True:
        if select.select([sys.stdin], [], [], 0)[0]:
            break
        for one in select.select(onlookers, [], [], 0.005)[0]:
            with suppress(OSError):
                one.drain()
        rowdy.shout(int((perf_counter() - begin) * RATE) - rowdy.sent)
    print(rowdy.sent / (perf_counter() - begin))
    return 0


if __name__ == "__main__":
    sys.exit(main())

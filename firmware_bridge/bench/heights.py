"""How often stacks are misread, with magnets and sensors as they are.

Cappuccino is played at random on 91 cells; after every move each reading is compared with what stands
there: exactly up to three pieces, above that by whether it rose or fell and stayed otherwise. Then whole
games are refereed over the same magnets. `python -m firmware_bridge.bench.heights MOVES` prints where it
breaks down, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import engines
from firmware_bridge.bench import Result
from firmware_bridge.bench.refereed_heights import GAMES, came_right
from firmware_bridge.people.magnets import Magnets
from firmware_bridge.people.sensors_learned import learned
from hardware.parts.counting import EXACT, Counting

Scan = Callable[[], None]
SCAN = 0.02
QUIET = 14
"""Scans after a move until its readings are looked at: a quarter of a second."""


@dataclass(slots=True)
class Found:
    moves: int = 0
    misread: int = 0
    """Heights up to three that are not what stands there."""
    missed: int = 0
    """Stacks above three that rose or fell, and the reading did not."""
    invented: int = 0
    """Readings that changed where nothing came down or went."""

    def per_thousand(self) -> tuple[float, float, float]:
        share = 1000 / max(1, self.moves)
        return self.misread * share, self.missed * share, self.invented * share


class Play:
    def __init__(self, world: Magnets, seed: int) -> None:
        self.world, self.rng, self.found = world, Random(seed), Found()
        self.book = engines.GAMES["cappuccino"]()
        self.counting = learned(world)
        self.number = {cell: n for n, cell in enumerate(self.book.board.cells)}
        self.game = 0
        self.begin()

    def begin(self) -> None:
        self.state = self.book.start(self.game)
        self.game += 1
        self.world.stacks.clear()
        for cell, stack in self.state.stacks.items():
            self.world.put(self.number[cell], len(stack))
        self.scan(40)
        self.shown = list(self.counting.heights)

    def scan(self, times: int) -> None:
        fields = self.world.fields()
        for _ in range(times):
            self.counting.update(self.world.raw(fields), SCAN)

    def play(self, moves: int) -> Found:
        while self.found.moves < moves:
            legal = self.book.legal_moves(self.state)
            merges = [move for move in legal if len(move.steps) == 2]
            if not merges:
                self.begin()
                continue
            self.move(self.rng.choice(merges))
        return self.found

    def move(self, move: engines.Move) -> None:
        start, end = (self.number[step.cell] for step in move.steps)
        pieces = self.world.height(start)
        for up in (3.0, 12.0, 40.0):
            self.carried(start, up)
        self.world.take(start)
        self.scan(10)
        was = self.world.height(end)
        self.world.put(end, pieces)
        # What comes down on a stack is set straight with it.
        top = self.world.stacks[end][-1]
        for up in (40.0, 12.0, 3.0):
            top.up = up
            self.scan(1)
        top.up = 0.0
        self.scan(QUIET)
        self.compare(start, end, was)
        self.state = self.book.apply(self.state, move)
        self.found.moves += 1

    def carried(self, channel: int, up: float) -> None:
        for stack in self.world.stacks[channel]:
            stack.up = up
        self.scan(1)

    def compare(self, start: int, end: int, was: int) -> None:
        heights, found = self.counting.heights, self.found
        for channel, reading in enumerate(heights):
            stands = self.world.height(channel)
            if stands <= EXACT:
                # What is wrong and stays so is counted once.
                touched = channel in (start, end) or reading != self.shown[channel]
                found.misread += touched and reading != stands
            elif channel == end:
                rose = reading > EXACT and (was <= EXACT or reading > self.shown[channel])
                found.missed += not rose
            else:
                found.invented += reading != self.shown[channel]
        self.shown = list(heights)


def board_of(name: str) -> list[tuple[float, float]]:
    board = engines.GAMES[name]().board
    return [(board.places[cell].x, board.places[cell].y) for cell in board.cells]


def played(
    disc: str, bits: int, moves: int, *, noise: float = 0.1, askew: float = 1.5, warmer: float = 0.0
) -> Found:
    world = Magnets(board_of("cappuccino"), disc, bits, Random(7), noise, askew)
    play = Play(world, 7)
    world.warmer = warmer
    return play.play(moves)


def noticed(disc: str, height: int, change: int, times: int) -> float:
    """The share of cases in which a stack is seen to change when so many pieces come or go."""
    seen = 0
    for world, counting, scan in _stacks(disc, height, times):
        before = counting.heights[0]
        if change > 0:
            world.put(0, change)
        else:
            world.take(0, -change)
        scan()
        seen += (counting.heights[0] - before) * change > 0
    return seen / times


def fooled(disc: str, height: int, way: float, times: int) -> float:
    """The share of cases in which a stack that is pushed by so many millimetres reads as another."""
    wrong = 0
    for world, counting, scan in _stacks(disc, height, times):
        before = counting.heights[0]
        world.straighten(0, way)
        scan()
        wrong += counting.heights[0] != before
    return wrong / times


def _stacks(disc: str, height: int, times: int) -> Iterator[tuple[Magnets, Counting, Scan]]:
    """A stack of that height on one cell, each piece where it came to stand; anew every time."""
    for seed in range(times):
        world = Magnets([(0.0, 0.0)], disc, 12, Random(seed))
        counting = learned(world)

        def scan(world: Magnets = world, counting: Counting = counting) -> None:
            fields = world.fields()
            for _ in range(QUIET):
                counting.update(world.raw(fields), SCAN)

        for _ in range(height):
            world.put(0, 1)
            scan()
        yield world, counting, scan


DISCS, BITS = ("15x3", "20x3"), (10, 12)
MOVES = 300
GAMES_EACH = 2


def results() -> Iterator[Result]:
    for disc in DISCS:
        for bits in BITS:
            found = played(disc, bits, MOVES)
            about = f"per 1,000 of {found.moves} moves, {disc} mm, {bits} bits, 1.5 mm, 0.1 mT"
            misread, missed, invented = found.per_thousand()
            yield Result(f"heights misread {disc} {bits}", about, misread, 0.0)
            yield Result(f"steps missed {disc} {bits}", about, missed, 0.0)
            yield Result(f"steps invented {disc} {bits}", about, invented, 0.0)
            wrong = GAMES_EACH * len(GAMES)
            wrong -= sum(came_right(name, disc, bits, GAMES_EACH) for name in GAMES)
            about = f"of {GAMES_EACH * len(GAMES)} whole games, {disc} mm, {bits} bits"
            yield Result(f"games gone wrong {disc} {bits}", about, wrong, 0.0)


def _row(*cells: object) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def main(moves: int) -> None:
    """The tables of docs/bench.md."""
    _row("disc", "bits", "noise mT", "askew mm", "warmer K", "misread", "missed", "invented")
    tries = [(noise, 1.5, 0.0) for noise in (0.05, 0.1, 0.2, 0.3, 0.5, 1.0)]
    tries += [(0.1, askew, 0.0) for askew in (0.5, 2.5, 4.0)] + [(0.1, 1.5, 10.0)]
    for disc in ("8x3", *DISCS):
        for bits in BITS:
            for noise, askew, warmer in tries if disc != "8x3" else tries[1:2]:
                found = played(disc, bits, moves, noise=noise, askew=askew, warmer=warmer)
                figures = [f"{value:.1f}" for value in found.per_thousand()]
                _row(disc, bits, noise, askew, f"{warmer:g}", *figures)
    _row("disc", "height", "one more", "one less", "two more", "pushed 1", "2", "3", "4 mm")
    for disc in DISCS:
        for height in range(1, 9):
            seen = (noticed(disc, height, change, 100) for change in (1, -1, 2))
            wrong = (fooled(disc, height, way, 100) for way in (1.0, 2.0, 3.0, 4.0))
            _row(disc, height, *(f"{100 * share:.0f} %" for share in (*seen, *wrong)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)

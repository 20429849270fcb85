"""How often stacks are misread, with magnets and sensors as they are.

`python -m firmware_bridge.bench.heights MOVES`

Cappuccino is played at random on 91 cells; after every move each reading is compared with what stands
there: exactly up to three pieces, above that by whether it rose or fell and stayed otherwise.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from random import Random

import engines
from firmware_bridge.people.magnets import TABLES, Magnets
from hardware.parts.counting import EXACT, Counting
from hardware.parts.field import Discs

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


def discs_of(name: str) -> Discs:
    table = TABLES["discs"][name]
    return Discs(table["across"], table["thick"], table["distance"], TABLES["apart"])


def learned(world: Magnets) -> Counting:
    """What a maker learns: the empty board, then one piece on each cell, set down with some care."""
    empty = [sum(column) / 40 for column in zip(*(world.raw() for _ in range(40)), strict=True)]
    one = []
    careful, world.askew = world.askew, 0.5
    for channel in range(len(world.places)):
        world.put(channel, 1)
        fields = world.fields()
        measured = sum(world.raw(fields)[channel] for _ in range(20)) / 20
        one.append(measured - empty[channel])
        world.take(channel)
    world.askew = careful
    return Counting(discs_of(world.disc), world.places, one, empty)


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


def main(moves: int) -> None:
    board = engines.GAMES["cappuccino"]().board
    places = [(board.places[cell].x, board.places[cell].y) for cell in board.cells]
    print("disc   bits  noise mT  askew mm  warmer K  misread  missed  invented (per 1,000 moves)")
    for disc in ("8x3", "15x3", "20x3"):
        for bits in (10, 12):
            for noise, askew, warmer in ((0.1, 1.5, 0.0), (0.3, 1.5, 0.0), (0.1, 1.5, 10.0)):
                world = Magnets(places, disc, bits, Random(7), noise, askew)
                play = Play(world, 7)
                world.warmer = warmer
                found = play.play(moves)
                figures = "".join(f"{value:9.1f}" for value in found.per_thousand())
                print(
                    f"{disc:6} {bits:4} {noise:9.2f} {askew:9.1f} {warmer:9.0f}{figures}",
                    flush=True,
                )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)

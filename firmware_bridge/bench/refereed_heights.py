"""Whole games over magnets: what the sensors count goes to the referee, and its record is compared.

The converters' pins are left out here, so that many games can be played; the tests play through them.
"""

from __future__ import annotations

from random import Random

import engines
from engines.steps import Act, Piece, Step
from firmware_bridge.people.magnets import Magnets
from firmware_bridge.people.sensors_learned import learned
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.lens import HEIGHT, POLAR_HEIGHT, lens_for
from firmware_bridge.referee.verdicts import Chosen, Illegal, Sensed, Tick

SCAN = 0.02
SETTLING = 5
"""Scans that hands rest for after every step."""
GAMES = {"cappuccino": HEIGHT, "top-hats": HEIGHT, "dama": POLAR_HEIGHT}
"""Games with stacks, and what the panel that suits them feels."""
LONGEST = 400


class Table:
    """One game, and hands that carry out random legal moves."""

    def __init__(self, name: str, disc: str, bits: int, seed: int, noise: float = 0.1) -> None:
        self.book = engines.GAMES[name]()
        board = self.book.board
        self.number = {cell: n for n, cell in enumerate(board.cells)}
        places = [(board.places[cell].x, board.places[cell].y) for cell in board.cells]
        self.magnets = Magnets(places, disc, bits, Random(seed), noise)
        self.counting = learned(self.magnets)
        self.lens = lens_for(self.book, GAMES[name])
        self.session = Session(
            Header(name, dict(self.book.options), self.book.players, seed, GAMES[name], ready=True),
            game=self.book,
        )
        self.rng, self.now, self.flags = Random(seed), 0.0, 0
        self.stacks: dict[str, tuple[Piece, ...]] = {}
        for cell, stack in self.session.situation.state.stacks.items():
            self._stand(cell, stack)
        self.told = self._scanned()
        self.session.start(0.0)

    def _stand(self, cell: str, stack: tuple[Piece, ...]) -> None:
        stood, channel = self.stacks.get(cell, ()), self.number[cell]
        self.stacks[cell] = stack
        if len(stack) > len(stood):
            side = 1 if self.lens.reading(stack) > 0 else -1
            self.magnets.put(channel, len(stack) - len(stood), side=side)
        else:
            self.magnets.take(channel, len(stood) - len(stack))

    def _scanned(self) -> list[int]:
        fields = self.magnets.fields()
        for _ in range(SETTLING):
            self.now += SCAN
            told = self.counting.update(self.magnets.raw(fields), SCAN)
        return told

    def _sense(self) -> None:
        told = self._scanned()
        for cell, channel in self.number.items():
            if told[channel] != self.told[channel]:
                said = self.session.feed(Sensed(cell, told[channel]), self.now)
                self.flags += sum(isinstance(verdict, Illegal) for _, verdict in said)
        self.told = told

    def _do(self, step: Step, held: tuple[Piece, ...]) -> tuple[Piece, ...]:
        stack = self.stacks.get(step.cell, ())
        if step.act is Act.PLACE:
            self._stand(step.cell, stack + (step.pieces or held))
            held = ()
        elif step.act is not Act.REVEAL:
            left = len(stack) - step.count
            self._stand(step.cell, stack[:left])
            held = stack[left:] if step.act is Act.LIFT else held
        self._sense()
        return held

    def right_to_the_end(self) -> bool:
        """Play; whether every move came to stand on the record as it was made, without a flag."""
        session = self.session
        for _ in range(LONGEST):
            state = session.situation.state
            moves = self.book.legal_moves(state)
            if not moves:
                break
            move = self.rng.choice(moves)
            held: tuple[Piece, ...] = ()
            for step in move.steps:
                held = self._do(step, held)
            self.now += 1.0
            said = session.feed(Tick(), self.now)
            self.flags += sum(isinstance(verdict, Illegal) for _, verdict in said)
            if session.situation.state == state:
                # What no sensor can see is said on the page.
                session.feed(Chosen(move.label), self.now)
            if self.flags or session.situation.state != self.book.apply(state, move):
                return False
        return True


def came_right(name: str, disc: str, bits: int, games: int, noise: float = 0.1) -> int:
    """How many of so many games came to the right end."""
    return sum(Table(name, disc, bits, seed, noise).right_to_the_end() for seed in range(games))

"""A whole game played through a real driver: hands on the sensors, verdicts and pixels out.

Hands carry out the steps of random legal moves. Every reading the referee hears of has gone through
the driver, and every colour it shows has to arrive at the strip.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from engines.steps import Act, Piece
from firmware_bridge.lights.hints import hints
from firmware_bridge.lights.theme import STANDARD, glows
from firmware_bridge.record.session import Session
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.lens import lens_for
from firmware_bridge.referee.verdicts import (
    Accepted,
    Amended,
    Chosen,
    Illegal,
    Over,
    Restore,
    Sensed,
    Tick,
)
from firmware_bridge.table.fitting import fitting
from hardware.board import OpenBoard
from hardware.lights import DARK, Glow


class Magnets(Protocol):
    """The side of a test bench that hands and eyes are on."""

    @property
    def board(self) -> OpenBoard: ...

    def put(self, channel: int, reading: int) -> None: ...
    def readings(self) -> Sequence[int]:
        """What the driver says once it has heard of all that was done."""

    def strip(self, wanted: bytes) -> bytes:
        """What the strip was sent; may wait until it is what is wanted."""


class Play:
    def __init__(self, bench: Magnets, header: Header, seed: int) -> None:
        self.bench = bench
        self.session = Session(header)
        self.game = self.session.game
        self.fitting = fitting(self.game.board, header.game, bench.board.panel.places)
        self._channel = {cell: channel for channel, cell in self.fitting.cells.items()}
        self._rng = Random(seed)
        self.now = 0.0
        self.bouncing = 0
        self._lens = lens_for(self.game, header.sensing)
        stacks = self.session.situation.state.stacks
        self._stacks = dict(stacks)
        self.verdicts: list[object] = []
        for cell, stack in stacks.items():
            bench.put(self._channel[cell], self._lens.reading(stack))
        self._readings = list(bench.readings())
        self._heard(self.session.start(self.now))

    def _heard(self, said) -> None:
        self.verdicts += [verdict for _, verdict in said]

    def _sense(self) -> None:
        readings = list(self.bench.readings())
        for channel, cell in self.fitting.cells.items():
            if readings[channel] != self._readings[channel]:
                self._heard(self.session.feed(Sensed(cell, readings[channel]), self.now))
        self._readings = readings

    def _pass(self, seconds: float) -> None:
        self.now += seconds
        self._heard(self.session.feed(Tick(), self.now))

    def ply(self) -> bool:
        """One random move by hand; False when the game is over."""
        session = self.session
        moves = self.game.legal_moves(session.situation.state)
        if not moves:
            return False
        move = self._rng.choice(moves)
        after = self.game.apply(session.situation.state, move)
        recorded = len(session.situation.record)
        held: tuple[Piece, ...] = ()
        for step in move.steps:
            if step.act is not Act.REVEAL:
                held = self._do(step, held)
        self._pass(1.0)
        if len(session.situation.record) == recorded:
            # What no sensor can see is told on the page: a colour, a height, a choice.
            self._heard(self.session.feed(Chosen(move.label), self.now))
        assert len(session.situation.record) == recorded + 1, (move, self.verdicts[-3:])
        assert session.situation.state == after, (move, session.situation.record[-1])
        self._look()
        return True

    def to_the_end(self) -> None:
        """Until somebody has won, or nobody can."""
        while self.ply():
            pass
        assert isinstance(self.verdicts[-1], Over)

    def _do(self, step, held):
        """One step by hand; what is in the hand then."""
        channel, stack = self._channel[step.cell], self._stacks.get(step.cell, ())
        if step.act is Act.PLACE:
            after, held = stack + (step.pieces or held), ()
        else:
            left = len(stack) - step.count
            after, held = stack[:left], stack[left:] if step.act is Act.LIFT else held
        self._stacks[step.cell] = after
        reading = self._lens.reading(after)
        if reading != self._lens.reading(stack):
            for bounce in self._bounces(reading):
                self.bench.put(channel, bounce)
                self._sense()
                self._pass(0.001)
        self._pass(0.15)
        return held

    def _bounces(self, reading: int) -> list[int]:
        """How a contact closes or opens: to and fro for a few milliseconds, then for good."""
        return [reading, 1 - reading] * self._rng.randrange(self.bouncing + 1) + [reading]

    def _look(self) -> None:
        """The lights of this moment, all the way to the strip."""
        panel, lights = self.bench.board.panel, self.bench.board.lights
        living = glows(hints(self.session.situation), STANDARD, self.game.board)
        # Rhythms have tests of their own: here what is lit must be on the strip, at its brightest.
        shown = [Glow(glow.colour) for glow in self.fitting.glows(living, lights.pixels)]
        lights.show(shown)
        strip = panel.lights.strip
        buttons = [DARK] * panel.buttons.pixels
        wanted = strip.in_order(strip.dimmer()([*(glow.colour for glow in shown), *buttons]))
        assert self.bench.strip(wanted) == wanted

    def check(self, *, least: int) -> None:
        told = [verdict for verdict in self.verdicts if isinstance(verdict, Accepted | Amended)]
        assert len(told) >= least
        assert not [v for v in self.verdicts if isinstance(v, Illegal | Restore)]

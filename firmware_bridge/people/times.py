"""How long people's hands take: one table of medians and limits, in seconds.

Taken from what people do at a table, and from nothing that a referee finds convenient.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from random import Random

TAIL = 2.5
"""Standard deviations from the median to either limit: what lies beyond is drawn again."""


@dataclass(frozen=True, slots=True)
class Span:
    """A log-normal time on each side of its median, cut off at its limits.

    Either half has its own width, so that the median stays where it is however lopsided the limits are.
    """

    median: float
    low: float
    high: float

    def draw(self, rng: Random) -> float:
        away = abs(rng.gauss(0.0, 1.0))
        while away > TAIL:
            away = abs(rng.gauss(0.0, 1.0))
        limit = self.low if rng.random() < 0.5 else self.high
        return self.median * exp(away / TAIL * log(limit / self.median))


@dataclass(frozen=True, slots=True)
class Times:
    carry: Span = Span(0.7, 0.25, 4.0)
    """A piece in the hand, from one cell to another."""
    hop: Span = Span(0.3, 0.12, 1.2)
    """From one landing to the next, in a chain under way."""
    landing: Span = Span(0.18, 0.06, 2.5)
    """Resting on a landing cell before the chain goes on."""
    victim: Span = Span(0.5, 0.2, 2.0)
    """Until a victim is taken off."""
    late_victim: Span = Span(1.2, 0.4, 5.0)
    """Until a victim is taken off by somebody in no hurry."""
    next_victim: Span = Span(0.4, 0.15, 1.5)
    """From one victim to the next, and from the victims to the traveller."""
    reply: Span = Span(2.5, 1.3, 15.0)
    """Until the next player's hand comes."""
    quick_reply: Span = Span(0.27, 0.15, 0.5)
    """The same, when he knew what he would do."""
    look: Span = Span(0.5, 0.15, 2.0)
    """Somebody's piece lifted, looked at, put back."""
    held: Span = Span(1.5, 0.3, 8.0)
    """One's own piece held while thinking, and put back."""
    think: Span = Span(0.7, 0.1, 4.0)
    """Over a piece that has been put down somewhere, or over which victim to take."""
    crown: Span = Span(0.8, 0.3, 3.0)
    """Until a second piece is put on top."""
    slide: Span = Span(0.08, 0.02, 0.3)
    """Per cell, for a piece pushed along the board."""
    tap: Span = Span(0.25, 0.1, 0.6)
    """A piece lifted and put back to point at it."""
    read: Span = Span(1.8, 0.8, 4.0)
    """Until a verdict or a question has been read and something is done about it."""
    oops: Span = Span(0.9, 0.4, 2.5)
    """From knocking pieces over to beginning to put them right."""
    regret: Span = Span(1.5, 0.5, 4.0)
    """From a finished move to taking it back."""
    press: Span = Span(0.6, 0.2, 2.0)
    """From a finished move to pressing the button."""


HUMAN = Times()

LONG_ENOUGH = 6.0
"""Nobody who is still doing something leaves the board alone that long: what is not on the record or
not flagged by then will not be."""

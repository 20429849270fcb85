"""One game on one board: raw readings in, verdicts out, on time that is passed in.

Joins debouncing and referee, so that play, replay, simulation and the benchmarks run the same path.
Knows no clock and no hardware: whoever calls says what time it is and calls again at `deadline`.
"""

from __future__ import annotations

from dataclasses import replace

from engines.game import State
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.debounce import Debounce
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.lens import lens_for
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.referee.referee import Referee
from firmware_bridge.referee.situation import Situation
from firmware_bridge.referee.verdicts import Event, Sensed, Tick, Verdict
from firmware_bridge.referee.weights import PACE, WEIGHTS, Pace, Weights

Timed = tuple[float, Verdict]
LEISURE = 3600.0
"""Seconds in which anybody has made up his mind."""


class Session:
    def __init__(
        self,
        header: Header,
        *,
        game: AnyGame | None = None,
        state: State | None = None,
        record: tuple[Entry, ...] = (),
        pace: Pace = PACE,
        weights: Weights = WEIGHTS,
        settle: float | None = None,
    ) -> None:
        self.header = header
        self.game = game or header.rule_book()
        if state is None:
            state = header.opening(self.game)
        lens = lens_for(self.game, header.sensing)
        picture = lens.picture(state.stacks) if header.ready else 0
        self.debounce = Debounce() if settle is None else Debounce(settle)
        # Rest is counted from when the hand was there; the referee hears of it once it has settled.
        pace = replace(pace, rest=max(0.0, pace.rest - self.debounce.settle))
        if header.on_screen:
            pace = replace(pace, choice=LEISURE)
        self.referee = Referee(
            self.game, lens, state, seen=picture, record=record, pace=pace, weights=weights
        )
        self.feed_referee = self.referee.feed
        """Where events go once they are settled; whoever measures may stand in between."""
        if header.ready:
            self.debounce.start({c: lens.reading(stack) for c, stack in state.stacks.items()})

    @property
    def situation(self) -> Situation:
        return self.referee.situation

    def start(self, now: float) -> list[Timed]:
        return [(now, verdict) for verdict in self.referee.start(now)]

    @property
    def deadline(self) -> float | None:
        """When something will happen by itself, if nothing else does before."""
        # While a reading has not settled the board does not rest, however long it did before.
        referee = None if self.debounce.restless else self.referee.deadline
        times = [t for t in (self.debounce.deadline, referee) if t is not None]
        return min(times, default=None)

    def feed(self, event: Event, now: float) -> list[Timed]:
        """What has come about up to and including this event, with the time it did."""
        said = self.pass_time(now)
        if isinstance(event, Sensed):
            broken = self.debounce.raw(event.cell, event.reading, now)
            if broken is not None:
                said += ((now, verdict) for verdict in self.feed_referee(broken, now))
        elif not isinstance(event, Tick):
            # A button settles what hands just did: what they left behind is seen before it counts.
            said += self._settle(now, now + self.debounce.settle)
            said += ((now, verdict) for verdict in self.feed_referee(event, now))
        return said

    def finish(self, now: float) -> list[Timed]:
        """Let what is still bouncing come to rest: nothing more will be heard."""
        return self._settle(now, now)

    def pass_time(self, now: float) -> list[Timed]:
        """What comes about by itself up to now."""
        said: list[Timed] = []
        while (deadline := self.deadline) is not None and deadline <= now:
            said += self._settle(deadline, deadline)
            if self.debounce.restless:
                continue
            said += ((deadline, verdict) for verdict in self.feed_referee(Tick(), deadline))
        return said

    def _settle(self, now: float, ripe: float) -> list[Timed]:
        return [
            (min(when, now), verdict)
            for when, sensed in self.debounce.settled(ripe)
            for verdict in self.feed_referee(sensed, min(when, now))
        ]

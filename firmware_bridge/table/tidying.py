"""A simulated board that is seen to: what no sensor sees is put right, what others decided is done.

Knows the simulated table and the situation; no clock of its own.
"""

from __future__ import annotations

from firmware_bridge.referee.situation import Situation
from firmware_bridge.table.simulation import Simulation

TIDIED_AFTER = 1.2
"""Seconds that people get to take off or put on what no sensor sees, before it is done for them."""


class Tidying:
    def __init__(self, simulation: Simulation | None, begun: float) -> None:
        self.untidy = False
        """A move is on the record that may have left something that no sensor sees."""
        self.due: float | None = None
        """When there is something to do, if nobody touches anything until then."""
        self._simulation = simulation
        self._touches, self._still_since = 0, begun

    def step(self, situation: Situation, now: float, *, flagged: bool) -> bool:
        """Whether something was moved. `flagged`: what is wrong is for the players to put right."""
        simulation, carrying = self._simulation, situation.carrying
        self.due = None
        if simulation is None:
            return False
        unfinished = situation.to_finish
        if not flagged:
            unfinished = unfinished or situation.lower_or_higher
        if not (self.untidy or carrying or unfinished):
            return False
        if simulation.touches != self._touches:
            self._touches, self._still_since = simulation.touches, now
        if any(hand.pieces for hand in simulation.hands):
            return False
        if situation.difference and not (carrying or unfinished):
            return False
        due = self._still_since + (0 if carrying else TIDIED_AFTER)
        if now < due:
            self.due = due
            return False
        if unfinished and not carrying:
            simulation.put_right(unfinished, unseen_only=False, among=unfinished.keys())
        else:
            self.untidy = False
            simulation.put_right(situation.position.stacks, unseen_only=not carrying)
        if carrying or unfinished:
            self.due = now  # the sensors have something new to say
        return True

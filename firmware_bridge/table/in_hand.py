"""Pieces that somebody holds over a simulated board. A real one only lacks them; a screen shows them.

Knows the simulated table and the situation; no clock of its own.
"""

from __future__ import annotations

from firmware_bridge.referee.situation import Situation
from firmware_bridge.table.simulation import Simulation

SEEN_AFTER = 1.0
"""Seconds after the last touch in which the referee sees what there is to see; patience is longer."""


class InHand:
    def __init__(self, simulation: Simulation | None, begun: float) -> None:
        self._simulation = simulation
        self._touches, self._still_since = 0, begun

    def all_of_it(self, situation: Situation, now: float) -> bool:
        """Whether all that is missing has been in hands for a while: it may come down anywhere yet, so
        nothing has been done, however long somebody thinks."""
        simulation = self._simulation
        if simulation is None:
            return False
        if simulation.touches != self._touches:
            self._touches, self._still_since = simulation.touches, now
        held = {hand.origin for hand in simulation.hands if hand.pieces}
        gone = situation.lens.cells_of(situation.difference)
        return bool(gone) and held.issuperset(gone) and now - self._still_since >= SEEN_AFTER

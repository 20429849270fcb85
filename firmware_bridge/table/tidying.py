"""A simulated board that is seen to: what no sensor sees is put right, what others decided is done.

Knows the simulated table and the situation; no clock of its own.
"""

from __future__ import annotations

import math

from engines.geometry import Cell
from engines.steps import Stacks
from firmware_bridge.referee.situation import Situation
from firmware_bridge.table.belongings import tray_of
from firmware_bridge.table.simulation import Simulation, magnet
from hardware.parts.simulated_board import Magnet

TIDIED_AFTER = 1.2
"""Seconds that people get to take off or put on what no sensor sees, before it is done for them."""
TAKEN_AFTER = 0.25
"""Seconds before a captured piece goes by itself: long enough to see which one it is."""
REACHED_WITHIN = 1.5
"""Seconds in which a hand may still be on its way to a piece that has gone by itself meanwhile."""
CARRIED_AFTER = 0.3
"""Seconds before a move that was decided elsewhere is carried out: people want to see it happen."""


class Tidying:
    def __init__(
        self, simulation: Simulation | None, begun: float, *, by_hand: bool = False
    ) -> None:
        self.untidy = False
        """A move is on the record that may have left something that no sensor sees."""
        self.due: float | None = None
        """When there is something to do, if nobody touches anything until then."""
        self.by_hand = by_hand
        """People take captured pieces off themselves, as on a real board."""
        self.strayed = False
        """A move was taken back: what it took may still lie in the tray."""
        self._simulation = simulation
        self._touches, self._still_since = 0, begun
        self._gone: dict[Cell, tuple[Magnet, ...]] = {}
        self._gone_at = -math.inf
        """What went to the tray by itself last, where from and when."""
        self._decided = math.inf
        """Since when a move that was decided elsewhere waits to be carried out."""

    def step(self, situation: Situation, now: float, *, carrying: bool, flagged: bool) -> bool:
        """Whether something was moved. `carrying`: what was decided elsewhere is to be carried out;
        `flagged`: what is wrong is for the players to put right."""
        simulation = self._simulation
        self._decided = min(self._decided, now) if carrying else math.inf
        self.due = None
        if simulation is None:
            return False
        self._clear_tray(situation)
        unfinished = situation.to_finish(taking=not self.by_hand)
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
        due = self._still_since + TIDIED_AFTER
        if not self.by_hand:
            # What is asked next may be about what the captured piece hides: that goes at once.
            due = self._still_since + (TAKEN_AFTER if unfinished else 0)
        if carrying:
            due = self._decided + CARRIED_AFTER
        if now < due:
            self.due = due
            return False
        if unfinished and not carrying:
            self._take_off(simulation, unfinished, now)
        else:
            self.untidy = False
            simulation.put_right(situation.position.stacks, unseen_only=not carrying)
        if carrying or unfinished:
            self.due = now  # the sensors have something new to say
        return True

    def _take_off(self, simulation: Simulation, unfinished: Stacks, now: float) -> None:
        stood = {cell: simulation.pile(cell) for cell in unfinished}
        simulation.put_right(unfinished, unseen_only=False, among=unfinished.keys())
        gone = {
            cell: pile[len(unfinished[cell]) :]
            for cell, pile in stood.items()
            if len(pile) > len(unfinished[cell])
        }
        if gone:
            self._gone, self._gone_at = gone, now

    def reached_for(self, cell: Cell, count: int | None, now: float) -> tuple[Magnet, ...]:
        """What somebody means who reaches for a captured piece that has just gone by itself; nothing:
        he means what stands there."""
        pile = self._gone.get(cell, ())
        if self._simulation is None or now - self._gone_at > REACHED_WITHIN:
            return ()
        return pile if count == len(pile) or not self._simulation.pile(cell) else ()

    def _clear_tray(self, situation: Situation) -> None:
        """Once the board stands as recorded again, the tray is what the record says, too."""
        simulation = self._simulation
        if not self.strayed or simulation is None or any(hand.pieces for hand in simulation.hands):
            return
        stacks = situation.position.stacks
        if simulation.standing() == {
            cell: tuple(piece.name for piece in stack) for cell, stack in stacks.items()
        }:
            self.strayed = False
            simulation.tray = [tuple(map(magnet, pile)) for pile in tray_of(situation)]

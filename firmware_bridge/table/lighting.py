"""From what cells mean to what a board shows: frames as often as a rhythm needs them, and the buttons.

Knows a device and the theme; no clock of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engines.geometry import Board, Cell
from firmware_bridge.lights.hints import Hints
from firmware_bridge.lights.theme import STANDARD, STEADY, Lamps, frame
from firmware_bridge.referee.situation import Phase, Situation
from hardware.lights import DARK, RGB

FRAME = 1 / 30
"""Seconds between two frames of a rhythm."""


class Lamp(Protocol):
    def show(self, lit: Mapping[Cell, RGB]) -> None: ...
    def light_buttons(self, lit: Sequence[RGB]) -> None: ...


class Lighting:
    def __init__(
        self, device: Lamp, board: Board, lamps: Lamps, colours: Mapping[int, Sequence[str]]
    ) -> None:
        """`colours` are the players', where they have any; `lamps` how each looks."""
        self._device = device
        self._board = board
        self._lamps = lamps
        self._colours = colours
        self.due: float | None = None
        """When the next frame is to be shown."""
        self._shown: tuple[dict[Cell, RGB], list[RGB]] | None = None

    def show(self, lit: Hints, situation: Situation, now: float, *, fresh: bool) -> None:
        """`fresh`: the hints are new, whatever the rhythm."""
        due, self.due = now if fresh else self.due, None
        if due is not None and due <= now:
            due = None
            shown = frame(lit, STANDARD, now, self._board, self._lamps), self.buttons(situation)
            if shown != self._shown:
                self._shown = shown
                self._device.show(shown[0])
                self._device.light_buttons(shown[1])
            if any(STANDARD[hint.meaning].rhythm != STEADY for hint in lit.values()):
                due = now + FRAME
        self.due = due

    def buttons(self, situation: Situation) -> list[RGB]:
        """The button of whoever is to decide glows, in his colour where he has one."""
        question, seats = situation.question, range(1, situation.game.players + 1)
        on = {question.player if question else situation.state.turn}
        if question:
            on |= {move.answer for move in question.choices if move.answer}
        if situation.consents is not None:
            on = set(seats) - situation.consents
        if situation.phase is Phase.OVER:
            outcome = situation.position.outcome
            on = set(outcome.winners) if outcome else set()
        lamp = STANDARD["ask"].colour
        own = {p: self._lamps.get(names[0], lamp) for p, names in self._colours.items()}
        return [own.get(player, lamp) if player in on else DARK for player in seats]

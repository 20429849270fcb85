"""From what cells mean to how a board glows, cells and buttons.

Knows a device and the theme, no clock. The rhythms of cells are the drivers' to bring to life; the lamps
of buttons have none, so `tend` switches them, as often as the board is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engines.geometry import Board, Cell
from firmware_bridge.lights.hints import Hints
from firmware_bridge.lights.theme import HURRY, REFUSED, STANDARD, Lamps, glows
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.table.clock import Pressure
from hardware.lights import DARK, RGB, Glow, on_or_off

REFUSING = 2.0
"""Seconds that a button says no: a finger is still on it as that begins."""


class Lamp(Protocol):
    def show(self, lit: Mapping[Cell, Glow]) -> None: ...
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
        self.brightness = 100
        """In percent: people may want less of it in the evening."""
        self._shown: dict[Cell, Glow] | None = None
        self._buttons: list[RGB] = []
        """Whose buttons glow while nobody's time is running out."""
        self._hurried: dict[int, Glow] = {}
        """How those live whose player's time is running out, or who is told no."""
        self._refused: dict[int, float] = {}
        """Whose button says no, and until when."""
        self._now = 0.0
        self._switched: list[RGB] | None = None
        """What the buttons' lamps were last told."""

    def show(self, lit: Hints, situation: Situation) -> None:
        lamps = glows(lit, STANDARD, self._board, self._lamps)
        if self.brightness != 100:
            lamps = {c: glow._replace(colour=self._dim(glow.colour)) for c, glow in lamps.items()}
        if lamps != self._shown:
            self._shown = lamps
            self._device.show(lamps)
        self._buttons = self.buttons(situation)
        self._switch()

    def tend(self, pressing: Mapping[int, Pressure], now: float) -> None:
        """Buttons whose player has little time left or is told no, as they are at this moment."""
        self._hurried = {player: HURRY[pressure.value] for player, pressure in pressing.items()}
        self._refused = {player: end for player, end in self._refused.items() if end > now}
        self._hurried |= dict.fromkeys(self._refused, REFUSED)
        self._now = now
        self._switch()

    def refuse(self, player: int, now: float) -> None:
        """His button says no for a moment."""
        self._refused[player] = now + REFUSING

    def _switch(self) -> None:
        lamps = list(self._buttons)
        for player, glow in self._hurried.items():
            own = lamps[player - 1]
            colour = own if glow.colour == DARK else glow.colour
            lamps[player - 1] = on_or_off(glow._replace(colour=colour), self._now)
        lamps = [self._dim(colour) for colour in lamps]
        if lamps != self._switched:
            self._switched = lamps
            self._device.light_buttons(lamps)

    def _dim(self, colour: RGB) -> RGB:
        return RGB(*(part * self.brightness // 100 for part in colour))

    def buttons(self, situation: Situation) -> list[RGB]:
        """The button of whoever is to decide glows, in his colour where he has one."""
        question, seats = situation.question, range(1, situation.game.players + 1)
        on = {question.player if question else situation.state.turn}
        if question:
            on |= {move.answer for move in question.choices if move.answer}
        if situation.phase is Phase.OVER:
            outcome = situation.position.outcome
            on = set(outcome.winners) if outcome else set()
        if situation.consents is not None:
            on = set(seats) - situation.consents
        lamp = STANDARD["ask"].colour
        own = {p: self._lamps.get(names[0], lamp) for p, names in self._colours.items()}
        return [own.get(player, lamp) if player in on else DARK for player in seats]

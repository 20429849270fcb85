"""From what cells mean to how a board glows, cells and buttons.

Knows a device and the theme, no clock: rhythms are the drivers' to bring to life.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engines.geometry import Board, Cell
from firmware_bridge.lights.hints import Hints
from firmware_bridge.lights.theme import STANDARD, Lamps, glows
from firmware_bridge.referee.situation import Phase, Situation
from hardware.lights import DARK, RGB, Glow


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
        self._shown: tuple[dict[Cell, Glow], list[RGB]] | None = None

    def show(self, lit: Hints, situation: Situation) -> None:
        lamps = glows(lit, STANDARD, self._board, self._lamps)
        buttons = self.buttons(situation)
        if self.brightness != 100:
            lamps = {c: glow._replace(colour=self._dim(glow.colour)) for c, glow in lamps.items()}
            buttons = [self._dim(colour) for colour in buttons]
        shown = lamps, buttons
        if shown != self._shown:
            self._shown = shown
            self._device.show(shown[0])
            self._device.light_buttons(shown[1])

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

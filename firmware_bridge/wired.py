"""A game laid onto a real board: its cells read by the panel's sensors and lit by its pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.game import TavoliereError
from engines.geometry import Cell
from firmware_bridge.devices import OpenBoard, open_board
from firmware_bridge.session import Session
from firmware_bridge.sight import POLARITY, PRESENCE
from firmware_bridge.wiring import Wiring, wiring
from hardware.errors import HardwareError
from hardware.lights import DARK, RGB

MOST_PLAYERS = 4


class WiredBoard:
    """A board that stays open while one game after another is laid onto it."""

    def __init__(self, profile: str) -> None:
        try:
            self._open = open_board(profile, MOST_PLAYERS)
        except HardwareError as error:
            raise TavoliereError(str(error)) from None

    @property
    def sensing(self) -> str:
        return POLARITY if self._open.panel.polarity else PRESENCE

    def fit(self, session: Session) -> WiredDevice:
        """The board as this game's cells see it; DoesNotFit when they do not lie on its sensors."""
        game = session.game
        lines = wiring(game.board, game.name, self._open.panel.places)
        return WiredDevice(self._open, lines, game.players)

    def close(self) -> None:
        self._open.close()


class WiredDevice:
    def __init__(self, board: OpenBoard, lines: Wiring, players: int) -> None:
        self._board = board
        self._lines = lines
        self._players = players

    def levels(self) -> Mapping[Cell, int]:
        read = self._board.sensors.levels()
        return {cell: read[channel] for channel, cell in self._lines.cells.items()}

    def show(self, lit: Mapping[Cell, RGB]) -> None:
        lights = self._board.lights
        lights.show(self._lines.frame(lit, [DARK] * lights.pixels))

    def down(self) -> Sequence[bool]:
        # A panel may have more buttons than the game has players, or none at all.
        down = (*self._board.buttons.down(), *[False] * self._players)
        return down[: self._players]

    def light_buttons(self, lit: Sequence[RGB]) -> None:
        spare = [DARK] * (MOST_PLAYERS - len(lit))
        self._board.buttons.light([*lit, *spare])

    @property
    def trouble(self) -> str | None:
        """What is wrong with the whole board, as a key of the texts."""
        connected = getattr(self._board.sensors, "connected", True)
        return None if connected else "trouble.cable"

    def close(self) -> None:
        """The board stays open for the next game."""

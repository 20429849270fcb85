"""A game laid onto a real board: its cells read by the panel's sensors and lit by its pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.game import TavoliereError
from engines.geometry import Cell
from firmware_bridge.record.session import Session
from firmware_bridge.referee.lens import sensing
from firmware_bridge.table.boot_menu import BootMenu, Offer
from firmware_bridge.table.fitting import Fitting, fitting
from firmware_bridge.table.troubles import Patience, Trouble, on_cells
from hardware.board import OpenBoard, open_board
from hardware.driver import World, counts
from hardware.errors import HardwareError
from hardware.lights import DARK, RGB, UNLIT, Glow

MOST_PLAYERS = 4


class WiredBoard:
    """A board that stays open while one game after another is laid onto it."""

    def __init__(self, profile: str, world: World | None = None) -> None:
        try:
            self._open = open_board(profile, MOST_PLAYERS, world)
        except HardwareError as error:
            raise TavoliereError(error.args[0]) from None
        self._shown: tuple[list[Glow], list[RGB]] | None = None
        self._patience = Patience()

    @property
    def sensing(self) -> str:
        sensors = self._open.panel.sensors
        return sensing(polarity=sensors.polarity, heights=counts(sensors))

    def fit(self, session: Session) -> WiredDevice:
        """The board as this game's cells see it; DoesNotFit when they do not lie on its sensors."""
        game = session.game
        self._shown = None
        lines = fitting(game.board, game.name, self._open.panel.places)
        return WiredDevice(self._open, lines, game.players, self._patience)

    def menu(self, unfinished: str | None) -> BootMenu:
        """The games that can be played on this board, to be offered by its lights."""
        return BootMenu(self._open.panel.places, unfinished)

    def offer(self, menu: BootMenu, now: float) -> Offer | None:
        """Show the menu, and what was chosen from it."""
        board = self._open
        chosen = menu.step(board.readings(), board.buttons.down(), now)
        pixels = [UNLIT] * board.lights.pixels
        if chosen is None:
            for pixel, glow in menu.pixels(now).items():
                pixels[pixel] = glow
        shown = (pixels, menu.lamps(MOST_PLAYERS))
        if shown != self._shown:
            self._shown = shown
            board.lights.show(pixels)
            board.buttons.light(shown[1])
        return chosen

    def troubles(self, now: float) -> tuple[Trouble, ...]:
        """What is wrong while no game is under way."""
        places = self._open.panel.by_channel

        def name(channel: int) -> str | None:
            return places[channel].name if channel in places else None

        return self._patience.named(on_cells(self._open.symptoms(), name), now)

    def close(self) -> None:
        self._open.close()


class WiredDevice:
    def __init__(self, board: OpenBoard, lines: Fitting, players: int, patience: Patience) -> None:
        self._board = board
        self._patience = patience
        self._lines = lines
        self._players = players

    def readings(self) -> Mapping[Cell, int]:
        read = self._board.readings()
        return {cell: read[channel] for channel, cell in self._lines.cells.items()}

    def show(self, lit: Mapping[Cell, Glow]) -> None:
        lights = self._board.lights
        lights.show(self._lines.glows(lit, lights.pixels))

    def down(self) -> Sequence[bool]:
        # A panel may have more buttons than the game has players, or none at all.
        down = (*self._board.buttons.down(), *[False] * self._players)
        return down[: self._players]

    def light_buttons(self, lit: Sequence[RGB]) -> None:
        spare = [DARK] * (MOST_PLAYERS - len(lit))
        self._board.buttons.light([*lit, *spare])

    @property
    def blind(self) -> bool:
        return self._board.blind

    @property
    def sure(self) -> bool:
        """Any sensor may lie, and no board knows which."""
        return False

    def troubles(self, now: float) -> tuple[Trouble, ...]:
        """What is wrong with the board, in this game's cells."""
        found = on_cells(self._board.symptoms(), self._lines.cells.get)
        return self._patience.named(found, now)

"""The whole program at a matrix on mock pins: sensors that fail, a strip that refuses, buttons to press.

The clock is turned by hand. The strip is the real library's, up to the call that would pull the pin.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

from engines.game import Move
from firmware_bridge.people.wired import WiredFactory
from firmware_bridge.referee.asking import NO_MOVE
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.wired import WiredBoard
from hardware.driver import World
from hardware.drivers.matrix import MatrixWiring
from hardware.drivers.neopixels import STRIP
from hardware.panels.panel_file import OURS, panel_named
from hardware.parts.gpio import PINS
from tests.hardware.at_the_board import AtTheBoard

os.environ["BLINKA_OS_AGNOSTIC"] = "1"
PACE = 0.01


class MatrixTable(AtTheBoard):
    def __init__(self, folder, *, diodes=True, declared=True, panel="quadra-matrix", thinker=None):
        sensors = panel_named(panel).sensors
        assert isinstance(sensors, MatrixWiring)
        wires = sensors.crossings
        self.now = 10.0
        self.factory = WiredFactory(wires.rows, wires.columns, diodes=diodes)
        self.sent: list[bytes] = []
        self.refused = 0
        self.error: Exception | None = None
        """What writing to the strip raises, if it does."""
        self.on_frame: Callable[[], None] = lambda: None
        """Somebody looks at the strip whenever it changes."""
        self.dead: set[str] = set()
        self.stuck: set[str] = set()
        self.flickering: set[str] = set()
        profile = folder / "mine.toml"
        text = (OURS / f"{panel}.toml").read_text(encoding="utf-8")
        profile.write_text(
            text if declared else text.replace("diodes = true", "diodes = false"), encoding="utf-8"
        )
        world = World(
            clock=lambda: self.now,
            wait=lambda _: None,
            devices={PINS: self.factory, STRIP: self._strip},
        )
        super().__init__(folder, lambda: self.now, WiredBoard(str(profile), world), thinker)
        self.standing: dict[str, int] = {}

    def _strip(self, _, count, order):
        import board
        import neopixel

        table = self

        class Strip(neopixel.NeoPixel):
            def _transmit(self, buffer):
                if table.error is not None:
                    table.refused += 1
                    raise table.error
                table.sent.append(bytes(buffer))
                table.on_frame()

            def deinit(self):
                self.fill(0)
                self.show()

        return Strip(board.NEOPIXEL, count, auto_write=False, pixel_order=order)

    def strip(self):
        return self.sent[-1] if self.sent else bytes(3 * (len(self.panel.places) + 4))

    # Hands ------------------------------------------------------------------------------------

    def put(self, cell, reading):
        self.standing[cell] = reading
        self._close(cell, reading)

    def _close(self, cell, reading):
        if cell in self.dead:
            reading = 0
        elif cell in self.stuck:
            reading = 1
        channel = self.panel.by_name[cell].channel
        (self.factory.put if reading else self.factory.take)(channel)

    def break_sensor(self, cell, how):
        {"dead": self.dead, "stuck": self.stuck, "flickering": self.flickering}[how].add(cell)
        self._close(cell, self.standing.get(cell, 0))

    def wait(self, seconds):
        for turn in range(round(seconds / PACE)):
            self.now += PACE
            for cell in self.flickering:
                self._close(cell, turn % 2)
            self.app.turn()

    def press(self, player):
        self.factory.grounded = {f"GPIO{(2, 3)[player - 1]}"}
        self.wait(0.1)
        self.factory.grounded = set()
        self.wait(0.1)

    # People who know better than a broken sensor -----------------------------------------------

    def insist(self) -> None:
        """All stands as it should and the board says otherwise: they press their button."""
        for _ in range(4):
            referee = self.match.situation
            question = referee.question
            if question is not None and question.id == "which-move":
                self.app.changed(Chosen(NO_MOVE))
            elif referee.phase is Phase.RESTORING or (question and question.id == "moved"):
                self.press(referee.state.turn)
            else:
                return
            self.wait(0.7)

    def make(self, move: Move) -> None:
        """Carry it out, and press or answer where no light confirms it."""
        referee, game = self.match.situation, self.match.session.game
        wanted = game.apply(referee.state, move)
        player = move.by or referee.state.turn
        self.do(move)
        self.wait(0.7)
        for _ in range(5):
            question = self.match.situation.question
            if self.match.situation.state == wanted:
                return
            if question is not None and move in question.choices:
                self.app.changed(Chosen(move.label))
            elif question is not None and question.id == "which-move":
                self.app.changed(Chosen(NO_MOVE))
            else:
                self.press(player)
            self.wait(0.7)
        raise AssertionError((move, self.match.told, self.record))

    def play_on(self, chance: Random, most: int = 200) -> None:
        """Random moves to the end of the game."""
        for _ in range(most):
            self.insist()
            moves = self.match.session.game.legal_moves(self.match.situation.state)
            if not moves:
                return
            self.make(chance.choice(moves))
        raise AssertionError("it does not end")

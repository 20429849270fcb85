"""A board behind a cable that is pulled out and plugged in at every move: the real driver at a
pseudo-terminal, the real firmware at its other end, in a process of its own while it is played.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import monotonic

from engines.steps import Act
from firmware_bridge.people.pico import Cable, Pico
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.table.app import App
from firmware_bridge.table.match import Match
from firmware_bridge.table.wired import WiredBoard
from hardware.driver import World
from hardware.panels.panel_file import OURS
from hardware.parts.serial_port import PICO

FILES = "abcdefgh"
GAME = Header("lupo-e-pecore", {"first": "sheep"}, 2)
HURRY = 0.003
"""Seconds by which our clock is ahead after every turn: nobody here has to wait for slow hands."""
SHORT, LONG = 0.05, 1.0
"""Seconds for which the cable is out: not worth a word, and long enough for one."""
AT_REST = 0.2
"""Seconds between two moves: a sensor that changes more often flickers."""
PATIENCE = 60.0


class Wire:
    def __init__(self, folder: Path, chance: Random) -> None:
        self._chance = chance
        self._later = 0.0
        self._pico = Pico(folder)
        self._cable = Cable(self._pico, folder / "ttyACM0")
        profile = folder / "mine.toml"
        text = (OURS / "quadra-serial.toml").read_text(encoding="utf-8")
        text = text.replace(PICO, str(self._cable.path)).replace("settle_us = 60", "settle_us = 0")
        profile.write_text(text, encoding="utf-8")
        self._store = Store(folder / "games")
        self._store.open()
        self._app = App(self._store, self._clock)
        self._app.board = WiredBoard(str(profile), World(self._clock, self._cable.pump))
        self.edges = self.moves = self.pulled = 0
        self._pico.power_off()

    def _clock(self) -> float:
        return monotonic() + self._later

    @property
    def _match(self) -> Match:
        assert self._app.match is not None
        return self._app.match

    def play(self, moves: int) -> None:
        """Go on with the game, or begin another."""
        self._pico.power_on()
        for _ in range(moves):
            if self._app.match is None or self._match.situation.phase is Phase.OVER:
                self._begin()
            self._move()
        self._pico.power_off()

    def _begin(self) -> None:
        self._app.start(GAME)
        standing = self._match.situation.position.stacks
        for cell in (f"{file}{rank}" for file in FILES for rank in range(1, 9)):
            self._put(cell, cell in standing)
        self._until_moved(0)

    def _move(self) -> None:
        situation = self._match.situation
        move = self._chance.choice(situation.game.legal_moves(situation.state))
        steps = [step for step in move.steps if step.act is not Act.REVEAL]
        out = self._chance.randrange(len(steps) + 1)
        for number, step in enumerate(steps):
            if number == out:
                self._cable.unplug()
            self._put(step.cell, step.act is Act.PLACE)
            self.edges += 1
            self._wait(SHORT)
        if out == len(steps):
            self._cable.unplug()
        self._wait(self._chance.choice((SHORT, LONG)))
        self._cable.plug()
        self.pulled += 1
        self._until_moved(len(situation.record) + 1)
        self.moves += 1
        self._wait(AT_REST)

    def _put(self, cell: str, there: bool) -> None:
        self._pico.close_crossing(int(cell[1]) - 1, FILES.index(cell[0]), int(there))

    def _until_moved(self, moves: int) -> None:
        def seen() -> bool:
            now = self._match.situation
            return len(now.record) == moves and now.phase in (Phase.WAITING, Phase.OVER)

        self._cable.until(seen, self._turn, PATIENCE)

    def _wait(self, seconds: float) -> None:
        end = self._clock() + seconds
        self._cable.until(lambda: self._clock() >= end, self._turn, PATIENCE)

    def _turn(self) -> None:
        self._later += HURRY
        self._app.turn()

    def close(self) -> None:
        self._app.close()
        self._store.close()
        self._cable.unplug()

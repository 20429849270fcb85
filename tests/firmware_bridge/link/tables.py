"""A program with a simulated board, where one player sits and the other is elsewhere."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import monotonic

import engines
from firmware_bridge.link.broker import Broker
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.verdicts import Chosen
from firmware_bridge.table.app import App
from firmware_bridge.table.elsewhere import Elsewhere
from firmware_bridge.table.match import Match

SPEED = 20.0
"""How much faster than a real one the clock of these boards goes: nobody waits for a hand."""


class Table:
    def __init__(self, folder: Path, url: str, name: str, player: int) -> None:
        self.folder, self.player = folder, player
        seats = tuple(Seat() if n == player else Seat(link=url) for n in (1, 2))
        book = engines.GAMES[name](players=2)
        self.header = Header(name, book.options, 2, seed=3, ready=True, seats=seats)
        self.open()

    def open(self) -> None:
        store = Store(self.folder)
        store.open()
        self.app = App(
            store,
            lambda: monotonic() * SPEED,
            elsewhere=Elsewhere(Broker),
            chance=Random(self.player),
        )
        self.app.look_for_unfinished()
        if self.app.left.open is None:
            self.app.start(self.header)
        else:
            self.app.resume()

    def close(self) -> None:
        self.app.close()
        self.app.store.close()

    @property
    def match(self) -> Match:
        assert self.app.match is not None
        return self.app.match

    @property
    def moves(self) -> list[str]:
        return [str(entry.move.label) for entry in self.match.situation.record]

    @property
    def over(self) -> bool:
        return self.match.situation.game.outcome(self.match.situation.state) is not None

    def turn(self) -> None:
        """Whoever has to keep something hidden chooses it at once."""
        self.app.turn()
        situation = self.match.situation
        for player in self.match.keeping.waits_for(situation):
            self.match.keeping.choose(situation, player, None)

    def play(self, rng: Random) -> str | None:
        """His own move, if it is his turn and the board stands as it should."""
        situation = self.match.situation
        if self.over or situation.phase not in (Phase.WAITING, Phase.ASKING):
            return None
        if self.match.keeping.asked(situation):
            return None  # what comes to light is said by whoever keeps it
        turn = situation.state.turn
        # What is done out of turn yields to what the other did meanwhile: nothing for random moments.
        mine = [
            move
            for move in situation.game.legal_moves(situation.state)
            if turn == self.player == (move.by or turn)
        ]
        if not mine:
            return None
        label = str(rng.choice(mine).label)
        self.match.feed(Chosen(label), self.app.clock())
        return label

"""Evidence without a referee: a position, some edges, and what the tellers make of them."""

from __future__ import annotations

import engines
from engines.game import State
from firmware_bridge.referee.evidence import Evidence, LastMove
from firmware_bridge.referee.ledger import Ledger
from firmware_bridge.referee.lens import lens_for
from firmware_bridge.referee.scene import Scene
from firmware_bridge.referee.weights import PACE, Pace


class Told:
    """Hands over a position: `Told("dama", "1 w=c3 b=h8").up("c3").down("d4", after=0.7)`."""

    def __init__(
        self,
        game: str,
        position: str | None = None,
        *,
        sensing: str = "presence",
        pace: Pace = PACE,
        **options: str | int,
    ) -> None:
        book = engines.GAMES[game](**options)
        state: State = book.start() if position is None else book.position(position)
        lens = lens_for(book, sensing)
        self.ledger = Ledger(book, lens, state, seen=lens.picture(state.stacks), pace=pace)
        self.now = 10.0

    def up(self, *cells: str, after: float = 0.3) -> Told:
        return self._edges(cells, 0, after)

    def down(self, *cells: str, after: float = 0.3) -> Told:
        return self._edges(cells, 1, after)

    def _edges(self, cells: tuple[str, ...], reading: int, after: float) -> Told:
        for cell in cells:
            self.now += after
            self.ledger.note(cell, reading, self.now)
        return self

    def wait(self, seconds: float) -> Told:
        self.now += seconds
        return self

    def record(self, label: str) -> Told:
        position = self.ledger.position
        self.ledger.write(position.game.parse(position.state, label))
        return self

    def evidence(self, *, insisted: bool = False) -> Evidence:
        return self.ledger.evidence(self.now, insisted=insisted)

    @property
    def last(self) -> LastMove:
        assert self.ledger.last is not None
        return self.ledger.last

    @property
    def scene(self) -> Scene:
        evidence = self.evidence()
        return evidence.scene(evidence.now, evidence.touches)

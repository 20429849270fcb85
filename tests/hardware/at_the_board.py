"""The whole program at a real board, turn by turn: hands and cable on one side, pages on the other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from engines.steps import Act
from firmware_bridge.record.replay import replay
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Accepted, Amended, Undone
from firmware_bridge.table.app import App
from firmware_bridge.table.match import Match
from firmware_bridge.table.thinking import Thinker
from firmware_bridge.table.troubles import Trouble
from firmware_bridge.table.wired import WiredBoard
from firmware_bridge.texts import LANGUAGES, Texts
from firmware_bridge.web.view import match_view


class AtTheBoard:
    """An app with a board. Who uses it says how a sensor closes and how time passes."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float],
        board: WiredBoard,
        thinker: Thinker | None = None,
    ) -> None:
        self.store = Store(folder / "games")
        self.store.open()
        # What a computer keeps to itself is drawn by a seed: the same scene every time.
        self.app = App(self.store, clock, thinker=thinker, chance=Random(1))
        self.app.board = board
        self.warned: list[Trouble] = []
        self.app.warn = self.warned.append
        self.panel = board._open.panel

    # What they do -----------------------------------------------------------------------------

    def put(self, cell: str, reading: int) -> None:
        """A piece is put there, or taken off."""
        raise NotImplementedError

    def wait(self, seconds: float) -> None:
        raise NotImplementedError

    def strip(self) -> bytes:
        """What the pixels show, in the order of the strip."""
        raise NotImplementedError

    def begin(self, header: Header) -> None:
        """Start, and set up the pieces where the lights ask for them."""
        self.app.start(header)
        for cell in self.match.situation.position.stacks:
            self.put(cell, 1)
        self.wait(0.8)

    def do(self, move: Any) -> None:
        """Carry a move out by hand, on whatever stands there by the record."""
        heights = {cell: len(stack) for cell, stack in self.match.situation.position.stacks.items()}
        for step in move.steps:
            if step.act is Act.REVEAL:
                continue
            more = step.count if step.act is Act.PLACE else -step.count
            heights[step.cell] = heights.get(step.cell, 0) + more
            self.put(step.cell, 1 if heights[step.cell] else 0)
            self.wait(0.1)

    # What they see ----------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        assert self.app.match is not None
        return self.app.match

    @property
    def record(self) -> list[str]:
        return [entry.move.label for entry in self.match.situation.record]

    def keys(self) -> list[str]:
        """What terminal or log have been told, line by line."""
        return [trouble.key for trouble in self.warned]

    def on_the_page(self, key: str, **values: str) -> bool:
        """Whether pages show it among what is wrong, in every language."""
        wanted = {lang: Texts(lang)(key, **values) for lang in LANGUAGES}
        return wanted in match_view(self.match)["faulty"]

    def said(self, key: str) -> bool:
        wanted = {lang: Texts(lang)(key) for lang in LANGUAGES}
        return wanted in match_view(self.match)["said"]["lines"]

    def lit(self) -> set[str]:
        """The places whose pixels are lit; the buttons' own come behind them on the strip."""
        strip = self.strip()
        return {
            place.name
            for place in self.panel.places
            if place.pixel is not None and any(strip[3 * place.pixel : 3 * place.pixel + 3])
        }

    def meant(self) -> dict[str, str]:
        return {cell: hint.meaning for cell, hint in self.match.lit.items()}

    def retold(self) -> list[str]:
        """The record that the trace on disk leads to."""
        traces = sorted(self.store.folder.glob(f"{self.match.journal.path.stem}.*.trace"))
        moves: list[str] = []
        for _, verdict in replay(traces[-1].read_text().splitlines()):
            match verdict:
                case Accepted(_, move):
                    moves.append(move)
                case Amended(_, move, _):
                    moves[-1] = move
                case Undone():
                    moves.pop()
        return moves

    def close(self) -> None:
        self.app.close()
        self.store.close()

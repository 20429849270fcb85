"""One of two programs that play each other over a broker: plays by itself until it is killed.

Every move that it decided is in a file of its own once it is on the record, so that whoever killed it
can tell whether a move was lost.
"""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from random import Random
from time import sleep

from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.position import AnyGame
from tests.firmware_bridge.link.tables import Table

DECIDED = "decided.txt"


def decided(game: AnyGame, entry: Entry, player: int) -> bool:
    """Whether he decided it: what comes to light nobody decides."""
    kernel = game.kernel
    return entry.player == player and kernel.chances(kernel.node(entry.before)) is None


def play(folder: str, url: str, name: str, player: int, seed: int, most: int) -> None:
    rng = Random(seed)
    file = Path(folder) / DECIDED
    table = Table(Path(folder), url, name, player)
    record, game = table.match.situation.record, table.match.session.game
    # Killed between the record and the file: the record is what counts.
    with file.open("w", encoding="utf-8") as told:
        told.writelines(f"{entry.move.label}\n" for entry in record if decided(game, entry, player))
    parent = multiprocessing.parent_process()
    while parent is not None and parent.is_alive():
        table.turn()
        if len(table.moves) < most and (label := table.play(rng)) is not None:
            with file.open("a", encoding="utf-8") as told:
                told.write(f"{label}\n")
        sleep(0.002)

"""One of two programs that play each other over a broker: plays by itself until it is killed.

Every move that it decided is in a file of its own once it is on the record, so that whoever killed it can
tell whether a move was lost.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import sleep

from tests.firmware_bridge.link.tables import Table

DECIDED = "decided.txt"


def play(folder: str, url: str, name: str, player: int, seed: int, most: int) -> None:
    rng = Random(seed)
    file = Path(folder) / DECIDED
    table = Table(Path(folder), url, name, player)
    record = table.match.situation.record
    # Killed between the record and the file: the record is what counts.
    with file.open("w", encoding="utf-8") as told:
        told.writelines(f"{entry.move.label}\n" for entry in record if entry.player == player)
    while True:
        table.turn()
        if len(table.moves) < most and (label := table.play(rng)) is not None:
            with file.open("a", encoding="utf-8") as told:
                told.write(f"{label}\n")
        sleep(0.002)

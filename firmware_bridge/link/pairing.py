"""What a club tells a board to play next: who, and what. Text in, values out."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import engines
from engines.errors import TavoliereError
from firmware_bridge.link.checked import fields_of, numbers, texts, written
from firmware_bridge.record.names import BadName, Names, read_back
from firmware_bridge.record.trace import Header

FORM = 1
LONGEST = 4 * 1024
PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Pairing:
    round: int
    game: str
    names: Names

    def text(self) -> str:
        return written({"form": FORM, **asdict(self)})

    def header(self, seed: int, *, ready: bool) -> Header:
        book = engines.GAMES[self.game](players=PLAYERS)
        return Header(
            self.game, book.options, PLAYERS, seed, ready=ready, names=self.names
        )  # fmt: skip

    def is_of(self, header: Header) -> bool:
        """Whether this is the game that was meant."""
        return (header.game, header.names) == (self.game, self.names)


def pairing_of(data: bytes) -> Pairing | None:
    """The pairing that these bytes are; None when they are none."""
    match fields_of(data, LONGEST):
        case {"form": 1, "round": int(number), "game": str(game), "names": list(names), **rest} if (
            not rest and numbers([number]) and texts(names) and game in engines.GAMES
        ):
            if PLAYERS not in engines.GAMES[game].seats:
                return None
            try:
                read = read_back(names, PLAYERS)
            except (BadName, TavoliereError):
                return None
            return Pairing(number, game, read) if all(read) and len(read) == PLAYERS else None
    return None

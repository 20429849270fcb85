"""What a board tells a club of its game: enough to draw it small and to say what goes on.

Whoever reads it draws with his own rule books, so nothing but names of cells and pieces is believed; a
board that lies spoils nothing but its own tile. Text in, values out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import engines
from firmware_bridge.link.checked import fields_of, numbers, texts, written

FORM = 1
LONGEST = 32 * 1024
MOST_CELLS = 400
MOST = 1_000_000
"""More moves than any game has, and more games than any board has played."""
MOST_PLAYERS = 9
LONGEST_NAME = 200
MOST_LANGUAGES = 8
"""More than anybody speaks here."""

Words = Mapping[str, str]
"""A sentence in every language."""


@dataclass(frozen=True, slots=True)
class Tile:
    game: str
    players: int
    turn: int
    moves: int
    last: str
    pieces: Mapping[str, list[str]]
    said: Words
    wrong: Words | None = None
    """What the referee flags at the moment."""
    over: Words | None = None
    winners: tuple[int, ...] = ()
    number: int = 0
    """The game's, in the board's own folder."""
    names: tuple[str, ...] = ()
    """What the players are called, where they have said so."""
    calling: bool = False
    """Whether somebody there wants the arbiter."""
    paired: bool = False
    """Whether it is the game that the club had asked for."""

    def text(self) -> str:
        return written({"form": FORM, **asdict(self)})


def tile_of(data: bytes) -> Tile | None:
    """The tile that these bytes are; None when they are none."""
    match fields_of(data, LONGEST):
        case {
            "form": 1,
            "game": str(game),
            "players": int(players),
            "turn": int(turn),
            "moves": int(moves),
            "last": str(last),
            "pieces": dict(pieces),
            "said": dict(said),
            "wrong": wrong,
            "over": over,
            "winners": list(winners),
            "number": int(number),
            "names": list(names),
            "calling": bool(calling),
            "paired": bool(paired),
            **rest,
        } if not rest and game in engines.GAMES:
            counted = [players, turn, moves, number, *winners]
            if not numbers(counted, MOST) or not texts([last, *names], LONGEST_NAME):
                return None
            if max(len(names), len(winners)) > players or players > MOST_PLAYERS:
                return None
            sentences = [said, *(one for one in (wrong, over) if one is not None)]
            if not all(map(_words, sentences)):
                return None
            if len(pieces) > MOST_CELLS or not all(map(_pile, pieces.values())):
                return None
            return Tile(
                game, players, turn, moves, last, pieces, said, wrong, over, tuple(winners),
                number, tuple(names), calling, paired,
            )  # fmt: skip
    return None


def _pile(one: Any) -> bool:
    return isinstance(one, list) and 0 < len(one) <= MOST_CELLS and texts(one)


def _words(one: Any) -> bool:
    return isinstance(one, dict) and len(one) <= MOST_LANGUAGES and texts(list(one.values()))

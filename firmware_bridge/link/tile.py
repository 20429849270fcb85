"""What a board tells a club of its game: enough to draw it small and to say what goes on.

Whoever reads it draws with his own rule books, so nothing but names of cells and pieces is believed; a
board that lies spoils nothing but its own tile. Text in, values out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import engines

FORM = 1
LONGEST = 32 * 1024
MOST_CELLS = 400
LONGEST_TEXT = 400
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

    def text(self) -> str:
        return json.dumps({"form": FORM, **asdict(self)}, separators=(",", ":"), ensure_ascii=False)


def tile_of(data: bytes) -> Tile | None:
    """The tile that these bytes are; None when they are none."""
    if len(data) > LONGEST:
        return None
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return None
    match told:
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
            **rest,
        } if not rest and game in engines.GAMES:
            numbers = (players, turn, moves, *winners)
            if not all(type(one) is int and 0 <= one < 10_000 for one in numbers):
                return None
            sentences = [said, *(one for one in (wrong, over) if one is not None)]
            if not all(_words(one) for one in sentences) or len(last) > LONGEST_TEXT:
                return None
            if len(pieces) > MOST_CELLS or not all(map(_pile, pieces.values())):
                return None
            return Tile(game, players, turn, moves, last, pieces, said, wrong, over, tuple(winners))
    return None


def _pile(one: Any) -> bool:
    return (
        isinstance(one, list)
        and 0 < len(one) <= MOST_CELLS
        and all(isinstance(name, str) and len(name) <= LONGEST_TEXT for name in one)
    )


def _words(one: Any) -> bool:
    return (
        isinstance(one, dict)
        and len(one) <= MOST_LANGUAGES
        and all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in one.values())
    )

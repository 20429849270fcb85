"""What a board tells the other of a game: all that has been played, every time. Text in, values out.

Because every word is whole, one that is lost, doubled, late or out of order does no harm: the newest one
holds all the others. Whatever comes over a broker is anybody's, so nothing is believed that is not
exactly of this form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from engines.game import State
from firmware_bridge.link.checked import fields_of, numbers, texts, written
from firmware_bridge.referee.position import AnyGame

FORM = 1
"""Which form of words this is; another one is not understood."""
LONGEST = 64 * 1024
MOST_MOVES = 4000
LONGEST_LABEL = 200
DIGEST = 64


@dataclass(frozen=True, slots=True)
class Word:
    software: str
    """The version of the program that says it."""
    header: Mapping[str, Any]
    """How the game began: without who sits where, which differs from board to board."""
    players: tuple[int, ...]
    """Who sits at this board."""
    epoch: int
    """How often both have agreed to take moves back."""
    moves: tuple[str, ...]
    digest: str
    """Of the position after the last move."""
    back: int | None = None
    """To how many moves this board wants to go back."""

    def text(self) -> str:
        return written(
            {
                "form": FORM,
                "software": self.software,
                "header": dict(self.header),
                "players": self.players,
                "epoch": self.epoch,
                "moves": self.moves,
                "digest": self.digest,
                "back": self.back,
            }
        )


def word_of(data: bytes) -> Word | None:
    """The word that these bytes are; None when they are none."""
    match fields_of(data, LONGEST):
        case {
            "form": 1,
            "software": str(software),
            "header": dict(header),
            "players": list(players),
            "epoch": int(epoch),
            "moves": list(moves),
            "digest": str(digest),
            "back": None | int() as back,
            **rest,
        } if not rest:
            if not numbers([epoch, *players, *([] if back is None else [back])]):
                return None
            if len(moves) > MOST_MOVES or not texts([software, *moves], LONGEST_LABEL):
                return None
            if len(digest) != DIGEST:
                return None
            return Word(software, header, tuple(players), epoch, tuple(moves), digest, back)
    return None


@cache
def software() -> str:
    """The version of this program."""
    try:
        return version("tavoliere")
    except PackageNotFoundError:
        return "0"


def digest(game: AnyGame, state: State) -> str:
    """Two boards whose positions differ have different ones."""
    return sha256(game.describe(state).encode()).hexdigest()


def shared(one: Iterable[str], other: Iterable[str]) -> int:
    """With how many moves both begin."""
    same = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        same += 1
    return same

"""What a board tells the other of a game: all that has been played, every time. Text in, values out.

Because every word is whole, one that is lost, doubled, late or out of order does no harm: the newest one
holds all the others. Whatever comes over a broker is anybody's, so nothing is believed that is not
exactly of this form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from engines.game import State
from firmware_bridge.link.checked import fields_of, numbers, texts, written
from firmware_bridge.link.seals import (
    Opened,
    Seals,
    opened_from,
    seals_from,
    written_opened,
    written_seals,
)
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
    gave_up: int = 0
    """The player who has given the game up; 0: nobody has."""
    seals: Seals = field(default_factory=dict)
    """Of what this board's players keep to themselves."""
    opened: Opened = field(default_factory=dict)
    """What they kept, once it has to be shown or the game is over."""
    unsure: bool = False
    """Whether what is asked cannot be told from what is kept here alone."""

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
                "gave_up": self.gave_up,
                "seals": written_seals(self.seals),
                "opened": written_opened(self.opened),
                "unsure": self.unsure,
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
            "gave_up": int(gave_up),
            "seals": list(seals),
            "opened": list(opened),
            "unsure": bool(unsure),
            **rest,
        } if not rest:
            if not numbers([epoch, gave_up, *players, *([] if back is None else [back])]):
                return None
            if len(moves) > MOST_MOVES or not texts([software, *moves], LONGEST_LABEL):
                return None
            if len(digest) != DIGEST:
                return None
            sealed, shown = seals_from(seals), opened_from(opened)
            if sealed is None or shown is None:
                return None
            return Word(
                software, header, tuple(players), epoch, tuple(moves), digest, back, gave_up,
                sealed, shown, unsure,
            )  # fmt: skip
        case {"form": int(form), "software": str(software)} if form != FORM:
            # Of another form nothing is understood but that: people are told before the game.
            return Word(software, {}, (), 0, (), "") if texts([software], LONGEST_LABEL) else None
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

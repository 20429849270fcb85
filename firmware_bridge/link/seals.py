"""What players keep to themselves, sealed before play and opened at the end. Pure.

A seal is the hash of a secret and its salt. Who has heard it before play can tell at the end whether the
secret is still the same, and whether what came to light meanwhile was true. Both have to be: a seal that
is right says nothing about what its owner claimed on the way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engines.game import State
from firmware_bridge.link.checked import numbers, texts
from firmware_bridge.record.secrets import Kept, Rounds
from firmware_bridge.referee.evidence import Entry
from firmware_bridge.referee.position import AnyGame

MOST = 400
"""Seals of a game: a pawn a player and round, and some."""
HASH = re.compile(r"[0-9a-f]{64}")


class Place(NamedTuple):
    round: int
    """After how many moves the secret was chosen."""
    player: int


Seals = Mapping[Place, str]
Opened = Mapping[Place, Kept]


def seals_of(rounds: Rounds) -> dict[Place, str]:
    return {place: kept.commitment for place, kept in opened_of(rounds).items()}


def opened_of(rounds: Rounds) -> dict[Place, Kept]:
    return {
        Place(number, player): kept
        for number, given in rounds.items()
        for player, kept in given.items()
    }


def changed(sealed: Seals, opened: Opened) -> bool:
    """Whether something was opened that is not what was sealed, or was never sealed."""
    return any(
        place not in sealed or not kept.opens(sealed[place]) for place, kept in opened.items()
    )


def untrue(game: AnyGame, record: Sequence[Entry], opened: Opened) -> bool:
    """Whether something was said on the way that these secrets do not say."""
    kernel = game.kernel
    seen: Any = None
    begun = 0
    for number, entry in enumerate(record):
        node = kernel.node(entry.before)
        if kernel.hides(node, seen):
            begun = number
        if kernel.chances(node) is not None:
            secrets = {p: kept.secret for (at, p), kept in opened.items() if at == begun}
            action = kernel.answer(node, secrets, seen)
            told = None if action is None else game.move_of(entry.before, action).label
            if told is not None and told != entry.move.label:
                return True
        seen = kernel.learned(seen, node, game.action(entry.before, entry.move))
    return False


def to_seal(game: AnyGame, record: Sequence[Entry], state: State) -> list[Place]:
    """All secrets that the players of a game have had to choose up to now."""
    kernel = game.kernel
    if not kernel.hidden:
        return []
    seen: Any = None
    found: list[Place] = []
    for number in range(len(record) + 1):
        entry = record[number] if number < len(record) else None
        node = kernel.node(state if entry is None else entry.before)
        found += (Place(number, player) for player in kernel.hides(node, seen))
        if entry is not None:
            seen = kernel.learned(seen, node, game.action(entry.before, entry.move))
    return found


# As text ---------------------------------------------------------------------------------------


def written_seals(seals: Seals) -> list[list[Any]]:
    return [[*place, seal] for place, seal in sorted(seals.items())]


def written_opened(opened: Opened) -> list[list[Any]]:
    return [[*place, kept.salt, *kept.secret] for place, kept in sorted(opened.items())]


def seals_from(told: list[Any]) -> dict[Place, str] | None:
    """None: that is none."""
    found: dict[Place, str] = {}
    for one in told[: MOST + 1]:
        match one:
            case [number, player, str(seal)] if numbers([number, player]) and HASH.fullmatch(seal):
                found[Place(number, player)] = seal
            case _:
                return None
    return found if len(told) <= MOST else None


def opened_from(told: list[Any]) -> dict[Place, Kept] | None:
    found: dict[Place, Kept] = {}
    for one in told[: MOST + 1]:
        match one:
            case [number, player, str(salt), *secret] if numbers([number, player]):
                if not texts([salt, *secret]):
                    return None
                found[Place(number, player)] = Kept(tuple(secret), salt)
            case _:
                return None
    return found if len(told) <= MOST else None

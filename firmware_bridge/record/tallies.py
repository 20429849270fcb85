"""Who has won how often against whom: for each game and each company of names. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from firmware_bridge.record.store import Finished


@dataclass(slots=True)
class Tally:
    game: str
    names: tuple[str, ...]
    """In the order of the alphabet: who sat where changes from game to game."""
    wins: dict[str, int] = field(default_factory=dict)
    draws: int = 0
    games: int = 0


def tallies(finished: Iterable[Finished]) -> list[Tally]:
    """Only of games in which everybody had a name of his own; the company that met last comes first."""
    found: dict[tuple[str, tuple[str, ...]], Tally] = {}
    for one in finished:
        names = tuple(sorted(one.names))
        if not names or not all(names) or len(set(names)) < len(names):
            continue
        tally = found.setdefault((one.game, names), Tally(one.game, names, dict.fromkeys(names, 0)))
        tally.games += 1
        tally.draws += not one.winners
        for player in one.winners:
            if 1 <= player <= len(one.names):
                tally.wins[one.names[player - 1]] += 1
    return list(found.values())

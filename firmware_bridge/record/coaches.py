"""What help a player gets: none, a warning, a good move on request, or every landing judged. Pure.

Written as on the command line: `off`, `warn`, `help`, `help:3` (three times a game), `teach`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.errors import Said, TavoliereError

OFF, WARN, HELP, TEACH = KINDS = ("off", "warn", "help", "teach")
FORM = re.compile(rf"({OFF}|{WARN}|{TEACH})|{HELP}(?::([1-9]\d?))?")
ASSIGNED = re.compile(r"(\d{1,2})=(.+)")


class BadCoach(TavoliereError, ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Coach:
    kind: str = OFF
    helps: int | None = None
    """How often he may ask for a good move; None: as often as he likes."""

    def __str__(self) -> str:
        return self.kind if self.helps is None else f"{self.kind}:{self.helps}"


Coaches = tuple[Coach, ...]
"""One for each player, the first player's first."""


def coach_of(text: str) -> Coach:
    found = FORM.fullmatch(text)
    if found is None:
        raise BadCoach(
            Said(
                "'{text}' is no coach: write off, warn, help, help:3 or teach",
                "coach.form",
                text=text,
            )
        )
    if found[1]:
        return Coach(found[1])
    return Coach(HELP, int(found[2]) if found[2] else None)


def assigned(given: Iterable[str], players: int) -> Coaches:
    """Coaches as they are typed, `1=warn`; whoever is not named has none."""
    coaches: dict[int, Coach] = {}
    for text in given:
        found = ASSIGNED.fullmatch(text)
        if found is None or not 1 <= int(found[1]) <= players:
            raise BadCoach(
                Said(
                    "'{text}' names no player to be coached: write 1=warn",
                    "coach.assigned",
                    text=text,
                )
            )
        coaches[int(found[1])] = coach_of(found[2])
    return filled(coaches, players)


def filled(coaches: Mapping[int, Coach], players: int) -> Coaches:
    """All of them; none where nobody has one."""
    found = tuple(coaches.get(player, Coach()) for player in range(1, players + 1))
    return found if any(coach.kind != OFF for coach in found) else ()


def written(coaches: Coaches) -> list[str]:
    return [str(coach) for coach in coaches]


def read_back(texts: object, players: int) -> Coaches:
    """What `written` wrote, checked."""
    if (
        not isinstance(texts, list)
        or not all(isinstance(text, str) for text in texts)
        or len(texts) != players
    ):
        raise BadCoach(Said("coaches are not a list of a text for each player", "coach.no-list"))
    return filled({n: coach_of(text) for n, text in enumerate(texts, start=1)}, players)

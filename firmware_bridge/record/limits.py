"""How much time players have: none, so much for a game with a bonus a move, or so much a move. Pure.

Written as on the command line: `off`, `10` (minutes for each player), `10+5` (and five seconds more
after each move), `move:30` (seconds for each move). With `/ends` behind it, who is out of time has lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.errors import Said, TavoliereError

OFF = "off"
FORM = re.compile(r"(?:([1-9]\d{0,2})(?:\+(\d{1,3}))?|move:([1-9]\d{0,3}))(/ends)?")


class BadLimit(TavoliereError, ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Limit:
    seconds: int
    """For a whole game, or for each move."""
    bonus: int = 0
    """Seconds more after each move."""
    each_move: bool = False
    ends: bool = False
    """Whether who is out of time has lost; else it is only said."""

    def __str__(self) -> str:
        if self.each_move:
            time = f"move:{self.seconds}"
        else:
            time = f"{self.seconds // 60}" + (f"+{self.bonus}" if self.bonus else "")
        return time + ("/ends" if self.ends else "")


def limit_of(text: object) -> Limit | None:
    """None: nobody counts."""
    if text == OFF:
        return None
    found = FORM.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise BadLimit(
            Said(
                "'{text}' is no clock: write off, 10 (minutes), 10+5 (and seconds a move) or move:30, "
                "with /ends behind it where who is out of time has lost",
                "limit.form",
                text=text,
            )
        )
    ends = bool(found[4])
    if found[3]:
        return Limit(int(found[3]), each_move=True, ends=ends)
    return Limit(int(found[1]) * 60, int(found[2] or 0), ends=ends)

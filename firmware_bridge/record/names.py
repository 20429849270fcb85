"""What the players are called, where they have said so. Pure: texts in, values out.

Names are for people to read: no rule, no seat and no right hangs on one.
"""

from __future__ import annotations

from engines.errors import Said, TavoliereError

LONGEST = 24
"""Signs; a longer name pushes everything else off a phone."""

Names = tuple[str, ...]
"""One for each player, empty for who has none; nothing at all where nobody has one."""


class BadName(TavoliereError, ValueError):
    pass


def read_back(texts: object, players: int) -> Names:
    """The names that were typed or written, checked."""
    if (
        not isinstance(texts, list)
        or not all(isinstance(text, str) for text in texts)
        or len(texts) != players
    ):
        raise BadName(Said("names are not a list of a text for each player", "name.no-list"))
    names = tuple(tidy(text) for text in texts)
    if any(len(name) > LONGEST for name in names):
        raise BadName(
            Said("a name may have {most} signs: shorten it", "name.too-long", most=LONGEST)
        )
    return names if any(names) else ()


def tidy(text: str) -> str:
    """Without what nobody can see, and with single blanks."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())

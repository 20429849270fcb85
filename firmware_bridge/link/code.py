"""The name of a room, to be read out over the phone: syllables that nobody mistakes, two digits. Pure.

No letter looks or sounds like another one of them, and none is said otherwise in Italian, English and
French.
"""

from __future__ import annotations

import re
from random import Random

CONSONANTS = "bfklmrtz"
VOWELS = "aiou"
DIGITS = "23456789"
WORDS, SYLLABLES = 2, 2
ROOM = re.compile(r"[A-Za-z0-9-]{1,64}")
"""What a room may be called."""


def room_code(chance: Random) -> str:
    """A new one, as `mola-tuki-37`: one of 67 million."""
    words = [
        "".join(chance.choice(CONSONANTS) + chance.choice(VOWELS) for _ in range(SYLLABLES))
        for _ in range(WORDS)
    ]
    return "-".join([*words, "".join(chance.choice(DIGITS) for _ in range(2))])


def room_named(typed: str) -> str | None:
    """The room that somebody means who has heard its name: capitals, spaces and dashes do not matter."""
    room = "-".join(re.findall(r"[a-z0-9]+", typed.casefold()))
    return room if ROOM.fullmatch(room) else None

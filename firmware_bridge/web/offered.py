"""What every page is told once: which games there are, what goes with them, how lights look. Pure."""

from __future__ import annotations

from functools import cache
from typing import Any

import engines
from firmware_bridge.lights.hints import FULL
from firmware_bridge.lights.theme import STANDARD
from firmware_bridge.referee.lens import SENSING
from firmware_bridge.texts import LANGUAGES
from hardware.lights import INWARD
from hardware.parts.rhythms import RHYTHMS, STEPS, strength

View = dict[str, Any]
SAMPLES = 60


def fixed(
    now: float,
    *,
    language: str | None = None,
    hinting: str = FULL,
    simulated: bool = True,
    phones: bool = False,
) -> View:
    """What holds for every game: which there are, how lights look, and whether phones are let in."""
    return {
        "languages": list(LANGUAGES),
        "language": language,
        "hinting": hinting,
        "phones": phones,
        # A simulated board may have any sensors; the best are offered first.
        "sensing": list(reversed(SENSING)) if simulated else [],
        "games": [
            {
                "name": book.name,
                "seats": list(book.seats),
                "options": {key: list(values) for key, values in book.choices.items()},
                "deals": deals(book.name),
                "unfit": unfit(book.name),
            }
            for book in engines.GAMES.values()
        ],
        "theme": {
            meaning: [list(glow.colour), RHYTHMS[glow.rhythm][0]]
            for meaning, glow in STANDARD.items()
        },
        "rhythms": {
            name: _samples(number, period) for number, (name, period, _) in enumerate(RHYTHMS)
        },
        "inward": RHYTHMS[INWARD][0],
        "now": now,
    }


@cache
def unfit(name: str) -> View:
    """Which values of options do not go with a number of players: nobody is to be offered them."""
    book = engines.GAMES[name]

    def goes(players: int, key: str, value: str) -> bool:
        try:
            book(players=players, **{key: value})
        except engines.TavoliereError:
            return False
        return True

    found: View = {}
    for players in book.seats:
        for key, values in book.choices.items():
            wrong = [value for value in values if not goes(players, key, value)]
            if wrong:
                found.setdefault(str(players), {})[key] = wrong
    return found


@cache
def deals(name: str) -> bool:
    """Whether a game begins differently with another seed."""
    game = engines.GAMES[name]()
    return bool(game.start(1) != game.start(2))


def _samples(rhythm: int, period: int) -> View:
    """One period as brightness between 0 and 1, so that no page has its own idea of a rhythm."""
    times = (period * n // SAMPLES for n in range(SAMPLES))
    return {
        "period": period / 1000,
        "shades": [round(strength(rhythm, time) / STEPS, 3) for time in times],
    }

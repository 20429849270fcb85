"""Who decides for a player: people at the board, the computer at a level, or people at another board.

Pure: text in, values out.
A seat is written as on the command line: `people`, `computer`, `computer:3`, `link:mqtt://host/room`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.errors import Said, TavoliereError
from engines.opponents.levels import LEVELS

PEOPLE, COMPUTER, LINK = "people", "computer", "link"
USUAL = 3
"""The level when none is named: one that most people can beat."""
FORM = re.compile(rf"{PEOPLE}|{COMPUTER}(?::(\d{{1,2}}))?")
BROKER = r"mqtts?://[A-Za-z0-9.-]+(?::\d{1,5})?"
"""The address of a broker."""
AWAY = re.compile(rf"{LINK}:({BROKER}/[A-Za-z0-9-]{{1,64}})")
"""Another board, through a broker: its address, and the name of a room there."""
ASSIGNED = re.compile(r"(\d{1,2})=(.+)")


class BadSeat(TavoliereError, ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Seat:
    level: int = 0
    """How strong the computer is that sits here; 0: people do."""
    link: str = ""
    """Where the board is that they sit at; empty: it is this one."""

    @property
    def computer(self) -> bool:
        return self.level > 0

    @property
    def away(self) -> bool:
        """Whether nobody at this board decides for it."""
        return self.computer or bool(self.link)

    def __str__(self) -> str:
        if self.link:
            return f"{LINK}:{self.link}"
        return f"{COMPUTER}:{self.level}" if self.level else PEOPLE


Seats = tuple[Seat, ...]
"""One for each player, the first player's first."""


def seat_of(text: str) -> Seat:
    if away := AWAY.fullmatch(text):
        return Seat(link=away[1])
    found = FORM.fullmatch(text)
    if found is None:
        raise BadSeat(
            Said(
                "'{text}' is no seat: write people, computer:3 or link:mqtt://host/room",
                "seat.form",
                text=text,
            )
        )
    if text == PEOPLE:
        return Seat()
    level = int(found[1]) if found[1] else USUAL
    if level not in LEVELS:
        raise BadSeat(
            Said(
                "there is no level {level}: they go from 1 to {most}",
                "seat.level",
                level=level,
                most=max(LEVELS),
            )
        )
    return Seat(level)


def assigned(given: Iterable[str], players: int) -> Seats:
    """Seats as they are typed, `2=computer:3`; whoever is not named is people."""
    seats: dict[int, Seat] = {}
    for text in given:
        found = ASSIGNED.fullmatch(text)
        if found is None:
            raise BadSeat(
                Said("'{text}' names no seat: write 2=computer:3", "seat.assigned", text=text)
            )
        player = int(found[1])
        if not 1 <= player <= players:
            raise BadSeat(
                Said(
                    "there is no player {player} to sit there: {players} play",
                    "seat.player",
                    player=player,
                    players=players,
                )
            )
        seats[player] = seat_of(found[2])
    return filled(seats, players)


def filled(seats: Mapping[int, Seat], players: int) -> Seats:
    """All seats; none where people have all of them."""
    found = tuple(seats.get(player, Seat()) for player in range(1, players + 1))
    return found if any(seat.away for seat in found) else ()


def written(seats: Seats) -> list[str]:
    return [str(seat) for seat in seats]


def read_back(texts: object, players: int) -> Seats:
    """What `written` wrote, checked."""
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadSeat(Said("seats are not a list of texts", "seat.no-list"))
    if len(texts) != players:
        raise BadSeat(
            Said(
                "there are {count} seats for {players} players",
                "seat.count",
                count=len(texts),
                players=players,
            )
        )
    return filled({n: seat_of(text) for n, text in enumerate(texts, start=1)}, players)

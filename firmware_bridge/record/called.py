"""What the players of a game are called in sentences: by the name that was typed, or as the computer."""

from __future__ import annotations

from firmware_bridge.record.trace import Header
from firmware_bridge.texts import Tongues, tongues
from firmware_bridge.texts.who import Called


def called(header: Header) -> tuple[Called, ...]:
    computers = sum(seat.computer for seat in header.seats)
    return tuple(
        Called("named", name)
        if name
        else Called("computers" if computers > 1 else "computer")
        if computer
        else Called()
        for name, computer in (
            (
                header.names[n] if header.names else "",
                bool(header.seats) and header.seats[n].computer,
            )
            for n in range(header.players)
        )
    )


def tongues_of(header: Header) -> Tongues:
    """The texts in every language, in the words of the game and with its players' names."""
    return tongues(header.game, called(header))

"""What the players of a game are called in sentences: by the name that was typed, or as the computer."""

from __future__ import annotations

from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header
from firmware_bridge.texts import Tongues, tongues
from firmware_bridge.texts.who import Called


def called(header: Header) -> tuple[Called, ...]:
    computers = sum(seat.computer for seat in header.seats)
    several = "computers" if computers > 1 else "computer"

    def of(player: int) -> Called:
        name = header.names[player] if header.names else ""
        seat = header.seats[player] if header.seats else Seat()
        if name:
            return Called("named", name)
        return Called(several if seat.computer else "board" if seat.link else "player")

    return tuple(map(of, range(header.players)))


def tongues_of(header: Header) -> Tongues:
    """The texts in every language, in the words of the game and with its players' names."""
    return tongues(header.game, called(header))

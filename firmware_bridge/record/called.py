"""What the players of a game are called in sentences: by the name typed, or as what sits there."""

from __future__ import annotations

from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header
from firmware_bridge.texts import Tongues, tongues
from firmware_bridge.texts.who import Called


def called(header: Header) -> tuple[Called, ...]:
    seats = header.seats or (Seat(),) * header.players
    names = header.names or ("",) * header.players
    computer = "computers" if sum(seat.computer for seat in seats) > 1 else "computer"

    def kind(seat: Seat) -> str:
        return computer if seat.computer else "board" if seat.link else "player"

    return tuple(
        Called("named", name) if name else Called(kind(seat))
        for name, seat in zip(names, seats, strict=True)
    )


def tongues_of(header: Header) -> Tongues:
    """The texts in every language, in the words of the game and with its players' names."""
    return tongues(header.game, called(header))

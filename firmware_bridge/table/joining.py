"""Sitting down at another board's game: waits in its room until somebody is there, then knows what is
played and which seats are free.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random, SystemRandom

from engines.errors import Said, TavoliereError
from firmware_bridge.link.code import room_code, room_named
from firmware_bridge.link.visit import Visit
from firmware_bridge.link.word import Word, software
from firmware_bridge.record.seats import Seat
from firmware_bridge.record.trace import Header, header_of
from firmware_bridge.table.troubles import Trouble

POLL = 0.1
"""Seconds between two looks into the room."""
OF_THE_GAME = ("game", "options", "players", "seed", "position")


class Meeting:
    """Where boards meet: a broker, the room that is offered to others, and the one we wait in."""

    def __init__(
        self, broker: str, visit: Callable[[str], Visit], chance: Random | None = None
    ) -> None:
        self.broker = broker
        self._visit = visit
        self._chance = chance or SystemRandom()
        self.code = room_code(self._chance)
        """The room of the next game that is begun here."""
        self.room: str | None = None
        """The room that we wait in."""
        self._there: Visit | None = None
        self.trouble: Trouble | None = None

    def renew(self) -> None:
        """A game has begun: the next one gets a room of its own, and nobody waits any more."""
        self.code = room_code(self._chance)
        self.leave()

    def join(self, typed: str) -> None:
        """Wait for the board in this room; nothing typed: not any more."""
        self.leave()
        if not typed.strip():
            return
        room = room_named(typed)
        if room is None:
            raise TavoliereError(
                Said("'{room}' is no code of a room", "table.room", room=typed.strip()[:40])
            )
        self.room = room
        self._there = self._visit(f"{self.broker}/{room}")

    def leave(self) -> None:
        if self._there is not None:
            self._there.close()
        self._there = self.room = self.trouble = None

    def step(self) -> Header | None:
        """The game that waits there, with our seats in it."""
        if self._there is None or self.room is None:
            return None
        words = self._there.words
        if not self._there.reached:
            self.trouble = Trouble("trouble.broker-away")
        elif not words:
            self.trouble = Trouble("trouble.room-empty", (self.room,))
        elif len(words) > 1:
            self.trouble = Trouble("trouble.room-full", (self.room,))
        elif words[0].software != software():
            self.trouble = Trouble("trouble.link-software")
        else:
            header = self._joined(words[0])
            self.trouble = Trouble("trouble.room-other") if header is None else None
            return header
        return None

    def _joined(self, word: Word) -> Header | None:
        """None: this program cannot play that."""
        told = {key: value for key, value in word.header.items() if key in OF_THE_GAME}
        try:
            header = header_of(told, 1)
            header.opening(header.rule_book())
        except (TavoliereError, TypeError):
            return None
        there = Seat(link=f"{self.broker}/{self.room}")
        seats = tuple(there if n in word.players else Seat() for n in range(1, header.players + 1))
        if not any(seat.link for seat in seats) or all(seat.link for seat in seats):
            return None
        return replace(header, ready=True, seats=seats)

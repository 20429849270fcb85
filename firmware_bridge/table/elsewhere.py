"""All that a table has to do with other boards: rooms where they meet, a club, and the last word of a
game whose end they may not have heard.

Knows the link; the table asks it what is to happen, and nothing here touches a game that is on.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.errors import Said, TavoliereError
from firmware_bridge.link.hall import Stand
from firmware_bridge.link.pairing import Pairing
from firmware_bridge.record.store import Store
from firmware_bridge.record.trace import Header
from firmware_bridge.record.upkeep import number_of
from firmware_bridge.table.away import Connect
from firmware_bridge.table.joining import POLL, Meeting
from firmware_bridge.table.parting import Parting
from firmware_bridge.table.troubles import Trouble


class Elsewhere:
    def __init__(self, connect: Connect | None = None, meeting: Meeting | None = None) -> None:
        self.connect = connect
        """Opens the line to another board; None: nobody can sit there."""
        self.meeting = meeting
        """Where boards meet; None: no broker is known."""
        self.stand: Stand | None = None
        """Our place in a club; None: we are in none."""
        self.nudge: Callable[[], None] = lambda: None
        """Called in other threads: something has come that should not wait for the next look."""
        self._parting: Parting | None = None

    # Between games ----------------------------------------------------------------------------

    def look_back(self, store: Store) -> None:
        """No game waits to be gone on with: the newest may have ended without the others' knowing."""
        self.part()
        latest = store.latest()
        if self.connect is None or latest is None:
            return
        try:
            ended = store.read(number_of(latest))
        except (TavoliereError, OSError):
            return
        if ended is not None and ended.finished and any(s.link for s in ended.header.seats):
            self._parting = Parting(ended, self.connect)

    def step(self, now: float) -> Header | None:
        """The game that somebody waits with, once he is there."""
        if self._parting is not None:
            self._parting.step(now)
        return None if self.meeting is None else self.meeting.step()

    def due(self, now: float) -> float | None:
        """When to look again."""
        parting = None if self._parting is None else self._parting.deadline
        waiting = now + POLL if self.meeting is not None and self.meeting.room is not None else None
        return min((time for time in (parting, waiting) if time is not None), default=None)

    @property
    def trouble(self) -> Trouble | None:
        return None if self.meeting is None else self.meeting.trouble

    def join(self, room: str) -> None:
        """Wait for the board in this room; nothing: not any more."""
        if self.meeting is None:
            raise TavoliereError(
                Said("no broker is known: start the program with --broker", "table.no-broker")
            )
        self.meeting.join(room)

    def part(self) -> None:
        if self._parting is not None:
            self._parting.close()
            self._parting = None

    def begun(self) -> None:
        """A game is on: nobody waits any more, and no arbiter is wanted yet."""
        self.part()
        if self.meeting is not None:
            self.meeting.renew()
        self.call(False)

    def close(self) -> None:
        self.part()
        if self.meeting is not None:
            self.meeting.leave()

    # In a club --------------------------------------------------------------------------------

    @property
    def pairing(self) -> Pairing | None:
        """What the club has asked for."""
        return None if self.stand is None else self.stand.pairing

    @property
    def calling(self) -> bool | None:
        """Whether the arbiter is wanted; None: there is no club."""
        return None if self.stand is None else self.stand.calling

    def call(self, on: bool) -> None:
        if self.stand is not None:
            self.stand.calling = on

    def paired(self, header: Header) -> bool:
        """Whether that is the game that the club has asked for."""
        return self.pairing is not None and self.pairing.is_of(header)

"""Players who sit at another board: their moves come over the line, ours go there.

Knows situations and the time it is told; what words mean is the room's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_bridge.link.broker import Line
from firmware_bridge.link.room import Room
from firmware_bridge.link.seals import Seals
from firmware_bridge.link.word import Word, software, word_of
from firmware_bridge.record.session import Session
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.referee.verdicts import Chosen, GiveUp, TakeBack
from firmware_bridge.table.keeping import Keeping
from firmware_bridge.table.troubles import Trouble

Connect = Callable[[str, Sequence[int]], Line]
"""To a room at a broker, for these players of this board."""

POLL = 0.1
"""Seconds between two looks at what has come."""
SURE = 1.0
"""Seconds that a move stands before the other board is told: until then a slide may go on."""


class Away:
    def __init__(
        self,
        room: Room,
        line: Line,
        keeping: Keeping,
        name: str,
        keep: Callable[[int, int, str], None],
    ) -> None:
        """`name` is the room's, as the other board has to know it; `keep` writes a seal down."""
        self._name = name
        self._room = room
        self._line = line
        self._keeping = keeping
        self._keep = keep
        self._said: Word | None = None
        self._word: Word | None = None
        self._since = 0.0
        self._due = 0.0
        self.version = 0
        """Grows when there is something else to say about the other board."""
        self._troubles: tuple[Trouble, ...] = ()

    @property
    def deadline(self) -> float:
        return self._due

    def step(self, situation: Situation, now: float) -> Chosen | GiveUp | TakeBack | None:
        """Hear and say what is due; the move that was decided there, if it can be made here now."""
        self._due = now + POLL
        for own, data in self._line.heard():
            word = word_of(data)
            if word is not None:
                (self._room.recall if own else self._room.hear)(word)
        known = set(self._room.seals)
        self._room.own = self._keeping.rounds
        self._room.unsure = self._keeping.unsure(situation)
        self._room.step(situation)
        for place in self._room.seals.keys() - known:
            # On disk before we play on: what was promised cannot be forgotten by a power cut.
            self._keep(*place, self._room.seals[place])
        self._keeping.shown = self._room.shown
        self._tell(self._room.word(situation), now)
        troubles = self._found(situation)
        if troubles != self._troubles:
            self._troubles = troubles
            self.version += 1
        if self._room.yields(situation):
            return TakeBack()
        if player := self._room.gave_up(situation):
            return GiveUp(player)
        if situation.phase not in (Phase.WAITING, Phase.ASKING):
            return None
        label = self._room.move(situation)
        return None if label is None else Chosen(label)

    def _tell(self, word: Word, now: float) -> None:
        if word != self._word:
            self._word, self._since = word, now
        if word != self._said and (self._said is None or now - self._since >= SURE):
            self._said = word
            self._room.said(word)
            self._line.say(word.text())

    def known_there(self, situation: Situation) -> bool:
        """Whether the other board has got everything."""
        theirs, ours = self._room.theirs, self._room.word(situation)
        return theirs is not None and (theirs.moves, theirs.gave_up) == (ours.moves, ours.gave_up)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        return self._troubles

    def _found(self, situation: Situation) -> tuple[Trouble, ...]:
        if not self._line.reached:
            return (Trouble("trouble.broker"),)
        if not self._line.there:
            return (Trouble("trouble.other-board", (self._name,)),)
        key = self._room.trouble(situation)
        return () if key is None else (Trouble(f"trouble.{key.replace('.', '-')}"),)

    def close(self) -> None:
        """What has not been told yet is told now: who leaves a game that is over may never come back."""
        if self._word is not None and self._word != self._said:
            self._line.say(self._word.text())
        self._line.close()


def away_for(
    session: Session,
    connect: Connect | None,
    keeping: Keeping,
    keep: Callable[[int, int, str], None],
    seals: Seals | None = None,
) -> Away | None:
    """The players of a game who sit at another board, and the line to them; None: nobody does."""
    header = session.header
    urls = {seat.link for seat in header.seats if seat.link}
    if not urls or connect is None:
        return None
    here = [player for player, seat in enumerate(header.seats, start=1) if not seat.link]
    # Who sits where differs from board to board, and so do sensors.
    begun = {
        "game": header.game,
        "options": header.options,
        "players": header.players,
        "seed": header.seed,
        "position": header.position,
    }
    room = Room(session.game, begun, here, software(), seals)
    url = min(urls)
    return Away(room, connect(url, here), keeping, url.rpartition("/")[2], keep)

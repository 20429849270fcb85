"""All who take part without hands: who keeps secrets, decides, helps, and looks at a game again.

Knows no clock and no device. The match asks it what is to happen, and what is to be seen of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.game import State
from firmware_bridge.lights.hints import Hint, Hints, hints
from firmware_bridge.record.coaches import filled
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.referee.situation import Situation
from firmware_bridge.referee.verdicts import Accepted, Amended, Event, Illegal, Undone, Verdict
from firmware_bridge.table.away import Away
from firmware_bridge.table.coaching import Coaching
from firmware_bridge.table.counsel import Counsel
from firmware_bridge.table.deciding import PAUSE, Deciding
from firmware_bridge.table.keeping import Keeping
from firmware_bridge.table.reviewing import Reviewing
from firmware_bridge.table.thinking import Thinker
from firmware_bridge.table.troubles import Trouble

INVITING = frozenset({"movable", "forced", "target", "capture", "huff", "ask"})
"""Lights that invite a hand: none is wanted while somebody thinks who has none."""
WARNED = 5.0
"""Seconds that somebody who was warned of his move gets to take it back, before the computer answers."""


class Company:
    def __init__(
        self,
        header: Header,
        thinker: Thinker | None,
        keeping: Keeping,
        helped: Sequence[int] = (),
        away: Away | None = None,
    ) -> None:
        self._counsel = counsel = Counsel(header, thinker, keeping)
        self.keeping = keeping
        self.away = away
        self._seats = header.seats
        self.deciding = Deciding(header.seats, counsel, keeping)
        # Who is not here needs no help, and a coach must not keep the computer from its own thoughts.
        coaches = enumerate(header.coaches, start=1)
        coached = {player: one for player, one in coaches if not self.decides(player)}
        self.coaching = Coaching(filled(coached, header.players), counsel, helped)
        self.reviewing = Reviewing(counsel)

    @property
    def version(self) -> tuple[int, ...]:
        """Changes with everything that is to be shown of them."""
        away = self.away.version if self.away is not None else 0
        kept, said = self.keeping.version, self.coaching.version
        return kept, said, self.reviewing.version, int(self.deciding.failed), away

    def decides(self, player: int) -> bool:
        """Whether one of them decides for this player, and nobody at the board."""
        return bool(self._seats) and self._seats[player - 1].away

    def thinks(self, situation: Situation) -> bool:
        """Whether the computer is about to decide, so that nobody is asked or invited to. If it cannot
        think any more, people are."""
        return self.deciding.awaited(situation) is not None and not self.deciding.failed

    def goes_back(self, said: Sequence[Verdict], situation: Situation, *, by_hand: bool) -> bool:
        """Whether a take-back goes on to the person's own last decision, since what was just taken back
        would only be decided again; not where something else was made instead of it. `by_hand`: hands
        have put it back. Then what another board has decided may go alone."""
        undone = [verdict.player for verdict in said if isinstance(verdict, Undone)]
        instead = any(isinstance(verdict, (Accepted, Amended, Illegal)) for verdict in said)
        if not undone or instead:
            return False
        again = self.deciding.computer if by_hand else self.decides
        return again(undone[-1]) or _told(situation.game, situation.state)

    def last_decision(self, situation: Situation) -> int:
        """Who decided last of the people at the board; 0: none of them has yet. What was decided
        elsewhere alone would only be decided again."""
        for entry in reversed(situation.record):
            if not _told(situation.game, entry.before) and not self.decides(entry.player):
                return entry.player
        return 0

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        return self._counsel.troubles + (self.away.troubles if self.away is not None else ())

    @property
    def deadline(self) -> float | None:
        away = self.away.deadline if self.away is not None else None
        times = (self.deciding.deadline(), self.keeping.deadline, self._counsel.deadline, away)
        return min((time for time in times if time is not None), default=None)

    def step(self, situation: Situation, now: float) -> Event | None:
        """What one of them does now; asked again until nobody does anything."""
        shown = self.keeping.step(situation, now)
        if shown is not None:
            return shown
        decided = self.away.step(situation, now) if self.away is not None else None
        if decided is not None:
            return decided
        self.coaching.step(situation)
        self.reviewing.step(situation)
        warned = self.coaching.warned(situation) is not None
        self.deciding.pause = WARNED if warned else PAUSE
        return self.deciding.step(situation, now, held=self.coaching.busy(situation))

    def lit(self, situation: Situation, hinting: str, *, unfinished: bool = False) -> Hints:
        """What each cell means now, with all that they have to say. `unfinished`: something that was
        decided elsewhere is still to be carried out."""
        past = self.reviewing.lit(situation)
        if past is not None:
            return past
        lit = hints(situation, hinting, unfinished=unfinished)
        if self.thinks(situation):
            lit = {cell: hint for cell, hint in lit.items() if hint.meaning not in INVITING}
        return self.coaching.lit(situation, lit | self._opened(situation))

    def _opened(self, situation: Situation) -> Hints:
        """A computer's secret that has to be shown: what it is about is asked about."""
        return {
            cell: Hint("ask")
            for player in self.keeping.opened(situation)
            for cell in self.keeping.knows(situation, player)
        }

    def close(self) -> None:
        self._counsel.close()
        if self.away is not None:
            self.away.close()


def _told(game: AnyGame, state: State) -> bool:
    """Whether what comes next only says what is hidden: nobody decides that."""
    kernel = game.kernel
    return kernel.chances(kernel.node(state)) is not None

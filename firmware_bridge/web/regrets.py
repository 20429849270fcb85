"""Moves that are taken back stay in the journal as they are, so nobody may go on with it all night."""

from __future__ import annotations

from collections.abc import Hashable
from math import ceil

from engines.errors import Said, TavoliereError
from firmware_bridge.record.journal import Journal
from firmware_bridge.table.allowance import Allowances
from firmware_bridge.web.messages import Choose, Lift, Message, Plain

RATE = 1 / 20
"""Moves a second that the pages of one address may have taken back in the long run."""
AT_ONCE = 120


class Regrets:
    def __init__(self) -> None:
        self._allowed = Allowances(RATE, AT_ONCE)
        self._counted: tuple[Journal | None, int] = (None, 0)
        """How many of a journal's moves taken back were somebody's already."""

    def weigh(self, message: Message, journal: Journal, who: Hashable, now: float) -> None:
        """TavoliereError where it is enough. What was taken back since somebody last spoke, by hand or
        by button, is on who speaks now: mostly it was he."""
        his = self._allowed.of(who, now)
        known = self._counted[1] if self._counted[0] is journal else 0
        self._counted = (journal, journal.undone)
        for _ in range(journal.undone - known):
            his.spend(now)
        moves = isinstance(message, Choose | Lift) or message == Plain("undo")
        if moves and not his.spare(now):
            raise TavoliereError(
                Said(
                    "too many moves taken back in a short time: wait {seconds} s",
                    "table.regrets",
                    seconds=ceil(his.wait(now)),
                )
            )

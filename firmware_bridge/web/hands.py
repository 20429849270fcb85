"""The hand of a page: what it may do to a simulated table, and what it holds there."""

from __future__ import annotations

from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.table.belongings import beside_the_board, wanted
from firmware_bridge.table.match import Match
from firmware_bridge.table.simulation import Colours, Fumble, Hand, Simulation, colours, magnet
from firmware_bridge.web.messages import BadMessage


def table_of(match: Match) -> Simulation:
    if match.simulation is None:
        raise BadMessage("read-only")
    return match.simulation


def not_due(situation: Situation) -> set[Colours]:
    """Piles that wait to be placed, but not now: no sensor tells one from another, so a hand that took
    the wrong one would see it change its colour."""
    if situation.phase not in (Phase.WAITING, Phase.MOVING):
        return set()
    due = {colours(map(magnet, pile)) for pile in wanted(situation)}
    if not due:
        return set()
    waiting = beside_the_board(situation).values()
    return {colours(map(magnet, pile)) for piles in waiting for pile in piles} - due


class PageHand:
    """A new game has new hands."""

    def __init__(self) -> None:
        self._hand: Hand | None = None
        self._table: Simulation | None = None

    def _at(self, match: Match) -> Hand:
        table = table_of(match)
        if self._hand is None or self._table is not table:
            self._hand, self._table = table.new_hand(), table
        return self._hand

    def holds(self, match: Match | None) -> list[str]:
        if self._hand is None or match is None or match.simulation is not self._table:
            return []
        return list(colours(self._hand.pieces))

    def lift(self, match: Match, cell: str, count: int | None, now: float) -> None:
        table = table_of(match)
        gone = match.tidying.reached_for(cell, count, now)
        if gone:
            # A second hat must not go because the first went a moment too soon for the hand.
            table.fetch(self._at(match), gone)
        else:
            table.lift(self._at(match), cell, count)

    def place(self, match: Match, cell: str | None) -> None:
        table_of(match).place(self._at(match), cell)

    def fetch(self, match: Match, pile: tuple[str, ...]) -> None:
        table = table_of(match)
        if pile in not_due(match.situation):
            raise Fumble("not-due")
        offered = {colours(held): held for held in table.tray}
        for pieces in wanted(match.situation):
            pile_wanted = tuple(map(magnet, pieces))
            offered.setdefault(colours(pile_wanted), pile_wanted)
        if pile not in offered:
            raise Fumble("nothing-there")
        table.fetch(self._at(match), offered[pile])

    def leave(self, match: Match) -> None:
        """A page that goes away holds nothing."""
        table = self._table
        if self._hand is not None and table is not None and table is match.simulation:
            table.withdraw(self._hand)

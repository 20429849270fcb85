"""What happens when the board does not stand as recorded: it is flagged, put right, or a sensor lies.

Knows the minutes and the ledger, no clock. What has to change is worked out in `restoring`, which move
one liar would explain in `doubt`.
"""

from __future__ import annotations

from firmware_bridge.referee.asking import MOVED
from firmware_bridge.referee.blame import blame
from firmware_bridge.referee.decide import Act, decide
from firmware_bridge.referee.difference import Difference
from firmware_bridge.referee.doubt import MOST, doubts, hidden
from firmware_bridge.referee.evidence import Evidence
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.minutes import Minutes
from firmware_bridge.referee.restoring import goes_on, mendable, to_put_right
from firmware_bridge.referee.situation import Phase
from firmware_bridge.referee.stories import stories
from firmware_bridge.referee.verdicts import Illegal, Restore, Verdict


class Mending:
    def __init__(self, minutes: Minutes) -> None:
        self._minutes = minutes
        self._ledger = minutes.ledger

    @property
    def wrong(self) -> Difference:
        ledger, owed = self._ledger, self._minutes.owed
        if owed:
            cells = ledger.lens.cells_of(owed & ledger.difference)
            return Difference(cells, (), cells)
        return to_put_right(ledger.position, ledger.difference, self._minutes.contested)

    def flag(self, undone: Footprint | None = None) -> list[Verdict]:
        """Say which rule was broken, and what must be put right."""
        ledger, minutes = self._ledger, self._minutes
        if {*ledger.lens.cells_of(ledger.difference)} <= ledger.taken_back:
            return self.begin()  # the move is taken back, and only its victims are not
        found = blame(ledger.position, ledger.difference, ledger.touches, undone)
        minutes.withdraw()
        minutes.contested = ledger.difference
        said: list[Verdict] = [Illegal(ledger.position.state.turn, found.cells, found.rule)]
        # What was touched for it counts on: it may be mended where it stands.
        ledger.flagged()
        return said + self._restore()

    def refused(self) -> list[Verdict]:
        """Somebody will not have the last move taken back."""
        self._minutes.consents = None
        return self.flag() if self._ledger.uncovering_put_back else []

    def begin(self) -> list[Verdict]:
        self._ledger.forget_touches()
        return self._restore()

    def crown(self, owed: int) -> list[Verdict]:
        """The last move lacks a crown: it is asked for, whatever else hands are at meanwhile."""
        self._minutes.owed = owed
        self._minutes.phase = Phase.RESTORING
        return self._show(rested=True)

    def _restore(self) -> list[Verdict]:
        self._ledger.put_right = True
        self._minutes.phase = Phase.RESTORING
        return self._show(rested=True)

    def go_on(self, evidence: Evidence) -> list[Verdict]:
        """Something has changed, or has rested, while the board is being put right."""
        ledger, minutes = self._ledger, self._minutes
        difference, contested, rested = ledger.difference, minutes.contested, evidence.rested
        if minutes.owed and not difference & minutes.owed:
            minutes.look_again = bool(difference)
            return minutes.all_right() + minutes.turn_begins()
        if evidence.thorough and contested and difference and not difference & contested:
            # All that was flagged is right again, and somebody has moved meanwhile; or what was flagged
            # was carried on, and the other has come to the cell that it left.
            if not stories(evidence)[0].moves:
                ledger.leave_out(contested)
            return self._play_on()
        # What is wrong still was flagged as such, and is only not yet back.
        beyond = (contested or minutes.owed) and difference & ~contested
        if beyond and rested and ledger.moves_back:
            said = minutes.all_right()
            return said + minutes.erase(ledger.moves_back) + minutes.turn_begins()
        if difference and evidence.insisted:
            return self.trust_the_players()
        if difference and not minutes.owed and (self._mended(evidence) or self._made_again(rested)):
            return self._play_on()
        if rested and self._has_come_down(difference):
            return self.flag()
        return self._show(rested=rested)

    def _mended(self, evidence: Evidence) -> bool:
        """Whether what was flagged has become a legal move, or can be finished as one."""
        position, difference = self._ledger.position, self._ledger.difference
        contested = self._minutes.contested
        if difference == contested or not contested:
            return False
        few = mendable(position, contested)
        if few and goes_on(position, difference, contested):
            return True
        if not evidence.rested:
            return False
        decision = decide(evidence, stories(evidence))
        if decision.act not in (Act.RECORD, Act.ASK):
            return False
        # Of a knocked board, pieces on their way back may look like a move. Not one that has landed
        # since where nothing was wrong; nor what stood beside something that is right again.
        kind = position.kind_of(decision.story.moves[0])
        fresh = kind is not None and bool(kind.fills) and not kind.fills & contested
        taken = kind.victims if kind is not None else 0
        stood = contested & ~difference and not difference & ~(contested | taken)
        return few or fresh or bool(stood)

    def _made_again(self, rested: bool) -> bool:
        """Whether a move that hands were putting back, its victims still off, was made once more."""
        ledger = self._ledger
        made = any(True for _ in ledger.position.done(ledger.difference, ledger.ignore))
        return rested and made and bool(ledger.taken_back)

    def _play_on(self) -> list[Verdict]:
        self._minutes.look_again = True
        return self._minutes.all_right()

    def _show(self, *, rested: bool) -> list[Verdict]:
        """What is still to be put right; nothing: then that is over."""
        ledger, minutes = self._ledger, self._minutes
        wrong = self.wrong
        if not wrong:
            said = minutes.all_right()
            ledger.forget_touches()
            return said + minutes.turn_begins()
        told = Restore(wrong.missing, wrong.extra)
        if not rested or told == minutes.told:
            return []
        minutes.told = told
        return [told]

    def _has_come_down(self, difference: int) -> bool:
        """Whether what was flagged in the air has come down elsewhere: only now the rule is certain."""
        picture, flagged = self._ledger.position.picture, self._minutes.contested
        down = difference & ~picture
        return bool(flagged and down) and not flagged & ~picture and difference & picture == flagged

    # Sensors that lie ------------------------------------------------------------------------

    def trust_the_players(self) -> list[Verdict]:
        """They insist that the board is right: then a sensor is not."""
        ledger, minutes = self._ledger, self._minutes
        contested = minutes.contested
        if not contested:
            # What nobody has begun to put right yet is not the fault of sensors that have spoken. But
            # one alone may lie: a piece that has to go back leaves two cells wrong.
            wrong = ledger.lens.cells_of(ledger.difference)
            begun = bool(ledger.touches) or bool(minutes.owed)
            to_do = not begun and len(wrong) > 1 and ledger.heard(wrong)
            return [] if to_do else self.nothing_was_moved()
        if ledger.difference != contested:
            return []
        minutes.doubts = doubts(ledger.position, contested, ledger.ignore)
        moves = ledger.position.results(doubt.move for doubt in minutes.doubts)
        if len(ledger.lens.cells_of(contested)) == 1:
            # That one sensor may lie, and nothing have been moved at all.
            return minutes.ask(MOVED, dict.fromkeys(moves, ledger.position))
        return minutes.one_of(moves)

    def nothing_was_moved(self) -> list[Verdict]:
        """The pieces stand right: then the sensors that say otherwise are not to be believed."""
        ledger = self._ledger
        picture = ledger.position.picture
        missing = ledger.lens.cells_of(ledger.difference & picture)
        extra = ledger.lens.cells_of(ledger.difference & ~picture)
        cells = dict.fromkeys(missing, "dead") | dict.fromkeys(extra, "stuck")
        if len(cells) > MOST:
            return []
        said = [self._minutes.fault(cell, how) for cell, how in cells.items()]
        self._minutes.withdraw()
        self._minutes.phase = Phase.RESTORING
        return said + self._show(rested=False)

    def unseen(self, *, again: bool) -> list[Verdict] | None:
        """He says that he has moved, and no sensor has seen anything of it. None: once is nothing;
        twice, with nothing touched in between, he means it."""
        ledger, minutes = self._ledger, self._minutes
        moves = hidden(ledger.position, ledger.ignore)
        if not moves and not again:
            return None
        if not moves:
            minutes.doubts = doubts(ledger.position, 0, ledger.ignore)
            moves = [doubt.move for doubt in minutes.doubts]
        return minutes.one_of(moves)

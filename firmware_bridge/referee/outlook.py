"""What everybody else is told, taken from the parts of the referee at one moment.

Knows the ledger, the minutes, what is being mended and the story that is believed; decides nothing.
"""

from __future__ import annotations

from firmware_bridge.referee.difference import Difference
from firmware_bridge.referee.ledger import Ledger
from firmware_bridge.referee.mending import Mending
from firmware_bridge.referee.minutes import Minutes
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.referee.story import Story


def taken(ledger: Ledger, minutes: Minutes, mending: Mending, story: Story | None) -> Situation:
    """The situation as it is now; `story` is what hands are believed to be at."""
    if minutes.phase is not Phase.MOVING:
        story = None
    # What is told of the move before is nothing that lights could show.
    shown = story if story is not None and story.base is ledger.position else None
    return Situation(
        ledger.game,
        ledger.lens,
        minutes.phase,
        ledger.position,
        tuple(ledger.record),
        ledger.seen,
        dict(ledger.ignored),
        ledger.ignore,
        ledger.difference,
        mending.wrong if minutes.phase is Phase.RESTORING else Difference((), ()),
        shown.going if shown is not None else (),
        shown.trail if shown is not None else (),
        story is not None and story.airborne,
        story.moves[0] if story is not None and story.moves else None,
        minutes.question,
        minutes.consents,
        minutes.carrying,
    )

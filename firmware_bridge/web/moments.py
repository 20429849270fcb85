"""The great moments, as a word for everybody: a mill, a king, one more turn.

Knows the situation and no game: a book whose moments have names of their own says them in its words.
"""

from __future__ import annotations

from engines.steps import Act
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.texts import Tongues
from firmware_bridge.web.guidance import Spoken, to_take


def moment(situation: Situation, texts: Tongues) -> tuple[str, Spoken] | None:
    """What has just come about, by its kind and in words; None: nothing to make much of."""
    kind = _under_way(situation) or _done(situation)
    if kind is None:
        return None
    key, named = f"moment.{kind}", _loser(situation)
    if not all(key in text for text in texts.values()):
        return None
    return kind, {lang: text(key, named=named) for lang, text in texts.items()}


def _loser(situation: Situation) -> int:
    """Whose piece it is that is about to be taken; 0: nobody's."""
    stacks = situation.position.stacks
    return next((stacks[cell][-1].player for cell in to_take(situation)[0] or ()), 0)


def _under_way(situation: Situation) -> str | None:
    """A move whose piece has come down where it takes something of the player's choice."""
    if situation.phase is not Phase.MOVING:
        return None
    cells, every = to_take(situation)
    return "take" if cells and not every else None


def _done(situation: Situation) -> str | None:
    if not situation.record or situation.phase is Phase.RESTORING:
        return None
    last, position = situation.record[-1], situation.position
    if situation.phase is Phase.OVER:
        return None
    if last.move.word is not None and not last.move.steps:
        # What is only said has a name of its own; a book may make much of it.
        return last.move.word.kind
    travelled = [step.cell for step in last.move.steps if step.act is Act.PLACE and not step.pieces]
    crowned = any(step.pieces and step.cell in travelled for step in last.move.steps)
    if crowned and last.end is not None and len(position.stacks.get(last.end, ())) > 1:
        return "crown"
    again = last.player == position.state.turn and bool(position.by_hand) and not last.move.answer
    return "again" if again and last.move.word is None else None

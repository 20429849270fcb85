"""How a game stands, as far as it decides who may do something in it."""

from __future__ import annotations

from collections.abc import Iterable

from engines.errors import TavoliereError
from firmware_bridge.record.upkeep import number_of
from firmware_bridge.referee.asking import KEEP
from firmware_bridge.referee.situation import Phase, Situation
from firmware_bridge.table.match import Match
from firmware_bridge.web.messages import Choose, Message
from firmware_bridge.web.roles import Standing


def standing(match: Match, message: Message, seated: Iterable[int]) -> Standing:
    """`seated` are the players whose phones are here."""
    situation = match.situation
    label = message.label if isinstance(message, Choose) else None
    mover = situation.record[-1].player if situation.record else 0
    return Standing(
        number=number_of(match.journal.path),
        players=situation.game.players,
        deciding=frozenset(deciding(situation, label)),
        finishing=mover if match.tidying.untidy else 0,
        takes_back=match.takes_back,
        consenting=situation.consents is not None,
        seated=frozenset(seated),
    )


def deciding(situation: Situation, label: str | None) -> set[int]:
    """Whose decision it is, of this label or of whatever hands do."""
    game, state, question = situation.game, situation.state, situation.question
    everybody = set(range(1, game.players + 1))
    if situation.consents is not None and label == KEEP:
        return everybody
    if question is not None:
        if not question.player:
            return everybody
        named = {move.answer for move in question.choices if label in (None, move.label)}
        return {question.player} | (named & everybody)
    if label is not None:
        try:
            return {game.parse(state, label).by or state.turn}
        except TavoliereError:
            return {state.turn}
    if situation.phase is Phase.RESTORING:
        return everybody
    return {state.turn, *(move.by for move in situation.position.spoken if move.by)}

"""What one page alone is told: the secrets of the player it is for, and no one else's. Pure."""

from __future__ import annotations

from typing import Any

from firmware_bridge.table.match import Match


def public(match: Match) -> dict[str, Any] | None:
    """What everybody may know of secrets: whose are kept here, and who has still to choose."""
    keeping = match.keeping
    if not keeping.secrets() and not keeping.wanted(match.situation):
        return None
    return {
        "players": keeping.people,
        "waits": keeping.waits_for(match.situation),
        "opened": {p: list(secret) for p, secret in keeping.opened(match.situation).items()},
    }


def own(match: Match, player: int) -> dict[str, Any] | None:
    """What a player may see and choose."""
    keeping, situation = match.keeping, match.situation
    if player not in keeping.people:
        return None
    hidden = keeping.hidden(situation, player)
    if hidden is None:
        return None
    hiding, before = hidden
    # A pile of his own as everybody sees it: what is hidden lies under what it shows.
    hand = [piece.name for piece in situation.game.reserve(before).get(player, ())]
    return {
        "player": player,
        "open": player in keeping.wanted(situation),
        "hiding": hiding._asdict(),
        "top": hand[-1:] if hiding.placed else [],
        "secret": list(keeping.secrets().get(player, ())),
        "knows": {cell: list(pile) for cell, pile in keeping.knows(situation, player).items()},
    }

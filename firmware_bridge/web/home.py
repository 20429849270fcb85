"""What home automation is told of the game that is on, in one language. Knows the table, no broker."""

from __future__ import annotations

from typing import Any

from firmware_bridge.table.app import App
from firmware_bridge.table.match import Match
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import result, sentence


def home_view(app: App, text: Texts) -> dict[str, Any]:
    match = app.match
    if match is None:
        told = {"turn": "", "game": text("home.no-game"), "verdict": "", "waiting": "OFF"}
        return {**told, "brightness": app.brightness}
    own = text.of(match.session.game.name)
    return {
        "turn": turn(match, text),
        "game": own(f"game.{match.session.game.name}.title"),
        "verdict": " ".join(sentence(verdict, own) for verdict in match.told),
        "waiting": "ON" if waited_for(match) else "OFF",
        "brightness": app.brightness,
    }


def turn(match: Match, text: Texts) -> str:
    """Whose turn it is, by name; who has won, once it is over."""
    situation, names = match.situation, match.session.header.names
    if situation.position.outcome is not None:
        return result(situation.position.outcome.winners, text)
    player = situation.state.turn
    return (names[player - 1] if names else "") or text("page.player", player=player)


def waited_for(match: Match) -> bool:
    """Whether somebody who is not at this board waits for somebody who is."""
    situation = match.situation
    if situation.position.outcome is not None:
        return False
    everybody = range(1, match.session.game.players + 1)
    elsewhere = [player for player in everybody if match.company.decides(player)]
    return bool(elsewhere) and situation.state.turn not in elsewhere

"""What is said aloud of a game: its verdicts, and whose turn it is then. Knows no voice and no clock."""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge.record.called import called
from firmware_bridge.referee.situation import Phase
from firmware_bridge.table.app import App
from firmware_bridge.table.match import Match
from firmware_bridge.texts import Texts
from firmware_bridge.texts.wording import sentence


class Aloud:
    """Called whenever something has changed."""

    def __init__(self, app: App, text: Texts, say: Callable[[str], None]) -> None:
        self._app = app
        self._text = text
        self._say = say
        self._said: tuple[Match, int] | None = None

    def __call__(self) -> None:
        match = self._app.match
        if match is None:
            return
        now = (match, match.version_of_speech)
        if now == self._said:
            return
        self._said = now
        header = match.session.header
        words = spoken(match, self._text.of(header.game, called(header)))
        if words:
            self._say(words)


def spoken(match: Match, text: Texts) -> str:
    lines = [sentence(verdict, text) for verdict in match.told]
    lines += [notice.words(text) for notice in match.notices]
    situation = match.situation
    if situation.phase in (Phase.WAITING, Phase.MOVING) or situation.carrying:
        lines.append(f"{text('page.turn', player=situation.state.turn)}.")
    return " ".join(lines)

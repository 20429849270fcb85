"""One thinker for all who want to know something of it: each hears only the answer to what he asked."""

from __future__ import annotations

from firmware_bridge.record.trace import Header
from firmware_bridge.table.keeping import Keeping
from firmware_bridge.table.thinking import MOVE, Answer, Thinker, Thought


class Counsel:
    def __init__(self, header: Header, thinker: Thinker | None, keeping: Keeping) -> None:
        self._header = header
        self._thinker = thinker
        self._keeping = keeping
        self._number = 0
        self._heard: Answer | None = None

    @property
    def there(self) -> bool:
        return self._thinker is not None

    @property
    def failed(self) -> bool:
        return self._thinker is not None and self._thinker.failed

    def ask(self, want: str, moves: tuple[str, ...], player: int, level: int) -> int:
        """The number under which the answer will come. What was asked before is given up."""
        assert self._thinker is not None
        self._number += 1
        self._heard = None
        header = self._header
        # A coach's lights are for all to see: it knows what the table knows, and no secret.
        secret = self._keeping.secrets().get(player) if want == MOVE else None
        self._thinker.ask(
            Thought(
                self._number,
                want,
                header.fields(),
                moves,
                player,
                level,
                header.seed + player,
                secret,
            )
        )
        return self._number

    def answer(self, number: int) -> Answer | None:
        """Once it has come; only once."""
        if self._thinker is not None:
            self._heard = self._thinker.answer() or self._heard
        if self._heard is None or self._heard.number != number:
            return None
        found, self._heard = self._heard, None
        return found

    def forget(self) -> None:
        if self._thinker is not None:
            self._thinker.forget()

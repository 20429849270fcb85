"""One thinker for all who want to know something of it: each hears only the answer to what he asked."""

from __future__ import annotations

from firmware_bridge.record.trace import Header
from firmware_bridge.table.keeping import Keeping
from firmware_bridge.table.thinking import MOVE, Answer, Thinker, Thought
from firmware_bridge.table.troubles import Trouble


class Counsel:
    def __init__(self, header: Header, thinker: Thinker | None, keeping: Keeping) -> None:
        self._header = header
        self._thinker = thinker
        self._keeping = keeping
        self._number = 0
        self._awaited = 0
        """The question that is being thought about; 0: none."""
        self._heard: Answer | None = None

    @property
    def there(self) -> bool:
        return self._thinker is not None

    @property
    def failed(self) -> bool:
        return self._thinker is not None and self._thinker.failed

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        if self.failed:
            return (Trouble("trouble.thinking"),)
        again = self._thinker is not None and self._thinker.begun_again
        return (Trouble("trouble.thinking-again"),) if again else ()

    @property
    def deadline(self) -> float | None:
        """When to look whether it still thinks."""
        return None if self._thinker is None else self._thinker.deadline

    def ask(self, want: str, moves: tuple[str, ...], player: int, level: int) -> int:
        """The number under which the answer will come. What was asked before is given up."""
        assert self._thinker is not None
        self._number += 1
        self._awaited, self._heard = self._number, None
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
        self._awaited = 0
        return found

    def waits(self, number: int) -> bool:
        """Whether that is still thought about, and nobody has wanted to know something else since."""
        return number == self._awaited

    def forget(self, number: int) -> None:
        """Nobody wants to know that any more; what somebody else has asked since is thought on."""
        if self.waits(number):
            self.close()

    def close(self) -> None:
        self._awaited = 0
        if self._thinker is not None:
            self._thinker.forget()

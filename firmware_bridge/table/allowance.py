"""How often somebody may do something: a steady rate, and a little more at once. Knows no clock."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Allowance:
    rate: float
    """So many a second, in the long run."""
    most: float
    """So many at once, after a pause."""
    _left: float = field(init=False)
    _last: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._left = self.most

    def spend(self, now: float) -> bool:
        """Whether it may be done now; if so, it is counted."""
        self._gain(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def spare(self, now: float) -> bool:
        """Whether it may be done now; nothing is counted."""
        self._gain(now)
        return self._left >= 1

    def wait(self, now: float) -> float:
        """Seconds until it may be done."""
        self._gain(now)
        return max(0.0, (1 - self._left) / self.rate)

    def full(self, now: float) -> bool:
        """Whether nothing has been done for so long that it may be forgotten who it was."""
        self._gain(now)
        return self._left >= self.most

    def _gain(self, now: float) -> None:
        if self._last is not None:
            self._left = min(self.most, self._left + (now - self._last) * self.rate)
        self._last = now


class Allowances:
    """One for each who asks, by address or by seat; whoever has not asked for long is forgotten."""

    def __init__(self, rate: float, most: float, *, known: int = 256) -> None:
        self._rate = rate
        self._most = most
        self._known = known
        """How many are told apart; all beyond share one, so that many names bring nobody more."""
        self._of: dict[Hashable, Allowance] = {}
        self._others = Allowance(rate, most)

    def of(self, who: Hashable, now: float) -> Allowance:
        if who not in self._of:
            if len(self._of) >= self._known:
                self._of = {one: his for one, his in self._of.items() if not his.full(now)}
            if len(self._of) >= self._known:
                return self._others
            self._of[who] = Allowance(self._rate, self._most)
        return self._of[who]

"""Pins or a bus that may stop answering: asked again a moment later, after putting them as they were.

Opening them at the start may fail, and says why. From then on a reading that fails is a symptom and
no error: whoever reads keeps what he knows. Knows neither what is read nor what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from hardware.parts import gpio
from hardware.symptoms import Symptom

AGAIN = 0.2
"""Seconds after which what did not answer is asked again."""

Answer = TypeVar("Answer")


class Retries:
    """`what` is the symptom while nothing answers, `renew` puts the devices as they were at the start:
    an attempt that broke off, or whatever made it fail, may have left them otherwise."""

    def __init__(
        self, what: str, renew: Callable[[], None], clock: Callable[[], float] = monotonic
    ) -> None:
        self._what = what
        self._renew = renew
        self._clock = clock
        self._failed: float | None = None
        """When the last attempt failed; None: it did not."""

    @property
    def answered(self) -> bool:
        return self._failed is None

    def answer(self, asked: Callable[[], Answer]) -> Answer | None:
        """What comes of asking; None while nothing answers."""
        if self._failed is not None and self._clock() - self._failed < AGAIN:
            return None
        try:
            if self._failed is not None:
                self._renew()
            found = asked()
        except gpio.failures():
            self._failed = self._clock()
            return None
        self._failed = None
        return found

    def symptoms(self) -> list[Symptom]:
        return [] if self._failed is None else [Symptom(self._what)]

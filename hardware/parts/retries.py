"""Pins or a bus that may stop answering: asked again a moment later, after putting them as they were.

Opening them at the start may fail, and says why. From then on asking that fails is a symptom and no
error: whoever asks keeps what he knows. Knows neither what is asked nor what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from hardware.symptoms import Symptom

AGAIN = 0.2
"""Seconds after which what did not answer is asked again."""

Answer = TypeVar("Answer")
Failures = Callable[[], tuple[type[Exception], ...]]
"""The exceptions that say that a device does not answer; asked for only when one comes."""


def as_it_was() -> None:
    """For devices that are as they were however they have failed."""


class Retries:
    """`what` is the symptom while nothing answers, `renew` puts the devices as they were at the start:
    an attempt that broke off, or whatever made it fail, may have left them otherwise."""

    def __init__(
        self,
        what: str,
        failures: Failures,
        renew: Callable[[], None] = as_it_was,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._what = what
        self._failures = failures
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
        except self._failures():
            self._failed = self._clock()
            return None
        self._failed = None
        return found

    def symptoms(self) -> list[Symptom]:
        return [] if self._failed is None else [Symptom(self._what)]

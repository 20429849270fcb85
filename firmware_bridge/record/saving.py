"""What a disk has refused is offered to it again, of every game since the program began.

A game that is left while the disk is full stays here until all of it is written: neither leaving it nor
beginning another loses what was shown.
"""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.record.journal import Journal

OFFER = 5.0
"""Seconds after which a disk that was full is tried again."""


class Saving:
    def __init__(self) -> None:
        self._journals: list[Journal] = []
        """Those that are played, and those that were left and are not written yet."""
        self._left: list[Journal] = []
        self.due: float | None = None
        """When the disk is to be asked again."""

    def keep(self, journal: Journal) -> None:
        """From now on it is played."""
        if journal not in self._journals:
            self._journals.append(journal)
        if journal in self._left:
            self._left.remove(journal)

    def part_with(self, journal: Journal) -> None:
        """It is not played any more; it is closed as soon as the disk has all of it."""
        self.keep(journal)
        self._left.append(journal)
        self._close_saved()

    def turn(self, now: float) -> None:
        """Offer what waits, now and then."""
        if self.trouble is None:
            self.due = None
        elif self.due is None or self.due <= now:
            self.due = now + OFFER
            for journal in self._journals:
                if journal.trouble is not None:
                    journal.offer()
            self._close_saved()

    @property
    def trouble(self) -> OSError | None:
        """Why something is not on disk yet; None: all of every game is."""
        return next((one.trouble for one in self._journals if one.trouble is not None), None)

    def waiting(self) -> dict[Path, Journal]:
        """The games that are not on disk yet, by where they will be."""
        return {one.path: one for one in self._journals if one.trouble is not None}

    def close(self) -> list[Path]:
        """The last chance; the games of which something is lost now."""
        lost = [journal.path for journal in self._journals if not journal.close()]
        self._journals, self._left = [], []
        return lost

    def _close_saved(self) -> None:
        for journal in [one for one in self._left if one.trouble is None]:
            self._journals.remove(journal)
            self._left.remove(journal)
            journal.close()

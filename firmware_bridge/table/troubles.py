"""What is wrong with disk, board, sensors or the computer that thinks, and what of it has been said.

Each trouble is said once, and once more when it is over.
Knows keys of the texts and names of cells; neither drivers nor languages.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from engines.errors import Said, TavoliereError
from firmware_bridge.record.lines import BEARABLE, SHORT
from firmware_bridge.texts import Texts

LASTING = 0.5
"""Seconds that a trouble of the board must last to be worth words."""

ENDS = {
    "trouble.cable": "mended.cable",
    "trouble.refused": "mended.cable",
    "trouble.lights": "mended.lights",
    "trouble.sensors": "mended.sensors",
    "trouble.buttons": "mended.buttons",
    "trouble.thinking": "mended.thinking",
    "trouble.broker": "mended.broker",
    "trouble.other-board": "mended.other-board",
    "trouble.disk-full": "mended.disk",
    "trouble.disk-read-only": "mended.disk",
    "trouble.disk-broken": "mended.disk",
    "trouble.disk-short": "mended.disk",
}
"""Troubles of which people are told that they are over, and how. Of any other one hears once in a
game: a sensor stays broken, and doubtful rectangles come and go with the pieces."""


class Trouble(NamedTuple):
    key: str
    cells: tuple[str, ...] = ()

    def words(self, text: Texts) -> str:
        names = ", ".join(self.cells)
        return text(self.key, cells=names, cell=names)


class Patience:
    """Lets through only what has lasted: a cable that is back at once is not worth a word."""

    def __init__(self, lasting: float = LASTING) -> None:
        self._lasting = lasting
        self._since: dict[str, float] = {}

    def named(self, found: Iterable[Trouble], now: float) -> tuple[Trouble, ...]:
        here = tuple(found)
        keys = {trouble.key for trouble in here}
        self._since = {key: self._since.get(key, now) for key in keys}
        return tuple(t for t in here if now - self._since[t.key] >= self._lasting)


class Crier:
    """Tells what is new: a trouble that has come, and one that is over."""

    def __init__(self) -> None:
        self._said: dict[object, Trouble] = {}

    def news(self, troubles: Sequence[Trouble]) -> tuple[list[Trouble], list[Trouble]]:
        """What has come and what is over since the last time."""
        here = {_name(trouble): trouble for trouble in troubles}
        come = [trouble for name, trouble in here.items() if name not in self._said]
        over = [n for n, trouble in self._said.items() if trouble.key in ENDS and n not in here]
        self._said |= here
        ends = [Trouble(ENDS[self._said.pop(name).key]) for name in over]
        # A disk that was full and is now read-only is not mended.
        still = {ENDS.get(trouble.key) for trouble in troubles}
        return come, [end for end in ends if end.key not in still]

    def begin(self) -> None:
        """Another game, other players: what is wrong is said again, and what was is forgotten."""
        self._said = {}


def _name(trouble: Trouble) -> object:
    """What makes it the same trouble as before; each broken sensor is one of its own."""
    return trouble.key if trouble.key.startswith("trouble.") else trouble


def disk_trouble(error: OSError | None) -> Trouble | None:
    if error is None:
        return None
    kinds = {errno.EROFS: "read-only", errno.EIO: "broken", **dict.fromkeys(SHORT, "short")}
    return Trouble(f"trouble.disk-{kinds.get(error.errno or 0, 'full')}")


def on_cells(
    found: Iterable[tuple[str, tuple[int, ...]]], name: Callable[[int], str | None]
) -> list[Trouble]:
    """What drivers say of channels, in names of cells; what is about other channels is left out."""
    troubles: list[Trouble] = []
    for what, channels in found:
        cells = tuple(cell for cell in map(name, channels) if cell is not None)
        if cells or not channels:
            troubles.append(Trouble(f"trouble.{what}", cells))
    return troubles


@contextmanager
def asked_of_the_disk() -> Iterator[None]:
    """What the disk refuses now is told to who asked for it, and the program goes on."""
    try:
        yield
    except (OSError, MemoryError) as error:
        number = error.errno if isinstance(error, OSError) else errno.ENOMEM
        if number not in BEARABLE:
            raise
        why = os.strerror(number or 0)
        raise TavoliereError(
            Said("the games on the disk cannot be reached now: {why}", "table.disk", why=why)
        ) from None

"""A hand for the simulated board, so that the maker's tools can be tried without hardware.

It does what the tool asks people to do: carries a magnet over every place, presses every button.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hardware.lights import RGB
from hardware.panels.panel import Panel
from hardware.parts.simulated_board import Magnet, SimulatedBoard

STAY = 80
"""Readings for which the magnet stays, long enough for every tool to be sure of it."""
BRIGHT = 600
"""The sum of the colours of a pixel that is meant to be looked at."""


class Robot:
    """`channels` and `pixels` say how the places are really wired, where the panel is mistaken."""

    def __init__(
        self,
        board: SimulatedBoard,
        panel: Panel,
        channels: Mapping[str, int] | None = None,
        pixels: Mapping[str, int] | None = None,
    ) -> None:
        self._board = board
        self._channels = channels or {place.name: place.channel for place in panel.places}
        numbers = pixels or {p.name: p.pixel for p in panel.places if p.pixel is not None}
        self._lit_place = {pixel: name for name, pixel in numbers.items()}
        self._script = self._over_all(panel)
        self._wish: str | None = None
        self._held = 0

    def _over_all(self, panel: Panel) -> Iterator[None]:
        for place in panel.places:
            self._put(place.name)
            yield from (None for _ in range(STAY))
            self._take(place.name)
            yield from (None for _ in range(STAY // 4))
        for player in range(1, len(self._board.down()) + 1):
            for down in (True, False):
                self._board.push(player, down)
                yield from (None for _ in range(STAY // 4))

    def walk(self) -> bool:
        """One moment of carrying the magnet over everything; False when it is done."""
        return next(self._script, True) is None

    def follow(self, wish: str | None) -> None:
        """One moment of doing as told: the magnet onto the place named, or onto the lit one."""
        place = wish if wish is not None else self._lit()
        if place != self._wish:
            if self._wish is not None:
                self._take(self._wish)
            self._wish, self._held = place, 0
        elif place is not None:
            self._held += 1
            if self._held == STAY // 4:
                self._put(place)
            elif self._held == STAY * 2:
                self._take(place)

    def _lit(self) -> str | None:
        lit = [n for n, colour in enumerate(self._board.shown) if sum(RGB(*colour)) >= BRIGHT]
        return self._lit_place.get(lit[0]) if len(lit) == 1 else None

    def _put(self, place: str) -> None:
        self._board.put(self._channels[place], [Magnet("test")])

    def _take(self, place: str) -> None:
        self._board.take(self._channels[place])

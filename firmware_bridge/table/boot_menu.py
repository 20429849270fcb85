"""The menu of a board without screen or keyboard: a lit cell per game, a tap chooses.

The games that fit the panel are offered in the order of `tavoliere games`, one cell each from the first
row on; an unfinished one breathes on the last cell, if it fits too. Players press their buttons to say
how many they are. Whoever holds his button gives his seat to the computer, or takes it back; pressing it
then chooses how strong that is, and the last row shows it, a cell for each level. Knows channels,
buttons and the time it is told; the app begins what is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import engines
from engines.opponents.levels import STRONGEST
from firmware_bridge.lights.theme import STANDARD
from firmware_bridge.looks.look import common
from firmware_bridge.record.seats import USUAL, Seat, filled
from firmware_bridge.record.trace import Header
from firmware_bridge.table.fitting import fits
from hardware.buttons import Push, Pushes
from hardware.lights import BREATHE, DARK, RGB, STEADY, Glow
from hardware.panels.panel import Place

TOUCH = 0.05
"""Seconds from which a change of a sensor is a hand's work."""
LEFT = 1.5
"""Seconds after which a piece that was put down and left there counts as a tap too."""
FEWEST = 2
SHOWN = 3.0
"""Seconds for which the last row shows how strong a computer is."""
COMPUTER = STANDARD["carry"].colour
"""Where a computer sits: the colour in which its moves are lit."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game, or None for the one that can be resumed."""

    game: str | None
    colour: RGB


class BootMenu:
    def __init__(self, places: Sequence[Place], unfinished: str | None = None) -> None:
        rows = sorted(places, key=lambda place: (round(place.y), place.x))
        names = [name for name, book in engines.GAMES.items() if fits(book().board, places)]
        colours = list(common().lamps.values())
        self._by_channel = {place.channel: place for place in places}
        self.offers: dict[int, Offer] = {
            place.channel: Offer(name, colours[number % len(colours)])
            for number, (place, name) in enumerate(zip(rows, names, strict=False))
        }
        if unfinished in names:
            self.offers[rows[-1].channel] = Offer(None, STANDARD["ask"].colour)
        self.players = FEWEST
        self.levels: dict[int, int] = {}
        """The players that are computers, and how strong each is."""
        self._last_row = [place for place in rows if round(place.y) == round(rows[-1].y)]
        self._shown_until, self._shown = 0.0, 0
        self._rest: dict[int, int] | None = None
        self._since: dict[int, float] = {}
        self._pushes = Pushes()

    def step(self, readings: Sequence[int], down: Sequence[bool], now: float) -> Offer | None:
        """What has been chosen by now, if anything has."""
        for player, push in self._pushes.update(down, now):
            if push is Push.HOLD:
                self._change_seat(player, now)
            elif player in self.levels:
                self._show(player, self.levels[player] % STRONGEST + 1, now)
            else:
                self.players = max(FEWEST, player)
        if self._rest is None:
            # Pieces of the last game may still stand about: only what changes is a hand.
            self._rest = {channel: readings[channel] for channel in self.offers}
        for channel, offer in self.offers.items():
            if readings[channel] != self._rest[channel]:
                if now - self._since.setdefault(channel, now) >= LEFT:
                    return offer
            elif channel in self._since and now - self._since.pop(channel) >= TOUCH:
                return offer
        return None

    def _change_seat(self, player: int, now: float) -> None:
        if player in self.levels:
            del self.levels[player]
            self._shown = 0
            return
        self.players = max(self.players, player)
        self._show(player, USUAL, now)

    def _show(self, player: int, level: int, now: float) -> None:
        self.levels[player] = level
        self._shown, self._shown_until = level, now + SHOWN

    def header(self, name: str, seed: int) -> Header:
        """The game with as many players as have said so, or as near to it as the game allows."""
        allowed = engines.GAMES[name].seats
        players = min(allowed, key=lambda number: abs(number - self.players))
        book = engines.GAMES[name](players=players)
        seats = filled({player: Seat(level) for player, level in self.levels.items()}, players)
        return Header(name, book.options, players, seed, seats=seats)

    # Light -----------------------------------------------------------------------------------

    def pixels(self, now: float) -> Mapping[int, Glow]:
        """The pixels that are lit, and how."""
        lit: dict[int, Glow] = {}
        for channel, offer in self.offers.items():
            pixel = self._by_channel[channel].pixel
            if pixel is not None:
                lit[pixel] = Glow(offer.colour, BREATHE if offer.game is None else STEADY)
        if now < self._shown_until:
            for place in self._last_row[: self._shown]:
                if place.pixel is not None:
                    lit[place.pixel] = Glow(COMPUTER)
        return lit

    def lamps(self, count: int) -> list[RGB]:
        people = STANDARD["ask"].colour
        return [
            COMPUTER if player in self.levels else people if player <= self.players else DARK
            for player in range(1, count + 1)
        ]

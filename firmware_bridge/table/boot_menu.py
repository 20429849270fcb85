"""The menu of a board without screen or keyboard: a lit cell per game, a tap chooses.

The games that fit the panel are offered in the order of `tavoliere games`, one cell each from the first
row on; an unfinished one breathes on the last cell, if it fits too. Players press their buttons to say
how many they are. Whoever holds his button gives his seat to the computer, or takes it back; pressing it
then chooses how strong that is, and the last row shows it, a cell for each level; where it is too short,
the row before it, too. On the first cell of the last row breathes the clock: a tap chooses it, and the
row shows it, a cell for each five minutes that everybody gets. Knows channels, buttons and the time it
is told; the app begins what is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import engines
from engines.opponents.levels import STRONGEST
from firmware_bridge.lights.theme import STANDARD
from firmware_bridge.looks.look import common
from firmware_bridge.record.limits import Limit
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
"""Seconds for which the last row shows how strong a computer is, or how long a clock."""
FIVE_MINUTES = 300
LONGEST = 6
"""Times five minutes."""
CLOCK = STANDARD["missing"].colour
"""Where the clock is chosen, and how long it is."""
COMPUTER = STANDARD["carry"].colour
"""Where a computer sits: the colour in which its moves are lit."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game, or None for the one that can be resumed."""

    game: str | None
    colour: RGB


class Row(NamedTuple):
    """What the last row shows for a while: so many cells in a colour."""

    cells: int
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
        self._counted_on = sorted(places, key=lambda place: (-round(place.y), place.x))
        """The last row, then the one before it: a hexagon's last row has fewer cells than levels."""
        self.clock: int | None = self._counted_on[0].channel
        """The cell that the clock is chosen on; None: there is no room for it."""
        if self.clock in self.offers:
            self.clock = None
        self.fives = 0
        """Times five minutes that each player has; 0: nobody counts."""
        self._shown_until, self._shown = 0.0, Row(0, DARK)
        self._rest: dict[int, int] | None = None
        self._since: dict[int, float] = {}
        self._pushes = Pushes()

    def step(self, readings: Sequence[int], down: Sequence[bool], now: float) -> Offer | None:
        """What has been chosen by now, if anything has."""
        for player, push in self._pushes.update(down, now):
            if push is Push.HOLD:
                self._change_seat(player, now)
            elif player in self.levels:
                self._seat(player, self.levels[player] % STRONGEST + 1, now)
            else:
                self.players = max(FEWEST, player)
                self.levels = {n: one for n, one in self.levels.items() if n <= self.players}
        watched = [*self.offers, *([] if self.clock is None else [self.clock])]
        if self._rest is None:
            # Pieces of the last game may still stand about: only what changes is a hand.
            self._rest = {channel: readings[channel] for channel in watched}
        for channel in watched:
            if not self._tapped(channel, readings[channel], self._rest, now):
                continue
            if channel in self.offers:
                return self.offers[channel]
            self.fives = (self.fives + 1) % (LONGEST + 1)
            self._show(Row(self.fives, CLOCK), now)
        return None

    def _tapped(self, channel: int, reading: int, rest: dict[int, int], now: float) -> bool:
        if reading != rest[channel]:
            if now - self._since.setdefault(channel, now) < LEFT:
                return False
            rest[channel] = reading
            del self._since[channel]
            return True
        return channel in self._since and now - self._since.pop(channel) >= TOUCH

    def _change_seat(self, player: int, now: float) -> None:
        if player in self.levels:
            del self.levels[player]
            self._show(Row(0, COMPUTER), now)
            return
        self.players = max(self.players, player)
        self._seat(player, USUAL, now)

    def _seat(self, player: int, level: int, now: float) -> None:
        self.levels[player] = level
        self._show(Row(level, COMPUTER), now)

    def _show(self, row: Row, now: float) -> None:
        self._shown, self._shown_until = row, now + SHOWN

    def header(self, name: str, seed: int) -> Header:
        """The game with as many players as have said so, or as near to it as the game allows."""
        allowed = engines.GAMES[name].seats
        players = min(allowed, key=lambda number: abs(number - self.players))
        book = engines.GAMES[name](players=players)
        seats = filled({player: Seat(level) for player, level in self.levels.items()}, players)
        clock = Limit(self.fives * FIVE_MINUTES) if self.fives else None
        return Header(name, book.options, players, seed, seats=seats, clock=clock)

    # Light -----------------------------------------------------------------------------------

    def pixels(self, now: float) -> Mapping[int, Glow]:
        """The pixels that are lit, and how."""
        lit: dict[int, Glow] = {}
        for channel, offer in self.offers.items():
            pixel = self._by_channel[channel].pixel
            if pixel is not None:
                lit[pixel] = Glow(offer.colour, BREATHE if offer.game is None else STEADY)
        if self.clock is not None:
            pixel = self._by_channel[self.clock].pixel
            if pixel is not None:
                lit[pixel] = Glow(CLOCK, STEADY if self.fives else BREATHE)
        if now < self._shown_until:
            for place in self._counted_on[: self._shown.cells]:
                if place.pixel is not None:
                    lit[place.pixel] = Glow(self._shown.colour)
        return lit

    def lamps(self, count: int) -> list[RGB]:
        people = STANDARD["ask"].colour
        return [
            COMPUTER if player in self.levels else people if player <= self.players else DARK
            for player in range(1, count + 1)
        ]

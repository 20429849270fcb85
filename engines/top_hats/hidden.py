"""What the hidden hats of Top Hats can still be.

Each builder hides ten hats of known colours (four of his own; six of the only opponent's or three of
each), and there are fifteen hats of a colour in the box. Which colour an uncovered hat can have is a
question about all the hats still unseen at once: a colour is possible when every other unseen hat can
still be given one as well. That is a transport problem with so few rows and columns that the cuts
can simply all be tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations

from engines.top_hats.state import (
    COLOURS,
    FULL_HEIGHT,
    HATS_PER_COLOUR,
    NEUTRAL,
    STACKS_EACH,
    UNKNOWN,
    Hats,
    Tally,
)

OWN_HIDDEN = 4
HIDDEN_EACH = STACKS_EACH * (FULL_HEIGHT - 1)
PLENTY = 99
"""More hats than there are: no limit."""


@cache
def hidden_ten(players: int, builder: int) -> Tally:
    """The hats a builder hides, by colour."""
    each = (HIDDEN_EACH - OWN_HIDDEN) // (players - 1)
    red, yellow, blue = (
        0 if player > players else OWN_HIDDEN if player == builder else each
        for player in range(1, len(COLOURS) + 1)
    )
    return red, yellow, blue


@cache
def _cuts(players: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Every way to part the colours in play in two."""
    colours = range(players)
    return tuple(
        (inside, tuple(colour for colour in colours if colour not in inside))
        for size in range(players + 1)
        for inside in combinations(colours, size)
    )


@lru_cache(maxsize=256)
def _enough(
    unseen: tuple[int, ...], box: tuple[int, ...], pools: tuple[tuple[int, ...], ...]
) -> bool:
    """Whether box and pools suffice for the unseen hats. Asked again and again about the same numbers:
    the moves of a turn leave only a few of them."""
    wanted = sum(unseen)
    return all(
        sum(box[colour] for colour in inside)
        + sum(
            min(hats, sum(pool[colour] for colour in outside))
            for hats, pool in zip(unseen, pools, strict=True)
        )
        >= wanted
        for inside, outside in _cuts(len(unseen) - 1)
    )


class Count:
    """The hats of a position counted: how many are unseen, and what is left for them to be.

    Group 0 are hats whose builder is not known: only the number of hats in the box binds them. A typed
    position may show what no builder could have built; then the box is the only bound for all.
    """

    __slots__ = ("box", "players", "pools", "shown", "unseen")

    def __init__(self, hats: Hats) -> None:
        self.players = players = hats.players
        self.unseen = [0] * (players + 1)
        """Hats nobody has seen, by the builder who hid them."""
        self.shown = [list(tally) for tally in hats.off_board]
        """Hidden hats that have come to light, by builder; group 0: every other hat."""
        for pile, builder in zip(hats.piles, hats.builders, strict=True):
            for height, hat in enumerate(pile):
                if hat == UNKNOWN:
                    self.unseen[builder] += 1
                elif hat != NEUTRAL:
                    hidden = builder if height < FULL_HEIGHT - 1 else 0
                    self.shown[hidden][COLOURS.index(hat)] += 1
        self.box = [
            HATS_PER_COLOUR - sum(shown[colour] for shown in self.shown)
            for colour in range(len(COLOURS))
        ]
        """Hats of each colour that nobody has seen since the box was opened."""
        self.pools = [[PLENTY] * len(COLOURS)]
        """What each builder's unseen hats can be."""
        for builder in range(1, players + 1):
            ten = hidden_ten(players, builder)
            shown = self.shown[builder]
            self.pools.append([ten[colour] - shown[colour] for colour in range(len(COLOURS))])
        if not self.adds_up():
            self.pools = [self.pools[0]] * (players + 1)

    def adds_up(self) -> bool:
        """Whether every unseen hat can be given a colour."""
        if min(self.box) < 0 or min(map(min, self.pools)) < 0:
            return False
        return _enough(tuple(self.unseen), tuple(self.box), tuple(map(tuple, self.pools)))

    def allows(self, builder: int, colour: int) -> bool:
        """Whether one unseen hat of that builder can have the colour."""
        self._take(builder, colour, 1)
        possible = self.adds_up()
        self._take(builder, colour, -1)
        return possible

    def _take(self, builder: int, colour: int, hats: int) -> None:
        self.unseen[builder] -= hats
        self.box[colour] -= hats
        if self.pools[builder][colour] < PLENTY:
            self.pools[builder][colour] -= hats


def consistent(hats: Hats) -> bool:
    """Whether there are hats enough in the box for such a position."""
    return Count(hats).adds_up()


def possible_colours(hats: Hats, at: int, count: Count | None = None) -> str:
    """The letters of the colours that the uncovered hat of a pile can have."""
    count = count or Count(hats)
    return "".join(
        COLOURS[colour] for colour in range(hats.players) if count.allows(hats.builders[at], colour)
    )


def deduced(hats: Hats, cells: Iterable[int]) -> tuple[Hats, tuple[tuple[int, str], ...]]:
    """Of the uncovered piles, name those that can have one colour only; also say which."""
    named = []
    count: Count | None = None
    for at in cells:
        if hats.piles[at][-1:] == UNKNOWN:
            count = count or Count(hats)
            colours = possible_colours(hats, at, count)
            if len(colours) == 1:
                named.append((at, colours))
                hats, count = hats.with_named(at, colours), None
    return hats, tuple(named)

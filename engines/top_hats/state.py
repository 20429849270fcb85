"""What stands on a Top Hats table: piles of hats, who built them, and what has left the board.

Knows the board and the colours, not how stacks move. A pile is a short text, bottom hat first, one
letter per hat: `r y b` the colours, `n` the neutral, `?` a hat nobody has seen. A pile with `?` on top
has just been uncovered and waits for the table to say its colour.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType

from engines.game import State
from engines.geometry import centre, hexagon, rings
from engines.steps import Piece, Stacks

BOARD = hexagon(4)
CELLS = BOARD.cells
RING = tuple(rings(BOARD)[cell] for cell in CELLS)
CENTRE = BOARD.index[centre(BOARD)]

COLOURS = "ryb"
"""The players' colours in turn order."""
NAMES = {"r": "red", "y": "yellow", "b": "blue"}
NEUTRAL = "n"
UNKNOWN = "?"

SETUP_RINGS = (2, 3)
STACKS_EACH = 5
FULL_HEIGHT = 3
HATS_PER_COLOUR = 15

Tally = tuple[int, int, int]
"""A number of hats for each of the three colours."""
NO_HATS: Tally = (0, 0, 0)


@cache
def piece(hat: str, players: int) -> Piece:
    """A hat as the rest of the program sees it; a colour that nobody plays belongs to nobody."""
    if hat == NEUTRAL:
        return Piece("neutral")
    if hat == UNKNOWN:
        return Piece("unknown")
    player = COLOURS.index(hat) + 1
    return Piece(NAMES[hat], player if player <= players else 0)


@lru_cache(maxsize=256)
def pieces(pile: str, players: int) -> tuple[Piece, ...]:
    return tuple(piece(hat, players) for hat in pile)


def new_stack(player: int) -> str:
    """A stack as its builder puts it down."""
    return UNKNOWN * (FULL_HEIGHT - 1) + COLOURS[player - 1]


@dataclass(frozen=True, slots=True)
class Hats:
    """All that the table knows about the hats.

    `piles` has a text per cell, empty where nothing stands. `builders` has, per cell, the player who
    built the pile at the start, 0 where that is not known. `off_board` counts hats that have left the
    board: entry p those that were hidden when player p built, entry 0 all others.
    """

    piles: tuple[str, ...]
    builders: bytes
    off_board: tuple[Tally, ...]

    @property
    def players(self) -> int:
        return len(self.off_board) - 1

    def uncovered(self) -> list[int]:
        """The cells whose top hat nobody has named yet."""
        return [at for at, pile in enumerate(self.piles) if pile and pile[-1] == UNKNOWN]

    def tops(self) -> set[str]:
        """The colours that are to be seen, without the neutral's."""
        return {pile[-1] for pile in self.piles if pile} - {NEUTRAL}

    def count(self) -> int:
        """How many stacks are left, the neutral not counted."""
        return len(self.piles) - self.piles.count("") - 1

    def with_built(self, at: int, player: int) -> Hats:
        """With a new stack of a player on the board."""
        builders = bytearray(self.builders)
        builders[at] = player
        return Hats(_with(self.piles, at, new_stack(player)), bytes(builders), self.off_board)

    def with_named(self, at: int, colour: str) -> Hats:
        """With the top hat of a pile known."""
        return Hats(
            _with(self.piles, at, self.piles[at][:-1] + colour), self.builders, self.off_board
        )

    def with_guessed(self, at: int, colour: str) -> Hats:
        """With the highest unseen hat of a pile taken to be of a colour."""
        below, _, above = self.piles[at].rpartition(UNKNOWN)
        return Hats(_with(self.piles, at, below + colour + above), self.builders, self.off_board)

    def with_moved(self, start: int, end: int, taken: tuple[int, ...] = ()) -> Hats:
        """With a stack moved and the top hat off every taken one."""
        piles, builders = list(self.piles), bytearray(self.builders)
        piles[start], moving = "", piles[start]
        builders[start], builder = 0, builders[start]
        piles[end], builders[end] = moving, builder
        if not taken:
            return Hats(tuple(piles), bytes(builders), self.off_board)
        off_board = [list(tally) for tally in self.off_board]
        for at in taken:
            pile = piles[at]
            was_hidden_by = builders[at] if len(pile) < FULL_HEIGHT else 0
            off_board[was_hidden_by][COLOURS.index(pile[-1])] += 1
            piles[at] = pile[:-1]
            if len(pile) == 1:
                builders[at] = 0
        return Hats(tuple(piles), bytes(builders), tuple((r, y, b) for r, y, b in off_board))


def _with(piles: tuple[str, ...], at: int, pile: str) -> tuple[str, ...]:
    return (*piles[:at], pile, *piles[at + 1 :])


def bare_board(players: int) -> Hats:
    """The neutral hat on the centre, nothing else."""
    return Hats(
        _with(("",) * len(CELLS), CENTRE, NEUTRAL), bytes(len(CELLS)), (NO_HATS,) * (players + 1)
    )


@dataclass(frozen=True, slots=True)
class HatState(State):
    """A position of Top Hats.

    `hand` is how many stacks each player has still to place. While a pile is uncovered, `turn` is still
    the player who captured: he lifted the hat off and says what he sees.
    """

    hats: Hats
    hand: tuple[int, ...]
    shrunk: bool = False
    quiet: int = field(default=0, compare=False)
    """Turns in a row without a capture."""
    earlier: tuple[tuple[tuple[str, ...], int], ...] = field(default=(), compare=False, repr=False)
    """Piles and turn of the positions since something last changed for good."""
    times: int = field(default=1, compare=False)
    """How often this position has stood now."""

    @property
    def stacks(self) -> Stacks:
        players = len(self.hand)
        return MappingProxyType(
            {
                cell: pieces(pile, players)
                for cell, pile in zip(CELLS, self.hats.piles, strict=True)
                if pile
            }
        )

"""Draughts on plain integers: which moves there are, and what they leave.

Sets of cells have a bit per cell of the full 8×8 grid: then every diagonal step is one shift, and a step
over the edge lands on a light cell, which is never empty in the sense used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.geometry import FILES, Cell, bit_numbers
from engines.geometry import draughts as draughts_board
from engines.kernel import Kernel

if TYPE_CHECKING:
    from engines.draughts.book import DraughtsState

BOARD = draughts_board(8)
NAMES = tuple(f"{FILES[n % 8]}{n // 8 + 1}" for n in range(64))
BITS: Mapping[Cell, int] = {name: 1 << n for n, name in enumerate(NAMES) if name in BOARD}
DARK = sum(BITS.values())
RAYS: Mapping[int, tuple[tuple[int, ...], ...]] = {
    BITS[cell]: tuple(tuple(BITS[c] for c in ray) for ray in rays)
    for cell, rays in BOARD.rays.items()
}
"""For each cell's bit and direction (two up the board, then two down), the bits that way."""

LAST_RANK = {1: 0xFF << 56, 2: 0xFF}
FORWARD_WAYS, ALL_WAYS = {1: (0, 1), 2: (2, 3)}, (0, 1, 2, 3)
STEPS = {1: (9, 7), 2: (-9, -7)}
"""How far up the grid a man's steps lead."""
FLYING = 7

Node = tuple[int, int, int, int, int]
"""Whose turn it is; white's pieces, black's, the kings among them; the men that may be huffed."""
Action = tuple[tuple[int, ...], int]
"""The cells that a piece leaves and comes down on, and all that is taken; a huff goes no way."""

MAN, KING = 100, 300
ADVANCE = 3
"""A man's worth grows with each rank: he is nearer to being a king."""
GUARD = 12
"""A man at home keeps a king from being made there."""
MIDDLE = 4
RANKS = tuple(0xFF << 8 * rank for rank in range(8))
UP = tuple(sum(RANKS[rank] for rank in range(8) if rank & bit) for bit in (1, 2, 4))
"""White's ranks by the binary digits of their numbers: so all advances are added up in three counts."""
DOWN = tuple(sum(RANKS[7 - rank] for rank in range(8) if rank & bit) for bit in (1, 2, 4))
CENTRE = sum(BITS[cell] for cell in ("c3", "e3", "d4", "f4", "c5", "e5", "d6", "f6"))


def bits_of(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def cells_of(mask: int) -> tuple[Cell, ...]:
    return tuple(NAMES[n] for n in bit_numbers(mask))


@dataclass(frozen=True, slots=True)
class DraughtsRules:
    """What one book of draughts says differently from another."""

    men_capture_back: bool = False
    king_reach: int = FLYING
    huff: bool = False
    """A missed capture stands, and the opponent may take the man that missed it."""
    losing: bool = False
    """Who is rid of all his pieces wins."""


class DraughtsKernel(Kernel[Node, Action]):
    def __init__(self, rules: DraughtsRules) -> None:
        self.rules = rules

    def node(self, state: DraughtsState) -> Node:
        return state.node

    def past(self, state: DraughtsState) -> tuple[Node, ...]:
        return state.past

    def turn(self, node: Node) -> int:
        return node[0]

    # Moves -----------------------------------------------------------------------------------

    def moves(self, node: Node) -> list[Action]:
        turn, white, black, kings, huffable = node
        if not white or not black:
            return []
        captures = self.captures(node)
        if captures and not self.rules.huff:
            return captures
        found: list[Action] = [((), bit) for bit in bits_of(huffable)]
        found += captures
        own = white if turn == 1 else black
        empty = DARK & ~(white | black)
        near, far = STEPS[turn]
        men = own & ~kings
        if turn == 1:
            movers = men & (empty >> 7 | empty >> 9)
        else:
            movers = men & (empty << 7 | empty << 9)
        while movers:
            start = movers & -movers
            movers ^= start
            for step in (near, far):
                end = start << step if step > 0 else start >> -step
                if end & empty:
                    found.append(((start, end), 0))
        for start in bits_of(own & kings):
            for ray in RAYS[start]:
                for end in ray[: self.rules.king_reach]:
                    if not end & empty:
                        break
                    found.append(((start, end), 0))
        return found

    def captures(self, node: Node) -> list[Action]:
        """Every whole chain."""
        turn, white, black, kings, _ = node
        found: list[Action] = []
        own = white if turn == 1 else black
        for start in bits_of(self.capturing_men(node) | own & kings):
            self._extend(node, (start,), 0, found)
        return found

    def capturing_men(self, node: Node) -> int:
        """The men that can begin a chain."""
        turn, white, black, kings, _ = node
        own, enemy = (white, black) if turn == 1 else (black, white)
        empty = DARK & ~(white | black)
        up = enemy >> 7 & empty >> 14 | enemy >> 9 & empty >> 18
        if turn == 1 and not self.rules.men_capture_back:
            return own & ~kings & up
        down = enemy << 7 & empty << 14 | enemy << 9 & empty << 18
        return own & ~kings & (up | down if self.rules.men_capture_back else down)

    def _extend(self, node: Node, path: tuple[int, ...], taken: int, found: list[Action]) -> None:
        turn, white, black, kings, _ = node
        start, here = path[0], path[-1]
        king = bool(start & kings)
        # The traveller's own cell is free while it is under way; its victims block until the end.
        empty = DARK & ~(white | black) | start
        targets = (black if turn == 1 else white) & ~taken
        reach = self.rules.king_reach if king else 1
        both_ways = king or self.rules.men_capture_back
        went_on = False
        if king or not (taken and here & LAST_RANK[turn]):
            for way in ALL_WAYS if both_ways else FORWARD_WAYS[turn]:
                ray = RAYS[here][way]
                for near, behind in zip(ray[:reach], ray[1:], strict=False):
                    if near & targets:
                        if behind & empty:
                            went_on = True
                            self._extend(node, (*path, behind), taken | near, found)
                        break
                    if not near & empty:
                        break
        if taken and not went_on:
            found.append((path, taken))

    # Consequences ----------------------------------------------------------------------------

    def after(self, node: Node, move: Action) -> Node:
        turn, white, black, kings, _ = node
        path, taken = move
        own, enemy = (white, black) if turn == 1 else (black, white)
        enemy &= ~taken
        kings &= ~taken
        if not path:
            return (turn, own, enemy, kings, 0) if turn == 1 else (turn, enemy, own, kings, 0)
        start, end = path[0], path[-1]
        own = own & ~start | end
        huffable = 0
        if start & kings:
            kings = kings & ~start | end  # a chain may end where it began
        else:
            kings |= end & LAST_RANK[turn]
        if self.rules.huff and not taken and (missed := self.capturing_men(node)):
            huffable = missed & ~start
            if missed & start:
                huffable |= end & ~kings
        if turn == 1:
            return 2, own, enemy, kings, huffable
        return 1, enemy, own, kings, huffable

    def winners(self, node: Node, moves: Sequence[Action]) -> tuple[int, ...] | None:
        turn, white, black, _, _ = node
        if moves:
            return None
        empty_handed = 1 if not white else 2 if not black else turn
        return (empty_handed,) if self.rules.losing else (3 - empty_handed,)

    # What a position is worth ------------------------------------------------------------------

    def worth(self, node: Node) -> tuple[int, int]:
        _, white, black, kings, huffable = node
        one = _side(white, kings, UP) + GUARD * (white & RANKS[0] & ~kings).bit_count()
        two = _side(black, kings, DOWN) + GUARD * (black & RANKS[7] & ~kings).bit_count()
        if huffable:
            # The other may take one of them and move as well.
            loser = MAN // 2
            one, two = (one, two - loser) if huffable & black else (one - loser, two)
        return (-one, -two) if self.rules.losing else (one, two)

    def telling(self, node: Node, moves: Sequence[Action]) -> Sequence[Action]:
        return [move for move in moves if move[1]]


def _side(pieces: int, kings: int, ahead: Sequence[int]) -> int:
    men = pieces & ~kings
    one, two, four = ahead
    advanced = (men & one).bit_count() + 2 * (men & two).bit_count() + 4 * (men & four).bit_count()
    return (
        MAN * men.bit_count()
        + KING * (pieces & kings).bit_count()
        + ADVANCE * advanced
        + MIDDLE * (pieces & CENTRE).bit_count()
    )

"""Cappuccino on plain numbers: heights and tops by cell, which moves there are, and what they leave.

Cells and colours are numbers, in the order of the board and of the colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from engines.cappuccino.cups import BOARD, CENTRE, COLOURS, Counts, changed
from engines.kernel import Kernel

if TYPE_CHECKING:
    from engines.cappuccino.cups import CupState

LINKS = tuple(tuple(BOARD.index[near] for near in BOARD.links[cell]) for cell in BOARD.cells)
MIDDLE = BOARD.index[CENTRE]
NOWHERE = -1

Node = tuple[int, bytes, bytes, Counts, Counts]
"""Whose turn it is; heights by cell, and the colours on top; cups taken off early; cups to place."""
MERGE, PLACE, TAKE, PASS = range(4)
Action = tuple[int, int, int]
"""What is done, and with which cells: from one onto another, (NOWHERE and) where to, what is taken off
(and of a pair the other one)."""

CUP = 100
LOOSE = 15
"""A stack that can still go somewhere is worth a little more than one that waits."""
CROWD_SEVERITY = 0.5
"""Among three or four an oversight costs less: whoever could make use of it may have better to do."""


class CupKernel(Kernel[Node, Action]):
    def __init__(self, owners: Counts, players: int, early: str) -> None:
        """`owners`: whose each colour is; 0: nobody's."""
        self.owners = owners
        self.players = players
        self.early = early
        if players > 2:
            self.severity = CROWD_SEVERITY
        self.colours = tuple(
            tuple(n for n, owner in enumerate(owners) if owner == player)
            for player in range(players + 1)
        )
        """The colours of each player."""

    def node(self, state: CupState) -> Node:
        heights, tops = bytearray(len(LINKS)), bytearray(len(LINKS))
        for cell, stack in state.cups.items():
            at = BOARD.index[cell]
            heights[at] = len(stack)
            tops[at] = COLOURS.index(stack[-1].colour)
        return state.turn, bytes(heights), bytes(tops), state.taken, state.hand

    def turn(self, node: Node) -> int:
        return node[0]

    # Moves -----------------------------------------------------------------------------------

    def moves(self, node: Node) -> list[Action]:
        turn, heights, tops, _, hand = node
        if any(hand):
            cells = open_cells(heights) if self.next_colour(hand, turn) is not None else []
            return [(PLACE, NOWHERE, at) for at in cells] or [(PASS, NOWHERE, NOWHERE)]
        found = list(self._merges(heights, tops, turn))
        if not found:
            if not any(self._can_move(heights, tops, p) for p in range(1, self.players + 1)):
                return []
            # Play skips whoever is out; only a typed position can give him the turn.
            found.append((PASS, NOWHERE, NOWHERE))
        if self.early != "off":
            found += self._takes(heights, tops)
        return found

    def _merges(self, heights: bytes, tops: bytes, player: int) -> Iterator[Action]:
        owners = self.owners
        for start, height in enumerate(heights):
            if height and owners[tops[start]] == player:
                for target in LINKS[start]:
                    if 0 < heights[target] <= height:
                        yield MERGE, start, target

    def _can_move(self, heights: bytes, tops: bytes, player: int) -> bool:
        return next(self._merges(heights, tops, player), None) is not None

    def _takes(self, heights: bytes, tops: bytes) -> Iterator[Action]:
        for at, height in enumerate(heights):
            if not height or not self.owners[tops[at]]:
                continue
            near = [n for n in LINKS[at] if heights[n]]
            if not near:
                yield TAKE, at, NOWHERE
            elif (
                self.early == "pairs"
                and len(near) == 1
                and self._captive(heights, tops, at, near[0])
            ):
                yield TAKE, at, near[0]

    def _captive(self, heights: bytes, tops: bytes, at: int, other: int) -> bool:
        """Whether two neighbours have no others, and the first alone can move onto the other."""
        if any(heights[n] for n in LINKS[other] if n != at):
            return False
        mine, theirs = heights[at], heights[other]
        return mine > theirs or (mine == theirs and not self.owners[tops[other]])

    def next_colour(self, hand: Counts, player: int) -> int | None:
        """The colour a player places now: with two colours he takes them in turn, so that a cell is
        enough to name a placement."""
        own = [n for n in self.colours[player] if hand[n]]
        return max(own, key=lambda n: hand[n], default=None)

    # Consequences ----------------------------------------------------------------------------

    def after(self, node: Node, move: Action) -> Node:
        turn, heights, tops, taken, hand = node
        what, start, target = move
        if any(hand):
            return self._placed(node, target)
        if what == PASS:
            return self._able(heights, tops, turn % self.players + 1), heights, tops, taken, hand
        cups, colours = bytearray(heights), bytearray(tops)
        cups[start] = 0
        colour = tops[start]
        colours[start] = 0
        if what == MERGE:
            cups[target] += heights[start]
            colours[target] = colour
            first = turn % self.players + 1
        else:
            # A take uses no turn, but whoever took his last move off the board is out like anybody.
            first = turn
            count = heights[start]
            if target != NOWHERE:
                count += heights[target]
                cups[target] = colours[target] = 0
            taken = changed(taken, colour, count)
        now, seen = bytes(cups), bytes(colours)
        return self._able(now, seen, first), now, seen, taken, hand

    def _able(self, heights: bytes, tops: bytes, first: int) -> int:
        """The first player, in turn order, who can move; `first` himself when nobody can."""
        for n in range(self.players):
            player = (first + n - 1) % self.players + 1
            if self._can_move(heights, tops, player):
                return player
        return first

    def _placed(self, node: Node, target: int) -> Node:
        turn, heights, tops, taken, hand = node
        if target == NOWHERE:
            # Without a cell now there is none later: his cups stay beside the board.
            hand = tuple(0 if n in self.colours[turn] else count for n, count in enumerate(hand))
        else:
            colour = self.next_colour(hand, turn)
            assert colour is not None
            cups, colours = bytearray(heights), bytearray(tops)
            cups[target], colours[target] = 1, colour
            heights, tops = bytes(cups), bytes(colours)
            hand = changed(hand, colour, -1)
        if not any(hand):
            return self._able(heights, tops, 1), heights, tops, taken, hand
        turn = turn % self.players + 1
        while self.next_colour(hand, turn) is None:
            turn = turn % self.players + 1
        return turn, heights, tops, taken, hand

    def winners(self, node: Node, moves: Sequence[Action]) -> tuple[int, ...] | None:
        if moves:
            return None
        score = self.scores(node)
        best = max(score)
        return tuple(player for player, count in enumerate(score, start=1) if count == best)

    def scores(self, node: Node) -> Counts:
        """The cups under each player's colour, on the board and taken off; of two colours the better."""
        _, heights, tops, taken, _ = node
        count = list(taken)
        for height, colour in zip(heights, tops, strict=True):
            count[colour] += height
        return tuple(max(count[n] for n in colours) for colours in self.colours[1:])

    # What a position is worth ------------------------------------------------------------------

    def worth(self, node: Node) -> tuple[int, ...]:
        """Cups count in the end; until then also what can still go somewhere, or be gone onto."""
        _, heights, tops, _, _ = node
        worth = [CUP * count for count in self.scores(node)]
        for at, height in enumerate(heights):
            if not height:
                continue
            owner = self.owners[tops[at]]
            for near in LINKS[at]:
                beside = heights[near]
                if not beside or not owner:
                    continue
                if beside <= height:
                    worth[owner - 1] += LOOSE
                if beside >= height and self.owners[tops[near]] not in (0, owner):
                    worth[owner - 1] -= LOOSE * height
        return tuple(worth)

    def still(self, node: Node) -> bool:
        turn, heights, tops, _, hand = node
        return any(hand) or self._can_move(heights, tops, turn)

    def marks(self, node: Node, moves: Sequence[Action]) -> list[int]:
        turn, heights, tops, _, _ = node
        here = hash((turn, crc32(heights), crc32(tops)))
        return [hash((here, move)) for move in moves]


def open_cells(heights: bytes) -> list[int]:
    """Where a cup may be placed: on the centre, then beside the first cup, then beside any two."""
    standing = len(heights) - heights.count(0)
    if not standing:
        return [MIDDLE]
    needed = min(standing, 2)
    return [
        at
        for at, height in enumerate(heights)
        if not height and sum(heights[n] > 0 for n in LINKS[at]) >= needed
    ]

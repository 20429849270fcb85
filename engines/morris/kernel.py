"""Nine men's morris on plain integers: which moves there are, and what they leave.

Sets of points have a bit per point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.geometry import bit_numbers, morris
from engines.kernel import Ending, Kernel
from engines.morris.endings import DRAWN, SOLVED, moves_left

if TYPE_CHECKING:
    from engines.morris.book import MorrisState

BOARD = morris()
POINTS = BOARD.cells
FULL = (1 << len(POINTS)) - 1
NOWHERE = -1
FEWEST = 3
"""With fewer men nobody can close a mill; with just as many one may fly."""


def _lines() -> Iterator[int]:
    for point, ways in BOARD.ways.items():
        for one, other in ((ways[0], ways[2]), (ways[1], ways[3])):
            if one is not None and other is not None:
                yield BOARD.mask((one, point, other))


LINES = tuple(_lines())
"""The sixteen lines of three, each a set of points."""
PARTNERS = tuple(
    tuple(line & ~(1 << n) for line in LINES if line >> n & 1) for n in range(len(POINTS))
)
"""For each point, the two pairs that make a mill with it."""
NEIGHBOURS = tuple(BOARD.mask(BOARD.links[point]) for point in POINTS)

Node = tuple[int, int, int, int, int]
"""Whose turn it is; white's men, black's; how many each has still to place."""
Action = tuple[int, int, int, bool]
"""From point (or NOWHERE: from the hand) to point, the man taken (or NOWHERE), whether a mill closes."""

MAN, REACH, BLOCKED = 100, 4, 25
"""A man; a free point that men can step to; a man who can step nowhere, since whoever has no other has
lost."""
HELD = 60
"""What a man in the hand is worth more where mills give another placement: who has placed his last has
to watch the other do it."""
FREE, PAIR, OPEN, MILL, DOUBLE = 5, 12, 25, 25, 80
"""A man on a line that is free but for him, while there are men to place; two men of a line whose third
point is free; with a man who can step there; a mill; one that a man can leave for another."""


@dataclass(frozen=True, slots=True)
class MorrisRules:
    """What one book of morris says differently from another."""

    mixed: bool = False
    """Placing and sliding are not two phases: each turn the player chooses."""
    extra: bool = False
    """A mill gives one more move, and takes a man only when all men are placed."""


def in_mill(men: int, n: int) -> bool:
    """Whether a man of these on point n stands in a mill (or would, put there)."""
    one, other = PARTNERS[n]
    return men & one == one or men & other == other


def removable(men: int) -> list[int]:
    """The men a mill may take: those in no mill, or any when all are in mills."""
    numbers = list(bit_numbers(men))
    loose = [n for n in numbers if not in_mill(men, n)]
    return loose or numbers


class MorrisKernel(Kernel[Node, Action]):
    def __init__(self, rules: MorrisRules) -> None:
        self.rules = rules
        # Where mills give another move, one turn decides most games: what was overlooked before hardly
        # counts.
        self.severity = 0.5 if rules.extra else 1.0

    def node(self, state: MorrisState) -> Node:
        return state.node

    def past(self, state: MorrisState) -> tuple[Node, ...]:
        return state.past

    def turn(self, node: Node) -> int:
        return node[0]

    # Moves -----------------------------------------------------------------------------------

    def moves(self, node: Node) -> list[Action]:
        turn, white, black, white_hand, black_hand = node
        found: list[Action] = []
        if _too_few(node):
            return found
        own, enemy, hand = (white, black, white_hand) if turn == 1 else (black, white, black_hand)
        empty = FULL & ~(white | black)
        victims: list[int] | None = None
        takes = not (self.rules.extra and (white_hand or black_hand))
        for start, men, ends in self._journeys(own, hand, empty):
            while ends:
                low = ends & -ends
                ends ^= low
                end = low.bit_length() - 1
                one, other = PARTNERS[end]
                if men & one != one and men & other != other:
                    found.append((start, end, NOWHERE, False))
                    continue
                if victims is None:
                    victims = removable(enemy) if takes else []
                if victims:
                    found += [(start, end, victim, True) for victim in victims]
                else:
                    found.append((start, end, NOWHERE, True))
        return found

    def _journeys(self, own: int, hand: int, empty: int) -> Iterator[tuple[int, int, int]]:
        """(start or NOWHERE, the men that stay, where he may go) for every man who may go somewhere."""
        if hand:
            yield NOWHERE, own, empty
            if not self.rules.mixed:
                return
        flying = not hand and own.bit_count() == FEWEST
        for start in bit_numbers(own):
            ends = empty if flying else empty & NEIGHBOURS[start]
            if ends:
                yield start, own & ~(1 << start), ends

    # Consequences ----------------------------------------------------------------------------

    def after(self, node: Node, move: Action) -> Node:
        turn, white, black, white_hand, black_hand = node
        start, end, victim, mill = move
        own, enemy = (white, black) if turn == 1 else (black, white)
        own |= 1 << end
        if start != NOWHERE:
            own &= ~(1 << start)
        elif turn == 1:
            white_hand -= 1
        else:
            black_hand -= 1
        if victim != NOWHERE:
            enemy &= ~(1 << victim)
        white, black = (own, enemy) if turn == 1 else (enemy, own)
        passed_on = (3 - turn, white, black, white_hand, black_hand)
        if not self.rules.extra:
            return passed_on
        again = (turn, white, black, white_hand, black_hand)
        if mill and self.moves(again):
            return again
        # With an empty hand one waits while the other still places.
        waits = (white_hand or black_hand) and not (black_hand if turn == 1 else white_hand)
        return again if waits else passed_on

    def winners(self, node: Node, moves: Sequence[Action]) -> tuple[int, ...] | None:
        if moves:
            return None
        return (3 - (_too_few(node) or node[0]),)

    def known(self, node: Node) -> Ending | None:
        """With all men placed the mixed game is the plain one."""
        turn, white, black, white_hand, black_hand = node
        if white_hand or black_hand or self.rules.extra:
            return None
        own, enemy = (white, black) if turn == 1 else (black, white)
        if (own.bit_count(), enemy.bit_count()) not in SOLVED:
            return None
        left = moves_left(own, enemy)
        if left == DRAWN:
            return Ending(0)
        return Ending(1 if left % 2 else -1, left)

    # What a position is worth ------------------------------------------------------------------

    def worth(self, node: Node) -> tuple[int, int]:
        _, white, black, white_hand, black_hand = node
        empty = FULL & ~(white | black)
        free = NEAR_FIRST[empty & FIRST] | NEAR_LAST[empty >> HALF]
        held = HELD if self.rules.extra else 0
        return (
            _side(white, black, white_hand, empty)
            - BLOCKED * (white & ~free).bit_count()
            + held * white_hand,
            _side(black, white, black_hand, empty)
            - BLOCKED * (black & ~free).bit_count()
            + held * black_hand,
        )

    def telling(self, node: Node, moves: Sequence[Action]) -> Sequence[Action]:
        return [move for move in moves if move[3]]


def _too_few(node: Node) -> int:
    """The player who has too few men left; 0: neither."""
    _, white, black, white_hand, black_hand = node
    if white.bit_count() + white_hand < FEWEST:
        return 1
    return 2 if black.bit_count() + black_hand < FEWEST else 0


def _side(men: int, enemy: int, hand: int, empty: int) -> int:
    count = men.bit_count() + hand
    worth = MAN * count
    for line in LINES:
        mine = men & line
        if not mine or enemy & line:
            continue
        if mine == line:
            worth += DOUBLE if _doubled(men, line, empty) else MILL
        elif mine & mine - 1:
            # Two, and the third point is free: for a man from the hand, or one that stands beside it.
            beside = NEAR[line ^ mine] & men & ~line
            worth += OPEN if beside and not hand else PAIR
        elif hand:
            worth += FREE
    reach = (NEAR_FIRST[men & FIRST] | NEAR_LAST[men >> HALF]) & empty
    return worth + REACH * reach.bit_count()


def _doubled(men: int, line: int, empty: int) -> bool:
    """Whether a man of a mill can step out of it into another: every move closes one."""
    for n in bit_numbers(line):
        rest = men & ~(1 << n)
        for end in bit_numbers(NEIGHBOURS[n] & empty):
            one, other = PARTNERS[end]
            if rest & one == one or rest & other == other:
                return True
    return False


def _near() -> tuple[list[int], list[int]]:
    """For every set of the first twelve points, and of the last, the points beside them."""
    low, high = [0], [0]
    for n in range(HALF):
        low += [beside | NEIGHBOURS[n] for beside in low]
        high += [beside | NEIGHBOURS[HALF + n] for beside in high]
    return low, high


HALF = len(POINTS) // 2
FIRST = (1 << HALF) - 1
NEAR = {1 << n: beside for n, beside in enumerate(NEIGHBOURS)}
NEAR_FIRST, NEAR_LAST = _near()

"""Endings of nine men's morris known to their end: all men placed, few of them left.

Made by scripts/solve_morris.py, a packed file for each number of men of whoever moves and of the other.
A file is read when the first position of its kind is asked for. Positions that are alike but for one of
the board's sixteen symmetries are looked up as the one with the smallest sets of points.
"""

from __future__ import annotations

import lzma
from functools import cache
from math import comb
from pkgutil import get_data

from engines.geometry import bit_numbers, morris

POINTS = morris().cells
SOLVED = frozenset(
    pair
    for men, others in ((3, 3), (4, 3), (5, 3), (6, 3), (4, 4), (5, 4))
    for pair in ((men, others), (others, men))
)
"""Men of whoever moves, men of the other."""
DRAWN = 255
"""Any other byte of a file is the number of moves until the end: the last of them is the winner's."""
SET_BYTES = 3
"""A set of points in a file."""


def moves_left(own: int, enemy: int) -> int:
    """With best play until the end, or DRAWN, in a position of a solved kind."""
    mine, theirs = smallest(own, enemy)
    begins, table = _table(own.bit_count(), enemy.bit_count())
    return table[begins[mine] + enemy_number(mine, theirs)]


def smallest(own: int, enemy: int) -> tuple[int, int]:
    """The position among all that are alike."""
    turned = [low[own & LOW] | high[own >> HALF] for low, high in TURNS]
    mine = min(turned)
    return mine, min(
        low[enemy & LOW] | high[enemy >> HALF]
        for (low, high), found in zip(TURNS, turned, strict=True)
        if found == mine
    )


def enemy_number(own: int, enemy: int) -> int:
    """The place of a set of points among all sets of its size that keep off our own men's points."""
    return sum(
        comb(n - (own & (1 << n) - 1).bit_count(), size)
        for size, n in enumerate(bit_numbers(enemy), start=1)
    )


def file_name(own: int, enemy: int) -> str:
    return f"endings/{own}-{enemy}.xz"


@cache
def _table(own: int, enemy: int) -> tuple[dict[int, int], bytes]:
    """Where the positions of each set of own men begin, and the bytes of all of them."""
    packed = get_data("engines.morris", file_name(own, enemy))
    assert packed is not None, "a file of the package is missing"
    found = lzma.decompress(packed)
    each = comb(len(POINTS) - own, enemy)
    count = len(found) // (SET_BYTES + each)
    begins = {
        int.from_bytes(found[SET_BYTES * n : SET_BYTES * (n + 1)], "little"): each * n
        for n in range(count)
    }
    return begins, found[SET_BYTES * count :]


# The symmetries of the board ---------------------------------------------------------------------


def _symmetries() -> list[tuple[int, ...]]:
    """For each the point that every point comes to: turned, mirrored, and the inner square outside."""
    places = [("abcdefg".index(cell[0]) - 3, int(cell[1]) - 4) for cell in POINTS]
    found = []
    for turn in range(16):
        goes = []
        for x, y in places:
            square = max(abs(x), abs(y))
            if turn & 1:
                x, y = x // square * (4 - square), y // square * (4 - square)
            if turn & 2:
                x = -x
            for _ in range(turn >> 2):
                x, y = -y, x
            goes.append(places.index((x, y)))
        found.append(tuple(goes))
    return found


HALF = len(POINTS) // 2
LOW = (1 << HALF) - 1


def _halves(goes: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Where every set of the first points goes, and every set of the last."""
    low, high = [0], [0]
    for n in range(HALF):
        low += [men | 1 << goes[n] for men in low]
        high += [men | 1 << goes[HALF + n] for men in high]
    return low, high


TURNS = tuple(_halves(goes) for goes in _symmetries())
"""A set of points turned is what its two halves come to."""

"""Dealing the cups of Cappuccino: which cells they stand on, and a balanced mix of colours.

Knows the board and colours as words, nothing of players and moves. The same seed gives
the same deal on every Python: only `Random.random()` is used, the one method whose sequence the
standard library promises to keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from engines.geometry import Board, Cell, centre

LARGEST_GROUP = 6
"""The most cups of one colour that may stand together in a deal."""

LEEWAY = 15.0
"""How much worse an exchange may make the sum of the squared group sizes and still be kept."""

TRIES = 4000
"""Exchanges tried before a deal is shuffled anew; they hardly ever run out."""


@cache
def spiral(board: Board) -> tuple[Cell, ...]:
    """The cells of a hexagon, the centre first, then ring after ring, each anticlockwise from the
    right. The first cells of it are always a patch without gaps."""
    middle = centre(board)
    cells = [middle]
    for ring, corner in enumerate(board.rays[middle][0], start=1):
        at = corner
        for way in (2, 3, 4, 5, 0, 1):
            for _ in range(ring):
                cells.append(at)
                onward = board.ways[at][way]
                assert onward is not None
                at = onward
    return tuple(cells)


def deal(board: Board, colours: Sequence[str], each: int, seed: int) -> dict[Cell, str]:
    """`each` cups of every colour on the cells nearest the centre, no group above LARGEST_GROUP.

    A shuffle of two colours practically always has a larger group (at one half, a honeycomb is just
    at the point where groups grow without bound), so a shuffle is repaired instead of thrown away: a
    cup of an oversized group changes places with any cup of another colour, and the exchange is kept
    when the groups get smaller or hardly larger. Never accepting the larger gets stuck.
    """
    random = Random(seed).random
    cells = spiral(board)[: each * len(colours)]
    number = {cell: n for n, cell in enumerate(cells)}
    links = [[number[near] for near in board.links[cell] if near in number] for cell in cells]
    while True:
        cups = [colour for colour in colours for _ in range(each)]
        for n in range(len(cups) - 1, 0, -1):
            other = int(random() * (n + 1))
            cups[n], cups[other] = cups[other], cups[n]
        badness, crowd = _judged(links, cups)
        for _ in range(TRIES):
            if not crowd:
                return dict(zip(cells, cups, strict=True))
            one = crowd[int(random() * len(crowd))]
            two = int(random() * len(cups))
            if cups[one] == cups[two]:
                continue
            cups[one], cups[two] = cups[two], cups[one]
            judged = _judged(links, cups)
            if judged[0] <= badness + LEEWAY * random():
                badness, crowd = judged
            else:
                cups[one], cups[two] = cups[two], cups[one]


def _judged(links: Sequence[Sequence[int]], cups: Sequence[str]) -> tuple[int, list[int]]:
    """The sum of the squared group sizes, and the cells of all oversized groups."""
    badness = 0
    crowd: list[int] = []
    seen = bytearray(len(cups))
    for start, colour in enumerate(cups):
        if seen[start]:
            continue
        seen[start] = 1
        group = [start]
        for cell in group:
            for near in links[cell]:
                if cups[near] == colour and not seen[near]:
                    seen[near] = 1
                    group.append(near)
        badness += len(group) ** 2
        if len(group) > LARGEST_GROUP:
            crowd += group
    return badness, crowd

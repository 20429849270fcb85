"""Solves the endings of nine men's morris and writes what was found into engines/morris/endings/.

    .venv/bin/python scripts/solve_morris.py

From the end backwards: a position is won where a move leaves a lost one, and lost where every move
leaves a won one; what neither reaches is drawn. A mill leads to an ending with a man less, which was
solved before. Works on whole arrays of positions (numpy, which comes with the development set-up): five
minutes, 1 GB.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.morris.endings import DRAWN, HALF, LOW, SET_BYTES, SOLVED, TURNS, file_name
from engines.morris.kernel import FEWEST, FULL, NEIGHBOURS, PARTNERS, POINTS

FOLDER = Path(__file__).parent.parent / "engines" / "morris"
SIZE = len(POINTS)
CHUNK = 200_000
UNKNOWN = 254
"""Not reached yet."""
NEVER = 255

Sets = NDArray[np.int64]
Bytes = NDArray[np.uint8]
LOWS, HIGHS = (np.array([turn[half] for turn in TURNS], dtype=np.int64) for half in (0, 1))
BITS = [1 << n for n in range(SIZE)]


def smallest(own: Sets, enemy: Sets) -> tuple[Sets, Sets]:
    """Of all positions that are alike the one with the smallest sets."""
    best = None
    for low, high in zip(LOWS, HIGHS, strict=True):
        mine = low[own & LOW] | high[own >> HALF]
        turned = mine << SIZE | low[enemy & LOW] | high[enemy >> HALF]
        best = turned if best is None else np.minimum(best, turned)
    assert best is not None
    return best >> SIZE, best & FULL


@cache
def numbers(size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The place of a set among all of its size is a number of its first half, and one of its last that
    depends on how many are in the first."""
    low = np.zeros(1 << HALF, dtype=np.int64)
    high = np.zeros((size + 1, 1 << HALF), dtype=np.int64)
    for men in range(1 << HALF):
        points = [n for n in range(HALF) if men >> n & 1]
        low[men] = sum(comb(n, k) for k, n in enumerate(points, start=1))
        for before in range(size + 1):
            high[before, men] = sum(
                comb(HALF + n, k) for k, n in enumerate(points, start=before + 1)
            )
    return low, high


COUNTS = np.array([men.bit_count() for men in range(1 << HALF)], dtype=np.int64)


class Kind:
    """All positions with so many men of whoever moves and so many of the other, each once."""

    def __init__(self, men: int, others: int) -> None:
        self.men, self.others = men, others
        sets = _sets(men)
        self.owns = np.unique(smallest(sets, np.zeros_like(sets))[0])
        """The sets of own men, of those that are alike the smallest."""
        self.each = comb(SIZE, others)
        self.left: Bytes = np.full(len(self.owns) * self.each, UNKNOWN, dtype=np.uint8)
        """How many moves are left, by the place of a position."""
        self.by_mill: Bytes = np.full(len(self.left), NEVER, dtype=np.uint8)
        """In how many moves a mill wins."""
        self.losing_mill: Bytes = np.zeros(len(self.left), dtype=np.uint8)
        """In how many moves a mill loses at the latest; NEVER where one draws."""

    def place(self, own: Sets, enemy: Sets) -> Sets:
        """Of smallest positions."""
        low, high = numbers(self.others)
        first = enemy & LOW
        rank = low[first] + high[COUNTS[first], enemy >> HALF]
        found: Sets = np.searchsorted(self.owns, own) * self.each + rank
        return found

    def found(self, own: Sets, enemy: Sets) -> Bytes:
        """The moves left of any positions."""
        return self.left[self.place(*smallest(own, enemy))]

    def positions(self) -> Iterator[tuple[Sets, Sets]]:
        """Every smallest position, some at a time."""
        everywhere = _sets(self.others)
        waiting: list[tuple[Sets, Sets]] = []
        count = 0
        for own in self.owns:
            enemy = everywhere[everywhere & own == 0]
            mine = np.full_like(enemy, own)
            first, second = smallest(mine, enemy)
            same = (first == mine) & (second == enemy)
            waiting.append((mine[same], enemy[same]))
            count += int(same.sum())
            if count > CHUNK:
                yield (
                    np.concatenate([o for o, _ in waiting]),
                    np.concatenate([e for _, e in waiting]),
                )
                waiting, count = [], 0
        if waiting:
            yield np.concatenate([o for o, _ in waiting]), np.concatenate([e for _, e in waiting])


@cache
def _sets(size: int) -> Sets:
    found = [sum(1 << n for n in points) for points in combinations(range(SIZE), size)]
    return np.sort(np.array(found, dtype=np.int64))


def journeys(men: int) -> Iterator[tuple[int, int]]:
    for start in range(SIZE):
        for end in range(SIZE):
            if start != end and (men == FEWEST or NEIGHBOURS[start] >> end & 1):
                yield start, end


def closes(men: Sets, end: int) -> NDArray[np.bool_]:
    one, other = PARTNERS[end]
    found: NDArray[np.bool_] = (men & one == one) | (men & other == other)
    return found


def steps(own: Sets, enemy: Sets, men: int) -> Iterator[tuple[Sets, Sets, NDArray[np.bool_]]]:
    """For every journey: which positions allow it, the own men after it, where it closes a mill."""
    taken = own | enemy
    for start, end in journeys(men):
        rows = np.flatnonzero((own & BITS[start] != 0) & (taken & BITS[end] == 0))
        if len(rows):
            after = own[rows] ^ (BITS[start] | BITS[end])
            yield rows, after, closes(after, end)


def loose(men: Sets) -> Sets:
    """The men that a mill may take."""
    milled = np.zeros_like(men)
    for n in range(SIZE):
        milled |= np.where(closes(men, n), men & BITS[n], 0)
    free = men & ~milled
    return np.where(free == 0, men, free)


class Pair:
    """An ending, and the one it turns into when nobody closes a mill: the same with sides changed."""

    def __init__(self, kind: Kind, solved: dict[tuple[int, int], Kind]) -> None:
        self.kinds = {(kind.men, kind.others): kind}
        if kind.men != kind.others:
            self.kinds[kind.others, kind.men] = Kind(kind.others, kind.men)
        self._solved = solved
        self._waiting: dict[int, list[tuple[Kind, Sets, Sets]]] = {}
        """By the number of moves left, positions that are lost then unless they are not."""

    def solve(self) -> None:
        for kind in self.kinds.values():
            for own, enemy in kind.positions():
                self._look_at_mills(kind, own, enemy)
        won: dict[int, list[tuple[Kind, Sets, Sets]]] = {}
        for kind in self.kinds.values():
            for own, enemy in kind.positions():
                left = kind.by_mill[kind.place(own, enemy)]
                for count in np.unique(left[left != NEVER]):
                    rows = left == count
                    won.setdefault(int(count), []).append((kind, own[rows], enemy[rows]))
        last = 0
        count = 0
        while count <= max(last, *won, *self._waiting, 0):
            fresh = self._waiting if count % 2 == 0 else won
            for kind, own, enemy in fresh.pop(count, []):
                place = kind.place(own, enemy)
                rows = kind.left[place] == UNKNOWN
                own, enemy, place = own[rows], enemy[rows], place[rows]
                kind.left[place] = count
                for at in range(0, len(own), CHUNK):
                    some = slice(at, at + CHUNK)
                    before, mine, theirs = self._before(kind, own[some], enemy[some])
                    if not len(mine):
                        continue
                    last = count + 1
                    if count % 2 == 0:
                        won.setdefault(count + 1, []).append((before, mine, theirs))
                    else:
                        self._lost(before, mine, theirs, count)
            count += 1
        for kind in self.kinds.values():
            kind.left[kind.left == UNKNOWN] = DRAWN

    def _look_at_mills(self, kind: Kind, own: Sets, enemy: Sets) -> None:
        """What mills lead to, and which positions have nothing but mills."""
        place = kind.place(own, enemy)
        best = np.full(len(own), NEVER, dtype=np.uint8)
        worst = np.zeros(len(own), dtype=np.uint8)
        quiet = np.zeros(len(own), dtype=bool)
        prey = loose(enemy)
        fewer = self._solved.get((kind.others - 1, kind.men))
        for rows, after, mill in steps(own, enemy, kind.men):
            quiet[rows[~mill]] = True
            rows, after = rows[mill], after[mill]
            for victim in BITS if len(rows) else ():
                taking = prey[rows] & victim != 0
                hit = rows[taking]
                if not len(hit):
                    continue
                if fewer is None:
                    best[hit] = 1
                    continue
                left = fewer.found(enemy[hit] ^ victim, after[taking])
                wins, loses = left % 2 == 0, (left % 2 == 1) & (left != DRAWN)
                best[hit[wins]] = np.minimum(best[hit[wins]], left[wins] + 1)
                worst[hit[loses]] = np.maximum(worst[hit[loses]], left[loses] + 1)
                worst[hit[left == DRAWN]] = NEVER
        kind.by_mill[place], kind.losing_mill[place] = best, worst
        stuck = ~quiet & (best == NEVER) & (worst != NEVER)
        for count in np.unique(worst[stuck]):
            rows = stuck & (worst == count)
            self._waiting.setdefault(int(count), []).append((kind, own[rows], enemy[rows]))

    def _before(self, kind: Kind, own: Sets, enemy: Sets) -> tuple[Kind, Sets, Sets]:
        """The open positions that a move without a mill leads from to these."""
        before = self.kinds[kind.others, kind.men]
        mine, theirs = [], []
        for rows, men, _ in steps(enemy, own, kind.others):
            # Backwards: `men` stood before, and the move to where they stand now closed no mill.
            moved = enemy[rows] & ~men
            quiet = np.ones(len(rows), dtype=bool)
            for n in range(SIZE):
                here = moved == BITS[n]
                quiet[here] = ~closes(enemy[rows[here]], n)
            first, second = smallest(men[quiet], own[rows[quiet]])
            mine.append(first)
            theirs.append(second)
        if not mine:
            return before, own[:0], own[:0]
        first, second = np.concatenate(mine), np.concatenate(theirs)
        place = before.place(first, second)
        _, rows = np.unique(place, return_index=True)
        rows = rows[before.left[place[rows]] == UNKNOWN]
        return before, first[rows], second[rows]

    def _lost(self, kind: Kind, own: Sets, enemy: Sets, count: int) -> None:
        """Of these, keep those where every move leaves a won position."""
        place = kind.place(own, enemy)
        able = (kind.by_mill[place] == NEVER) & (kind.losing_mill[place] != NEVER)
        own, enemy, place = own[able], enemy[able], place[able]
        after = self.kinds[kind.others, kind.men]
        all_won = np.ones(len(own), dtype=bool)
        for rows, men, mill in steps(own, enemy, kind.men):
            keep = ~mill & all_won[rows]
            rows, men = rows[keep], men[keep]
            left = after.found(enemy[rows], men)
            all_won[rows[(left % 2 == 0) | (left >= UNKNOWN)]] = False
        own, enemy, place = own[all_won], enemy[all_won], place[all_won]
        due = np.maximum(kind.losing_mill[place], count + 1)
        for moves in np.unique(due):
            rows = due == moves
            self._waiting.setdefault(int(moves), []).append((kind, own[rows], enemy[rows]))


def written(kind: Kind) -> bytes:
    """As endings.py reads it. A position that is not the smallest of those alike says what it does not
    matter: the same as the one before it, which packs best."""
    everywhere = _sets(kind.others)
    parts = [b"".join(int(own).to_bytes(SET_BYTES, "little") for own in kind.owns)]
    for own in kind.owns:
        enemy = everywhere[everywhere & own == 0]
        mine = np.full_like(enemy, own)
        first, second = smallest(mine, enemy)
        same = (first == mine) & (second == enemy)
        left = kind.left[kind.place(mine, enemy)]
        shown = np.maximum.accumulate(np.where(same, np.arange(len(same)), 0))
        parts.append(left[shown].tobytes())
    return b"".join(parts)


def main() -> None:
    solved: dict[tuple[int, int], Kind] = {}
    for men, others in sorted(SOLVED, key=lambda pair: (sum(pair), pair)):
        if (men, others) in solved:
            continue
        pair = Pair(Kind(men, others), solved)
        pair.solve()
        solved.update(pair.kinds)
        for (mine, theirs), kind in pair.kinds.items():
            packed = lzma.compress(written(kind), preset=9 | lzma.PRESET_EXTREME)
            (FOLDER / file_name(mine, theirs)).write_bytes(packed)
            shares = [np.mean(kind.left % 2 == odd) for odd in (0, 1)]
            longest = int(kind.left[kind.left != DRAWN].max())
            sys.stdout.write(f"{mine}-{theirs}: {len(packed)} bytes, longest {longest} {shares}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()

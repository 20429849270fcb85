"""Solves wolf and sheep whole and writes what was found into engines/wolf/solved.py.

    .venv/bin/python scripts/solve_wolf.py

Sheep only go forward, so every line of play ends, and a position is won for the sheep when one of their
moves leaves the wolf none that is not. About ten seconds.
"""

from __future__ import annotations

import lzma
from base64 import b85encode
from itertools import combinations
from pathlib import Path
from textwrap import wrap

from engines.wolf.kernel import CELLS, WolfKernel, broke_through

KERNEL = WolfKernel(sheep_first=True)
TARGET = Path(__file__).parent.parent / "engines" / "wolf" / "solved.py"
WIDTH = 96


def sheep_win(sheep: int, wolf: int, known: dict[tuple[int, int], bool]) -> bool:
    """With the sheep to move."""
    won = known.get((sheep, wolf))
    if won is None:
        before = (1, sheep, wolf)
        won = any(
            all(sheep_win(after[1], end, known) for _, end in KERNEL.moves(after))
            for move in KERNEL.moves(before)
            if not broke_through((after := KERNEL.after(before, move))[1], wolf)
        )
        known[sheep, wolf] = won
    return won


def table() -> bytes:
    """Four bytes for every flock, a bit for every cell of the wolf."""
    known: dict[tuple[int, int], bool] = {}
    rows = []
    # In colexicographic order, so that a flock's place in the table is a sum.
    for flock in sorted(combinations(range(len(CELLS)), 4), key=lambda cells: cells[::-1]):
        sheep = sum(1 << n for n in flock)
        won = sum(
            1 << wolf
            for wolf in range(len(CELLS))
            if not sheep >> wolf & 1 and sheep_win(sheep, wolf, known)
        )
        rows.append(won.to_bytes(4, "little"))
    return b"".join(rows)


def main() -> None:
    packed = b85encode(lzma.compress(table(), lzma.FORMAT_ALONE, preset=9)).decode()
    source = TARGET.read_text(encoding="utf-8")
    head, _, _ = source.partition("PACKED = ")
    # The text has quotes of neither kind that would end it, and no backslash.
    lines = "\n".join(f'    r"""{line}"""' for line in wrap(packed, WIDTH - 13))
    TARGET.write_text(f"{head}PACKED = (\n{lines}\n)\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""What a move says besides the cells of its label: data that the texts put into words.

Knows ids and cells, no language. `Word("huff", ("e5",))` is `move.do.huff` where a button offers it and
`move.done.huff` where it was done, with `{cell}` in them.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.geometry import Cell
from engines.steps import Piece


class Word(NamedTuple):
    """`kind` is the id; `cells` are those it is about, the first of them `{cell}` in the texts; `piece`
    (`{piece}`, `{colour}`) and `player` (`{named}`) are what else it names."""

    kind: str
    cells: tuple[Cell, ...] = ()
    piece: Piece | None = None
    player: int = 0

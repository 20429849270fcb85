"""What a move says besides the cells of its label: data that the texts put into words.

Knows ids and cells, no language. `Word("huff", ("e5",))` is `move.do.huff` where a button offers it and
`move.done.huff` where it was done, with `{cell}` in them.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from engines.geometry import Cell
from engines.steps import Piece


class Word(NamedTuple):
    """`kind` is the id; `cells` are those it is about, the first of them `{cell}` in the texts; `piece`
    (`{piece}`, `{colour}`) and `player` (`{named}`) are what else it names."""

    kind: str
    cells: tuple[Cell, ...] = ()
    piece: Piece | None = None
    player: int = 0


class Reason(NamedTuple):
    """Why a move is good or bad, as a coach says it: `coach.KIND` in the texts, with `{cells}` in it."""

    kind: str
    cells: tuple[Cell, ...] = ()


class Label(str):
    """A move's label that knows what the move says: it goes wherever the label goes."""

    word: Word

    def __new__(cls, label: str, word: Word) -> Self:
        made = super().__new__(cls, label)
        made.word = word
        return made

    def __reduce__(self) -> tuple[type[Label], tuple[str, Word]]:
        return Label, (str(self), self.word)


def word_of(label: str) -> Word | None:
    """What a label says besides its cells, if anything."""
    return label.word if isinstance(label, Label) else None

"""The rule books of Tavoliere. Standard library only: no clock, no I/O, no hardware, no language.

game = engines.GAMES["dama"](capture="strict")
state = game.start()
state = game.apply(state, game.legal_moves(state)[0])

All that programs need of a rule book can be had from here: `engines.IllegalMove`, `engines.Outcome`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from engines.errors import (
    IllegalMove,
    InvalidLabel,
    InvalidOption,
    InvalidPosition,
    TavoliereError,
    UnknownGame,
)
from engines.game import Attempt, Game, Move, Outcome, State
from engines.geometry import Board, Cell, Point
from engines.shelf import Book, BrokenGame, Shelf
from engines.steps import Act, Piece, Stacks, Step
from engines.word import Word

__all__ = [
    "GAMES",
    "Act",
    "Attempt",
    "Board",
    "BrokenGame",
    "Cell",
    "Game",
    "IllegalMove",
    "InvalidLabel",
    "InvalidOption",
    "InvalidPosition",
    "Move",
    "Outcome",
    "Piece",
    "Point",
    "Stacks",
    "State",
    "Step",
    "TavoliereError",
    "UnknownGame",
    "Word",
    "variants",
]

GAMES = Shelf("engines")
"""Every game there is: the folders of this package, and what other distributions bring."""


def variants(book: Book) -> Iterator[Game[Any, Any]]:
    """The book for every number of players, with all options that go together."""
    for players, values in product(book.seats, list(product(*book.choices.values()))):
        try:
            yield book(players=players, **dict(zip(book.choices, values, strict=True)))
        except InvalidOption:
            continue

"""Tables of Cappuccino that its tests sit at."""

from __future__ import annotations

from engines.cappuccino.book import Cappuccino
from engines.steps import Piece
from tests.engines.playing import after

TWO = Cappuccino()
THREE = Cappuccino(players=3)
FOUR = Cappuccino(players=4)
PAIRS = Cappuccino(early="pairs")
LATE = Cappuccino(early="off")
BOTH = Cappuccino(colours=2)
EXPERT = Cappuccino(setup="expert")
RED, YELLOW = Piece("red", 1), Piece("yellow", 2)


def played(game: Cappuccino, text: str, *moves: str) -> str:
    """The position after the moves, without the cups under the tops."""
    words = after(game, text, *moves).split()
    return " ".join(word for word in words if not word.startswith("under="))

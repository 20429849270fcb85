"""The table of Xe Queo! that its tests sit at."""

from __future__ import annotations

from functools import partial

from engines.xe_queo.book import XeQueo
from engines.xe_queo.kernel import NUMBER
from engines.xe_queo.kernel import distance as between
from tests.engines import playing

GAME = XeQueo()
CELLS = GAME.board.cells
CHAIN = "1 ring=e1 red=b2 blue=b3 green=c4 white=d3"
"""The red pawn can go from b2 over b4 and d4 to d2: away from the ring, and back to it."""
FULL = "1 ring=d4 red=a1 orange=g7 yellow=a7 green=g1 blue=a4 purple=g4 white=d1 score=0-2"
"""All seven pawns."""

labels = partial(playing.labels, GAME)
played = partial(playing.after, GAME)


def pawn_labels(text: str) -> set[str]:
    """Without the challenges, which are always there."""
    return {label for label in labels(text) if not label.startswith("queo")}


def distance(one: str, two: str) -> int:
    return between(NUMBER[one], NUMBER[two])

"""The rule books of Tavoliere. Standard library only: no clock, no I/O, no hardware, no language.

game = engines.GAMES["dama"](capture="strict")
state = game.start()
state = game.apply(state, game.legal_moves(state)[0])
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from engines.cappuccino import Cappuccino
from engines.draughts import Dama, MangiaLaDama
from engines.game import Game, InvalidOption
from engines.morris import Mulino, MulinoCeylonese, MulinoMisto
from engines.top_hats import TopHats
from engines.wolf import LupoEPecore
from engines.xe_queo import XeQueo

GAMES: dict[str, type[Game[Any, Any]]] = {
    book.name: book
    for book in (
        Dama,
        MangiaLaDama,
        LupoEPecore,
        Mulino,
        MulinoMisto,
        MulinoCeylonese,
        TopHats,
        Cappuccino,
        XeQueo,
    )
}
"""Every game there is; the only list of games."""


def variants(book: type[Game[Any, Any]]) -> Iterator[Game[Any, Any]]:
    """The book for every number of players, with all options that go together."""
    for players, values in product(book.seats, list(product(*book.choices.values()))):
        try:
            yield book(players=players, **dict(zip(book.choices, values, strict=True)))
        except InvalidOption:
            continue

"""The rule books of Tavoliere. Standard library only: no clock, no I/O, no hardware, no language.

game = engines.GAMES["dama"](capture="strict")
state = game.start()
state = game.apply(state, game.legal_moves(state)[0])
"""

from __future__ import annotations

from typing import Any

from engines.cappuccino import Cappuccino
from engines.draughts import Dama, MangiaLaDama
from engines.game import Game
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

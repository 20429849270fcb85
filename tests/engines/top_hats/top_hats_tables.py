"""Tables of Top Hats that its tests sit at."""

from __future__ import annotations

import pytest

from engines.geometry import rings
from engines.top_hats.book import TopHats

IT, FR = TopHats(), TopHats(rules="fr")
IT3, FR3 = TopHats(players=3), TopHats(players=3, rules="fr")
both = pytest.mark.parametrize("game", [IT, FR], ids=["it", "fr"])

FAR = "h7=??y h6=??y g8=??y h8=??y h5=??y"
"""Five stacks of player 2 in a far corner: enough that nothing shrinks."""


def ring_cells(*wanted: int) -> frozenset[str]:
    return frozenset(cell for cell, ring in rings(IT.board).items() if ring in wanted)

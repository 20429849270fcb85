"""Garbage collection that stays out of the way of a hand on the board.

States and moves hold no cycles, so they go without being collected; what is loaded when play begins
stays to its end. Walking through all of it takes 12 to 17 ms on a PC and far longer on a small Pi, in
which no edge is seen.
"""

from __future__ import annotations

import gc

YOUNG = 20_000
"""New objects after which the youngest are looked through: more than the moves of a dense turn."""


def keep_what_is_loaded() -> None:
    """Never look again through what there is now, and less often through what comes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)

"""Garbage collection that stays out of the way of a hand on the board.

States and moves hold no cycles, so they go without being collected; what is loaded when play begins
stays to its end. Walking through all of it takes 12 to 17 ms on a PC and far longer on a small Pi, in
which no edge is seen.

What only the collector finds is the pages' share: asyncio's transports, 1.5 KB for each page that came.
Weighed over 5,967 edges and 1,448 pages, with the longest stop in which nothing else is done:

    as Python has it           33 ms   +0.3 MB
    as here                    10 ms   +1.8 MB, then the 20,000 are full and all of it goes
    no collector at all         0 ms   +2.2 MB, and on and on
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

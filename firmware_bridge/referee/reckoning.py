"""How high a stack is that no sensor can count any more: it only tells that the stack rose or fell.

Knows what should stand on the board, what is in hands, and how the reading changed. What a hand held
comes down whole, and what is put back stands as it stood: so the height follows from everything else.
"""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.referee.lens import EXACT


def reckoned(
    rose: bool, was: int, stood: Iterable[int], coming: Iterable[int], held: Iterable[int]
) -> int:
    """The likeliest height of a stack above `EXACT` that rose or fell from `was`.

    `stood`: the heights that it had in the positions it may be back in. `coming`: how many pieces hands
    hold that the rules let come down here. `held`: how many they hold at all, the latest first.
    """
    if rose:
        back = (height for height in stood if height > was)
        moved, grown = ((was + pieces for pieces in some) for some in (coming, held))
        found = (height for height in (*moved, *back, *grown) if height > EXACT)
        return next(found, max(was, EXACT) + 1)
    lower = (height for height in stood if EXACT < height < was)
    return next(lower, max(was - 1, EXACT + 1))

"""A board that does not stand as recorded: what must be put right, and when it is.

Knows positions and pictures, no clock and no words. Usually all must go back to what is recorded. Where
a wrong move's piece came down where it may, only what else was wrong must be mended.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.referee.difference import Difference
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.position import Position

MENDABLE = 4
"""Cells of a wrong move that can be mended: where it came from and went, and two that lost a piece."""


def to_put_right(position: Position, difference: int, contested: int) -> Difference:
    """What must change until play can go on. `contested` is the difference that was called illegal, 0
    where the board is only being set up or taken back."""
    lens = position.lens
    if mendable(position, contested):
        kept = {
            kind: _beyond(position, kind, difference) for kind in _travels(position, difference)
        }
        lacking = {kind.change & ~difference for kind, beyond in kept.items() if not beyond}
        # Of a move that explains all there is, only what it lacks is wanted, where that is certain.
        wrong = next(iter(kept.values()), 0) if not lacking else 0
        wrong = lacking.pop() if len(lacking) == 1 else wrong
        if wrong:
            gone = wrong & position.picture & difference
            return Difference(lens.cells_of(gone), lens.cells_of(wrong & ~gone))
    return Difference(
        lens.cells_of(difference & position.picture), lens.cells_of(difference & ~position.picture)
    )


def goes_on(position: Position, difference: int, contested: int) -> bool:
    """Whether a wrong move has been mended so far that it can be finished. Of one that was flagged for
    being unfinished, what it takes stays asked for where that is certain."""
    certain = _wanting(position, difference)
    return any(
        not difference & ~kind.meanwhile and (contested & ~kind.meanwhile or not certain)
        for kind in _travels(position, difference)
    )


def mendable(position: Position, contested: int) -> bool:
    """Whether what was called illegal is one piece's move with a few victims, not a knocked board, whose
    pieces may look like anything on their way back."""
    lens = position.lens
    few = 0 < len(lens.cells_of(contested)) <= MENDABLE
    return few and len(lens.cells_of(contested & ~position.picture)) <= 1


def _travels(position: Position, difference: int) -> Iterator[Footprint]:
    """The kinds of move whose piece has come down as it may, and that take something."""
    for kind in position.by_hand:
        if (
            kind.victims
            and kind.fills & difference
            and not (kind.fills | kind.sources) & ~difference
        ):
            yield kind


def _beyond(position: Position, kind: Footprint, difference: int) -> int:
    """What differs and is none of such a move's; of a stack that it lowers, more may be gone than that
    takes."""
    lens = position.lens
    lowered = lens.mask(lens.cells_of(kind.tops))
    return difference & ~kind.meanwhile or difference & lowered & ~kind.change


def _wanting(position: Position, difference: int) -> int:
    """The victims still to be taken off, where it is certain which."""
    wanted = {kind.change & ~difference for kind in _travels(position, difference)}
    return wanted.pop() if len(wanted) == 1 else 0

"""A board that does not stand as recorded: what must be put right, and when it is.

Knows positions and pictures, no clock and no words. Usually all must go back to what is recorded. Where
a wrong move's piece came down where it may, only what else was wrong must be mended.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Move
from engines.steps import Act
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
        for kept in _travels(position, difference):
            # Of a stack that it lowers, more may be gone than that takes.
            lowered = lens.mask(lens.cells_of(kept.tops))
            wrong = difference & ~kept.meanwhile or difference & lowered & ~kept.change
            if not wrong:
                wrong = _still_standing(position, difference)
            if wrong:
                gone = wrong & position.picture & difference
                return Difference(lens.cells_of(gone), lens.cells_of(wrong & ~gone))
    return Difference(
        lens.cells_of(difference & position.picture), lens.cells_of(difference & ~position.picture)
    )


def goes_on(position: Position, difference: int, contested: int) -> bool:
    """Whether a wrong move has been mended so far that it can be finished."""
    return mendable(position, contested) and any(
        not difference & ~kind.meanwhile and difference != contested
        for kind in _travels(position, difference)
    )


def made_good(position: Position, difference: int, ignore: int, contested: int) -> Move | None:
    """The legal move that a wrong one has become: its piece came down where it may, or was carried on to
    there, and what else was wrong or missing has been mended. Any other way back leads through the
    board as recorded; pieces of a knocked board may look like anything."""
    if difference == contested:
        return None
    done = [move for _, moves in position.done(difference, ignore) for move in moves]
    results = position.results(done) if difference else []
    if len(results) != 1:
        return None
    if contested and not difference & contested:
        return results[0]  # all that was wrong is right again, and somebody has moved meanwhile
    if contested and not contested & ~position.picture:
        return results[0]  # it was only missing, and has come down where it may
    if contested & ~difference and _stood(position, results[0], contested & difference):
        return results[0]  # it had been made already when something else went wrong
    if not mendable(position, contested):
        return None
    lens = position.lens
    (placed,) = lens.cells_of(contested & ~position.picture)
    lifted = lens.cells_of(contested & position.picture)
    stops = {step.cell for step in results[0].steps if step.act is Act.PLACE}
    carried_on = position.deed(results[0]).start in lifted
    return results[0] if placed in stops or carried_on else None


def _stood(position: Position, move: Move, flagged: int) -> bool:
    """Whether this move's piece had come down where it stands when something was flagged."""
    kind = position.kind_of(move)
    return kind is not None and bool(kind.fills) and not (kind.fills | kind.sources) & ~flagged


def mendable(position: Position, contested: int) -> bool:
    """Whether what was called illegal is one piece's move with a few victims, not a knocked board."""
    lens = position.lens
    few = 0 < len(lens.cells_of(contested)) <= MENDABLE
    return few and len(lens.cells_of(contested & ~position.picture)) == 1


def _travels(position: Position, difference: int) -> Iterator[Footprint]:
    """The kinds of move whose piece has come down as it may, and that take something."""
    for kind in position.by_hand:
        if (
            kind.victims
            and kind.fills & difference
            and not (kind.fills | kind.sources) & ~difference
        ):
            yield kind


def _still_standing(position: Position, difference: int) -> int:
    """The victims still to be taken off, where it is certain which."""
    wanted = {kind.change & ~difference for kind in _travels(position, difference)}
    return wanted.pop() if len(wanted) == 1 else difference

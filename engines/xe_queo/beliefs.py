"""What an onlooker makes of the moves: which card each player likely has, and whether he minds it.

Knows pawns by their numbers and nothing of the board.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

PAWNS = 7
Theirs = tuple[float, ...]
"""Of one player: how well what he did fits each card; last, how well it fits somebody who moves whatever
he touches."""
Beliefs = tuple[Theirs, ...]

OWN_PAWN = 4.0
"""Whoever moves a pawn is so much likelier to have its card: people help themselves first."""
LEFT_OUT = 0.05
"""Whoever could have entered the ring with a pawn and did something else hardly has its card."""
AIMLESS, ANY_PAWN = 0.2, 10 / 7
"""So likely, beside each card, is somebody who moves anything: whoever is taken for cleverer than he is
is read wrong. Such a player moves a pawn that is not his oftener than others do."""
GROUNDS, GROUNDLESS = 0.2, 20.0
"""Who names a card that is less likely than this is so much likelier to name anything."""
AT_ONCE, NOT_OWN = 10.0, 0.02
"""By the measure of other moves, how likely somebody who cares enters the ring with his own pawn as soon
as it can, and with another."""
DOUBTED = 0.02, 50.0
"""Bounds of what one player is taken for: people change."""
EVEN: Beliefs = ((*(1.0 for _ in range(PAWNS)), AIMLESS),) * 2


def untouched(seen: Beliefs) -> bool:
    """Whether nobody has moved a pawn since the cards were chosen."""
    return all(weight == 1.0 for theirs in seen for weight in theirs[:PAWNS])


def pushed(theirs: Theirs, pawn: int, left: Collection[int], *, entered: bool) -> Theirs:
    """Somebody has moved a pawn, perhaps into the ring, and left others that could have entered."""
    *weights, aimless = theirs
    if entered:
        weights = [weight * NOT_OWN for weight in weights]
        weights[pawn] *= AT_ONCE / NOT_OWN
    else:
        for other in left:
            weights[other] *= LEFT_OUT
        weights[pawn] *= OWN_PAWN
    return *weights, aimless * ANY_PAWN


def challenges(theirs: Theirs, others: Theirs, pawn: int) -> Theirs:
    """Somebody has named another's pawn, of whom this is believed."""
    weights = likely(others)
    if weights[pawn] >= GROUNDS * sum(weights):
        return theirs
    return *theirs[:PAWNS], theirs[PAWNS] * GROUNDLESS


def shown(theirs: Theirs, pawn: int, this: float, other: float) -> Theirs:
    """The cards have said what they say so likely if he has the card of this pawn, or of another."""
    found = [this if n == pawn else other for n in range(PAWNS)]
    weights = (weight * fits for weight, fits in zip(theirs, found, strict=False))
    return *weights, theirs[PAWNS] * sum(found) / PAWNS


def renewed(theirs: Theirs) -> Theirs:
    """New cards for a new round; what kind of player he is remains."""
    least, most = DOUBTED
    cares = sum(theirs[:PAWNS]) / PAWNS
    aimless = max(least, min(most, theirs[PAWNS] / cares)) if cares else most
    return *(1.0 for _ in range(PAWNS)), aimless


def aimlessness(theirs: Theirs) -> float:
    """How likely he is to move whatever he touches."""
    aimless = theirs[PAWNS] * PAWNS
    return aimless / (aimless + sum(theirs[:PAWNS]))


def likely(theirs: Theirs) -> Sequence[float]:
    """How likely each card is: one who moves anything may have any."""
    return [weight + theirs[PAWNS] for weight in theirs[:PAWNS]]

"""Every way to tell what hands did, one function each: evidence and a scene in, stories with prices out.

Knows no game and changes nothing. Of which positions they are asked is for `stories` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from firmware_bridge.referee.evidence import Evidence
from firmware_bridge.referee.firsts import First, firsts
from firmware_bridge.referee.position import MOST_ANSWERS
from firmware_bridge.referee.prices import (
    hurry,
    knocked,
    nothing_explains,
    snatched,
    waiting,
)
from firmware_bridge.referee.scene import Scene
from firmware_bridge.referee.story import End, Story

FURTHER, BRANCHES = 2, 8
"""Moves beyond the second that are looked into where hands answer each other before one is on the
record, and how many each time: every one costs a position."""

Teller = Callable[[Evidence, Scene], Iterable[Story]]

# One position --------------------------------------------------------------------------------


def nothing(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """Everything stands where it did; pieces that rested elsewhere meanwhile speak against it."""
    if scene.difference:
        return
    price = scene.hands.tried() + evidence.weights.unfinished_at_rest * bool(scene.trail)
    yield Story(End.RIGHT, price, scene.position, open=scene.half_way)


def done(_: Evidence, scene: Scene) -> Iterator[Story]:
    """The board looks just as a legal move leaves it."""
    for made in scene.made:
        yield Story(
            End.RIGHT,
            made.price,
            scene.position,
            (made.move,),
            scene.open_to_it,
            scene.trail,
            open=scene.may_go_on(made),
            unseen=made.unseen,
        )


def uncrowned(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """A piece has come down where it is crowned, and in all that time nobody has done so."""
    if not evidence.out_of_patience:
        return
    for kind in scene.open_to_it:
        owed = kind.uncrowned(scene.difference, scene.ignore)
        for move in scene.position.results(scene.position.by_hand[kind]) if owed else ():
            yield Story(
                End.RIGHT,
                scene.hands.besides(kind) + scene.hands.way_price(kind, move),
                scene.position,
                (move,),
                scene.open_to_it,
                scene.trail,
                owed=owed,
            )


def underway(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """A part of some legal move is done."""
    going = scene.going
    if going is not None:
        price = going.price + waiting(evidence, airborne=going.airborne)
        if going.airborne:
            price += scene.hands.tried({*going.trail, *scene.known})
        price += evidence.weights.kept if evidence.waited(going.wait) else 0.0
        yield Story(
            End.UNDERWAY,
            price,
            scene.position,
            going=going.kinds,
            trail=going.trail,
            airborne=going.airborne,
            open=True,
        )


def held(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """Pieces are only missing: somebody looks at them, dusts them, or sets them straight."""
    if not scene.difference or scene.down:
        return
    weights = evidence.weights
    count = len(scene.position.lens.cells_of(scene.off))
    price = weights.held * count + scene.hands.tried(scene.known)
    if evidence.out_of_patience:
        price += weights.kept
    yield Story(End.HELD, price, scene.position, airborne=True, open=True)


def untold(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """The next move is made, or being made, before the book has been told what it wants to know."""
    yield from _once_told(evidence, scene, (done, underway))


def several_untold(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """The same, by more hands than one."""
    yield from _once_told(evidence, scene, (overlapping,))


def _once_told(evidence: Evidence, scene: Scene, tellers: Iterable[Teller]) -> Iterator[Story]:
    for after in islice(scene.position.once_told() if scene.difference else (), MOST_ANSWERS):
        then = evidence.scene(after, scene.touches, known=scene.known)
        for story in (story for teller in tellers for story in teller(evidence, then)):
            if story.end is not End.WRONG:
                # Whoever holds a piece while he is asked looks at it: no longer than at any other.
                late = story.airborne and evidence.out_of_patience
                price = story.price + evidence.weights.kept * late
                yield Story(End.UNDERWAY, price, scene.position, airborne=story.airborne, open=True)


def wrong(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """No legal move explains it."""
    if scene.difference:
        yield Story(End.WRONG, nothing_explains(evidence, scene), scene.position)


# Two moves -----------------------------------------------------------------------------------


def overlapping(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """A move came down, and other hands were at the next one meanwhile or since."""
    for first in firsts(scene, evidence.seen):
        for price, rest in besides(evidence, scene, first):
            yield together(evidence, scene, first, price, rest)


def besides(
    evidence: Evidence, scene: Scene, first: First, more: int = FURTHER
) -> Iterator[tuple[float, Story]]:
    """Stories of what else was done, each with what the two cost together."""
    after = scene.position.following(first.move)
    if after.outcome is not None:
        return
    weights = evidence.weights
    # Who insists means one of two moves: the other may be somebody else's, and in the air.
    calm = replace(evidence, insisted=False)
    excused = first.due | first.owed
    then = evidence.scene(after, first.remaining, excused=excused, known=scene.known)
    if not then.difference and not first.due:
        return
    player = first.move.by or scene.position.state.turn
    price = weights.two_moves + first.price
    price += knocked(weights, scene.touches, evidence.time, first.kind.start)

    def joined(rest: Story) -> float:
        """What the two cost together."""
        who = (rest.moves[0].by if rest.moves else 0) or after.state.turn
        left, himself = first.left, who == player
        # Where its piece was not seen coming down, taking that off takes as long as an answer.
        again = himself and first.kind.end not in after.lens.cells_of(then.difference)
        # A sleeve, and a hand that errs, is as quick as it likes.
        again = again or (rest.end is End.WRONG and first.kind.lands)
        hasty = hurry(weights, first.remaining, left.when, left.cell, himself=again)
        hasty += snatched(weights, after.game.board, left, first.remaining)
        # Who may move again does one thing after the other.
        before = himself and first.kind.lands and first.remaining.began < first.landed.when
        hasty += weights.ahead * ((first.ahead or before) and rest.end is not End.HELD)
        if first.crossed is not None and rest.end is not End.WRONG:
            hasty += weights.crossed * (1 + first.crossed)
        return price + hasty + rest.price

    tellers = (done, underway, held, untold)
    told = [story for teller in tellers for story in teller(calm, then)]
    further: list[Story] = []
    if more and then.difference and all(rest.end is End.HELD for rest in told):
        further = [
            together(calm, then, second, cost, rest)
            for second in islice(firsts(then, evidence.seen), BRANCHES)
            for cost, rest in besides(calm, then, second, more - 1)
        ]
    # A move stands, whatever has gone wrong elsewhere since it began; not where the book then asks: one
    # thing after the other.
    seen = first.kind.lands or first.kind.end is None
    apart = seen and not first.due and first.remaining.began >= first.began
    # What has come down and was not lifted is what the first move is said to have taken away.
    down, off = (len(after.lens.cells_of(bits)) for bits in (then.down, then.off))
    amiss = wrong(calm, then) if apart and down <= off == 1 and after.by_hand else ()
    for rest in (*told, *further, *amiss):
        yield joined(rest), rest


def together(evidence: Evidence, scene: Scene, first: First, price: float, rest: Story) -> Story:
    if first.due:
        # Nothing is recorded before its victims are off; whoever is at the next one may wait in vain.
        # Who insists means his own move, whatever the other still has to take off.
        calm = replace(evidence, insisted=False)
        price += waiting(calm, airborne=False)
        in_vain = calm.out_of_patience if rest.airborne else calm.played_on
        price += evidence.weights.kept if in_vain else 0.0
        return Story(
            End.UNDERWAY,
            price,
            scene.position,
            going=(first.kind,),
            airborne=rest.airborne,
            open=True,
            remaining=first.remaining,
        )
    # What was lifted while the other's piece was in the air already may still come down.
    lifted = first.crossed is not None and not first.kind.lands
    return Story(
        rest.end,
        price,
        scene.position,
        (first.move, *rest.moves),
        airborne=rest.airborne or lifted,
        unseen=rest.unseen,
        open=rest.open,
        owed=first.owed,
        remaining=first.remaining,
    )

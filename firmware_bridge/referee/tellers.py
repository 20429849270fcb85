"""Every way to tell what hands did, one function each: evidence and a scene in, stories with prices out.

Knows no game and changes nothing. The same tellers speak of the position as recorded and of the one
before the last move, where they say that it was changed or put back. Which story is believed is for
`decide` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from engines.steps import Act
from firmware_bridge.referee.evidence import Evidence, LastMove
from firmware_bridge.referee.firsts import First, firsts
from firmware_bridge.referee.prices import (
    from_the_side,
    haste,
    hurry,
    in_hand,
    knocked,
    nothing_explains,
    second_thought,
    victim_back,
    waiting,
)
from firmware_bridge.referee.scene import Scene
from firmware_bridge.referee.story import End, Story
from firmware_bridge.referee.touches import PASSING, Touches

Teller = Callable[[Evidence, Scene], Iterable[Story]]

# One position --------------------------------------------------------------------------------


def nothing(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """Everything stands where it did; pieces that rested elsewhere meanwhile speak against it."""
    if scene.difference:
        return
    stood = scene.position.stacks
    visits = [
        visit
        for start in scene.touches.lifted(stood)
        for visit in scene.touches.visits(start, stood)
        if visit.cell != start
    ]
    weights = evidence.weights
    price = sum(weights.passed if visit.brief else weights.landing for visit in visits)
    yield Story(End.RIGHT, price, scene.position, open=bool(scene.trail))


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
                scene.way_price(kind, move),
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
        price += evidence.weights.kept if going.to_return and evidence.out_of_patience else 0.0
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
    price = weights.held + weights.another_held * (count - 1)
    if evidence.out_of_patience:
        price += weights.kept
    yield Story(End.HELD, price, scene.position, airborne=True, open=True)


def wrong(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """No legal move explains it."""
    if scene.difference:
        yield Story(End.WRONG, nothing_explains(evidence, scene), scene.position)


# Two moves -----------------------------------------------------------------------------------


def overlapping(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """A move came down, and other hands were at the next one meanwhile or since."""
    for first in firsts(scene, evidence.seen):
        for price, rest in _besides(evidence, scene, first):
            yield _together(evidence, scene, first, price, rest)


def _besides(
    evidence: Evidence, scene: Scene, first: First, more: int = 1
) -> Iterator[tuple[float, Story]]:
    """Stories of what else was done, each with what the two cost together."""
    after = scene.position.following(first.move)
    if after.outcome is not None:
        return
    weights = evidence.weights
    # Who insists means one of two moves: the other may be somebody else's, and in the air.
    calm = replace(evidence, insisted=False)
    difference = after.differing(evidence.seen, evidence.ignore) & ~(first.due | first.owed)
    then = Scene(after, difference, evidence.ignore, first.remaining, weights)
    if not difference and not first.due:
        return
    player = first.move.by or scene.position.state.turn
    price = weights.two_moves + first.price + knocked(scene)

    def joined(rest: Story) -> float:
        """What the two cost together."""
        who = (rest.moves[0].by if rest.moves else 0) or after.state.turn
        crossed = first.crossed or _taken_before(rest, first.remaining, first.landed.when)
        hasty = hurry(
            weights, first.remaining, first.landed.when, first.landed.cell, himself=who == player
        )
        return price + hasty + rest.price + weights.crossed * crossed

    told = [story for teller in (done, underway, held) for story in teller(calm, then)]
    further: list[Story] = []
    if more and difference and all(rest.end is End.HELD for rest in told):
        further = [
            _together(calm, then, second, cost, rest)
            for second in firsts(then, evidence.seen)
            for cost, rest in _besides(calm, then, second, more - 1)
        ]
    for rest in (*told, *further):
        # What had been taken off before this move began was not taken off after it.
        if not _taken_before(rest, first.remaining, first.began):
            yield joined(rest), rest


def _taken_before(rest: Story, touches: Touches, when: float) -> bool:
    """Whether something that these moves only take off the board had gone up before that."""
    taken = {
        step.cell
        for move in rest.moves
        if all(step.act is Act.REMOVE for step in move.steps)
        for step in move.steps
    }
    gone = {edge.cell: edge.when for edge in touches.edges if edge.cell in taken and not edge.down}
    return any(lifted < when for lifted in gone.values())


def _together(evidence: Evidence, scene: Scene, first: First, price: float, rest: Story) -> Story:
    if first.due:
        # Nothing is recorded before its victims are off; whoever is at the next one may wait in vain.
        price += waiting(replace(evidence, insisted=False), airborne=False)
        in_vain = evidence.out_of_patience if rest.airborne else evidence.played_on
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
    return Story(
        rest.end,
        price,
        scene.position,
        (first.move, *rest.moves),
        airborne=rest.airborne,
        unseen=rest.unseen,
        open=rest.open,
        owed=first.owed,
        remaining=first.remaining,
    )


# The position as recorded, and the last move -------------------------------------------------

PLAIN: tuple[Teller, ...] = (nothing, done, uncrowned, underway, held)


def _of_the_turn(evidence: Evidence, scene: Scene, tellers: tuple[Teller, ...]) -> Iterator[Story]:
    """What somebody has done since the last move."""
    turn = evidence.now.state.turn
    for story in (story for teller in tellers for story in teller(evidence, scene)):
        if story.end in (End.HELD,) or (story.end is End.RIGHT and not story.moves):
            yield story
            continue
        player = (story.moves[0].by if story.moves else 0) or turn
        price = story.price + haste(evidence, evidence.touches, player)
        yield replace(story, price=price + in_hand(evidence, story.airborne and not story.moves))


def _of_the_last(
    evidence: Evidence, last: LastMove, scene: Scene, tellers: tuple[Teller, ...]
) -> Iterator[Story]:
    """The last move was changed, is being changed, or is put back."""
    touched, taken = evidence.touches.cells, last.entry.taken
    victims = bool(touched) and touched <= taken
    # Only the piece that moved, or its player, goes on with that move.
    same_piece = evidence.now.state.turn == last.entry.player or last.entry.end in touched
    # A piece that is back where it came from was put back, whoever has touched what since.
    back = last.back_home(scene.difference, touched)
    down = bool(evidence.touches) and evidence.touches.edges[-1].down
    weights, own = evidence.weights, last.cells
    home = [(0.0, edge.when) for edge in evidence.touches.edges if edge.cell in own and edge.down]
    others = Touches(tuple(edge for edge in evidence.touches.edges if edge.cell not in own))
    side = weights.beside * from_the_side(home, others) if back else 0.0
    regret = victim_back(evidence, last) if back and touched & taken else 0.0

    def thought(*, stands: bool) -> float:
        return side + max(regret, second_thought(evidence, last, stands=stands))

    changed = thought(stands=last.stands and not back)
    for story in (story for teller in tellers for story in teller(evidence, scene)):
        price, airborne = changed, story.airborne
        match story.end:
            case End.RIGHT if not story.moves:
                if not evidence.difference:
                    continue
            case End.RIGHT:
                if last.before.after(story.moves[0]) == evidence.now.state:
                    continue
                cells = evidence.lens.mask({*taken, *last.before.taken(story.moves[0])})
                late = evidence.difference and not evidence.difference & ~cells
                if not (same_piece or back or late):
                    continue
            case End.UNDERWAY:
                if not evidence.difference or not (victims or same_piece or back):
                    continue
                price = victim_back(evidence, last) if victims else changed
                if airborne and same_piece and not victims:
                    # Whose hand has it, nobody can see before it comes down.
                    price = thought(stands=False)
                price += in_hand(evidence, airborne)
                airborne = airborne and not (back and down)
            case End.HELD:
                if not back:
                    continue
            case End.WRONG:
                # It was seen too early: its piece slid on at once.
                if not same_piece or evidence.touches.began - last.landed >= PASSING:
                    continue
        yield replace(story, price=story.price + price, airborne=airborne)


def _overlapping_the_last(evidence: Evidence, last: LastMove, scene: Scene) -> Iterator[Story]:
    """The last move ended elsewhere before the next began; or it stands, and what was touched of it
    since are its victims."""
    changed = second_thought(evidence, last, stands=last.stands)
    victims = bool(evidence.touches.cells & last.entry.taken)
    for first in firsts(scene, evidence.seen):
        after = last.before.after(first.move)
        stands = after == evidence.now.state
        if not (victims if stands else last.gone_by(first.landed)):
            continue
        for price, rest in _besides(evidence, scene, first):
            story = _together(evidence, scene, first, price, rest)
            if stands:
                price = story.price + victim_back(evidence, last)
                kept = replace(story, going=()) if first.due else rest
                yield replace(kept, base=evidence.now, price=price)
            else:
                yield replace(story, price=story.price + changed)


def _long_ago(evidence: Evidence) -> Iterator[Story]:
    """The board stands as it did before several moves: somebody has put them all back."""
    weights = evidence.weights
    for number, position in enumerate(evidence.earlier, start=1):
        if not position.differing(evidence.seen, evidence.ignore):
            price = weights.second_thought + weights.all_back + weights.two_moves * number
            yield Story(End.RIGHT, price, position)


def stories(evidence: Evidence) -> list[Story]:
    """Every story worth comparing, the cheapest first. What is costly to tell is told only where
    nothing plainer is as cheap as it could be."""
    weights, last = evidence.weights, evidence.last
    now = Scene(evidence.now, evidence.difference, evidence.ignore, evidence.touches, weights)
    told = [*_of_the_turn(evidence, now, PLAIN)]
    if told and not evidence.thorough:
        return sorted(told, key=lambda story: story.price)
    before: Scene | None = None
    if last is not None and _concerned(evidence, last):
        end = last.entry.end
        before = Scene(
            last.before,
            evidence.since_last,
            evidence.ignore,
            last.touches,
            weights,
            frozenset() if end is None else frozenset({end}),
        )
        told += _of_the_last(evidence, last, before, PLAIN)
    if evidence.difference:
        told += _long_ago(evidence)
    if evidence.thorough and _worth(told, weights.sure):
        told += _of_the_turn(evidence, now, (overlapping,))
        if before is not None and last is not None:
            told += _overlapping_the_last(evidence, last, before)
    if not told or _worth(told, weights.wrong - weights.margin):
        told += _of_the_turn(evidence, now, (wrong,))
        if before is not None and last is not None:
            told += _of_the_last(evidence, last, before, (wrong,))
    return sorted(told, key=lambda story: story.price)


def _concerned(evidence: Evidence, last: LastMove) -> bool:
    """Whether what was touched may have to do with the last move."""
    touched = evidence.touches.cells
    if not touched and not evidence.difference:
        return False
    own = evidence.now.state.turn == last.entry.player or bool(last.entry.taken)
    return own or bool(touched & last.cells) or not touched


def _worth(told: list[Story], price: float) -> bool:
    """Whether something dearer could still be believed."""
    return min((story.price for story in told), default=price) >= price

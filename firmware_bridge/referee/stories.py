"""Every story worth comparing: of the turn, of the last move, and of both.

The tellers speak of the position as recorded and of the one before the last move, where they say that it
was changed or put back. Which story is believed is for `decide` to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from firmware_bridge.referee.evidence import Evidence, LastMove, ends_of
from firmware_bridge.referee.firsts import firsts
from firmware_bridge.referee.prices import (
    came_back,
    haste,
    in_hand,
    knocked,
    second_thought,
    victim_back,
    waiting,
)
from firmware_bridge.referee.scene import Scene
from firmware_bridge.referee.story import End, Story
from firmware_bridge.referee.tellers import (
    Teller,
    besides,
    done,
    held,
    nothing,
    overlapping,
    together,
    uncrowned,
    underway,
    wrong,
)
from firmware_bridge.referee.touches import PASSING, Touches
from firmware_bridge.referee.weights import QUICKEST

PLAIN: tuple[Teller, ...] = (nothing, done, uncrowned, underway, held)


def _of_the_turn(evidence: Evidence, scene: Scene, tellers: tuple[Teller, ...]) -> Iterator[Story]:
    """What somebody has done since the last move."""
    turn = evidence.now.state.turn
    for story in (story for teller in tellers for story in teller(evidence, scene)):
        if story.end in (End.HELD,) or (story.end is End.RIGHT and not story.moves):
            yield story
            continue
        player = (story.moves[0].by if story.moves else 0) or turn
        price = story.price + haste(evidence, _its_own(evidence, story), player)
        price += evidence.weights.been_home * _took_up_what_was_home(evidence, story)
        yield replace(story, price=price + in_hand(evidence, story.airborne))


def _its_own(evidence: Evidence, story: Story) -> Touches:
    """The touches that a story is made of, without those that only set the last piece straight."""
    last, touches = evidence.last, evidence.touches
    if last is None or not story.moves:
        return touches
    move = story.moves[0]
    if last.hand in ends_of(story.base, move) | story.base.taken(move):
        return touches
    return touches if last.hand is None else touches.beside({last.hand})


def _took_up_what_was_home(evidence: Evidence, story: Story) -> bool:
    """Whether it moves the piece of the last move, which has been back where it came from, and not for
    that move."""
    last = evidence.last
    if last is None or not story.moves or not last.been_home:
        return False
    (move, *_), end = story.moves, last.entry.end
    return story.base.deed(move).start == end and last.start not in move.landings


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
    weights = evidence.weights
    side, regret = came_back(evidence, last, home=back)

    def thought(*, stands: bool) -> float:
        return side + max(regret, second_thought(evidence, last, stands=stands))

    changed = thought(stands=last.stands and not (back or last.been_home))
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
                # It may have gone home, and another have come down on the cell that it was tried on.
                kind = last.before.kind_of(story.moves[0])
                changes = kind.change if kind is not None else 0
                home = back or last.back_home(scene.difference & ~changes, touched)
                start, end = (deed := last.before.deed(story.moves[0])).start, deed.end
                another = last.entry.end is not None and start != last.start
                if not (home or late or (same_piece and not another)):
                    continue
                if start is None and end is not None and not last.may_have_gone_to(end):
                    continue
                lifted = [e.when for e in evidence.touches.edges if e.cell == start and not e.down]
                sooner = another and home and min(lifted, default=inf) < last.returned + QUICKEST
                sooner = sooner or scene.hands.taken_up_in_haste(story.moves[0])
                price += weights.outrun * sooner
                price += knocked(weights, evidence.touches, now=evidence.time)
            case End.UNDERWAY:
                if not evidence.difference or not (victims or same_piece or back):
                    continue
                price = victim_back(evidence, last) if victims else changed
                if airborne and same_piece and not victims:
                    # Whose hand has it, nobody can see before it comes down.
                    price = thought(stands=False)
                price += in_hand(evidence, airborne)
                price += weights.forgotten if evidence.forgotten else 0.0
                airborne = airborne and not (back and down)
            case End.HELD:
                if not back:
                    continue
                price += weights.two_moves  # one has put it back, and another holds something
            case End.WRONG:
                # It was seen too early: its piece slid on at once.
                if not same_piece or evidence.touches.began - last.landed >= PASSING:
                    continue
        # Two moves put back in one gesture are believed where nothing is missing.
        if last.after_another and (story.moves or story.end is not End.RIGHT):
            price += weights.all_back
        yield replace(story, price=story.price + price, airborne=airborne)


def _overlapping_the_last(
    evidence: Evidence, last: LastMove, scene: Scene, until: float = inf
) -> Iterator[Story]:
    """The last move ended elsewhere before the next began; or it stands, and what was touched of it
    since are its victims."""
    changed = second_thought(evidence, last, stands=last.stands)
    victims = bool(evidence.touches.cells & last.entry.taken)
    _, regret = came_back(evidence, last, home=False)
    changed = max(changed, regret)
    kind = last.before.kind_of(last.entry.move)
    if kind is not None and scene.hands.both_hands(kind):
        changed -= evidence.weights.both_hands  # what is on the record is strange itself
    for first in firsts(scene, evidence.seen):
        if first.landed.when > until:
            continue
        after = last.before.after(first.move)
        stands = after == evidence.now.state
        if not (victims if stands else last.gone_by(first.landed)):
            continue
        for price, rest in besides(evidence, scene, first):
            story = together(evidence, scene, first, price, rest)
            story = replace(story, price=story.price + in_hand(evidence, story.airborne))
            if stands:
                price = story.price + regret
                kept = replace(story, going=()) if first.due else rest
                yield replace(kept, base=evidence.now, price=price)
            else:
                hasty = evidence.weights.outrun * scene.hands.taken_up_in_haste(first.move)
                yield replace(story, price=story.price + changed + hasty)


def _retold(evidence: Evidence, last: LastMove, older: LastMove) -> Iterator[Story]:
    """Hands crossed, and both of the last two moves were told wrong: the first had another victim, or
    came down elsewhere; or there was but one, and somebody looked at a piece meanwhile."""
    if not last.made or last.made.began - older.landed >= evidence.pace.patience:
        return  # the second hand came when the first had long let go
    earlier = replace(evidence, now=last.before, touches=last.touches, last=older, older=None)
    scene, weights = earlier.scene(older.before, older.touches), evidence.weights
    since = max(0.0, evidence.touches.began - last.landed) if evidence.touches else 0.0
    # What it took may come to light late; but where it came down stood when the other answered.
    stood = older.landed if older.entry.end is None else last.landed
    for story in _overlapping_the_last(earlier, older, scene, until=stood):
        if story.base is older.before and len(story.moves) > 1:
            yield replace(story, price=story.price + weights.retold * (1 + since))
    changed = second_thought(earlier, older, stands=False) + weights.retold * (1 + since)
    for story in done(earlier, scene):
        yield replace(story, price=story.price + changed)


def _victims_again(evidence: Evidence, older: LastMove) -> Iterator[Story]:
    """The move before the last had its victim put back for a moment, when the other had answered; or
    what was taken for that answer coming down was the victim."""
    weights, since = evidence.weights, evidence.edge - older.landed
    back = evidence.lens.mask(older.entry.taken)
    price = weights.second_thought + weights.retold * since
    if evidence.difference and not evidence.difference & ~back:
        waits = waiting(evidence, airborne=False)
        yield Story(End.UNDERWAY, price + waits, evidence.now, open=True)
    last = evidence.last
    if last is not None and last.entry.end in older.entry.taken:
        others = last.touches.beside(older.entry.taken)
        scene = evidence.scene(last.before, others, besides=back)
        for story in done(evidence, scene):
            yield replace(story, price=price + story.price)


def _long_ago(evidence: Evidence) -> Iterator[Story]:
    """The board stands as it did before several moves: somebody has put them all back."""
    weights, last, older = evidence.weights, evidence.last, evidence.older
    for number, position in enumerate(evidence.earlier, start=1):
        difference = position.differing(evidence.seen, evidence.ignore)
        price = weights.second_thought + weights.all_back + weights.two_moves * number
        if not difference:
            if number == 1 and last and older and last.puts_back(older):
                price = second_thought(evidence, older, stands=False)
            # What has just gone up may be on its way elsewhere.
            price += weights.held if evidence.last_went_up else 0.0
            yield Story(End.RIGHT, price, position)
        elif last and older and position is older.before:
            taken = evidence.lens.mask(last.entry.taken | older.entry.taken)
            if not difference & ~taken:
                # What they took is still to come back.
                price += waiting(evidence, airborne=False)
                yield Story(End.UNDERWAY, price, evidence.now, open=True)
                continue
            # They are back, and somebody has moved since.
            theirs = last.cells | older.cells
            if difference & evidence.lens.mask(theirs):
                continue
            scene = evidence.scene(position, evidence.touches.beside(theirs))
            for story in done(evidence, scene):
                yield replace(story, price=price + weights.two_moves + story.price)


def stories(evidence: Evidence) -> list[Story]:
    """Every story worth comparing, the cheapest first. What is costly to tell is told only where
    nothing plainer is as cheap as it could be."""
    weights, last = evidence.weights, evidence.last
    now = evidence.scene(evidence.now, evidence.touches, known=evidence.known)
    told = [*_of_the_turn(evidence, now, PLAIN)]
    if not evidence.thorough:
        told = told or [*_of_the_turn(evidence, now, (wrong,))]
        return sorted(told, key=lambda story: story.price)
    before: Scene | None = None
    if last is not None and _concerned(evidence, last):
        before = evidence.scene(last.before, last.touches, known=last.known)
        told += _of_the_last(evidence, last, before, PLAIN)
    if evidence.difference:
        told += _long_ago(evidence)
    if _worth(told, weights.sure):
        told += _of_the_turn(evidence, now, (overlapping,))
        if evidence.older is not None:
            told += _victims_again(evidence, evidence.older)
        if before is not None and last is not None:
            told += _overlapping_the_last(evidence, last, before)
        if last is not None and evidence.older and _worth(told, weights.least_retold):
            told += _retold(evidence, last, evidence.older)
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
    concerned = last.cells | last.made.cells | last.might_take
    return own or bool(touched & concerned) or not touched


def _worth(told: list[Story], price: float) -> bool:
    """Whether something dearer could still be believed."""
    return min((story.price for story in told), default=price) >= price

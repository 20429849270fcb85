"""What may have become of the last move: it was changed, is being changed, or is put back.

Told over the position before it, with all that was touched since, by the same tellers as the turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from firmware_bridge.referee.evidence import Evidence, LastMove
from firmware_bridge.referee.firsts import firsts
from firmware_bridge.referee.prices import (
    came_back,
    in_hand,
    second_thought,
)
from firmware_bridge.referee.scene import Scene
from firmware_bridge.referee.story import End, Story
from firmware_bridge.referee.tellers import Teller, besides, together
from firmware_bridge.referee.weights import AT_ONCE


def of_the_last(
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
                price += weights.outrun * scene.hands.taken_up_in_haste(story.moves[0])
            case End.UNDERWAY:
                if not evidence.difference or not (victims or same_piece or back):
                    continue
                if airborne and same_piece and not victims:
                    # Whose hand has it, nobody can see before it comes down.
                    price = thought(stands=False)
                price += in_hand(evidence, airborne)
                airborne = airborne and not (back and down)
            case End.HELD:
                if not back:
                    continue
                price += weights.two_moves  # one has put it back, and another holds something
            case End.WRONG:
                # It was seen too early: the same hand took it on.
                if not same_piece or evidence.touches.began - last.landed >= AT_ONCE:
                    continue
        yield replace(story, price=story.price + price, airborne=airborne)


def overlapping_the_last(
    evidence: Evidence, last: LastMove, scene: Scene, until: float = inf
) -> Iterator[Story]:
    """The last move ended elsewhere before the next began; or it stands, and what was touched of it
    since are its victims."""
    changed = second_thought(evidence, last, stands=last.stands)
    victims = bool(evidence.touches.cells & last.entry.taken)
    _, regret = came_back(evidence, last, home=False)
    changed = max(changed, regret)
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

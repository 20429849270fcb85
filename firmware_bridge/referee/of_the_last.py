"""What may have become of the last move: it was changed, is being changed, or is put back.

Told over the position before it, with all that was touched since, by the same tellers as the turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engines.game import Move
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

    def thought(stands: float = 0.0) -> float:
        return side + max(regret, second_thought(evidence, last, stands))

    changed = thought(0.0 if back else last.stands)
    for story in (story for teller in tellers for story in teller(evidence, scene)):
        price, airborne = changed, story.airborne
        match story.end:
            case End.RIGHT if story.moves:
                move = story.moves[0]
                if last.before.after(move) == evidence.now.state or not _gone_there(last, move):
                    continue
                if last.before.deed(move).start != last.start:
                    price += weights.two_moves  # it was put back, and another has moved
                price += weights.outrun * scene.hands.taken_up_in_haste(move)
            case End.UNDERWAY:
                if not evidence.difference or not (victims or same_piece or back):
                    continue
                if airborne and same_piece and not victims:
                    # Whose hand has it, nobody can see before it comes down.
                    price = thought()
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


def _gone_there(last: LastMove, move: Move) -> bool:
    """Whether the last move's piece can be where this one would have it instead: there, or home, where
    it is another's."""
    deed = last.before.deed(move)
    cell = deed.end if deed.start == last.start else last.start
    return cell is None or last.may_have_gone_to(cell)


def overlapping_the_last(evidence: Evidence, last: LastMove, scene: Scene) -> Iterator[Story]:
    """The last move ended elsewhere before the next began; or it stands, and what was touched of it
    since are its victims."""
    changed = second_thought(evidence, last, last.stands)
    victims = bool(evidence.touches.cells & last.entry.taken)
    _, regret = came_back(evidence, last, home=False)
    changed = max(changed, regret)
    for first in firsts(scene, evidence.seen):
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

"""Every story worth comparing: of the turn, of the last move, and of the last two.

Which story is believed is for `decide` to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from firmware_bridge.referee.evidence import Evidence, LastMove, ends_of
from firmware_bridge.referee.of_the_last import of_the_last, overlapping_the_last
from firmware_bridge.referee.of_the_last_two import long_ago, retold, victims_again
from firmware_bridge.referee.prices import haste, in_hand
from firmware_bridge.referee.scene import Scene
from firmware_bridge.referee.story import End, Story
from firmware_bridge.referee.tellers import (
    Teller,
    done,
    held,
    nothing,
    overlapping,
    several_untold,
    uncrowned,
    underway,
    untold,
    wrong,
)
from firmware_bridge.referee.touches import Touches

PLAIN: tuple[Teller, ...] = (nothing, done, uncrowned, underway, held, untold)


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
        told += of_the_last(evidence, last, before, PLAIN)
    if evidence.difference:
        told += long_ago(evidence)
    if _worth(told, weights.sure):
        told += _of_the_turn(evidence, now, (overlapping, several_untold))
        if evidence.older is not None:
            told += victims_again(evidence, evidence.older)
        if before is not None and last is not None:
            told += overlapping_the_last(evidence, last, before)
        if last is not None and evidence.older and _worth(told, weights.least_retold):
            told += retold(evidence, last, evidence.older)
    if not told or _worth(told, weights.wrong - weights.margin):
        told += _of_the_turn(evidence, now, (wrong,))
        if before is not None and last is not None:
            told += of_the_last(evidence, last, before, (wrong,))
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

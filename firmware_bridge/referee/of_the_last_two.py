"""What may have become of the last two moves: both were put back, or both were told wrong.

Hands that cross make two moves look like two others, and whoever takes one back may take two. Told over
the position before both, and dear: nobody is told off before this has been looked into.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from firmware_bridge.referee.evidence import Evidence, LastMove
from firmware_bridge.referee.of_the_last import overlapping_the_last
from firmware_bridge.referee.prices import second_thought, waiting
from firmware_bridge.referee.story import End, Story
from firmware_bridge.referee.tellers import done


def long_ago(evidence: Evidence) -> Iterator[Story]:
    """The board stands as it did before several moves: somebody has put them all back."""
    weights, last, older = evidence.weights, evidence.last, evidence.older
    for number, position in enumerate(evidence.earlier, start=1):
        difference = position.differing(evidence.seen, evidence.ignore)
        price = weights.second_thought + weights.all_back + weights.two_moves * number
        if not difference:
            if number == 1 and last and older and last.puts_back(older):
                price = second_thought(evidence, older)
            # What has just gone up may be on its way elsewhere.
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
            home = (e.when for e in evidence.touches.edges if e.cell in theirs)
            since = evidence.touches.beside(theirs)
            if since and since.began < max(home, default=since.began):
                continue
            scene = evidence.scene(position, since)
            for story in done(evidence, scene):
                yield replace(story, price=price + weights.two_moves + story.price)


def victims_again(evidence: Evidence, older: LastMove) -> Iterator[Story]:
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
        scene = evidence.scene(last.before, others, excused=back)
        for story in done(evidence, scene):
            yield replace(story, price=price + story.price)


def retold(evidence: Evidence, last: LastMove, older: LastMove) -> Iterator[Story]:
    """Hands crossed, and both of the last two moves were told wrong: the first had another victim, or
    came down elsewhere; or there was but one, and somebody looked at a piece meanwhile."""
    if not last.made or last.made.began - older.landed >= evidence.pace.patience:
        return  # the second hand came when the first had long let go
    earlier = replace(evidence, now=last.before, touches=last.touches, last=older, older=None)
    scene, weights = earlier.scene(older.before, older.touches), evidence.weights
    since = max(0.0, evidence.touches.began - last.landed) if evidence.touches else 0.0
    for story in overlapping_the_last(earlier, older, scene):
        yield replace(story, price=story.price + weights.retold * (1 + since))

"""Which story is believed, and whether it is time to act on it.

Pure: stories in, a decision out. The cheapest story is believed; a near tie is asked about; nothing is
recorded or flagged while the cheapest story has a piece in the air.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engines.steps import Deed
from firmware_bridge.referee.evidence import Evidence
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.story import UNFINISHED, End, Story
from firmware_bridge.referee.touches import PASSING
from firmware_bridge.referee.weights import SLEEVE, Pace, Wait


class Act(Enum):
    WAIT = "wait"
    SETTLE = "settle"
    """All stands as recorded."""
    RECORD = "record"
    UNDO = "undo"
    """The last move is off the record again; what hands do now belongs to it."""
    ASK = "ask"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Decision:
    act: Act
    story: Story
    choices: tuple[Story, ...] = ()
    """For a question: the stories to choose from, the cheapest first. For what is illegal: the one of
    a move that was left unfinished."""


PLAIN = 2.0
"""A story as dear as this is not believed before the board rests."""


def decide(evidence: Evidence, told: list[Story]) -> Decision:
    best = told[0]
    if not sure(evidence, best):
        return Decision(Act.WAIT, best)
    if best.base is evidence.now and not best.moves and best.end is not End.WRONG:
        return Decision(Act.SETTLE if best.end is End.RIGHT else Act.WAIT, best)
    # Who insists need not wait; but what changed just now he cannot have meant, and nobody is told off
    # for what other hands are at.
    meant = best.end is not End.WRONG or evidence.quiet >= PASSING
    ready = ready_after(evidence, best)
    if best.end is End.WRONG and any(_in_the_air(evidence, best, story) for story in told[1:]):
        ready = evidence.pace.patience
    rivals = [story for story in told[1:] if _rivals(evidence, best, story)]
    choices = _choices(best, rivals)
    quiet = _left_for(evidence, best, ready, asking=len(choices) > 1)
    if quiet < ready and not (evidence.insisted and meant):
        return Decision(Act.WAIT, best)
    if best.end is End.WRONG:
        best = _certain(evidence, best, told)
        if not best.moves:
            return Decision(Act.ILLEGAL, best, _left_undone(best, told))
        # What was done before that goes on the record first.
        return Decision(Act.RECORD, best)
    # What hands have long gone on from need not wait until they rest.
    rested = evidence.rested or quiet >= evidence.pace.waits[Wait.LONGER]
    if not rested and any(story.moves or story.end is End.RIGHT for story in rivals):
        return Decision(Act.WAIT, best)
    # Who insists means what he did himself: what others hold may still come down.
    alone = evidence.insisted and best.remaining is None
    # A move is not taken back while its piece may be a victim in the other's hand.
    in_hand = not best.moves and evidence.last_went_up
    late = evidence.pace.patience + (evidence.pace.reminder if in_hand else 0.0)
    down = alone or quiet >= round(late, 6)
    if not down and any(_may_show(evidence, best, story) for story in told[1:]):
        return Decision(Act.WAIT, best)
    if len(choices) > 1 and best.moves:
        in_the_air = (best.airborne or best.unseen) and not down
        return Decision(Act.WAIT if in_the_air else Act.ASK, best, choices)
    return Decision(Act.RECORD if best.moves else Act.UNDO, best)


def sure(evidence: Evidence, best: Story) -> bool:
    """Whether all stories have been told that might be believed instead."""
    return evidence.thorough or best.price < evidence.weights.sure


def ready_after(evidence: Evidence, story: Story) -> float:
    """For how many seconds nothing may have changed before this story is acted on."""
    pace = evidence.pace
    if story.end is End.WRONG:
        return _all_down(evidence, story, pace)
    if not story.moves:
        if story.end in UNFINISHED:
            return float("inf") if story.airborne else pace.rest
        last = evidence.last
        if last is not None and story.base is last.before and not last.lands:
            return 0.0  # it was never seen coming down, and stands where it came from
        # What was last seen going up may be on its way to another cell.
        return pace.patience if evidence.last_went_up else pace.rest
    if story.airborne and story.base is not evidence.now:
        # What is on the record is not told anew before that has come down which speaks for it.
        return float("inf")
    if story.airborne or (story.unseen and story.remaining is None):
        return pace.patience
    if story.remaining is not None:
        slow = evidence.edge - evidence.touches.began >= SLEEVE if evidence.touches else False
        plain = slow and not story.unseen
    else:
        # What the last hand has just let go of it may have taken up again, and slide on; and who changes
        # or mends a move may do so once more.
        plain = story.base is evidence.now and not evidence.same_hand and not evidence.known
    return 0.0 if plain and story.price < PLAIN and not story.open else pace.rest


def _left_for(evidence: Evidence, best: Story, ready: float, *, asking: bool) -> float:
    """For how many seconds hands have left alone what is to be acted on."""
    stood = _stood(evidence, best)
    if best.airborne or best.unseen:
        # What nobody saw coming down is long down once hands are at the next move but one. Asking
        # disturbs them, so that is put off longer.
        wait = evidence.pace.waits[Wait.LONGER if asking else Wait.BRIEFLY]
        alone = len(best.moves) > 2 and stood >= wait
    else:
        # What went wrong may be put right by the hands that are still at it.
        alone = ready <= evidence.pace.rest and best.end is not End.WRONG
    return stood if alone else evidence.quiet


def _stood(evidence: Evidence, story: Story) -> float:
    """For how many seconds nothing has changed where its first move was made, or the last was that it
    changes: other hands may be at something else all the while."""
    kind = story.base.kind_of(story.moves[0]) if story.moves else None
    if kind is None or (story.unseen and story.remaining is None):
        return evidence.quiet
    cells, touches, last = (
        {*story.base.lens.cells_of(kind.meanwhile)},
        evidence.touches,
        evidence.last,
    )
    if story.base is not evidence.now:
        if last is None or story.base is not last.before:
            return evidence.quiet
        cells, touches = cells | last.cells, last.touches
    when = max((e.when for e in touches.edges if e.cell in cells), default=evidence.edge)
    return round(evidence.time - when, 6)


def _all_down(evidence: Evidence, story: Story, pace: Pace) -> float:
    """What is wrong counts once everything that is off the board may stay off: while more is gone than
    has come down, somebody may hold it."""
    base = story.base.following(story.moves[0]) if story.moves else story.base
    difference = base.differing(evidence.seen, evidence.ignore)
    lens = base.lens
    off = difference & base.picture
    gone = len(lens.cells_of(off & ~_may_stay_off(evidence, base, difference)))
    down = len(lens.cells_of(difference & ~base.picture))
    return pace.patience if gone > down else pace.rest


def _may_stay_off(evidence: Evidence, base: Position, difference: int) -> int:
    """The victims of a piece that stands where it takes them."""
    touches = evidence.touches
    if evidence.last is not None and base is evidence.last.before:
        touches = evidence.last.touches
    taken = 0
    for start in touches.lifted(base.stacks):
        for way in touches.ways(start, base.stacks, base.game.board):
            if len(way.cells) > 1 and base.lens.all_bits(way.cells[-1]) & difference:
                taken |= base.victims_along(way.cells)
    return taken


def _certain(evidence: Evidence, best: Story, told: list[Story]) -> Story:
    """What was done before something went wrong, unless it may as well have been another move whose
    piece stands there, too: then all is wrong."""
    near = best.price + evidence.weights.doubt
    wrong = [story for story in told if story.end is End.WRONG]
    firsts = {
        _told(story)
        for story in wrong
        if story.moves and story.price < near and _has_come_down(evidence, story)
    }
    return best if len(firsts) < 2 else next((s for s in wrong if not s.moves), best)


def _has_come_down(evidence: Evidence, story: Story) -> bool:
    """Whether something stands where its first move ends."""
    kind = story.base.kind_of(story.moves[0])
    difference = story.base.differing(evidence.seen, evidence.ignore)
    return kind is not None and bool(kind.fills & difference)


def _rivals(evidence: Evidence, best: Story, story: Story) -> bool:
    near = story.price < best.price + evidence.weights.margin
    return near and story.end is not End.WRONG and _told(story) != _told(best)


def _left_undone(best: Story, told: list[Story]) -> tuple[Story, ...]:
    """A move that lacks only its victims, where the other has played on."""
    return tuple(
        story
        for story in told
        if story.end is End.UNDERWAY
        and story.base is best.base
        and story.going
        and story.remaining is not None
        and not story.airborne
    )[:1]


def _may_show(evidence: Evidence, best: Story, story: Story) -> bool:
    """Whether what hands do next may speak for this rival: a move said to be unfinished that takes back
    what the best story has, or only lacks its victims. Waiting costs less than asking, so it need not be
    as near."""
    near = story.price < best.price + evidence.weights.doubt and _told(story) != _told(best)
    other = story.base is not best.base or best.remaining is not None
    difference = story.base.differing(evidence.seen, evidence.ignore)
    other = other or any(kind.lacks_victims(difference, evidence.ignore) for kind in story.going)
    return near and best.end is End.RIGHT and other and story.end in UNFINISHED


def _in_the_air(evidence: Evidence, best: Story, story: Story) -> bool:
    """Whether a move was made and the rest is only in the air, nearly as cheaply: nobody is told off
    yet."""
    near = story.price < best.price + evidence.weights.doubt
    return near and story.airborne and bool(story.moves)


def _told(story: Story) -> tuple[int, Deed | None]:
    """What tells a story's first consequence from another's."""
    return id(story.base), story.base.deed(story.moves[0]) if story.moves else None


def _choices(best: Story, rivals: list[Story]) -> tuple[Story, ...]:
    """The stories that people must choose from: the cheapest for each label of a first move."""
    found: dict[str, Story] = {}
    for story in (best, *rivals):
        if story.moves:
            found.setdefault(story.moves[0].label, story)
    return tuple(found.values())

"""Every way to tell what hands did, one function each: evidence in, stories with their prices out.

Knows no game and changes nothing. Each teller knows one thing and can be tested alone; which story is
believed is for `decide` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from engines.game import Move
from engines.geometry import Cell
from firmware_bridge.referee.evidence import Evidence, LastMove
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.scene import Made, Scene
from firmware_bridge.referee.story import Kind, Story
from firmware_bridge.referee.touches import PASSING, Touches
from firmware_bridge.referee.weights import AT_ONCE, QUICKEST, SLEEVE, SOON

MOST_FIRST_MOVES = 12
"""First moves of two that are looked into: each costs a position."""

Teller = Callable[[Evidence, Scene], Iterable[Story]]


def scene_now(evidence: Evidence) -> Scene:
    return Scene(
        evidence.now,
        evidence.difference,
        evidence.ignore,
        evidence.touches,
        evidence.weights,
    )


def scene_before(evidence: Evidence, last: LastMove) -> Scene:
    end = last.entry.end
    return Scene(
        last.before,
        evidence.since_last,
        evidence.ignore,
        last.touches,
        evidence.weights,
        frozenset() if end is None else frozenset({end}),
    )


# The position as recorded --------------------------------------------------------------------


def nothing(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """Everything stands where the record says; pieces that rested elsewhere meanwhile speak against
    it."""
    if evidence.difference:
        return
    stood = scene.position.stacks
    visits = [
        visit
        for start in scene.touches.lifted(stood)
        for visit in scene.touches.visits(start, stood)
        if visit.cell != start
    ]
    rested = sum(not visit.brief for visit in visits)
    price = evidence.weights.landing * rested
    yield Story(Kind.NOTHING, price, evidence.now, open=bool(visits))


def done(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """The board looks just as a legal move leaves it."""
    for made in scene.made:
        yield Story(
            Kind.DONE,
            made.price + _haste(evidence, scene.touches, made.move),
            scene.position,
            (made.move,),
            scene.open_to_it,
            scene.trail,
            open=scene.may_go_on(made),
            unseen=made.unseen,
        )


def underway(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """A part of some legal move is done."""
    going = scene.going
    if going is None:
        return
    haste = _haste(evidence, scene.touches) if scene.position is evidence.now else 0.0
    yield Story(
        Kind.UNDERWAY,
        _waiting(evidence, airborne=going.airborne) + haste,
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
    yield Story(Kind.HELD, price, scene.position, airborne=True, open=True)


def wrong(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """No legal move explains it."""
    if scene.difference:
        price = _wrong(evidence, scene) + _haste(evidence, scene.touches)
        yield Story(Kind.WRONG, price, scene.position)


# The last move -------------------------------------------------------------------------------


def put_back(evidence: Evidence, _: Scene) -> Iterator[Story]:
    """The board stands as it did before the last move."""
    last = evidence.last
    if last is None or evidence.since_last or not evidence.difference:
        return
    yield Story(Kind.BACK, _second_thought(evidence, replace(last, stands=False)), last.before)


def changed(evidence: Evidence, _: Scene) -> Iterator[Story]:
    """The board looks as another move of the last player would have left it."""
    last = evidence.last
    if last is None or (not evidence.difference and not evidence.touches):
        return
    scene = scene_before(evidence, last)
    for made in scene.made:
        if last.before.after(made.move) == evidence.now.state:
            continue
        if not (_same_piece(evidence, last) or _late_victim(evidence, made)):
            continue
        price = made.price + _second_thought(evidence, last)
        yield Story(Kind.CHANGED, price, last.before, (made.move,), unseen=made.unseen)


def changing(evidence: Evidence, _: Scene) -> Iterator[Story]:
    """The last player goes on with his move, or puts back what he had taken off."""
    last = evidence.last
    if last is None or not evidence.difference:
        return
    victims = evidence.touches.cells <= last.entry.taken
    if not victims and not _same_piece(evidence, last):
        return
    going = scene_before(evidence, last).going
    if going is None:
        return
    # A piece that is back where it came from is being put back, whoever has touched what since.
    back = not evidence.since_last & ~evidence.lens.mask(last.entry.taken)
    if victims:
        doubt = _victim_back(evidence, last)
    else:
        doubt = _second_thought(evidence, replace(last, stands=last.stands and not back))
    price = doubt + _waiting(evidence, airborne=going.airborne)
    if not victims and back and evidence.out_of_patience:
        price += evidence.weights.kept
    yield Story(
        Kind.CHANGING,
        price,
        last.before,
        going=going.kinds,
        trail=going.trail,
        airborne=going.airborne,
        open=True,
    )


def slid_too_far(evidence: Evidence, _: Scene) -> Iterator[Story]:
    """The last move was seen too early: its piece went on, to where it may not go."""
    last = evidence.last
    if last is None or not evidence.difference or not _same_piece(evidence, last):
        return
    scene = scene_before(evidence, last)
    if scene.difference and evidence.touches.began - last.landed < PASSING:
        price = _wrong(evidence, scene) + _second_thought(evidence, last)
        yield Story(Kind.WRONG, price, last.before)


# Two moves -----------------------------------------------------------------------------------


def two_moves(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """One move is finished, and the next has begun or is finished, too."""
    yield from _two(evidence, scene, 0.0)


def next_before_the_victim(evidence: Evidence, scene: Scene) -> Iterator[Story]:
    """One move lacks only that its victim is taken off, and the next has begun already."""
    kind = _lacking_a_victim(evidence, scene)
    if kind is not None:
        weights = evidence.weights
        price = (
            weights.two_moves + weights.reply_at_once + _waiting(_calm(evidence), airborne=False)
        )
        yield Story(Kind.UNDERWAY, price, scene.position, going=(kind,), open=True)


def victim_back_too_late(evidence: Evidence, _: Scene) -> Iterator[Story]:
    """The last move's victim was put back, but the next move has begun already."""
    last = evidence.last
    if last is None or not last.entry.taken:
        return
    scene = scene_before(evidence, last)
    kind = _lacking_a_victim(evidence, scene)
    if kind is not None:
        weights = evidence.weights
        price = weights.two_moves + weights.reply_at_once + _victim_back(evidence, last)
        price += _waiting(_calm(evidence), airborne=False)
        yield Story(Kind.CHANGING, price, last.before, going=(kind,), open=True)


def _lacking_a_victim(evidence: Evidence, scene: Scene) -> Footprint | None:
    """The kind of move of which all is done but what it takes, while another has begun."""
    standing = scene.position.picture & ~scene.difference
    for kind in scene.position.by_hand:
        due = kind.victims & standing & kind.change
        landed = kind.fills and not (kind.fills | kind.sources) & ~scene.difference
        if not due or not landed:
            continue
        cells = scene.position.lens.cells_of(kind.sources | kind.fills)
        touches = scene.touches.besides(scene.position.lens.cells_of(kind.meanwhile), kind.end)
        begins = next((n for n, e in enumerate(scene.touches.edges) if e.cell in cells), 0)
        if scene.touches.last_on(touches.cells) < begins:
            continue  # nobody answers what has not begun
        after = scene.position.following(scene.position.by_hand[kind][0])
        if after.outcome is not None:
            continue
        difference = after.differing(evidence.seen, evidence.ignore) & ~due
        then = Scene(after, difference, evidence.ignore, touches, evidence.weights)
        looked_at = not then.down and not evidence.out_of_patience
        begun = then.going is not None and any(
            (k.sources | k.fills) & difference for k in then.going.kinds
        )
        if difference and (then.made or begun or looked_at):
            return kind
    return None


def two_after_a_change(evidence: Evidence, _: Scene) -> Iterator[Story]:
    """The last move had ended elsewhere before the next one began."""
    last = evidence.last
    if last is None:
        return
    scene = scene_before(evidence, last)
    for story in _two(evidence, scene, _second_thought(evidence, last)):
        first = story.moves[0]
        after = last.before.after(first)
        if after != evidence.now.state and after.turn != last.before.state.turn:
            yield story


def _two(evidence: Evidence, scene: Scene, extra: float, more: int = 1) -> Iterator[Story]:
    """`more`: how many further moves the second may have after it."""
    weights = evidence.weights
    calm = _calm(evidence)
    for first, number in _first_moves(evidence, scene):
        after = scene.position.following(first.move)
        if after.outcome is not None:
            continue
        difference = after.differing(evidence.seen, evidence.ignore)
        if not difference:
            continue
        price = extra + weights.two_moves + first.price + _knocked(evidence, scene)
        if scene.position is evidence.now:
            price += _haste(evidence, scene.touches, first.move)
        if number is None:
            cells = scene.position.lens.cells_of(first.kind.meanwhile)
            touches = scene.touches.besides(cells, first.kind.end)
            crossed = _crossed(scene, cells, touches)
            if crossed is None or _same_thing(scene, first.kind, touches):
                continue
            price += weights.reply_at_once + weights.crossed * crossed
        else:
            touches = scene.touches.after(number)
            price += _reply(evidence, scene, first, touches, number)
        then = Scene(after, difference, evidence.ignore, touches, weights)
        for made in then.made:
            yield Story(
                Kind.TWO,
                price + made.price,
                scene.position,
                (first.move, made.move),
                unseen=made.unseen,
                open=then.may_go_on(made),
                remaining=touches,
            )
        further: list[Story] = []
        if more and not then.made and then.going is None:
            further = [*_two(calm, then, 0.0, more - 1)][:1]
        for story in (*further, *underway(calm, then), *held(calm, then)):
            yield Story(
                Kind.TWO,
                price + story.price,
                scene.position,
                (first.move,),
                airborne=story.airborne,
                open=True,
                remaining=touches,
            )


def _first_moves(evidence: Evidence, scene: Scene) -> Iterator[tuple[Made, int | None]]:
    """Moves that the board showed as done at some moment of this turn, with the number of the edge they
    were done with; and those of which it shows everything now, among other things."""
    position, seen, told = scene.position, evidence.seen, set[Move]()
    edges = scene.touches.edges
    for number in range(len(edges) - 1, -1, -1):
        if len(told) >= MOST_FIRST_MOVES:
            return
        if number < len(edges) - 1:
            difference = position.differing(seen, evidence.ignore)
            if difference:
                then = Scene(
                    position,
                    difference,
                    evidence.ignore,
                    Touches(edges[: number + 1]),
                    evidence.weights,
                )
                for made in then.made:
                    if made.move not in told:
                        told.add(made.move)
                        yield made, number
        cell, was, reading, _ = edges[number]
        lens = position.lens
        seen = seen & ~lens.bits(cell, reading) | lens.bits(cell, was)
    touched = position.lens.mask(scene.touches.cells)
    for kind, moves in position.by_hand.items():
        if kind.fills & ~scene.difference or not kind.fills or kind.change & ~touched:
            continue
        for move in position.results(moves):
            if move not in told and len(told) < MOST_FIRST_MOVES:
                told.add(move)
                yield Made(move, kind, 0.0, False), None


def _same_thing(scene: Scene, kind: Footprint, others: Touches) -> bool:
    """Whether what seems to come from beside the board is what went up shortly before."""
    if kind.start is not None or any(edge.reading for edge in others.edges):
        return False
    down = next((e.when for e in scene.touches.edges if e.reading and e.cell == kind.end), 0.0)
    return any(down - edge.when > QUICKEST for edge in others.edges if edge.when < down)


def _crossed(scene: Scene, cells: tuple[Cell, ...], others: Touches) -> int | None:
    """How far the second of two moves was ahead of the first: 0 or 1; None: it was quite done before."""
    edges = scene.touches.edges
    begins = next((n for n, edge in enumerate(edges) if edge.cell in cells), 0)
    ends = scene.touches.last_on(cells)
    others_end = scene.touches.last_on(others.cells)
    landed = any(edge.reading for edge in others.edges)
    if others_end < begins and landed:
        return None
    return int(others_end < ends)


def _knocked(evidence: Evidence, scene: Scene) -> float:
    """What it costs that several pieces went up together: hands take one after the other."""
    stood = scene.position.stacks
    times = [e.when for e in scene.touches.edges if not e.reading and e.cell in stood]
    together = sum(b - a < SLEEVE for a, b in pairwise(times))
    return evidence.weights.knock * together


def _calm(evidence: Evidence) -> Evidence:
    """Who insists means one of two moves: the other may be somebody else's, and in the air."""
    return replace(evidence, insisted=False)


# Prices that several tellers share -----------------------------------------------------------


def _waiting(evidence: Evidence, *, airborne: bool) -> float:
    """What it costs a story that hands are not finished."""
    weights = evidence.weights
    price = weights.unfinished
    if evidence.insisted or (evidence.forgotten and not airborne):
        return price + weights.forgotten
    if evidence.rested and not airborne:
        price += weights.unfinished_at_rest
    return price


def _wrong(evidence: Evidence, scene: Scene) -> float:
    cells = len(scene.position.lens.cells_of(scene.difference))
    return evidence.weights.wrong + evidence.weights.wrong_cell * cells


def _second_thought(evidence: Evidence, last: LastMove) -> float:
    weights = evidence.weights
    age = max(0.0, evidence.edge - last.landed)
    price = weights.second_thought + min(weights.oldest, weights.growing_older * age)
    return price + (weights.touched_by_the_next if last.stands else 0.0)


def _victim_back(evidence: Evidence, last: LastMove) -> float:
    made = last.touches.edges[: len(last.touches.edges) - len(evidence.touches.edges)]
    since = evidence.edge - (made[-1].when if made else evidence.edge)
    weights = evidence.weights
    return weights.second_thought + min(weights.oldest, weights.victim_back * since)


def _haste(evidence: Evidence, touches: Touches, move: Move | None = None) -> float:
    """What it costs that somebody answers so soon, or begins where the last hand has just been."""
    last = evidence.last
    if last is None or not touches:
        return 0.0
    before = last.touches.edges[: len(last.touches.edges) - len(touches.edges)]
    player = (move.by if move is not None else 0) or evidence.now.state.turn
    himself = player == last.entry.player
    cell = before[-1].cell if before else last.entry.end
    return _hurry(evidence, touches, last.landed, himself, touches.edges[0].cell == cell)


def _reply(
    evidence: Evidence,
    scene: Scene,
    first: Made,
    touches: Touches,
    number: int,
) -> float:
    before = scene.position.state
    player = first.move.by or before.turn
    himself = scene.position.after(first.move).turn == player
    made = Touches(scene.touches.edges[: number + 1])
    cells = scene.position.lens.cells_of(first.kind.meanwhile)
    edge = scene.touches.edges[max(0, made.last_on(cells))]
    same = bool(touches) and touches.edges[0].cell == edge.cell
    return _hurry(evidence, touches, edge.when, himself, same)


def _hurry(
    evidence: Evidence, touches: Touches, landed: float, himself: bool, same_cell: bool
) -> float:
    if not touches:
        return 0.0
    weights = evidence.weights
    pause = touches.began - landed
    price = 0.0
    if not himself:
        price += weights.reply_at_once if pause < AT_ONCE else 0.0
        price += weights.reply_soon if AT_ONCE <= pause < SOON else 0.0
    if same_cell:
        price += weights.same_cell
        if pause < PASSING:
            price += weights.same_slide
    return price


def _same_piece(evidence: Evidence, last: LastMove) -> bool:
    """Whether the piece that moved last has been touched since, or its player is still on: only then is
    it that move that goes on, and not somebody else's."""
    return evidence.now.state.turn == last.entry.player or last.entry.end in evidence.touches.cells


def _late_victim(evidence: Evidence, made: Made) -> bool:
    """Whether all that differs is a victim of that move, taken off late."""
    return bool(evidence.difference) and not evidence.difference & ~made.kind.victims


NOW: tuple[Teller, ...] = (nothing, done, underway, held)
BEFORE: tuple[Teller, ...] = (put_back, changed, changing)
BOTH: tuple[Teller, ...] = (
    two_moves,
    next_before_the_victim,
    victim_back_too_late,
    two_after_a_change,
)
LAST: tuple[Teller, ...] = (wrong, slid_too_far)


def stories(evidence: Evidence) -> list[Story]:
    """Every story worth comparing, the cheapest first. What is costly to tell is told only where
    nothing plainer is as cheap as it could be."""
    scene = scene_now(evidence)
    told: list[Story] = []
    for tellers, cheapest in (
        (NOW, 0.0),
        (BEFORE, 0.0),
        (BOTH, evidence.weights.two_moves),
        (LAST, evidence.weights.wrong),
    ):
        best = min((story.price for story in told), default=float("inf"))
        if best + evidence.weights.margin < cheapest:
            break
        for teller in tellers:
            told += teller(evidence, scene)
    return sorted(told, key=lambda story: story.price)

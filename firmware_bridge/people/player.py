"""One player carrying out what he means to do, at a human pace and with human habits.

Knows what hands do for a move, and no game. What the sensors make of it is not his concern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot
from random import Random

from engines.geometry import PITCH, Board, Cell
from engines.steps import Stacks
from firmware_bridge.people.gestures import Doing, Plan, Script
from firmware_bridge.people.habits import Habits
from firmware_bridge.people.times import Times

NEAR = 0.35 * PITCH
"""How far a piece pushed along may pass from a cell's middle and still be felt there."""


@dataclass(frozen=True, slots=True)
class Second:
    """Second thoughts that the rules leave room for: where else the traveller could come down, and what
    else could be taken in a victim's place."""

    cells: tuple[Cell, ...] = ()
    victims: tuple[tuple[Cell, int], ...] = ()


NONE = Second()


def carry_out(
    rng: Random,
    habits: Habits,
    times: Times,
    board: Board,
    stacks: Stacks,
    what: Doing,
    player: int,
    now: float,
    second: Second = NONE,
) -> Plan:
    """Everything the player's hands do for this, beginning now."""
    hand = Script(rng, now, f"player {player}'s hand")
    ends = {way[-1] for way in (what.trail, *(way for way, _ in what.besides)) if way}
    victims = [victim for victim in what.removed if victim[0] not in ends]
    in_the_way = [victim for victim in what.removed if victim[0] in ends]
    rng.shuffle(victims)
    _take_off(hand, habits, times, in_the_way, NONE)
    if in_the_way:
        hand.wait(times.next_victim)
    first = habits.strikes("victims-first", rng) and bool(what.trail or what.placed)
    if first:
        # Whoever has taken a victim off goes where he takes it: another cell would be forbidden.
        second = replace(second, cells=()) if victims else second
        _take_off(hand, habits, times, victims, second)
        if victims:
            hand.wait(times.next_victim)
    if what.trail:
        _travel(hand, habits, times, board, stacks, what, second)
    for way, count in what.besides:
        hand.wait(times.next_victim)
        for here, there in zip(way, way[1:], strict=False):
            hand.lift(here, count)
            hand.wait(times.carry)
            hand.put(there)
    if what.exchanged:
        hand.wait(times.crown)
        _take_off(hand, habits, times, what.exchanged, NONE)
    for cell, pieces in what.placed:
        if what.crown:
            hand.wait(times.crown)
            hand.fetch(pieces)
            hand.now += 0.2
        else:
            hand.fetch(pieces)
            hand.wait(times.carry)
            if second.cells and habits.strikes("try-cell", rng):
                tried = rng.choice(second.cells)
                hand.put(tried, onto=tried in stacks)
                hand.wait(times.think)
                hand.lift(tried, len(pieces))
                hand.wait(times.carry)
        hand.put(cell, onto=not what.exchanged and (what.crown or cell in stacks))
    landed = hand.now
    if not first and victims:
        if what.trail or what.placed:
            late = habits.strikes("late-victim", rng)
            hand.wait(times.late_victim if late else times.victim)
        _take_off(hand, habits, times, victims, second)
    if not (what.trail or what.placed):
        landed = hand.now
    return Plan(hand.gestures, now, landed, hand.now)


def _take_off(
    hand: Script,
    habits: Habits,
    times: Times,
    victims: Sequence[tuple[Cell, int]],
    second: Second,
) -> None:
    for n, (cell, count) in enumerate(victims):
        if n:
            hand.wait(times.next_victim)
        if habits.strikes("victim-put-back", hand.rng):
            other, most = hand.rng.choice((*second.victims, (cell, count)))
            hand.pick(other, most, times.look)
            hand.wait(times.think)
        hand.lift(cell, count)
        hand.now += 0.2
        hand.off()


def _travel(
    hand: Script,
    habits: Habits,
    times: Times,
    board: Board,
    stacks: Stacks,
    what: Doing,
    second: Second,
) -> None:
    rng, trail = hand.rng, what.trail
    start, end = trail[0], trail[-1]
    hand.lift(start, what.count)
    if second.cells and habits.strikes("try-cell", rng):
        tried = rng.choice(second.cells)
        hand.wait(times.carry)
        hand.put(tried, onto=tried in stacks)
        hand.wait(times.think)
        hand.lift(tried, what.count)
        start = tried
    crossed = way_along(board, start, end)
    way_is_free = not what.onto and not any(cell in stacks for cell in (*crossed, end))
    if len(trail) == 2 and way_is_free and habits.strikes("slide", rng):
        a, b = board.places[start], board.places[end]
        between = hypot(b.x - a.x, b.y - a.y) / PITCH / (len(crossed) + 1)
        _slide(hand, times.slide.draw(rng) * between, crossed, end, what.count)
        return
    # A round trip carried over in one sweep would show nobody anything: it is always hopped.
    sweep = habits.strikes("sweep", rng) and trail[0] != end
    landings = trail[-1:] if sweep else trail[1:]
    for n, cell in enumerate(landings):
        if n:
            hand.wait(times.landing)
            hand.lift(landings[n - 1], what.count)
        hand.wait(times.hop if n else times.carry)
        hand.put(cell, onto=what.onto and cell == end)


def _slide(hand: Script, per_cell: float, crossed: Sequence[Cell], end: Cell, count: int) -> None:
    """`per_cell`: the seconds from one cell that it is felt on to the next."""
    hand.now += per_cell * 0.5
    for cell in crossed:
        hand.put(cell)
        hand.now += per_cell * 0.6
        hand.lift(cell, count)
        hand.now += per_cell * 0.4
    hand.now += per_cell * 0.5
    hand.put(end)


def way_along(board: Board, start: Cell, end: Cell) -> tuple[Cell, ...]:
    """The places that a piece pushed straight from one cell to another passes over, blanks included."""
    a, b = board.places[start], board.places[end]
    length = hypot(b.x - a.x, b.y - a.y)
    if not length:
        return ()
    passed: list[tuple[float, Cell]] = []
    for cell, point in board.places.items():
        dx, dy = point.x - a.x, point.y - a.y
        along = (dx * (b.x - a.x) + dy * (b.y - a.y)) / length
        aside = abs(dx * (b.y - a.y) - dy * (b.x - a.x)) / length
        if cell not in (start, end) and aside < NEAR and 0 < along < length:
            passed.append((along, cell))
    return tuple(cell for _, cell in sorted(passed))

"""One turn of one player, planned to its last touch: the move, and what people do before it."""

from __future__ import annotations

from random import Random

from engines.game import Move, State
from engines.geometry import Cell
from firmware_bridge.people.evening import Evening
from firmware_bridge.people.gestures import Doing, Kind, Plan, Script, doing
from firmware_bridge.people.habits import Habits
from firmware_bridge.people.player import Second, carry_out
from firmware_bridge.people.sights import AnyGame, is_spoken
from firmware_bridge.people.times import Span, Times

SPOKEN = 0.12
"""How often people declare something when they could as well move a piece."""
GLANCE = 60
"""How many of the legal moves people think of."""


def some_move(rng: Random, game: AnyGame, state: State) -> Move:
    """Any legal move; declarations are rarer than there are of them."""
    legal = game.legal_moves(state)
    move: Move = rng.choice(legal)
    while is_spoken(game, state, move) and rng.random() > SPOKEN:
        move = rng.choice(legal)
    return move


def plan_turn(
    rng: Random,
    habits: Habits,
    times: Times,
    game: AnyGame,
    state: State,
    move: Move,
    *,
    hurried: bool,
) -> Plan:
    """The gestures of a turn, beginning at time 0. Who is in a hurry does not dawdle before his move."""
    stacks = state.stacks
    what = doing(move, stacks)
    glance = _glance(rng, game, state)
    idle = Script(rng, 0.0, "an idle hand")
    if habits.strikes("look", rng) and stacks and not hurried:
        cell = rng.choice(sorted(stacks))
        idle.pick(cell, len(stacks[cell]), times.look)
        idle.wait(times.think)
    if habits.strikes("hold", rng) and not hurried:
        movable = {other.trail[0] for other in glance if other.trail}
        cells = sorted(movable - what.cells)
        if cells:
            cell = rng.choice(cells)
            idle.pick(cell, len(stacks[cell]), times.held)
            idle.wait(times.think)
    plan = carry_out(
        rng,
        habits,
        times,
        game.board,
        stacks,
        what,
        move.by or state.turn,
        idle.now,
        second_thoughts(what, glance, frozenset(stacks)),
    )
    return Plan(idle.gestures + plan.gestures, idle.now, plan.landed, plan.done)


def _glance(rng: Random, game: AnyGame, state: State) -> list[Doing]:
    """Some of what the player to move could do with his hands."""
    legal = [move for move in game.legal_moves(state) if not move.by]
    if len(legal) > GLANCE:
        legal = rng.sample(legal, GLANCE)
    return [doing(move, state.stacks) for move in legal]


def second_thoughts(what: Doing, others: list[Doing], taken: frozenset[Cell]) -> Second:
    """Where else the rules would let the traveller come down, and what else it could take."""
    cells: list[Cell] = []
    victims: list[tuple[Cell, int]] = []
    for other in others:
        if other.trail[:1] != what.trail[:1] or bool(other.placed) != bool(what.placed):
            continue
        if what.trail and other.trail[-1] != what.trail[-1]:
            cells.append(other.trail[-1])
        elif not what.trail and what.placed and other.placed[0][0] != what.placed[0][0]:
            cells.append(other.placed[0][0])
        elif other.trail == what.trail and len(what.removed) == len(other.removed) == 1:
            victims += other.removed
    fit = [cell for cell in cells if what.onto or cell not in taken]
    return Second(tuple(fit), tuple(victims))


def room_for(plan: Plan, evening: Evening, begin: float, pause: Span, rng: Random) -> float:
    """How much later than at `begin` a turn must start so that no two hands meet over a cell, no hand is
    in two places, and nothing comes down before what was moved earlier has."""
    late = max(0.0, evening.now + 0.01 - begin)
    if evening.busy_until > begin:
        cells = {gesture.cell for gesture in plan.gestures}
        hands = {gesture.hand for gesture in plan.gestures}
        if cells & evening.cells_to_come or hands & evening.hands_to_come:
            return max(late, evening.busy_until - begin + pause.draw(rng))
        down = min(
            gesture.when for gesture in plan.gestures if gesture.kind in (Kind.PUT, Kind.OFF)
        )
        late = max(late, evening.last_put + 0.1 - begin - down)
    return late

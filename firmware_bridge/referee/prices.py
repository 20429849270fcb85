"""Prices that several tellers share: haste, second thoughts, waiting.

Knows evidence and weights; what is told at these prices is for the tellers to say.
"""

from __future__ import annotations

from math import inf

from engines.geometry import Board, Cell
from firmware_bridge.referee.evidence import Evidence, LastMove
from firmware_bridge.referee.position import neighbours
from firmware_bridge.referee.scene import Scene
from firmware_bridge.referee.touches import (
    PASSING,
    Arrival,
    Edge,
    Touches,
    from_the_side,
)
from firmware_bridge.referee.weights import (
    AT_ONCE,
    LONG_SINCE,
    LOOK,
    SLEEVE,
    SOON,
    Weights,
)


def waiting(evidence: Evidence, *, airborne: bool) -> float:
    """That hands are not finished."""
    weights = evidence.weights
    if evidence.insisted:
        return weights.unfinished + weights.kept
    if airborne:
        return weights.unfinished
    price = weights.unfinished + weights.unfinished_at_rest * evidence.rested
    return price + weights.left_alone * (evidence.out_of_patience + evidence.played_on)


def in_hand(evidence: Evidence, airborne: bool) -> float:
    """That a piece has been in the hand for so long."""
    late = evidence.out_of_patience + evidence.played_on
    return evidence.weights.long_in_hand * late if airborne else 0.0


def nothing_explains(evidence: Evidence, scene: Scene) -> float:
    """That no legal move explains what differs."""
    cells = len(scene.position.lens.cells_of(scene.difference))
    return evidence.weights.wrong + evidence.weights.wrong_cell * cells


def second_thought(evidence: Evidence, last: LastMove, stands: float = 0.0) -> float:
    """That the last move is changed or put back."""
    weights = evidence.weights
    age = max(0.0, evidence.edge - last.landed)
    price = weights.second_thought + min(weights.oldest, weights.growing_older * age)
    return price + stands


def came_back(evidence: Evidence, last: LastMove, *, home: bool) -> tuple[float, float]:
    """That its piece is home, and that its victims are: each may be another that somebody held."""
    edges, taken = evidence.touches.edges, last.entry.taken
    board, weights = evidence.now.game.board, evidence.weights
    others = evidence.touches.beside(last.cells)
    own = [Arrival(e.cell, 0.0, e.when) for e in edges if e.cell in last.cells and e.down]
    side = weights.beside * from_the_side(own, others, board) if home else 0.0
    regret = second_thought(evidence, last) if evidence.touches.cells & taken else 0.0
    returned = [Arrival(e.cell, last.landed, e.when) for e in edges if e.cell in taken and e.down]
    return side, regret + weights.beside * from_the_side(returned, others.beside(taken), board)


def haste(evidence: Evidence, touches: Touches, player: int) -> float:
    """That somebody answers the last move so soon, or begins where that hand has just been."""
    last = evidence.last
    if last is None:
        return 0.0
    himself = player == last.entry.player
    price = hurry(evidence.weights, touches, last.landed, last.hand, himself=himself)
    return price + snatched(evidence.weights, evidence.now.game.board, last.left, touches)


def hurry(
    weights: Weights, touches: Touches, landed: float, hand: Cell | None, *, himself: bool
) -> float:
    if not touches:
        return 0.0
    pause = touches.began - landed
    price = 0.0
    if not himself:
        price += weights.reply_at_once if pause < AT_ONCE else 0.0
        price += weights.reply_soon if AT_ONCE <= pause < SOON else 0.0
    # Who may move again begins where he left off; anybody else rarely does.
    if touches.edges[0].cell == hand and not (himself and pause >= SOON):
        price += weights.same_cell * max(0.0, 1 - pause / LONG_SINCE)
        price += weights.same_cell_soon if pause < SOON else 0.0
        price += weights.same_slide if pause < PASSING else 0.0
    return price


def snatched(weights: Weights, board: Board, left: Edge | None, touches: Touches) -> float:
    """That what comes from beside the board right after the hand has taken something up is that: carried
    there, or pushed to the next cell."""
    if left is None or left.down or not touches:
        return 0.0
    first, since = touches.edges[0], touches.began - left.when
    if not first.down or first.cell == left.cell:
        return 0.0
    if since < PASSING:
        return weights.same_slide if neighbours(board, left.cell, first.cell) else 0.0
    return weights.snatched * (since < SOON)


def knocked(
    weights: Weights, touches: Touches, now: float = -inf, moved: Cell | None = None
) -> float:
    """That several pieces went up together, and not all stand again at once: hands take one after the
    other. Two people may lift in one instant where one of them takes a piece off, or carries it: no
    sleeve does. `moved`: where one was taken up that is said to have gone elsewhere."""
    price, lifted = 0.0, -inf
    came: dict[Cell, float] = {}
    for number, edge in enumerate(touches.edges):
        if edge.down:
            came[edge.cell] = edge.when
        elif edge.when - came.get(edge.cell, -inf) >= SOON:
            if edge.cell != moved and touches.came_home(number):
                price += weights.held * (edge.when - lifted < SLEEVE)
                continue  # it was only jostled, or looked at
            carried = touches.landings(lifted, edge.when + LOOK) < 2 and now >= edge.when + LOOK
            price += 0.0 if carried else weights.knock * max(0.0, 1 - (edge.when - lifted) / SLEEVE)
            lifted = edge.when
    return price

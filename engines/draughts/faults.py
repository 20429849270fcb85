"""Why a tempting move on a draughts board is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.game import Attempt
from engines.steps import Act

WRONG_VICTIM = "wrong-piece-removed"

if TYPE_CHECKING:
    from engines.draughts.book import Draughts, DraughtsState


def fault_of(game: Draughts, state: DraughtsState, attempt: Attempt) -> str:
    stacks = state.stacks
    mine = [
        cell for cell in attempt.lifted if cell in stacks and stacks[cell][0].player == state.turn
    ]
    if len(mine) > 1 and _one_travelled(game, state, mine, attempt.placed):
        return WRONG_VICTIM
    if len(mine) != 1 or not attempt.placed:
        return _without_a_traveller(attempt, bool(mine))
    start, end = mine[0], attempt.placed[-1]
    if end in stacks and end != start:
        return "cell-taken"
    demand = game.compulsory(state)
    chains = [
        (move.landings, {step.cell for step in move.steps if step.act is Act.REMOVE})
        for move in (demand.moves if demand else ())
    ]
    half_way = [taken for way, taken in chains if way[0] == start and end in way[1:-1]]
    if half_way:
        gone = {cell for cell in attempt.lifted if cell != start}
        return "chain-unfinished" if any(gone <= taken for taken in half_way) else WRONG_VICTIM
    victims = [taken for way, taken in chains if way[0] == start and way[-1] == end]
    if victims:
        # The traveller did what he may; something else left the board, or a victim stayed.
        gone = {cell for cell in attempt.lifted if cell != start}
        return "must-remove" if any(gone < wanted for wanted in victims) else WRONG_VICTIM
    return _shape(game, state, start, end) or (demand.rule if demand else "not-a-move")


def _one_travelled(
    game: Draughts, state: DraughtsState, mine: list[str], placed: tuple[str, ...]
) -> bool:
    """Whether one of these made a legal move, so that the others were only taken off."""
    trails = [trail for move in game.legal_moves(state) if (trail := move.landings)]
    return any(trail[0] in mine and trail[-1:] == placed[-1:] for trail in trails)


def _without_a_traveller(attempt: Attempt, own_gone: bool) -> str:
    if not attempt.placed:
        return WRONG_VICTIM
    if attempt.lifted and not own_gone:
        return "not-your-piece"
    return "not-a-move"


def _shape(game: Draughts, state: DraughtsState, start: str, end: str) -> str | None:
    """What is wrong with going from start to end, whatever else may be compulsory."""
    rays = game.board.rays[start]
    if len(state.stacks[start]) == 1:
        # The first two directions lead up the board, the others down it.
        rays = rays[:2] if state.turn == 1 else rays[2:]
        if not any(end in ray for ray in rays):
            return "not-forward"
        return None if any(ray[:1] == (end,) for ray in rays) else "not-adjacent"
    for ray in rays:
        if end in ray:
            blocked = any(cell in state.stacks for cell in ray[: ray.index(end)])
            return "not-adjacent" if blocked else None
    return "not-a-move"

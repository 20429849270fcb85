"""Why what somebody did on a Top Hats board is not a legal move."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from engines.game import Attempt
from engines.geometry import Cell
from engines.top_hats.jumps import CELL_MASK, Chains, Ground
from engines.top_hats.moves import Travel
from engines.top_hats.state import BOARD, CELLS, COLOURS, RING, SETUP_RINGS

if TYPE_CHECKING:
    from engines.top_hats.book import TopHats
    from engines.top_hats.state import HatState

UNEXPLAINED = "not-a-move"


def fault_of(game: TopHats, state: HatState, attempt: Attempt) -> str:
    """The rule an attempt breaks, the most specific one that is true."""
    if any(BOARD.index.get(cell) in state.hats.uncovered() for cell in attempt.named):
        return "impossible-colour"
    if game.outcome(state) is not None or state.hats.uncovered():
        return UNEXPLAINED
    if any(state.hand):
        return _placing(state, attempt)
    mine: list[Cell] = []
    others: list[Cell] = []
    for cell in attempt.lifted:
        pile = state.hats.piles[BOARD.index[cell]] if cell in BOARD else ""
        if pile:
            (mine if pile[-1] == COLOURS[state.turn - 1] else others).append(cell)
    if not mine:
        return _without_a_traveller(state, others, attempt.placed)
    if len(mine) > 1:
        return _one_travelled(game, state, mine, attempt)
    if not attempt.placed:
        return "wrong-piece-removed"
    return _landing(game, state, mine[0], attempt.placed) or _journey(
        game, state, mine[0], attempt.placed, frozenset(others), counted=attempt.counted
    )


def _placing(state: HatState, attempt: Attempt) -> str:
    tops = {state.hats.piles[BOARD.index[cell]][-1:] for cell in attempt.lifted if cell in BOARD}
    if tops - {"", COLOURS[state.turn - 1]}:
        return "not-your-piece"
    for cell in attempt.placed:
        if cell not in BOARD or RING[BOARD.index[cell]] not in SETUP_RINGS:
            return "not-in-setup-zone"
        if state.hats.piles[BOARD.index[cell]]:
            return "cell-taken"
    return UNEXPLAINED


def _without_a_traveller(state: HatState, others: list[Cell], placed: tuple[Cell, ...]) -> str:
    if not others:
        return UNEXPLAINED
    piles = [state.hats.piles[BOARD.index[cell]] for cell in others]
    if not placed and all(len(pile) == 1 for pile in piles):
        # Single hats do leave the board, but only when somebody has jumped them, and the neutral never.
        return "wrong-piece-removed"
    return "not-your-piece"


def _one_travelled(game: TopHats, state: HatState, mine: list[Cell], attempt: Attempt) -> str:
    """Of several of one's own that left their cells: what is wrong where one of them made a move."""
    moves = (move.landings for move in game.legal_moves(state))
    ends = {(trail[0], trail[-1]) for trail in moves if trail}
    one = len(attempt.placed) == 1 and any((start, attempt.placed[0]) in ends for start in mine)
    return "wrong-piece-removed" if one else UNEXPLAINED


def _landing(game: TopHats, state: HatState, start: Cell, placed: tuple[Cell, ...]) -> str | None:
    """Cells where no move can come down."""
    for cell in placed:
        if cell not in BOARD or BOARD.index[cell] in game.kernel.forbidden(state):
            return "off-limits"
        if state.hats.piles[BOARD.index[cell]] and cell != start:
            return "cell-taken"
    return None


def _journey(
    game: TopHats,
    state: HatState,
    start: Cell,
    placed: tuple[Cell, ...],
    removed: frozenset[Cell],
    *,
    counted: bool,
) -> str:
    """What is wrong with going from start to the last cell, by way of the others."""
    legal = [
        move
        for move in game.underway(state, (start,) if len(placed) == 1 else (start, *placed))
        if isinstance(move, Travel) and CELLS[move.end] == placed[-1]
    ]
    if legal:
        wanted = [_taken(move) if counted else _vanishing(state, move) for move in legal]
        if removed in wanted and not any(
            len(state.hats.piles[BOARD.index[c]]) > 1 for c in removed
        ):
            return UNEXPLAINED
        left = any(removed < victims for victims in wanted)
        return "must-remove" if left else "wrong-piece-removed"
    goes_on = bool(game.underway(state, (start, *placed)))
    if placed[-1] == start:
        return "chain-unfinished" if goes_on else UNEXPLAINED
    arrivals, stops = _results(game, state, start, placed)
    if not arrivals:
        return "not-adjacent"
    demand = game.compulsory(state)
    if stops:
        # A capture that is not good enough, too: one by a stack in the zone goes first.
        return demand.rule if demand else "leave-zone"
    if goes_on:
        return "chain-unfinished"
    leave = demand is not None and demand.rule == "leave-zone"
    return "leave-zone" if leave and BOARD.index[start] in game.kernel.zone(state) else "off-limits"


def _taken(move: Travel) -> frozenset[Cell]:
    """The cells that a move takes a hat off."""
    return frozenset(CELLS[at] for at in move.taken)


def _vanishing(state: HatState, move: Travel) -> frozenset[Cell]:
    """The cells that a move's captures leave empty."""
    return frozenset(CELLS[at] for at in move.taken if len(state.hats.piles[at]) == 1)


def _results(
    game: TopHats, state: HatState, start: Cell, placed: tuple[Cell, ...]
) -> tuple[set[int], set[int]]:
    """What the journey amounts to if the zone did not matter, and if it does.

    A journey seen only by its two ends may have been any chain between them.
    """
    at, *trail = (BOARD.index[cell] for cell in (start, *placed))
    kernel = game.kernel
    everywhere = Ground(state.hats, COLOURS[state.turn - 1], game.kernel.forbidden(state))
    arrivals, stops = (
        _ends_of(ground, at, trail, inner)
        for ground, inner in (
            (everywhere, ()),
            (kernel.ground(state), kernel.inward(state, at)),
        )
    )
    if len(trail) == 1 and CELLS[trail[0]] in BOARD.links[start]:
        arrivals.add(trail[0])
        if trail[0] not in game.kernel.zone(state) - game.kernel.inward(state, at):
            stops.add(trail[0])
    return arrivals, stops


def _ends_of(ground: Ground, start: int, trail: list[int], inner: Collection[int]) -> set[int]:
    stop = Chains(ground, start, trail, inner).stop
    if stop is not None:
        return {stop}
    if len(trail) > 1:
        return set()
    return {end for end in Chains(ground, start, (), inner).ends if end & CELL_MASK == trail[-1]}

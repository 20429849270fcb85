"""Why a tempting move on a morris board is not legal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engines.game import Attempt

if TYPE_CHECKING:
    from engines.morris.book import Morris, MorrisMove, MorrisState


def fault_of(game: Morris, state: MorrisState, attempt: Attempt) -> str:
    stacks = state.stacks
    if len(attempt.lifted) == 1:
        # Where one man rested on his way says nothing: no move has a way.
        attempt = replace(attempt, placed=attempt.placed[-1:])
    mine, theirs = (
        [c for c in attempt.lifted if c in stacks and (stacks[c][0].player == state.turn) is own]
        for own in (True, False)
    )
    if len(attempt.placed) == 1 and _one_came_down(game, state, mine, attempt.placed[0]):
        return "wrong-piece-removed"
    if len(attempt.placed) != 1 or len(mine) > 1:
        return _without_one_traveller(attempt, mine, theirs)
    start, end = mine[0] if mine else None, attempt.placed[0]
    if end in stacks and end != start:
        return "cell-taken"
    if end not in game.board:
        return "not-your-piece" if start is None and len(theirs) == 1 else "not-adjacent"
    journeys = [move for move in game.legal_moves(state) if _goes(move, start, end)]
    if journeys:
        return _about_the_victim(journeys, theirs)
    if start is None:
        # A man came from beside the board although none may: perhaps it was the other side's.
        return "not-your-piece" if len(theirs) == 1 else "not-a-move"
    if state.own_hand and not game.rules.mixed:
        return "not-a-move"
    return "not-adjacent"


def _one_came_down(game: Morris, state: MorrisState, mine: list[str], end: str) -> bool:
    """Whether a man made a legal journey, and more of his own have left the board than that takes."""
    starts = (None, *mine)
    legal = game.legal_moves(state)
    return any(
        len(mine) > (start is not None)
        and _goes(move, start, end)
        # One man up and one down, with no mill closed, is a man who moved when he may not.
        and (start is not None or move.takes)
        for start in starts
        for move in legal
    )


def _goes(move: MorrisMove, start: str | None, end: str) -> bool:
    cells = move.landings or (None, move.steps[0].cell)
    return cells == (start, end)


def _about_the_victim(journeys: list[MorrisMove], theirs: list[str]) -> str:
    """The journey itself is legal: what was wrongly taken, or wrongly left?"""
    closes = any(move.takes for move in journeys)
    if not theirs:
        return "must-remove" if closes else "not-a-move"
    return "mill-protected" if closes and len(theirs) == 1 else "wrong-piece-removed"


def _without_one_traveller(attempt: Attempt, mine: list[str], theirs: list[str]) -> str:
    if not attempt.placed and (mine or theirs):
        return "wrong-piece-removed"
    return "not-a-move"

"""What sensors can make out: which legal acts leave the same readings.

Reasons over the rule book and the readings alone. Nothing here asks how a referee decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engines.game import Game, Move, Progress, State
from engines.geometry import Cell
from engines.steps import NOTHING, Stacks
from firmware_bridge.people.boardtop import Pile, came_down, picture, reading
from firmware_bridge.people.gestures import Doing, doing

AnyGame = Game[Any, Any]
REPORTS = 6
"""More than ever have to be made one after the other."""
Change = dict[Cell, int]
"""The cells that read differently afterwards, with what they read."""


def stacks_after(stacks: Stacks, what: Doing) -> dict[Cell, Pile]:
    """What stands on the board when hands have done that."""
    board: dict[Cell, Pile] = dict(stacks)

    def stand(cell: Cell, pile: Pile) -> None:
        if pile:
            board[cell] = pile
        else:
            board.pop(cell, None)

    # Victims first: what travels may come to stand where one stood.
    for cell, count in what.removed:
        stand(cell, board[cell][:-count])
    ways = ((what.trail, what.count), *what.besides) if what.trail else what.besides
    for way, count in ways:
        pile = board[way[0]]
        stand(way[0], pile[:-count])
        stand(way[-1], board.get(way[-1], ()) + pile[-count:])
    for cell, count in what.exchanged:
        stand(cell, board[cell][:-count])
    for cell, pieces in what.placed:
        stand(cell, board.get(cell, ()) + pieces)
    return board


def change(before: Mapping[Cell, int], after: Mapping[Cell, int]) -> Change:
    return {
        cell: after.get(cell, 0)
        for cell in {*before, *after}
        if before.get(cell, 0) != after.get(cell, 0)
    }


def rises(before: Mapping[Cell, int], seen: Change) -> Change:
    """What of a change came down."""
    return {cell: value for cell, value in seen.items() if came_down(before.get(cell, 0), value)}


def change_of(game: AnyGame, stacks: Stacks, move: Move, sensing: str) -> Change:
    """What a legal move changes for the sensors."""
    deed = move.deed(stacks, game.board)
    # Victims first: what travels may come to stand where one stood.
    after: dict[Cell, Pile] = dict.fromkeys(game.board.among(deed.cleared), ())
    after.update((cell, stacks[cell][:-1]) for cell in game.board.among(deed.lowered))
    exchanged = game.board.among(deed.exchanged)
    for start, end, pieces in deed.travels:
        if start is not None:
            pieces = after.get(start, stacks.get(start, ()))
            after[start] = ()
        here = () if start is None and end in exchanged else after.get(end, stacks.get(end, ()))
        after[end] = here + pieces
    return {
        cell: now
        for cell, pile in after.items()
        if (now := reading(pile, sensing)) != reading(stacks.get(cell, ()), sensing)
    }


def is_spoken(game: AnyGame, state: State, move: Move) -> bool:
    """Whether hands have nothing to do for it."""
    return move.deed(state.stacks, game.board) == NOTHING


def all_spoken(game: AnyGame, state: State) -> bool:
    """Whether only reports and the like can be made now."""
    return all(is_spoken(game, state, move) for move in game.legal_moves(state))


def explanations(
    game: AnyGame, state: State, seen: Change, sensing: str, among: Iterable[Move] | None = None
) -> list[Move]:
    """The legal moves that leave just this change."""
    stacks = state.stacks
    return [
        move
        for move in (game.legal_moves(state) if among is None else among)
        if change_of(game, stacks, move, sensing) == seen
    ]


def within(game: AnyGame, state: State, cells: frozenset[Cell], sensing: str) -> Iterator[Move]:
    """The legal moves whose traces, if they leave any, lie in these cells."""
    stacks = state.stacks
    for move in game.legal_moves(state):
        left = change_of(game, stacks, move, sensing)
        if left and left.keys() <= cells:
            yield move


def explained(
    game: AnyGame, before: State | None, state: State, stacks: Stacks, sensing: str
) -> str:
    """Why a board that came to look like this may be the work of legal moves; empty when it cannot.

    `before` is the position before the last move, which may still be changed or taken back.
    """
    now = picture(stacks, sensing)
    seen = change(picture(state.stacks, sensing), now)
    if not seen:
        return "it changes no sensor"
    if explanations(game, state, seen, sensing):
        return "a legal move leaves the same readings"
    if under_way(game, state, seen, sensing):
        return "a legal move that is still under way leaves the same readings"
    if _goes_on(game, state, now, frozenset(seen), sensing):
        return "two legal moves, the second perhaps under way, leave the same readings"
    if before is not None:
        earlier = change(picture(before.stacks, sensing), now)
        if not earlier or explanations(game, before, earlier, sensing):
            return "the last move, changed or taken back, leaves the same readings"
        if (
            under_way(game, before, earlier, sensing)
            or _lacking_victims(game, before, earlier, sensing)
            or _half_way(game, before, earlier, sensing)
        ):
            return "the last move, being changed or taken back, leaves the same readings"
        if _goes_on(game, before, now, frozenset(earlier), sensing):
            return "the last move, changed, and another leave the same readings"
    return ""


def _goes_on(
    game: AnyGame, state: State, now: Mapping[Cell, int], cells: frozenset[Cell], sensing: str
) -> bool:
    """Whether a legal move and another after it, finished or not, make the board read like this."""
    for move in within(game, state, cells, sensing):
        after = reported(game, game.apply(state, move))
        rest = change(picture(after.stacks, sensing), now)
        if game.outcome(after) is not None:
            # A game that is over is cleared away.
            if not rises(picture(after.stacks, sensing), rest):
                return True
        elif (
            explanations(game, after, rest, sensing)
            or under_way(game, after, rest, sensing)
            or _lacking_victims(game, after, rest, sensing)
        ):
            return True
    return False


def reported(game: AnyGame, state: State) -> State:
    """The position once everything has been said that has to be said first."""
    for _ in range(REPORTS):
        moves = game.legal_moves(state)
        if not moves or not all_spoken(game, state):
            break
        state = game.apply(state, moves[0])
    return state


def finishing(game: AnyGame, state: State, what: Doing, seen: Change, sensing: str) -> Move | None:
    """A legal move that this is the beginning of: the traveller goes on, or pieces are taken off."""
    if len(what.trail) > 1 and all(c in game.board for c in what.trail):
        ahead: tuple[Move, ...] = game.underway(state, what.trail)
        for move in ahead:
            if {*what.removed} <= {*doing(move, state.stacks).removed}:
                return move
    return _lacking_victims(game, state, seen, sensing)


def _lacking_victims(game: AnyGame, state: State, seen: Change, sensing: str) -> Move | None:
    """A legal move that has come down as it may, and lacks only what it takes off."""
    stacks = state.stacks
    stood = picture(stacks, sensing)
    moves: tuple[Move, ...] = game.legal_moves(state)
    for move in moves:
        whole = change_of(game, stacks, move, sensing)
        rest = {cell: value for cell, value in whole.items() if seen.get(cell) != value}
        if not rest or not seen.keys() <= whole.keys() or rises(stood, rest):
            continue
        # What is to be lowered may have been lowered a little.
        if all(abs(seen.get(cell, stood[cell])) > abs(value) for cell, value in rest.items()):
            return move
    return None


def _half_way(game: AnyGame, state: State, seen: Change, sensing: str) -> bool:
    """Whether a piece may stand on the way of a longer move, some of what that takes being off."""
    down = rises(picture(state.stacks, sensing), seen)
    here = next(iter(down), None)
    if here is None or len(down) > 1 or here not in game.board:
        return False
    gone = seen.keys() - down.keys()
    return any(
        gone - {start} <= {cell for cell, _ in doing(move, state.stacks).removed}
        for start in gone
        for move in game.underway(state, (start, here))
    )


def under_way(game: AnyGame, state: State, seen: Change, sensing: str) -> bool:
    """Whether somebody may just be holding pieces that a legal move lifts or takes off."""
    stacks = state.stacks
    if rises(picture(stacks, sensing), seen) or game.outcome(state) is not None:
        return False
    for move in game.legal_moves(state):
        what = doing(move, stacks)
        gone = {*what.trail[:1], *(cell for cell, _ in what.removed)}
        if seen.keys() <= gone:
            return True
    return False


def only_missing(game: AnyGame, state: State, seen: Change, sensing: str) -> bool:
    """Whether all that came down came down as in a legal move, and only what is gone is wrong: it may be
    coming back."""
    stacks = state.stacks
    stood = picture(stacks, sensing)
    gains = rises(stood, seen)
    if not gains:
        return True
    for move in game.legal_moves(state):
        whole = change_of(game, stacks, move, sensing)
        start = move.deed(stacks, game.board).start
        if rises(stood, whole) == gains and (start is None or start in seen):
            return True
    return False


def results(game: AnyGame, state: State, moves: Iterable[Move]) -> list[State]:
    """The different positions that these moves lead to."""
    found: list[State] = []
    for move in moves:
        after = game.apply(state, move)
        if after not in found:
            found.append(after)
    return found


def question_needed(
    game: AnyGame, state: State, trail: tuple[Cell, ...], seen: Change, sensing: str
) -> bool:
    """Whether several legal moves leave what is seen, and the landings seen cannot choose either."""
    whole = (move.progress(trail) is Progress.ARRIVED for move in game.underway(state, trail))
    if len(trail) > 2 and any(whole):
        return False
    return len(results(game, state, explanations(game, state, seen, sensing))) > 1

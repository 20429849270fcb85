"""What people do wrong, each kind drawn from what stands before them.

Generic over the steps of the legal moves; whether sensors can see it is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from engines.game import Move, State
from engines.geometry import Cell
from engines.steps import Stacks
from firmware_bridge.people.boardtop import HEIGHT
from firmware_bridge.people.gestures import Doing, doing, lands_on
from firmware_bridge.people.sights import AnyGame

CROWN_FORGOTTEN = "crown-forgotten"


@dataclass(frozen=True, slots=True)
class Occasion:
    """What somebody who is about to do wrong has before him."""

    game: AnyGame
    before: State | None
    """The position before the last move."""
    state: State
    sensing: str
    rng: Random

    @property
    def stacks(self) -> Stacks:
        return self.state.stacks

    def legal(self, moves: int = 40) -> list[Move]:
        """Some of the legal moves that hands have something to do for."""
        found = list(self.game.legal_moves(self.state))
        if len(found) > moves:
            found = self.rng.sample(found, moves)
        return [move for move in found if not doing(move, self.stacks).spoken]

    def pieces(self, *, own: bool) -> list[Cell]:
        """Cells of the player to move, or of others and of nobody; where all pieces are nobody's they
        are everybody's."""
        turn = self.state.turn
        if not any(pile[-1].player for pile in self.stacks.values()):
            turn = 0
        return [cell for cell, pile in self.stacks.items() if (pile[-1].player == turn) is own]

    def empty(self) -> list[Cell]:
        board = self.game.board
        places = board.cells
        # Now and then a piece comes down where there is no cell at all.
        if board.blanks and self.rng.random() < 0.1:
            places = board.blanks
        return [cell for cell in places if cell not in self.stacks]


def _carried(occasion: Occasion, own: bool) -> Doing | None:
    """A piece to anywhere: onto others where the moves of the game do that, too."""
    cells, empty = occasion.pieces(own=own), occasion.empty()
    if not cells or not empty:
        return None
    start = occasion.rng.choice(cells)
    count = len(occasion.stacks[start])
    stacking = any(doing(move, occasion.stacks).onto for move in occasion.legal(6))
    if stacking and occasion.rng.random() < 0.7:
        others = [cell for cell in occasion.stacks if cell != start]
        if others:
            return Doing((start, occasion.rng.choice(others)), count, onto=True)
    near = [cell for cell in empty if cell in occasion.game.board.links.get(start, ())]
    # Most wrong moves go to a cell nearby.
    end = occasion.rng.choice(near if near and occasion.rng.random() < 0.4 else empty)
    return Doing((start, end), count)


def own_astray(occasion: Occasion) -> Doing | None:
    return _carried(occasion, own=True)


def foreign_moved(occasion: Occasion) -> Doing | None:
    return _carried(occasion, own=False)


def _capture(occasion: Occasion) -> Doing | None:
    captures = [
        what
        for move in occasion.legal()
        if (what := doing(move, occasion.stacks)).removed and (what.trail or what.placed)
    ]
    return occasion.rng.choice(captures) if captures else None


def wrong_victim(occasion: Occasion) -> Doing | None:
    what = _capture(occasion)
    others = _bystanders(occasion, what)
    if what is None or not others:
        return None
    cell = occasion.rng.choice(others)
    victims = [*what.removed]
    victims[occasion.rng.randrange(len(victims))] = (cell, len(occasion.stacks[cell]))
    return _with_victims(occasion, what, victims)


def victim_left(occasion: Occasion) -> Doing | None:
    what = _capture(occasion)
    if what is None:
        return None
    victims = list(what.removed)
    victims.pop(occasion.rng.randrange(len(victims)))
    return _with_victims(occasion, what, victims)


def one_too_many(occasion: Occasion) -> Doing | None:
    what = _capture(occasion)
    others = _bystanders(occasion, what)
    if what is None or not others:
        return None
    cell = occasion.rng.choice(others)
    return _with_victims(occasion, what, [*what.removed, (cell, len(occasion.stacks[cell]))])


def _with_victims(occasion: Occasion, what: Doing, victims: list[tuple[Cell, int]]) -> Doing:
    onto = lands_on(what.trail, victims, occasion.stacks)
    return replace(what, removed=tuple(victims), onto=onto)


def _bystanders(occasion: Occasion, what: Doing | None) -> list[Cell]:
    busy = what.cells if what else frozenset()
    return [cell for cell in occasion.pieces(own=False) if cell not in busy]


def twice(occasion: Occasion) -> Doing | None:
    """Whoever moved last moves again, as if it were still his turn."""
    if occasion.before is None or occasion.before.turn == occasion.state.turn:
        return None
    stacks = occasion.stacks
    again = []
    for move in occasion.game.legal_moves(occasion.before):
        what = doing(move, occasion.before.stacks)
        if what.trail and not what.removed and not what.placed:
            start, end = what.trail[0], what.trail[-1]
            still = stacks.get(start) == occasion.before.stacks.get(start)
            if still and start in stacks and start != end and (what.onto or end not in stacks):
                again.append(replace(what, trail=(start, end)))
    return occasion.rng.choice(again) if again else None


def taken_off(occasion: Occasion) -> Doing | None:
    if not occasion.stacks:
        return None
    cell = occasion.rng.choice([*occasion.stacks])
    return Doing(removed=((cell, len(occasion.stacks[cell])),))


def placed_astray(occasion: Occasion) -> Doing | None:
    """A piece from beside the board to a cell where it may not go."""
    placings = [
        what
        for move in occasion.legal(6)
        if (what := doing(move, occasion.stacks)).placed and not what.trail
    ]
    empty = occasion.empty()
    if not placings or not empty:
        return None
    pieces = occasion.rng.choice(placings).placed[0][1]
    return Doing(placed=((occasion.rng.choice(empty), pieces),))


def onto_taller(occasion: Occasion) -> Doing | None:
    """A piece onto a stack beside it that is taller."""
    if occasion.sensing != HEIGHT:
        return None
    if not any(doing(move, occasion.stacks).onto for move in occasion.legal(6)):
        return None
    stacks, links = occasion.stacks, occasion.game.board.links
    pairs = [
        (start, end)
        for start in occasion.pieces(own=True)
        for end in links.get(start, ())
        if len(stacks.get(end, ())) > len(stacks[start])
    ]
    if not pairs:
        return None
    trail = occasion.rng.choice(pairs)
    return Doing(trail, len(stacks[trail[0]]), onto=True)


def crowning_moves(occasion: Occasion) -> list[Doing]:
    found = [doing(move, occasion.stacks) for move in occasion.legal()]
    return [what for what in found if what.crown and not what.exchanged]


def crown_forgotten(occasion: Occasion) -> Doing | None:
    crowning = crowning_moves(occasion) if occasion.sensing == HEIGHT else []
    return replace(occasion.rng.choice(crowning), placed=()) if crowning else None


def last_of_all(occasion: Occasion, what: Doing) -> bool:
    """Whether a move that ends so ends the game."""
    ends = (
        occasion.game.outcome(occasion.game.apply(occasion.state, move))
        for move in occasion.game.legal_moves(occasion.state)
        if replace(doing(move, occasion.stacks), placed=()) == what
    )
    return any(outcome is not None for outcome in ends)


def crown_unearned(occasion: Occasion) -> Doing | None:
    """A piece from beside the board on one that has not earned it, moved or not."""
    if occasion.sensing != HEIGHT or not occasion.pieces(own=True):
        return None
    if occasion.rng.random() < 0.5:
        cell = occasion.rng.choice(occasion.pieces(own=True))
        return Doing(placed=((cell, occasion.stacks[cell][-1:]),))
    plain = [
        what
        for move in occasion.legal()
        if (what := doing(move, occasion.stacks)).trail and not what.placed and not what.besides
    ]
    if not plain:
        return None
    what = occasion.rng.choice(plain)
    return replace(what, placed=((what.trail[-1], occasion.stacks[what.trail[0]][-1:]),))


def _top_taken(occasion: Occasion, *, besides: bool) -> Doing | None:
    """The top of a stack that was not taken: besides what was, or instead."""
    what = _capture(occasion) if occasion.sensing == HEIGHT else None
    tall = [cell for cell in _bystanders(occasion, what) if len(occasion.stacks[cell]) > 1]
    if what is None or not tall:
        return None
    victims = list(what.removed)
    if not besides:
        victims.pop(occasion.rng.randrange(len(victims)))
    return _with_victims(occasion, what, [*victims, (occasion.rng.choice(tall), 1)])


def wrong_top(occasion: Occasion) -> Doing | None:
    return _top_taken(occasion, besides=False)


def top_too_many(occasion: Occasion) -> Doing | None:
    return _top_taken(occasion, besides=True)


def _tall_capture(occasion: Occasion, more: int) -> Doing | None:
    if occasion.sensing != HEIGHT:
        return None
    what = _capture(occasion)
    if what is None:
        return None
    victims = list(what.removed)
    n = occasion.rng.randrange(len(victims))
    cell, count = victims[n]
    if not 0 <= len(occasion.stacks[cell]) - count - more < len(occasion.stacks[cell]):
        return None
    victims[n] = (cell, count + more)
    return replace(what, removed=tuple(one for one in victims if one[1]))


def one_off_too_few(occasion: Occasion) -> Doing | None:
    return _tall_capture(occasion, -1)


def one_off_too_many(occasion: Occasion) -> Doing | None:
    return _tall_capture(occasion, 1)


KINDS: dict[str, Callable[[Occasion], Doing | None]] = {
    "own-astray": own_astray,
    "foreign-moved": foreign_moved,
    "wrong-victim": wrong_victim,
    "victim-left": victim_left,
    "one-too-many": one_too_many,
    "twice": twice,
    "taken-off": taken_off,
    "placed-astray": placed_astray,
    "onto-taller": onto_taller,
    CROWN_FORGOTTEN: crown_forgotten,
    "crown-unearned": crown_unearned,
    "wrong-top": wrong_top,
    "top-too-many": top_too_many,
    "one-off-too-few": one_off_too_few,
    "one-off-too-many": one_off_too_many,
}

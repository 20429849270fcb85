"""Forbidden moves that tempt people, each with the rules that a referee who knows the game would name.

Generic over the steps of the legal moves. What sensors could take for a legal move is not drawn: the
reason is counted instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engines.game import Attempt, Move
from firmware_bridge.people.boardtop import HEIGHT, picture
from firmware_bridge.people.gestures import Doing
from firmware_bridge.people.mistakes import (
    CROWN_FORGOTTEN,
    KINDS,
    Occasion,
    crowning_moves,
    last_of_all,
)
from firmware_bridge.people.sights import (
    change,
    explained,
    finishing,
    only_missing,
    rises,
    stacks_after,
)

CROWN = "crown"
"""Not a rule that was broken: what a referee asks for, who sees that it is not there."""
TRIES = 8
"""How often people look for something tempting before they play on."""


@dataclass(frozen=True, slots=True)
class Temptation:
    kind: str
    what: Doing
    book: str
    """The rule that the book finds broken."""
    expected: tuple[str, ...]
    """The rules that would be right to name."""
    only_missing: bool
    """Whether only what is gone is wrong."""
    unfinished: Move | None
    """A legal move that it is the beginning of, where it is one."""

    @property
    def text(self) -> str:
        words = ["-".join(self.what.trail)] if self.what.trail else []
        words += (f"+{cell}" for cell, _ in self.what.placed)
        words += (f"off {cell}" for cell, _ in self.what.removed)
        return " ".join(words)


def draw(occasion: Occasion, spared: Callable[[str], None]) -> Temptation | None:
    """Something forbidden that sensors can see to be forbidden. `spared` hears why others were not."""
    crowning = crowning_moves(occasion) if occasion.sensing == HEIGHT else []
    for _ in range(TRIES):
        kind = occasion.rng.choice([*KINDS])
        what = KINDS[kind](occasion)
        if what is None:
            continue
        after = stacks_after(occasion.stacks, what)
        if kind == CROWN_FORGOTTEN and last_of_all(occasion, what):
            spared(f"{kind}: the game is over with that move, and nobody needs the crown")
            continue
        if kind == CROWN_FORGOTTEN:
            return Temptation(kind, what, CROWN, (CROWN,), True, None)
        if any(stacks_after(occasion.stacks, replace(one, placed=())) == after for one in crowning):
            spared(f"{kind}: a crown that was forgotten leaves the same readings")
            continue
        why = explained(occasion.game, occasion.before, occasion.state, after, occasion.sensing)
        if why:
            spared(f"{kind}: {why}")
            continue
        stood = picture(occasion.stacks, occasion.sensing)
        seen = change(stood, picture(after, occasion.sensing))
        down = rises(stood, seen)
        book = occasion.game.fault(occasion.state, attempt_of(occasion, what))
        rules = [*_named(occasion, kind, what), book]
        if any(step not in seen for step in what.trail[-1:]):
            # Nobody sees where it came down: what is known is only that it is gone.
            gone = tuple(cell for cell in seen if cell not in down)
            rules.append(occasion.game.fault(occasion.state, Attempt(lifted=gone)))
        expected = tuple(dict.fromkeys(rules))
        missing = only_missing(occasion.game, occasion.state, seen, occasion.sensing)
        whole = None
        if down:
            whole = finishing(occasion.game, occasion.state, what, seen, occasion.sensing)
        return Temptation(kind, what, book, expected, missing, whole)
    return None


def attempt_of(occasion: Occasion, what: Doing) -> Attempt:
    """What the rule book is told of it."""
    stacks, counted = occasion.stacks, occasion.sensing == HEIGHT
    gone = (cell for cell, count in what.removed if counted or count == len(stacks[cell]))
    placed = (*what.trail[1:], *(cell for cell, _ in what.placed if cell not in what.trail))
    return Attempt(lifted=(*what.trail[:1], *gone), placed=placed, counted=counted)


def _named(occasion: Occasion, kind: str, what: Doing) -> Iterator[str]:
    """The rules that are true of such a temptation whatever the game, besides the one the book finds."""
    turn = occasion.state.turn
    if kind in ("foreign-moved", "twice"):
        mover = occasion.stacks[what.trail[0]][-1].player
        if mover not in (0, turn):
            yield "not-your-piece"
    elif kind == "taken-off":
        yield "wrong-piece-removed"
    elif kind == "crown-unearned":
        # One piece more than there was: no move of the game, whatever else is wrong with it.
        yield "not-a-move"
    if what.trail and (kind == "wrong-top" or (what.removed and what.placed)):
        # Seen before the victims were off, or with the right one still standing.
        yield "must-remove"

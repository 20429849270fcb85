"""What each cell means now: cell -> meaning, as data. Themes turn it into light.

Knows the referee and the moves' steps, no game, no colour, no time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from engines.game import Move
from engines.geometry import Cell
from engines.steps import Act
from firmware_bridge.referee.difference import difference
from firmware_bridge.referee.reconcile import Footprint, Position
from firmware_bridge.referee.referee import Phase, Referee

FULL, FORCED, OFF = LEVELS = ("full", "forced", "off")

MEANINGS = (
    "missing", "extra", "ask", "win", "crown", "huff", "capture", "forced", "target",
    "movable", "faulty", "last", "forbidden", "zone",
)  # fmt: skip
"""Every meaning, the more urgent first: a cell with several shows the first of them."""

_URGENCY = {meaning: rank for rank, meaning in enumerate(MEANINGS)}
_SHOWN = {
    FULL: frozenset(MEANINGS),
    FORCED: frozenset(MEANINGS) - {"target", "movable", "last"},
    OFF: frozenset({"missing", "extra", "ask", "win", "forbidden", "zone", "faulty"}),
}
ZONE_LIGHTS = {"zone": "zone", "ring": "zone", "forbidden": "forbidden"}
"""Which standing of a cell (`Game.zones`) is lit, and as what."""


class Hint(NamedTuple):
    meaning: str
    colour: str = ""
    """Of the piece that belongs here, where it matters which."""


Hints = dict[Cell, Hint]
Light = Callable[..., None]


def hints(referee: Referee, level: str = FULL) -> Hints:
    """The meaning of every cell that has one."""
    shown = _SHOWN[level]
    lit: Hints = {}

    def light(meaning: str, cells: Iterable[Cell], colour: str = "") -> None:
        if meaning in shown:
            rank = _URGENCY[meaning]
            for cell in cells:
                if cell not in lit or rank < _URGENCY[lit[cell].meaning]:
                    lit[cell] = Hint(meaning, colour)

    position = referee.position
    light("faulty", referee.ignored)
    for standing, cells in referee.game.zones(position.state).items():
        if standing in ZONE_LIGHTS:
            light(ZONE_LIGHTS[standing], cells)
    if referee.phase is Phase.RESTORING:
        _to_put_right(referee, light)
    elif referee.phase is Phase.OVER:
        _won(referee, light)
    else:
        if referee.record and referee.phase is not Phase.MOVING:
            _last_move(referee, light)
        if referee.question is not None:
            asked = _asked_about(position, referee.question.choices)
            if not asked and referee.record:
                # A question about nothing on the board is about what was just done there.
                asked = set(_touched(referee.record[-1].move))
            light("ask", asked)
        elif referee.phase is Phase.MOVING:
            _under_way(referee, light)
        else:
            _before_anything_is_lifted(position, light)
    return lit


def _to_put_right(referee: Referee, light: Light) -> None:
    position = referee.position
    wrong = difference(referee.sight, position.picture, referee.seen, referee.ignore)
    for cell in wrong.missing:
        # The top of a stack is what people see, and what they look for beside the board.
        light("missing", (cell,), position.stacks[cell][-1].colour)
    light("extra", wrong.extra)


def _won(referee: Referee, light: Light) -> None:
    outcome = referee.position.outcome
    winners = outcome.winners if outcome else ()
    stacks = referee.position.stacks
    light("win", (cell for cell, stack in stacks.items() if stack[-1].player in winners))
    if referee.record:
        _last_move(referee, light)


def _last_move(referee: Referee, light: Light) -> None:
    stands = referee.position.stacks
    for step in referee.record[-1].move.steps:
        act, cell, pieces = step.act, step.cell, step.pieces
        if act is Act.REMOVE:
            # A piece off the top of a stack: no sensor sees whether it was taken.
            light("capture" if cell in stands else "last", (cell,))
        elif act is Act.PLACE and pieces and len(stands.get(cell, ())) > len(pieces):
            light("crown", (cell,))
        else:
            light("last", (cell,))


def _before_anything_is_lifted(position: Position, light: Light) -> None:
    cells_of = position.sight.cells_of
    for prints, moves in position.by_hand.items():
        if prints.source:
            light("movable", cells_of(prints.source))
        elif prints.end is not None:
            light("target", (prints.end,))
        else:
            _taken_off(position, cells_of(prints.victims), moves[0], light)
        if prints in position.demanded:
            light("forced", cells_of(prints.source))
            light("capture", cells_of(prints.victims))


def _taken_off(position: Position, cells: Iterable[Cell], move: Move, light: Light) -> None:
    """Pieces that are only removed: one's own may go, another's is forfeit or taken with it."""
    player = move.by or position.state.turn
    others = "huff" if move.penalty else "capture"
    for cell in cells:
        light("movable" if position.stacks[cell][-1].player == player else others, (cell,))


def _under_way(referee: Referee, light: Light) -> None:
    """What may still be done of the moves that may be going on, and what must."""
    position, cells_of = referee.position, referee.sight.cells_of
    changed = referee.differing
    gone = set(cells_of(changed))
    going = position.prints(changed, referee.ignore)
    trail = referee.on_the_trail()
    if trail:
        going = going + position.prints_underway(trail)
        gone.update(trail)
    # Bits first, names last: a dense position has hundreds of moves under way.
    landings = victims = 0
    ends, unlifted = set[Cell](), list[Footprint]()
    for prints in going:
        landings |= prints.fills
        victims |= prints.victims
        if prints.end is not None:
            ends.add(prints.end)
        if prints.source & ~changed & ~referee.ignore:
            unlifted.append(prints)
    light("target", {*ends, *cells_of(landings & ~changed)} - gone)
    light("capture", cells_of(victims & ~changed))
    for prints in unlifted:
        # A victim went first.
        meaning = "forced" if prints in position.demanded else "movable"
        light(meaning, cells_of(prints.source))


def _touched(move: Move) -> list[Cell]:
    return [step.cell for step in move.steps][-1:]


def _asked_about(position: Position, choices: Iterable[Move]) -> set[Cell]:
    """The cells in which the choices differ, or all they name when they differ in none."""
    named = [position.named_cells(move) for move in choices]
    everything = {cell for cells in named for cell in cells}
    return {c for c in everything if any(c not in cells for cells in named)} or everything

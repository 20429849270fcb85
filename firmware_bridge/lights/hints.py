"""What each cell means now: cell -> meaning, as data. Themes turn it into light.

Knows the referee and the moves' steps, no game, no colour, no time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from engines.game import Move
from engines.geometry import Cell
from engines.steps import Act
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.position import Position
from firmware_bridge.referee.situation import Phase, Situation

FULL, FORCED, OFF = HINTING = ("full", "forced", "off")

MEANINGS = (
    "missing", "extra", "carry", "ask", "win", "good", "doubtful", "crown", "huff", "capture",
    "forced", "target", "movable", "faulty", "last", "forbidden", "zone",
)  # fmt: skip
"""Every meaning, the more urgent first: a cell with several shows the first of them."""

_URGENCY = {meaning: rank for rank, meaning in enumerate(MEANINGS)}
_SHOWN = {
    FULL: frozenset(MEANINGS),
    FORCED: frozenset(MEANINGS) - {"target", "movable", "last"},
    OFF: frozenset({"missing", "extra", "carry", "ask", "win", "forbidden", "zone", "faulty"}),
}
FEW = 40
"""Moves under way whose landings on the way are lit, too; where there are more, so are their ends."""
ZONE_LIGHTS = {"zone": "zone", "ring": "zone", "forbidden": "forbidden"}
"""Which standing of a cell (`Game.zones`) is lit, and as what."""


class Hint(NamedTuple):
    meaning: str
    colour: str = ""
    """Of the piece that belongs here, where it matters which."""
    kind: str = ""
    """What kind of piece that is, in games that have several."""


Hints = dict[Cell, Hint]
Light = Callable[..., None]


def hints(situation: Situation, hinting: str = FULL, *, unfinished: bool = False) -> Hints:
    """The meaning of every cell that has one. `unfinished`: what was decided elsewhere is still to be
    carried out, also where it has ended the game."""
    shown = _SHOWN[hinting]
    lit: Hints = {}

    def light(meaning: str, cells: Iterable[Cell], colour: str = "", kind: str = "") -> None:
        if meaning in shown:
            rank = _URGENCY[meaning]
            for cell in cells:
                if cell not in lit or rank < _URGENCY[lit[cell].meaning]:
                    lit[cell] = Hint(meaning, colour, kind)

    position = situation.position
    light("faulty", situation.ignored)
    for standing, cells in situation.game.zones(position.state).items():
        if standing in ZONE_LIGHTS:
            light(ZONE_LIGHTS[standing], cells)
    if situation.consents is not None and situation.record:
        # Whether it is taken back is asked: a board without a screen shows which move is meant.
        light("ask", (step.cell for step in situation.record[-1].move.steps))
    if situation.phase is Phase.RESTORING:
        _to_put_right(situation, light)
    elif situation.phase is Phase.OVER:
        _won(situation, light)
        if unfinished:
            _to_carry_out(situation, light)
    else:
        if situation.record and situation.phase is not Phase.MOVING:
            _last_move(situation, light)
        if situation.question is not None:
            asked = _asked_about(position, situation.question.choices)
            if not asked and situation.record:
                # A question about nothing on the board is about what was just done there.
                asked = set(_touched(situation.record[-1].move))
            light("ask", asked)
        elif situation.phase is Phase.MOVING:
            _under_way(situation, light)
        else:
            _before_anything_is_lifted(position, light)
    return lit


def _to_put_right(situation: Situation, light: Light) -> None:
    # A move that was decided elsewhere is carried out; all else that differs was done wrong meanwhile.
    carried: set[Cell] = set()
    if situation.carrying and situation.record:
        carried = {step.cell for step in situation.record[-1].move.steps}
        light("carry", _unseen(situation))
    for cell in situation.wrong.missing:
        # The top of a stack is what people see, and what they look for beside the board.
        top = situation.position.stacks[cell][-1]
        crowned = cell in situation.wrong.crowns
        meaning = "carry" if cell in carried else "crown" if crowned else "missing"
        light(meaning, (cell,), top.colour, top.kind)
    for cell in situation.wrong.extra:
        light("carry" if cell in carried else "extra", (cell,))


def _unseen(situation: Situation) -> set[Cell]:
    """Cells that the last move changes and no sensor sees it: a stack onto which another goes, or that
    loses its top."""
    before, after, lens = (
        situation.record[-1].before.stacks,
        situation.position.stacks,
        situation.lens,
    )
    return {
        step.cell
        for step in situation.record[-1].move.steps
        if step.act is not Act.REVEAL
        and (one := before.get(step.cell, ())) != (other := after.get(step.cell, ()))
        and lens.stack_bits(step.cell, one) == lens.stack_bits(step.cell, other)
    }


def _to_carry_out(situation: Situation, light: Light) -> None:
    light("carry", _unseen(situation))
    stacks = situation.position.stacks
    for cell in situation.lens.cells_of(situation.difference & ~situation.ignore):
        top = stacks[cell][-1] if cell in stacks else None
        light("carry", (cell,), top.colour if top else "", top.kind if top else "")


def _won(situation: Situation, light: Light) -> None:
    outcome = situation.position.outcome
    winners = outcome.winners if outcome else ()
    stacks = situation.position.stacks
    light("win", (cell for cell, stack in stacks.items() if stack[-1].player in winners))
    if situation.record:
        _last_move(situation, light)


def _last_move(situation: Situation, light: Light) -> None:
    entry, board = situation.record[-1], situation.game.board
    deed = entry.move.deed(entry.before.stacks, board)
    light("last", (step.cell for step in entry.move.steps))
    if situation.lens.heights:
        return
    # A piece off the top of a stack: no such sensor sees whether it was taken.
    light("capture", board.among(deed.lowered))
    ends: set[Cell] = set()
    for travel in deed.travels:
        if travel.pieces and travel.end in ends:
            # A second piece for one that has arrived: on top of it, or in its place.
            light("crown", (travel.end,))
        ends.add(travel.end)


def _before_anything_is_lifted(position: Position, light: Light) -> None:
    cells_of = position.lens.cells_of
    for kind, moves in position.by_hand.items():
        if kind.sources:
            light("movable", cells_of(kind.sources))
        elif kind.end is not None:
            light("target", (kind.end,))
        else:
            _taken_off(position, cells_of(kind.victims), moves[0], light)
        if kind in position.demanded:
            light("forced", cells_of(kind.sources))
            light("capture", cells_of(kind.victims))


def _taken_off(position: Position, cells: Iterable[Cell], move: Move, light: Light) -> None:
    """Pieces that are only removed: one's own may go, another's is forfeit or taken with it."""
    player = move.by or position.state.turn
    others = "huff" if move.penalty else "capture"
    for cell in cells:
        light("movable" if position.stacks[cell][-1].player == player else others, (cell,))


def _under_way(situation: Situation, light: Light) -> None:
    """What may still be done of the moves that may be going on, and what must."""
    position, cells_of = situation.position, situation.lens.cells_of
    changed = situation.difference
    gone = {*cells_of(changed), *situation.trail}
    # Bits first, names last: a dense position has hundreds of moves under way.
    landings = victims = crowns = 0
    ends, unlifted = set[Cell](), list[Footprint]()
    for kind in situation.going:
        landings |= kind.fills
        victims |= kind.victims
        if not kind.fills & ~kind.crowns & ~changed:
            crowns |= kind.crowns
        if kind.end is not None:
            ends.add(kind.end)
        if kind.sources & ~changed & ~situation.ignore:
            unlifted.append(kind)
    if len(situation.going) <= FEW:
        ends.update(c for kind in situation.going for c in position.by_hand[kind][0].landings[1:])
    light("target", {*ends, *cells_of(landings & ~changed)} - gone)
    light("capture", cells_of(victims & ~changed))
    light("crown", cells_of(crowns & ~changed))
    for kind in unlifted:
        # A victim went first.
        meaning = "forced" if kind in position.demanded else "movable"
        light(meaning, cells_of(kind.sources))


def _touched(move: Move) -> list[Cell]:
    return [step.cell for step in move.steps][-1:]


def _asked_about(position: Position, choices: Iterable[Move]) -> set[Cell]:
    """The cells in which the choices differ, or all they name when they differ in none."""
    named = [position.named_cells(move) for move in choices]
    everything = {cell for cells in named for cell in cells}
    return {c for c in everything if any(c not in cells for cells in named)} or everything

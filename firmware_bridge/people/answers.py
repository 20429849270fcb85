"""How people answer a question: the truth, by pointing, by button or on the page."""

from __future__ import annotations

from collections.abc import Sequence

from engines.errors import TavoliereError
from engines.game import Move, State
from engines.geometry import Cell
from engines.steps import Stacks
from firmware_bridge.people.gestures import Script, doing
from firmware_bridge.people.sights import AnyGame
from firmware_bridge.people.times import Times


def by_tap_or_page(
    game: AnyGame,
    before: State,
    move: Move,
    choices: Sequence[str],
    stands: Stacks,
    hand: Script,
    times: Times,
) -> None:
    """Say which of the choices was made: by a tap on a cell that only this one has, or on the page."""
    cells = _telling_cells(game, before, move, choices)
    standing = sorted(cell for cell in cells if cell in stands)
    if standing and hand.rng.random() < 0.5:
        cell = hand.rng.choice(standing)
        hand.pick(cell, len(stands[cell]), times.tap)
    else:
        hand.choose(move.label)


def _telling_cells(
    game: AnyGame, before: State, move: Move, choices: Sequence[str]
) -> frozenset[Cell]:
    """Cells of the move that no other choice has anything to do with."""
    cells = doing(move, before.stacks).cells
    for label in choices:
        if label == move.label:
            continue
        try:
            cells -= doing(game.parse(before, label), before.stacks).cells
        except TavoliereError:
            return frozenset()
    return cells


def by_button_or_page(move: Move, others: Sequence[Move], hand: Script) -> None:
    """A move that hands have nothing to do for: by the button that means it, or on the page."""
    alone = [other.answer for other in others].count(move.answer) == 1
    if move.answer and alone and hand.rng.random() < 0.6:
        hand.press(move.answer)
    else:
        hand.choose(move.label)


def by_holding_or_page(player: int, move: Move, stands: Stacks, hand: Script, times: Times) -> None:
    """A declaration in one's own turn: the button held, then the piece it is about; or on the page."""
    named = move.word.cells if move.word else ()
    if hand.rng.random() < 0.5 or len(named) > 1 or any(cell not in stands for cell in named):
        hand.choose(move.label)
        return
    # A button counts as held after a second.
    hand.now += 1.0
    hand.hold(player)
    for cell in named:
        hand.wait(times.think)
        hand.pick(cell, len(stands[cell]), times.tap)

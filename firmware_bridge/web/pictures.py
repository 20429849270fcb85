"""Games as pictures: what a page needs to draw a board with pieces on it, without a game under way.

Knows boards, looks and positions; no words and no table. A game that begins with an empty board is
shown as it looks after some moves.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import engines
from engines.game import State
from engines.geometry import Cell
from engines.steps import Piece
from firmware_bridge.looks.look import look_of
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.web.view import View, board_view, look_view

BARE = 6
"""Pieces below which a beginning says nothing about how a game looks."""
PLAYED = 12
"""Moves that are then made, at random but always the same."""


@cache
def gallery() -> dict[str, View]:
    """Every game, by its name."""
    return {name: _drawn(book()) for name, book in engines.GAMES.items()}


def _drawn(game: AnyGame) -> View:
    look = look_of(game)
    shown = sample(game).stacks
    names = {piece.name for stack in shown.values() for piece in stack}
    painted = look_view(look)
    colours = {painted["pieces"].get(name, [name])[0] for name in names} | {"unknown"}
    shapes = {painted["pieces"].get(name, ["", "", look.shape])[2] for name in names}
    # Only what is to be seen: the menu has all games at once, and phones are slow.
    unseen: View = {} if look.board.lines else {"lines": []}
    return {
        "board": {**board_view(game.board, look.board), **unseen},
        "look": {
            **painted,
            "pieces": {k: v for k, v in painted["pieces"].items() if k in names},
            "colours": {k: v for k, v in painted["colours"].items() if k in colours},
            "shapes": {k: v for k, v in painted["shapes"].items() if k in {*shapes, look.shape}},
        },
        "pieces": piled(shown),
    }


def sample(game: AnyGame) -> State:
    """The beginning, or where that is bare what comes of some moves."""
    state: State = game.start(3)
    if sum(map(len, state.stacks.values())) >= BARE:
        return state
    chance = random.Random(5)
    for _ in range(PLAYED):
        moves = game.legal_moves(state)
        if not moves:
            break
        state = game.apply(state, chance.choice(moves))
    return state


def piled(stacks: Mapping[Cell, tuple[Piece, ...]]) -> dict[str, Any]:
    return {cell: [piece.name for piece in stack] for cell, stack in stacks.items()}

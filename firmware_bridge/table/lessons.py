"""What a game teaches in a minute: positions, the moves wanted there, and what they bring about.

Read from `lessons.toml` in the folder of the game. All about a move is worked out by the rule book;
the file only claims, and `fault_of` says where it claims what is not so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from engines.errors import TavoliereError
from engines.game import Move, State
from engines.geometry import Cell
from engines.shelf import Book
from engines.word import word_of
from firmware_bridge.referee.position import AnyGame
from firmware_bridge.texts import LANGUAGES
from firmware_bridge.texts.books import IncompleteGame, source

FILE = "lessons.toml"


class Step(NamedTuple):
    claim: str
    position: str
    moves: tuple[str, ...]
    """The labels that will do; none: any legal move."""
    words: Mapping[str, str]
    """What is to be done, by language."""


@cache
def lesson_of(book: Book) -> tuple[Step, ...]:
    """None where the game has no lesson; ValueError says what is wrong with the file."""
    try:
        read = tomllib.loads(source(book, FILE))
    except IncompleteGame:
        return ()
    return tuple(_step(one) for one in read.get(book.name, ()))


def _step(given: Mapping[str, Any]) -> Step:
    known = {"claim", "position", "moves", *LANGUAGES}
    if not given.keys() <= known or not given.keys() >= known - {"moves"}:
        raise ValueError(f"{FILE}: a step has {', '.join(sorted(known))}, not {', '.join(given)}")
    words = {lang: str(given[lang]) for lang in LANGUAGES}
    return Step(given["claim"], given["position"], tuple(given.get("moves", ())), words)


def wanted(game: AnyGame, state: State, step: Step) -> list[Move]:
    """The moves that will do."""
    if not step.moves:
        return list(game.legal_moves(state))
    return [game.parse(state, label) for label in step.moves]


def taps(game: AnyGame, state: State, move: Move) -> list[Cell]:
    """The cells to be touched for it, in order: where it begins, where it ends, and what it takes where
    that is a choice."""
    board = game.board
    deed = move.deed(state.stacks, board)
    if not deed.travels:
        word = word_of(move.label)
        return list(word.cells) if word else []
    cells = [cell for travel in deed.travels for cell in (travel.start, travel.end) if cell]
    # A crown that is put on comes down where the piece already is.
    way = list(dict.fromkeys(cells))
    alike = {
        other.deed(state.stacks, board).cleared
        for other in game.legal_moves(state)
        if other.deed(state.stacks, board).travels == deed.travels
    }
    return [*way, *(board.among(deed.cleared) if len(alike) > 1 else ())]


# What a step may claim ---------------------------------------------------------------------------


def _pieces(state: State) -> int:
    return sum(map(len, state.stacks.values()))


def _others(state: State, player: int) -> int:
    return sum(piece.player != player for stack in state.stacks.values() for piece in stack)


def _wins(game: AnyGame, before: State, after: State) -> bool:
    outcome = game.outcome(after)
    return outcome is not None and outcome.winners == (before.turn,)


def _wins_next(game: AnyGame, before: State, after: State) -> bool:
    return any(_wins(game, before, game.apply(after, move)) for move in game.legal_moves(after))


def _crowned(_: AnyGame, before: State, after: State) -> bool:
    return any(
        len(stack) == 2 and stack[-1].player == before.turn and cell not in before.stacks
        for cell, stack in after.stacks.items()
    )


CLAIMS: dict[str, Callable[[AnyGame, State, State], bool]] = {
    "move": lambda game, _, after: game.outcome(after) is None,
    "capture": lambda _, before, after: _others(after, before.turn) < _others(before, before.turn),
    "chain": lambda _, before, after: before.stacks != after.stacks,
    "crown": _crowned,
    "on-top": lambda _, before, after: (
        _pieces(after) == _pieces(before) and len(after.stacks) < len(before.stacks)
    ),
    "again": lambda _, before, after: after.turn == before.turn,
    "win": _wins,
    "wins-next": _wins_next,
}
"""What a move must have brought about, by the word that claims it."""


def fault_of(book: Book, step: Step) -> str | None:
    """What of a step is not so, in a sentence; None: all of it is."""
    game: AnyGame = book()
    where = f"{FILE}: {step.claim} in '{step.position}'"
    if step.claim not in CLAIMS:
        return f"{where}: it claims none of {', '.join(CLAIMS)}"
    if not all(text.strip() == text != "" for text in step.words.values()):
        return f"{where}: its words are missing or have edges"
    try:
        state = game.position(step.position)
        moves = wanted(game, state, step)
    except TavoliereError as error:
        return f"{where}: {error}"
    if not moves:
        return f"{where}: there is no move"
    for move in moves:
        if not taps(game, state, move):
            return f"{where}: nothing can be touched for {move}"
        if step.claim == "chain" and len(move.landings) < 3:
            return f"{where}: {move} is no chain"
        if not CLAIMS[step.claim](game, state, game.apply(state, move)):
            return f"{where}: {move} is no such thing"
    return None

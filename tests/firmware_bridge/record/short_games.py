"""Short games for the tests of journals and disks: what is noted, and the record after each note."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from engines.game import State
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.verdicts import Accepted, Amended, Over, Undone, Verdict


class Noted(NamedTuple):
    verdict: Verdict
    record: tuple[str, ...]
    """The labels of all moves that stand after it."""


def header_of(game: Any, seed: int = 3) -> Header:
    return Header(game.name, game.options, game.players, seed=seed)


def short_game(game: Any, moves: int, seed: int = 3) -> list[Noted]:
    """So many moves, some of them changed or taken back; ends earlier when the game does."""
    chance = random.Random(seed)
    before: list[State] = []
    state: State = game.start(seed)
    labels: list[str] = []
    noted: list[Noted] = []

    def note(verdict: Verdict) -> None:
        noted.append(Noted(verdict, tuple(labels)))

    for number in range(moves):
        legal = game.legal_moves(state)
        if not legal:
            outcome = game.outcome(state)
            note(Over(outcome.winners, outcome.reason))
            break
        move, other = chance.choice(legal), chance.choice(legal)
        player = move.by or state.turn
        before.append(state)
        labels.append(move.label)
        note(Accepted(player, move.label))
        if number % 4 == 1 and other.label != move.label:
            labels[-1] = other.label
            note(Amended(other.by or state.turn, other.label, move.label))
            move, player = other, other.by or state.turn
        state = game.apply(state, move)
        if number % 5 == 2:
            state = before.pop()
            note(Undone(player, labels.pop()))
    return noted

"""What the people know they did, and what can be known of it by looking at sensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.errors import TavoliereError
from engines.game import Move, Progress, State
from firmware_bridge.people.boardtop import picture
from firmware_bridge.people.door import Line
from firmware_bridge.people.gestures import doing
from firmware_bridge.people.lookalikes import Edge, lookalikes
from firmware_bridge.people.sights import (
    AnyGame,
    Change,
    change,
    explanations,
    question_needed,
    rises,
)

Entry = tuple[int, str]
"""A player and the label of his move, as they stand on a record."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move as the people know it."""

    player: int
    move: Move
    before: State
    after: State
    begun: float
    done: float

    @property
    def entry(self) -> Entry:
        return self.player, self.move.label


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a record parts from the truth."""

    at: int
    kind: str
    detail: str


def difference(truth: Sequence[Played], record: Sequence[Entry]) -> Difference:
    made = [played.entry for played in truth]
    at = 0
    while at < min(len(made), len(record)) and made[at] == record[at]:
        at += 1
    kind = "lost" if at == len(record) else "wrong"
    here = made[at] if at < len(made) else "nothing"
    there = record[at] if at < len(record) else "nothing"
    return Difference(at, kind, f"made {here}, recorded {there}")


def pressed_late(
    game: AnyGame, truth: Sequence[Played], record: Sequence[Entry], lines: Sequence[Line]
) -> bool:
    """Whether somebody pressed for a move of his own once the next one had raised a question that his
    button answers: nobody can see what a press was meant for."""
    if not truth or len(record) <= len(truth):
        return False
    _, label = record[len(truth)]
    moves = game.legal_moves(truth[-1].after)
    answer = next((move.answer for move in moves if move.label == label), 0)
    since = truth[-1].begun
    return bool(answer) and any(
        line.get("press") == answer and float(line["t"]) >= since for line in lines[1:]
    )


def twins(
    game: AnyGame, truth: Sequence[Played], at: int, edges: Sequence[Edge], sensing: str
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Other moves that would have looked the same as this one and its neighbours, each with whether they
    lead to another position. Behind the last move: moves that what was done since looks like."""
    if truth and at == len(truth):
        since = [edge for edge in edges if edge.when > truth[-1].done]
        here = truth[-1].after
        for labels, position in lookalikes(game, here, here, since, sensing):
            yield labels, position != here
        return
    yield from _told_by_landings(game, truth, at, edges)
    for first, last in WINDOWS:
        first, last = at + first, at + last
        if first < 0 or last >= len(truth):
            continue
        one, other = truth[first], truth[last]
        if any(doing(p.move, p.before.stacks).spoken for p in truth[first : last + 1]):
            continue
        end = truth[last + 1].begun if last + 1 < len(truth) else float("inf")
        seen = [edge for edge in edges if one.begun <= edge.when < end]
        made = tuple(played.move.label for played in truth[first : last + 1])
        for labels, position in lookalikes(game, one.before, other.after, seen, sensing):
            # Another telling of the neighbours alone does not concern this move.
            if len(labels) != len(made) or labels[at - first] != made[at - first]:
                yield labels, position != other.after


def _told_by_landings(
    game: AnyGame, truth: Sequence[Played], at: int, edges: Sequence[Edge]
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Journeys that come down just where a piece did that was tried elsewhere first."""
    if at >= len(truth):
        return
    played = truth[at]
    start = next(iter(doing(played.move, played.before.stacks).trail), "")
    trail = [start]
    for edge in edges:
        free = edge.cell == start or edge.cell not in played.before.stacks
        if edge.down and free and played.begun <= edge.when <= played.done:
            trail += [edge.cell] if edge.cell != trail[-1] else []
    if not start or len(trail) < 3 or not all(cell in game.board for cell in trail):
        return
    for move in game.underway(played.before, tuple(trail)):
        whole = move.progress(tuple(trail)) is Progress.ARRIVED
        if whole and move.label != played.move.label:
            yield (move.label,), game.apply(played.before, move) != played.after


WINDOWS = ((0, 0), (0, 1), (-1, 0), (0, 2), (-1, 1), (-2, 0))
"""Moves around one that may have been mistaken together with it: from, to."""
LATEST = 2
"""How many of the last moves a question can be about."""


def in_doubt(game: AnyGame, truth: Sequence[Played], edges: Sequence[Edge], sensing: str) -> bool:
    """Whether a question about one of the last moves had to be asked."""
    latest = range(max(0, len(truth) - LATEST), len(truth))
    return any(_doubtful(game, truth, at, edges, sensing) for at in latest)


def _doubtful(
    game: AnyGame, truth: Sequence[Played], at: int, edges: Sequence[Edge], sensing: str
) -> bool:
    played = truth[at]
    before = played.before
    seen = change(picture(before.stacks, sensing), picture(played.after.stacks, sensing))
    landings = tuple(
        edge.cell for edge in edges if edge.down and played.begun <= edge.when <= played.done
    )
    start = next((edge.cell for edge in edges if edge.when >= played.begun), "")
    if question_needed(game, before, (start, *landings), seen, sensing):
        return True
    return any(elsewhere for _, elsewhere in twins(game, truth, at, edges, sensing))


def looks_finished(
    game: AnyGame,
    state: State,
    truth: Sequence[Played],
    now: Change,
    sensing: str,
    *,
    waited: bool,
) -> bool:
    """Whether a board that reads like this may be one on which a legal move has just been finished.

    What is put on other pieces comes down unseen, so that it takes some waiting before it may be so.
    """
    for one in (state, *(played.before for played in truth[-LATEST:])):
        stood = picture(one.stacks, sensing)
        seen = change(stood, now)
        if (waited or rises(stood, seen)) and explanations(game, one, seen, sensing):
            return True
    return False


def as_recorded(game: AnyGame, truth: Sequence[Played], record: Sequence[Entry]) -> State | None:
    """The position that a record leads to which may differ from the truth in its last moves."""
    agreed = min(difference(truth, record).at, len(truth) - 1)
    if agreed < 0:
        return None
    state = truth[agreed].before
    for _, label in record[agreed:]:
        try:
            state = game.apply(state, game.parse(state, label))
        except TavoliereError:
            return None
    return state

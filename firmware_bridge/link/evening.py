"""A club's evening: who plays whom, round by round, and how everybody stands. Pure.

Everybody against everybody (the circle: one stays, the others move round), or Swiss: neighbours in the
standings who have not met. Points are counted in halves, so that no draw is ever rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

ALL, SWISS = "all", "swiss"
SYSTEMS = (ALL, SWISS)
WIN, DRAW = 2, 1
"""In half points."""
FEWEST, MOST = 2, 64
"""Players."""
MOST_TRIES = 20_000
"""Pairings that are looked at before old opponents may meet again."""


@dataclass(frozen=True, slots=True)
class Bout:
    """Two who play each other; the first begins. No second: no opponent this time, and a point."""

    first: str
    second: str = ""
    board: str = ""
    winner: int | None = None
    """1 or 2; 0 is a draw; None: they are still playing."""

    @property
    def done(self) -> bool:
        return not self.second or self.winner is not None

    def halves(self, name: str) -> int:
        """What it brings one of the two."""
        if not self.second:
            return WIN
        if self.winner is None:
            return 0
        if self.winner == 0:
            return DRAW
        return WIN if (self.first, self.second)[self.winner - 1] == name else 0


Round = tuple[Bout, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    game: str
    system: str
    players: tuple[str, ...]
    rounds: tuple[Round, ...] = ()

    @property
    def round_over(self) -> bool:
        return not self.rounds or all(meeting.done for meeting in self.rounds[-1])

    @property
    def over(self) -> bool:
        """Everybody has met everybody; a Swiss evening goes on for as long as people want."""
        return self.system == ALL and len(self.rounds) >= _turns(self.players) and self.round_over


@dataclass(frozen=True, slots=True)
class Standing:
    place: int
    name: str
    halves: int
    opponents: int
    """What all that he met have, in halves: who met stronger ones stands before who met weaker ones."""
    wins: int
    played: int

    @property
    def points(self) -> float:
        return self.halves / 2


# Pairing ---------------------------------------------------------------------------------------


def next_round(evening: Evening) -> Evening:
    """The same evening with one more round; nothing changes before the last one is over."""
    if not evening.round_over or evening.over:
        return evening
    made = _circle(evening) if evening.system == ALL else _swiss(evening)
    return replace(evening, rounds=(*evening.rounds, tuple(made)))


def _turns(players: Sequence[str]) -> int:
    return len(players) - 1 + len(players) % 2


def _circle(evening: Evening) -> list[Bout]:
    ring = [*evening.players, *([""] if len(evening.players) % 2 else [])]
    number = len(evening.rounds)
    fixed, rest = ring[0], ring[1:]
    turned = [fixed, *rest[-number % len(rest) :], *rest[: -number % len(rest)]]
    half = len(turned) // 2
    pairs = list(zip(turned[:half], reversed(turned[half:]), strict=True))
    return [_seated(evening, one, other) for one, other in pairs]


def _swiss(evening: Evening) -> list[Bout]:
    order = [standing.name for standing in standings(evening)]
    alone: list[Bout] = []
    if len(order) % 2:
        rested = {
            meeting.first for turn in evening.rounds for meeting in turn if not meeting.second
        }
        bye = next((name for name in reversed(order) if name not in rested), order[-1])
        order.remove(bye)
        alone = [Bout(bye)]
    met = {frozenset((m.first, m.second)) for turn in evening.rounds for m in turn}
    tries = iter(range(MOST_TRIES))
    pairs = _paired(order, met, tries) or _paired(order, set(), iter(range(MOST_TRIES))) or []
    return [*(_seated(evening, one, other) for one, other in pairs), *alone]


def _paired(
    order: list[str], met: set[frozenset[str]], tries: Iterator[int]
) -> list[tuple[str, str]] | None:
    """Each with the next in the standings whom he has not met; None: there is no such way."""
    if not order:
        return []
    one, rest = order[0], order[1:]
    for other in rest:
        if frozenset((one, other)) in met:
            continue
        if next(tries, None) is None:
            return None
        found = _paired([name for name in rest if name != other], met, tries)
        if found is not None:
            return [(one, other), *found]
    return None


def _seated(evening: Evening, one: str, other: str) -> Bout:
    """Who has begun less often begins; a tie goes to who began longer ago."""
    if not one or not other:
        return Bout(one or other)
    began = [m.first for turn in evening.rounds for m in turn if m.second]

    def often(name: str) -> tuple[int, int]:
        last = max((n for n, first in enumerate(began) if first == name), default=-1)
        return began.count(name), last

    return Bout(other, one) if often(other) < often(one) else Bout(one, other)


# Results ---------------------------------------------------------------------------------------


def decided(evening: Evening, turn: int, table: int, winner: int | None) -> Evening:
    """The result of a meeting, counted from 0; what is not there changes nothing."""
    if not 0 <= turn < len(evening.rounds) or not 0 <= table < len(evening.rounds[turn]):
        return evening
    rounds = [list(one) for one in evening.rounds]
    rounds[turn][table] = replace(rounds[turn][table], winner=winner)
    return replace(evening, rounds=tuple(map(tuple, rounds)))


def placed(evening: Evening, boards: Sequence[str]) -> Evening:
    """Everybody who waits for a board gets a free one, as far as there are any."""
    if not evening.rounds:
        return evening
    last = list(evening.rounds[-1])
    taken = {meeting.board for meeting in last if not meeting.done}
    free = [board for board in boards if board not in taken]
    for at, meeting in enumerate(last):
        if not meeting.done and not meeting.board and free:
            last[at] = replace(meeting, board=free.pop(0))
    return replace(evening, rounds=(*evening.rounds[:-1], tuple(last)))


def standings(evening: Evening) -> list[Standing]:
    played = [meeting for turn in evening.rounds for meeting in turn if meeting.done]

    def halves(name: str) -> int:
        return sum(m.halves(name) for m in played if name in (m.first, m.second))

    total = {name: halves(name) for name in evening.players}
    rows = []
    for name in evening.players:
        own = [m for m in played if m.second and name in (m.first, m.second)]
        opponents = sum(total[m.second if m.first == name else m.first] for m in own)
        wins = sum(m.halves(name) == WIN for m in own)
        rows.append(Standing(0, name, total[name], opponents, wins, len(own)))
    rows.sort(key=lambda row: (-row.halves, -row.opponents, -row.wins))
    return [replace(row, place=place) for place, row in enumerate(rows, start=1)]


# As fields -------------------------------------------------------------------------------------


def fields_of_evening(evening: Evening) -> dict[str, Any]:
    return asdict(evening)


def evening_of(told: Any) -> Evening:
    """What `fields_of_evening` wrote; ValueError, KeyError or TypeError when it is not that."""
    rounds = tuple(tuple(Bout(**meeting) for meeting in turn) for turn in told["rounds"])
    return begun(told["game"], told["system"], told["players"], rounds)


def begun(
    game: str, system: str, players: Sequence[str], rounds: tuple[Round, ...] = ()
) -> Evening:
    """An evening, if it can be one; ValueError when not."""
    names = tuple(players)
    if system not in SYSTEMS or len(set(names)) != len(names) or not all(names):
        raise ValueError(system)
    if not FEWEST <= len(names) <= MOST:
        raise ValueError(len(names))
    return Evening(game, system, names, rounds)

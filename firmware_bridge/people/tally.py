"""The count of an evening: what went wrong, how often, and which traces show it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

from firmware_bridge.people.door import Line

LIMIT = 0.6
"""Seconds after the last piece came down within which a forbidden move is to be flagged."""
LIMIT_MISSING = 2.6
"""The same where something is only missing, and may be coming back."""

PATIENCE = 2.5
"""Seconds after which, says the public surface, what is only missing may be called so, and a move counts
of which nothing was seen to come down."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that went wrong, with all that is needed to see it again."""

    kind: str
    game: str
    when: float
    detail: str
    lines: tuple[Line, ...]
    truth: tuple[tuple[int, str], ...]
    record: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One forbidden move: what it was, what should have been said and what was."""

    game: str
    position: str
    turn: int
    kind: str
    text: str
    book: str
    expected: tuple[str, ...]
    said: str
    delay: float | None
    """Seconds from the last piece coming down to the flag; None when there was none."""
    early: bool
    """Flagged while the piece was still in the air."""


@dataclass(slots=True)
class Tally:
    games: int = 0
    lines: int = 0
    moves: int = 0
    """Moves made by hand."""
    spoken: int = 0
    """Moves made by button or on the page."""
    wrong: int = 0
    """Another move than the one made stands on the record."""
    lost: int = 0
    """A move made, everything at rest for long enough, and nothing on the record."""
    false_alarms: int = 0
    """Something legal called illegal."""
    tempted: int = 0
    unflagged: int = 0
    early: int = 0
    """Forbidden moves flagged while the piece was still in the air."""
    late: int = 0
    misnamed: int = 0
    """Forbidden moves flagged with another rule than expected."""
    uncleared: int = 0
    """Forbidden moves put right, and no word that the board is right again."""
    questions: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    """The questions by what they were about."""
    needless: int = 0
    asked_in_air: int = 0
    faulty: int = 0
    """Sound sensors called broken."""
    knocks: int = 0
    taken_back: int = 0
    indistinguishable: Counter[str] = field(default_factory=Counter)
    """Cases in which no sensor could tell two acts apart, by reason."""
    spared: Counter[str] = field(default_factory=Counter)
    """Forbidden moves that were not made, since no sensor could have told them from something legal."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Forbidden moves by kind and what became of them."""
    cases: list[Case] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            elif isinstance(mine, list):
                mine.extend(theirs)
            else:
                setattr(self, each.name, mine + theirs)

    def judged(self, case: Case, *, only_missing: bool, unfinished: bool) -> list[str]:
        """Count a forbidden move; what is wrong with how it was answered."""
        self.tempted += 1
        self.cases.append(case)
        found: list[str] = []
        if not case.said:
            self.unflagged += 1
            found.append("unflagged")
        else:
            if case.early:
                self.early += 1
                found.append("early")
            limit = LIMIT_MISSING if only_missing else LIMIT
            # A victim may be taken off later than that: only leaving it for good is wrong.
            if case.delay is not None and case.delay > limit and not unfinished:
                self.late += 1
                found.append("late")
            if case.said not in case.expected:
                self.misnamed += 1
                found.append("misnamed")
        self.kinds[f"{case.kind}: {' '.join(found) or 'flagged'}"] += 1
        return found

    def per_thousand(self, count: int) -> float:
        return 1000 * count / max(1, self.moves)

    def as_json(self) -> dict[str, Any]:
        return {
            each.name: dict(value) if isinstance(value, Counter) else value
            for each in fields(self)
            if not isinstance(value := getattr(self, each.name), list)
        }


COLUMNS = (
    "wrong", "lost", "false_alarms", "unflagged", "early", "late", "misnamed", "uncleared",
    "questions", "needless", "asked_in_air", "faulty",
)  # fmt: skip


def table(tallies: dict[str, Tally]) -> str:
    """Per 1,000 moves; what concerns forbidden moves per 1,000 of those, the last column in cases."""
    titles = ("moves", *COLUMNS, "tempted", "same-looking")
    width = max((len(name) for name in tallies), default=4)
    lines = [" ".join([" " * width, *(f"{title:>12}" for title in titles)])]
    for name, tally in tallies.items():
        cells = [f"{tally.moves:>12}"]
        for column in COLUMNS:
            count = getattr(tally, column)
            tempting = column in ("unflagged", "early", "late", "misnamed", "uncleared")
            share = 1000 * count / max(1, tally.tempted) if tempting else tally.per_thousand(count)
            cells.append(f"{share:>12.1f}")
        cells += f"{tally.tempted:>12}", f"{tally.indistinguishable.total():>12}"
        lines.append(" ".join([name.ljust(width), *cells]))
    return "\n".join(lines)

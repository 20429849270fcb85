"""An evening of a club: who plays whom, and how everybody stands."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link.evening import (
    ALL,
    SWISS,
    Evening,
    begun,
    decided,
    evening_of,
    fields_of_evening,
    next_round,
    placed,
    standings,
)
from firmware_bridge.link.pairing import Pairing, pairing_of


def names(count: int) -> list[str]:
    return [f"player {number}" for number in range(count)]


def played(evening: Evening, rng: Random) -> Evening:
    """The last round, with any results."""
    last = len(evening.rounds) - 1
    for table, meeting in enumerate(evening.rounds[last]):
        if meeting.second:
            evening = decided(evening, last, table, rng.choice((0, 1, 2)))
    return evening


@pytest.mark.parametrize("count", range(2, 17))
def test_everybody_meets_everybody_once_and_begins_about_as_often(count):
    evening = begun("dama", ALL, names(count))
    while not evening.over:
        evening = played(next_round(evening), Random(count))
    met = Counter(
        frozenset((m.first, m.second)) for turn in evening.rounds for m in turn if m.second
    )
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}
    for turn in evening.rounds:
        seated = [name for m in turn for name in (m.first, m.second) if name]
        assert sorted(seated) == sorted(evening.players)
    began = Counter(m.first for turn in evening.rounds for m in turn if m.second)
    assert max(began.values()) - min(began[name] for name in evening.players) <= 2
    assert next_round(evening) == evening


@given(st.integers(2, 24), st.integers(0, 2**32), st.integers(1, 7))
def test_swiss_rounds_seat_everybody_and_repeat_nothing_that_can_be_avoided(count, seed, rounds):
    rng, evening = Random(seed), begun("dama", SWISS, names(count))
    for _ in range(rounds):
        evening = played(next_round(evening), rng)
    rested: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for turn in evening.rounds:
        seated = [name for m in turn for name in (m.first, m.second) if name]
        assert sorted(seated) == sorted(evening.players)
        rested.update(m.first for m in turn if not m.second)
        met.update(frozenset((m.first, m.second)) for m in turn if m.second)
    if rounds <= count // 2:
        assert max(met.values()) == 1
    if rounds <= count:
        assert max(rested.values(), default=0) <= 1
    total = sum(row.halves for row in standings(evening))
    assert total == sum(2 for turn in evening.rounds for _ in turn)


def test_the_leaders_meet_and_the_stronger_opponents_count():
    evening = next_round(begun("dama", SWISS, ["Ada", "Bea", "Cleo", "Dora"]))
    for table in (0, 1):
        evening = decided(evening, 0, table, 1)
    evening = next_round(evening)
    leaders = {meeting.first for meeting in evening.rounds[0]}
    assert {evening.rounds[1][0].first, evening.rounds[1][0].second} == leaders
    evening = decided(decided(evening, 1, 0, 0), 1, 1, 0)
    rows = standings(evening)
    assert [row.points for row in rows] == [1.5, 1.5, 0.5, 0.5]
    assert rows[0].place == 1


def test_no_round_begins_before_the_last_is_over_and_free_boards_go_to_who_waits():
    evening = next_round(begun("dama", ALL, names(6)))
    assert next_round(evening) == evening
    evening = placed(evening, ["elm", "oak"])
    assert [meeting.board for meeting in evening.rounds[0]] == ["elm", "oak", ""]
    evening = placed(decided(evening, 0, 1, 2), ["elm", "oak"])
    assert [meeting.board for meeting in evening.rounds[0]] == ["elm", "oak", "oak"]
    assert decided(evening, 7, 0, 1) == decided(evening, 0, 9, 1) == evening
    assert evening_of(fields_of_evening(evening)) == evening


@pytest.mark.parametrize("players", [["Ada"], ["Ada", "Ada"], names(65), ["Ada", ""]])
def test_what_is_no_evening_is_refused(players):
    with pytest.raises(ValueError, match=r"\d|all"):
        begun("dama", ALL, players)


def test_a_pairing_is_believed_whole_or_not_at_all():
    one = Pairing(2, "dama", ("Ada", "Bea"))
    assert pairing_of(one.text().encode()) == one
    assert one.is_of(one.header(1, ready=True))
    for wrong in (
        Pairing(2, "no such game", ("Ada", "Bea")),
        Pairing(2, "dama", ("Ada", "")),
        Pairing(2, "dama", ("Ada", "B" * 99)),
        Pairing(-1, "dama", ("Ada", "Bea")),
        Pairing(2, "dama", ("Ada", "Bea", "Cleo")),
    ):
        assert pairing_of(wrong.text().encode()) is None
    assert pairing_of(b"") is None

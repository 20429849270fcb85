"""Who has won how often against whom."""

from __future__ import annotations

from firmware_bridge.record.store import Finished
from firmware_bridge.record.tallies import tallies


def game(number, winners, names, name="dama"):
    return Finished(number, name, 30, winners, names)


def test_wins_belong_to_names_and_not_to_seats():
    (tally,) = tallies(
        [
            game(3, (1,), ("Ada", "Bruno")),
            game(2, (1,), ("Bruno", "Ada")),
            game(1, (), ("Ada", "Bruno")),
        ]
    )
    assert (tally.names, tally.wins, tally.draws, tally.games) == (
        ("Ada", "Bruno"), {"Ada": 1, "Bruno": 1}, 1, 3,
    )  # fmt: skip


def test_every_game_and_every_company_counts_apart():
    found = tallies(
        [
            game(3, (1,), ("Ada", "Bruno"), "mulino"),
            game(2, (1,), ("Ada", "Carla")),
            game(1, (2,), ("Ada", "Bruno")),
        ]
    )
    assert [(one.game, one.names) for one in found] == [
        ("mulino", ("Ada", "Bruno")), ("dama", ("Ada", "Carla")), ("dama", ("Ada", "Bruno")),
    ]  # fmt: skip


def test_who_has_no_name_is_not_counted():
    assert (
        tallies([game(1, (1,), ()), game(2, (1,), ("Ada", "")), game(3, (1,), ("Ada", "Ada"))])
        == []
    )

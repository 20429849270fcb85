"""Debouncing on time that is passed in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.referee.debounce import SETTLE, Debounce
from firmware_bridge.referee.verdicts import Broken, Sensed


def settled(debounce: Debounce, now: float):
    return [sensed for _, sensed in debounce.settled(now)]


def test_a_level_counts_once_it_has_held():
    debounce = Debounce()
    debounce.raw("c3", 1, 1.0)
    assert settled(debounce, 1.0 + SETTLE / 2) == []
    assert settled(debounce, 1.0 + SETTLE) == [Sensed("c3", 1)]
    assert debounce.deadline is None


def test_a_glitch_is_never_reported():
    debounce = Debounce()
    debounce.raw("c3", 1, 1.0)
    debounce.raw("c3", 0, 1.004)
    assert settled(debounce, 2.0) == []


def test_a_change_of_polarity_is_a_change():
    debounce = Debounce()
    debounce.start({"c3": 1})
    debounce.raw("c3", -1, 1.0)
    assert settled(debounce, 1.1) == [Sensed("c3", -1)]


def test_a_contact_that_never_settles_flickers():
    debounce = Debounce()
    found = [debounce.raw("c3", n % 2, n * 0.004) for n in range(1, 100)]
    assert [f for f in found if f] == [Broken("c3", "flickering")]


def test_a_quick_hand_does_not_flicker():
    debounce = Debounce()
    reading, now = 0, 0.0
    for _ in range(30):  # three taps a second for ten seconds
        for _ in range(2):
            reading, now = 1 - reading, now + 0.16
            assert debounce.raw("c3", reading, now) is None
            debounce.settled(now + 0.1)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1), st.floats(0.0001, 0.03)), max_size=60)
)
def test_what_is_reported_last_is_what_was_read_last(readings):
    """Whatever bounces: once quiet, the settled readings are the raw ones, and changes alternate."""
    debounce = Debounce()
    now = 0.0
    raw: dict[str, int] = {}
    told: dict[str, int] = {}
    for channel, reading, pause in readings:
        now += pause
        cell = f"c{channel}"
        for sensed in settled(debounce, now):
            assert told.get(sensed.cell, 0) != sensed.reading
            told[sensed.cell] = sensed.reading
        raw[cell] = reading
        debounce.raw(cell, reading, now)
    for sensed in settled(debounce, now + 1):
        told[sensed.cell] = sensed.reading
    assert all(told.get(cell, 0) == reading for cell, reading in raw.items())


def test_of_what_is_seen_in_one_look_what_went_up_comes_first():
    debounce = Debounce()
    debounce.start({"g3": 1})
    debounce.raw("f4", 1, 1.0)
    debounce.raw("g3", 0, 1.0)
    assert [sensed for _, sensed in debounce.settled(2.0)] == [Sensed("g3", 0), Sensed("f4", 1)]

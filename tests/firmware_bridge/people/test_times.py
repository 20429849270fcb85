"""People's hands keep to human times."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from statistics import median

import pytest

from firmware_bridge.people.times import HUMAN, Span, Times

SPANS = [(each.name, getattr(HUMAN, each.name)) for each in fields(Times)]


@pytest.mark.parametrize(("name", "span"), SPANS, ids=[name for name, _ in SPANS])
def test_times_stay_within_their_limits_and_keep_their_median(name, span):
    rng = Random(name)
    drawn = [span.draw(rng) for _ in range(4000)]
    assert span.low <= min(drawn)
    assert max(drawn) <= span.high
    assert median(drawn) == pytest.approx(span.median, rel=0.07)


def test_long_times_are_rare_but_happen():
    rng = Random(1)
    drawn = [HUMAN.carry.draw(rng) for _ in range(4000)]
    slow = sum(time > 2.0 for time in drawn)
    assert 0 < slow < len(drawn) / 5


def test_every_second_look_takes_longer_than_half_a_second():
    rng = Random(2)
    looks = [HUMAN.look.draw(rng) for _ in range(1000)]
    assert 400 < sum(look > 0.5 for look in looks) < 600


def test_the_same_seed_takes_the_same_time():
    assert Span(1, 0.5, 4).draw(Random(7)) == Span(1, 0.5, 4).draw(Random(7))

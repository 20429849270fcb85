"""Everything that parses, under noise and under what is nearly right."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS, seeds

EXAMPLES = {"trace": 150, "journal": 150}
VALUES = (b"null", b"-1", b"1e999", b"true", b'"\\ud800"', b"[]", b"{}", b"9" * 40, b"\0", b"\xff")
"""What people who look for trouble put in the place of something."""


@st.composite
def nearly(draw, right: list[bytes]) -> bytes:
    """Something right with a few pieces cut out, doubled, swapped or replaced."""
    data = draw(st.sampled_from(right))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.integers(0, 12)))
        put = draw(
            st.one_of(
                st.just(b""),
                st.sampled_from(VALUES),
                st.binary(max_size=6),
                st.just(data[at:end] * 3),
                st.sampled_from([other[at : at + 20] for other in right]),
            )
        )
        data = data[:at] + put + data[end:]
    return data


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_right_is_taken(name):
    for data in seeds(name):
        TARGETS[name](data)


@pytest.mark.parametrize("name", TARGETS)
def test_no_noise_and_nothing_nearly_right_does_harm(name):
    right = list(seeds(name))

    @settings(
        max_examples=EXAMPLES.get(name, 300),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(data=st.one_of(nearly(right), nearly(right), st.binary(max_size=200)))
    def harmless(data):
        TARGETS[name](data)

    harmless()


@pytest.mark.parametrize("name", TARGETS)
def test_depth_and_length_are_no_weapons(name):
    for data in (b"[" * 60_000, b'{"a":' * 20_000, b"9" * 50_000, b"\0" * 50_000, b'"' * 50_000):
        TARGETS[name](data)

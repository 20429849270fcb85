"""Who decides for a player, as it is typed, kept and read back."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.record.seats import (
    USUAL,
    BadSeat,
    Seat,
    assigned,
    filled,
    read_back,
    seat_of,
    written,
)

seats = st.builds(Seat, st.integers(0, 8))


@given(st.lists(seats, min_size=2, max_size=4))
def test_seats_are_read_back_as_they_were_written(sitting):
    kept = filled(dict(enumerate(sitting, start=1)), len(sitting))
    if kept:
        assert read_back(written(kept), len(sitting)) == tuple(sitting)
    else:
        assert not any(seat.computer for seat in sitting)


def test_seats_as_they_are_typed():
    assert assigned(["2=computer:5"], 3) == (Seat(), Seat(5), Seat())
    assert assigned(["1=computer", "2=people"], 2) == (Seat(USUAL), Seat())
    assert assigned(["1=people"], 2) == ()


@pytest.mark.parametrize(
    "typed", ["computer", "3=computer", "0=people", "2=computer:9", "2=computer:0", "2=robot", "x"]
)
def test_what_is_no_seat_is_refused(typed):
    with pytest.raises(BadSeat):
        assigned([typed], 2)


@given(st.text(max_size=12))
def test_a_text_is_a_seat_or_is_refused(text):
    with suppress(BadSeat):
        assert str(seat_of(text)).startswith(text)


@pytest.mark.parametrize("kept", [None, "people", ["people"], [1, 2], ["people", "nobody"]])
def test_what_was_not_written_by_us_is_refused(kept):
    with pytest.raises(BadSeat):
        read_back(kept, 2)

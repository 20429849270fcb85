"""The matrix driver on gpiozero's pins, wired as a real matrix with and without diodes."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from firmware_bridge.people.wired import WiredFactory
from hardware.drivers.matrix import open_matrix
from hardware.errors import HardwareError, MissingDriver, NoPermission, ProfileError
from hardware.parts.gpio import explained

QUADRA_ROWS = (4, 5, 6, 7, 8, 12, 13, 16)
QUADRA_COLUMNS = (17, 18, 19, 20, 21, 22, 23, 24)


class Bench:
    def __init__(self, rows=QUADRA_ROWS, columns=QUADRA_COLUMNS, *, diodes=True, declared=None):
        self.factory = WiredFactory(rows, columns, diodes=diodes)
        self.waited: list[float] = []
        self.matrix = open_matrix(
            rows, columns, diodes=diodes if declared is None else declared,
            settle=60e-6, wait=self.waited.append, factory=self.factory,
        )  # fmt: skip

    def put(self, *channels):
        for channel in channels:
            self.factory.put(channel)
        return self

    def take(self, *channels):
        for channel in channels:
            self.factory.take(channel)
        return self

    def seen(self):
        return {n for n, reading in enumerate(self.matrix.readings()) if reading}


def test_every_cell():
    bench = Bench()
    assert bench.matrix.channels == 64
    assert bench.seen() == set()
    for channel in range(64):
        assert bench.put(channel).seen() == {channel}
        assert bench.take(channel).seen() == set()


def test_every_pair():
    bench = Bench()
    for pair in combinations(range(64), 2):
        assert bench.put(*pair).seen() == set(pair)
        bench.take(*pair)


def test_every_cell_of_the_largest_matrix():
    bench = Bench(range(4, 15), (2, 3, *range(15, 24)))
    for channel in range(121):
        assert bench.put(channel).seen() == {channel}
        bench.take(channel)


def test_any_set_is_read_as_it_stands_with_diodes():
    bench, rng = Bench(), Random(4)
    for _ in range(100):
        stand = set(rng.sample(range(64), rng.randrange(65)))
        bench.factory.closed = {divmod(n, 8) for n in stand}
        assert bench.seen() == stand


def test_rows_settle_once_each_before_they_are_read():
    bench = Bench()
    bench.seen()
    assert bench.waited == [60e-6] * 8


def test_a_bouncing_contact_is_reported_as_it_is():
    """Waiting until a contact means it is the bridge's work: the driver hides nothing."""
    bench = Bench()
    readings = []
    for step in range(10):
        (bench.put if step % 2 == 0 else bench.take)(27)
        readings.append(bench.seen())
    assert readings == [{27}, set()] * 5


# Ghosts ----------------------------------------------------------------------------------------

A1, B1, A2, B2 = 0, 1, 8, 9


def test_the_fourth_corner_shows_without_diodes():
    """The wiring of these tests does make ghosts; a driver that believes in diodes falls for it."""
    bench = Bench(diodes=False, declared=True)
    bench.put(A1, B1, A2)
    assert bench.seen() == {A1, B1, A2, B2}


def test_a_ghost_is_reported_and_not_believed():
    bench = Bench(diodes=False)
    assert bench.put(A1).seen() == {A1}
    assert bench.put(B1).seen() == {A1, B1}
    # The third and the ghost come together; which is which nobody can know.
    assert bench.put(A2).seen() == {A1, B1}
    assert bench.matrix.ghosts == (A2, B2)


def test_a_rectangle_that_opens_is_believed_again():
    bench = Bench(diodes=False)
    for piece in (A1, B1, A2):
        bench.put(piece).seen()
    assert bench.take(B1).seen() == {A1, A2}
    assert bench.matrix.ghosts == ()


def test_every_ghost_rectangle():
    """In whatever order three corners are set, the empty fourth is never believed."""
    for r1, r2 in combinations(range(8), 2):
        for c1, c2 in combinations((0, 3, 7), 2):
            corners = [r1 * 8 + c1, r1 * 8 + c2, r2 * 8 + c1, r2 * 8 + c2]
            for ghost in corners:
                bench = Bench(diodes=False)
                for corner in corners:
                    if corner != ghost:
                        bench.put(corner)
                        assert ghost not in bench.seen()
                assert ghost in bench.matrix.ghosts


def test_random_play_without_diodes_never_finds_a_piece_on_an_empty_cell():
    """A lift behind a rectangle may go unseen, but no piece is invented."""
    bench, rng = Bench(diodes=False), Random(9)
    stand: set[int] = set()
    seen: set[int] = set()
    for _ in range(600):
        channel = rng.randrange(64)
        stand ^= {channel}
        (bench.put if channel in stand else bench.take)(channel)
        before, seen = seen, bench.seen()
        assert seen - before <= stand


def test_two_pieces_at_once_are_both_believed_with_diodes():
    bench = Bench()
    bench.put(A1, B1).seen()
    assert bench.put(A2, B2).seen() == {A1, B1, A2, B2}
    # Believed, but worth a look when it happens again and again.
    assert bench.matrix.ghosts == (A2, B2)
    assert bench.take(A1).put(20).seen() == {B1, A2, B2, 20}


def test_a_broken_diode_is_suspected():
    bench = Bench(diodes=False, declared=True)
    for piece in (A1, B1, A2):
        bench.put(piece).seen()
    assert B2 in bench.matrix.ghosts


# Opening ---------------------------------------------------------------------------------------


def test_a_pin_named_twice():
    with pytest.raises(ProfileError, match=r"GPIO4 is named twice.*its own pin"):
        open_matrix((4, 5, 4), (17,), factory=WiredFactory((4, 5), (17,)))


def test_a_pin_that_does_not_exist():
    with pytest.raises(ProfileError, match=r"GPIO99 cannot be used.*another pin"):
        open_matrix((4,), (99,), factory=WiredFactory((4,), ()))


def test_a_pull_that_contradicts_what_a_closed_contact_reads():
    with pytest.raises(
        ProfileError, match='pulled up reads active all the time: set active = "low"'
    ):
        open_matrix((4,), (17,), active_high=True, factory=WiredFactory((4,), (17,)))


def test_after_a_failure_the_pins_are_free():
    factory = WiredFactory((4, 5), (17,))
    with pytest.raises(ProfileError):
        open_matrix((4, 5), (99,), factory=factory)
    open_matrix((4, 5), (17,), factory=factory).close()
    open_matrix((4, 5), (17,), factory=factory).close()


def test_what_keeps_pins_from_opening_is_said_in_one_line():
    from gpiozero import BadPinFactory

    missing = explained(BadPinFactory("Unable to load any default pin factory!"), "GPIO4")
    assert isinstance(missing, MissingDriver)
    assert str(missing).endswith("make setup-pi")
    refused = explained(PermissionError(13, "Permission denied: '/dev/gpiochip0'"), "GPIO4")
    assert isinstance(refused, NoPermission)
    assert "usermod -aG gpio" in str(refused)
    busy = explained(RuntimeError("'GPIO busy'"), "GPIO4")
    assert isinstance(busy, HardwareError)
    assert "GPIO4" in str(busy)

"""Two programs in processes of their own, with faults at random moments: a few of `make link`."""

from __future__ import annotations

import pytest

from tests.firmware_bridge.link.proxy import Packets
from tests.firmware_bridge.link.trials import FAULTS, MOVES, trial


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_no_move_is_lost_and_none_doubled(fault):
    for seed in (0, 1):
        found = trial(fault, seed)
        assert (found.lost, found.doubled) == (0, 0)
        assert found.faults
        assert found.moves >= min(MOVES, 8)


def test_packets_are_found_however_they_are_cut():
    sent = [b"\x30\x02ab", b"\xc0\x00", b"\x32\x80\x01" + b"x" * 128]
    packets = Packets()
    found: list[bytes] = []
    for byte in b"".join(sent):
        found += packets.feed(bytes([byte]))
    assert found == sent

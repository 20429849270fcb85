"""The codec: there and back, and past everything that noise can do to it."""

from __future__ import annotations

from binascii import crc32
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.parts import frames
from hardware.parts.frames import Layout, Splitter

NUMBERS = st.integers(0, 2**32 - 1)
PROTOCOL = Path(__file__).parent.parent.parent / "docs" / "protocol.md"


@given(st.binary(max_size=900) | st.lists(st.sampled_from([0, 1, 255]), max_size=900).map(bytes))
def test_stuffing_takes_out_the_zeros_and_loses_nothing(data):
    assert 0 not in frames.stuffed(data)
    assert frames.unstuffed(frames.stuffed(data)) == data


@pytest.mark.parametrize("size", [0, 1, 253, 254, 255, 508, 509])
def test_stuffing_at_the_ends_of_its_runs(size):
    for data in (b"x" * size, b"x" * size + b"\0", b"\0" + b"x" * size):
        assert frames.unstuffed(frames.stuffed(data)) == data


@given(
    st.lists(
        st.tuples(
            st.integers(0, 255), NUMBERS, NUMBERS, st.binary(max_size=400)
        )
    ),
    st.integers(1, 50),
)  # fmt: skip
def test_frames_survive_arriving_in_pieces(sent, piece):
    stream = b"".join(frames.encoded(*frame) for frame in sent)
    splitter = Splitter()
    heard = [
        tuple(frame)
        for at in range(0, len(stream), piece)
        for frame in splitter.feed(stream[at : at + piece])
    ]
    assert heard == sent
    assert splitter.spoiled == 0


def test_a_reader_that_comes_late_hears_the_next_frame():
    stream = frames.encoded(frames.STATE, 5, 1, b"first") + frames.encoded(
        frames.STATE, 5, 2, b"next"
    )
    for late in range(2, 20):
        assert [f.payload for f in Splitter().feed(stream[late:])] == [b"next"]


def test_every_single_spoiled_bit_and_every_cut_is_noticed():
    good = frames.encoded(frames.STATE, 77, 3, frames.packed([1, 0, 1] * 20))
    for bit in range(8 * len(good)):
        spoiled = bytearray(good)
        spoiled[bit >> 3] ^= 1 << (bit & 7)
        assert Splitter().feed(bytes(spoiled)) == []
    for cut in range(2, len(good) - 1):
        assert Splitter().feed(good[:cut] + b"\0") == []


def test_noise_without_an_end_does_not_fill_the_memory():
    splitter = Splitter()
    for _ in range(100):
        assert splitter.feed(b"\x07" * 1000) == []
        assert len(splitter._rest) <= frames.LONGEST
    assert splitter.feed(b"\0" + frames.encoded(frames.ACK, 1, 2)) == [(frames.ACK, 1, 2, b"")]


def test_another_version_is_not_understood():
    body = bytearray(frames.unstuffed(frames.encoded(frames.ACK, 1, 2)[1:-1]) or b"")
    body[0] = 1
    body[-4:] = crc32(bytes(body[:-4])).to_bytes(4, "big")
    assert frames.decoded(frames.stuffed(bytes(body))) is None


@given(st.lists(st.integers(0, 1), max_size=130))
def test_readings_go_there_and_back(readings):
    payload = frames.packed(readings)
    assert frames.unpacked(payload, len(readings)) == readings
    assert frames.unpacked(payload, len(readings) + 8) is None


@given(st.lists(st.binary(min_size=5, max_size=5).map(lambda b: bytes((b[0] % 7,)) + b[1:])))
def test_glows_go_there_and_back(glows):
    found = frames.glows_from(frames.glow_bytes(glows), len(glows), 7)
    assert found is not None
    kinds, numbers = found
    assert [kinds[5 * number : 5 * number + 5] for number in numbers] == glows


@given(st.binary(max_size=60), st.integers(0, 12))
def test_any_bytes_are_glows_or_none(data, pixels):
    found = frames.glows_from(data, pixels, 7)
    if found is not None:
        kinds, numbers = found
        assert len(numbers) == pixels
        assert all(5 * number + 5 <= len(kinds) for number in numbers)


@given(st.binary(max_size=200))
def test_blocks_are_whole_and_begin_with_a_frame(payload):
    sent = frames.in_blocks(frames.encoded(frames.GLOWS, 1, 2, payload))
    assert len(sent) % frames.BLOCK == 0
    assert [frame.payload for frame in frames.Splitter().feed(2 * sent)] == [payload, payload]


def test_only_what_comes_after_the_last_is_new():
    assert [n for n in range(1000) if frames.newer(n, 500)] == list(range(501, 757))


@given(st.lists(st.integers(0, 28), max_size=11), st.booleans(), st.integers(0, 65535))
def test_a_wiring_goes_there_and_back(pins, high, settle):
    layout = Layout(tuple(pins), tuple(pins[1:]), (1,), 22, 91, high, settle, bytes(range(17)))
    assert frames.layout_from(frames.layout_bytes(layout)) == layout


@given(st.binary(max_size=60))
def test_any_bytes_are_a_wiring_or_none(data):
    layout = frames.layout_from(data)
    assert layout is None or frames.layout_bytes(layout)[:-20] == data[:-20]


def test_the_example_of_the_document_is_true():
    layout = Layout((), (), (), 22, 0, True, 0, bytes(range(0, 255, 15)))
    wire = frames.encoded(frames.HELLO, 1, 0, frames.layout_bytes(layout))
    assert f"wire   {wire.hex(' ')}" in PROTOCOL.read_text(encoding="utf-8")


def test_heavy_noise_lets_no_wrong_readings_through():
    """Many bytes spoiled at once, where one frame in four thousand million passes the sum."""
    rng = Random(6)
    good = frames.encoded(frames.STATE, 9, 4, frames.packed([1, 0] * 32))
    passed = 0
    for _ in range(40_000):
        spoiled = bytearray(good)
        for _ in range(rng.randrange(2, 12)):
            spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
        for frame in Splitter().feed(bytes(spoiled)):
            readings = frames.unpacked(frame.payload, 64) if frame.kind == frames.STATE else None
            assert readings in (None, [1, 0] * 32)
            passed += 1
    assert passed < 10

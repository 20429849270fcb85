"""The unchanged firmware on a real MicroPython interpreter, the Pi's side on pyserial and a pty."""

from __future__ import annotations

import io
import os
import pty
import select
import tty
from binascii import crc_hqx

import pytest

from firmware_bridge.maker.run import Stage, check
from firmware_bridge.people.pico import Pico
from firmware_bridge.record.trace import Header
from firmware_bridge.texts import Texts
from hardware.errors import NoDevice
from hardware.lights import BREATHE, DARK, RGB, Glow, still
from hardware.parts import frames
from hardware.parts.frames import Layout
from hardware.parts.old_firmware import greeting
from hardware.parts.serial_board import SerialBoard
from hardware.parts.serial_port import found_port, opened_port
from tests.hardware.serial_bench import SerialBench
from tests.hardware.through import Play

pytestmark = pytest.mark.firmware
SCALE = bytes(range(17))


@pytest.fixture
def bench(pico, tmp_path):
    bench = SerialBench(pico, tmp_path, "quadra-serial")
    yield bench
    bench.close()


def test_every_crossing_and_button(bench):
    assert bench.link.channels == 64
    for channel in range(64):
        bench.put(channel, 1)
        assert list(bench.readings()) == bench.wanted
        bench.put(channel, 0)
    bench.readings()
    for button in (0, 1):
        bench.pico.push(button, 1)
        bench.cable.until(lambda: any(bench.link.down()), bench.link.readings)
        assert list(bench.link.down()) == [button == 0, button == 1]
        bench.pico.push(button, 0)
        bench.cable.until(lambda: not any(bench.link.down()), bench.link.readings)


def test_pixels_arrive_in_the_strips_order_and_go_dark_when_the_pi_leaves(bench):
    bench.board.lights.show(still([RGB(255, 0, 0), *[DARK] * 63]))
    bench.cable.until(lambda: bench.pico.strip[:3] == bytes([0, 153, 0]), bench.link.readings)
    # The Pi hangs: it neither reads nor writes any more.
    bench.cable.until(lambda: not any(bench.pico.strip), lambda: None, limit=3)
    bench.cable.until(lambda: bench.pico.strip[1] == 153, bench.link.readings)


def test_lost_words_cost_a_heartbeat_and_nothing_is_said_twice(bench):
    bench.readings()
    lost = []

    def lose(data):
        lost.append(data)
        return b"" if len(lost) < 3 else data

    reports: list[int] = []
    splitter = frames.Splitter()

    def watch(data):
        reports.extend(f.sequence for f in splitter.feed(data) if f.kind == frames.STATE)
        return data

    bench.cable.to_board, bench.cable.to_pi = lose, watch
    bench.put(9, 1)
    bench.readings()
    bench.cable.until(lambda: len(lost) > 3, bench.link.readings)
    bench.cable.to_board = bench.cable.to_pi = bytes
    assert reports == sorted(set(reports))
    assert bench.link.connected


def test_glows_that_are_lost_are_said_again(bench):
    bench.readings()
    heard: list[int] = []
    splitter = frames.Splitter()

    def deaf(data):
        glows = [f.sequence for f in splitter.feed(data) if f.kind == frames.GLOWS]
        heard.extend(glows)
        return b"" if glows and len(heard) < 3 else data

    bench.cable.to_board = deaf
    bench.board.lights.show(still([RGB(0, 255, 0), *[DARK] * 63]))
    assert not bench.board.lights.arrived
    bench.cable.until(lambda: bench.board.lights.arrived, bench.link.readings)
    bench.cable.to_board = bytes
    assert heard == heard[:1] * 3
    assert bench.pico.strip[:3] == bytes([153, 0, 0])


def test_the_board_makes_the_frames_of_a_rhythm_by_itself(bench):
    """Nothing but answers goes to the board while everything on it breathes."""
    bench.readings()
    bench.board.lights.show([Glow(RGB(0, 0, 255), BREATHE)] * 64)
    bench.cable.until(lambda: bench.board.lights.arrived, bench.link.readings)
    told: list[int] = []
    splitter = frames.Splitter()

    def watch(data):
        told.extend(f.kind for f in splitter.feed(data))
        return data

    bench.cable.to_board = watch
    seen: set[bytes] = set()

    def look():
        bench.link.readings()
        if frames.GLOWS in told:
            # So busy a machine that the cable was silent for a second greets anew: look from there on.
            told.clear()
            seen.clear()
        seen.add(bench.pico.strip)

    bench.cable.until(lambda: len(seen) > 8, look)
    bench.cable.to_board = bytes
    assert set(told) == {frames.ACK}
    # Read while it is being written, a frame may be half an old one: then it has two shades.
    assert all(not any(strip[0::3] + strip[1::3]) for strip in seen)


def test_the_check_waits_until_every_pixel_was_lit_in_every_colour(bench):
    lit: set[int] = set()

    def look(_: float) -> None:
        bench.cable.pump(0.001)
        shining = [at for at, value in enumerate(bench.pico.strip) if value]
        if len(shining) == 1:
            lit.add(shining[0])

    stage = Stage(io.StringIO(), wait=look)
    check(bench.board, Texts("en"), stage, patience=0.01, as_json=True)
    assert lit == set(range(3 * 64))


def test_firmware_of_old_is_told_from_a_dead_board(tmp_path):
    """What it says is made here by hand, as version 1 said it: the Pi must know it when it hears it."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    now = [0.0]
    board = SerialBoard(
        Layout((0,), (1,), (), 22, 1, False, 0, SCALE),
        lambda: opened_port(os.ttyname(theirs)),
        clock=lambda: now[0],
        token=lambda: 7,
    )
    body = bytes((1, 17, 0, 0, 0, 7, 0, 0, 0, 0, 1, 11, 11))
    answer = frames.stuffed(body + crc_hqx(body, 0xFFFF).to_bytes(2, "big"))
    for _ in range(20):
        now[0] += 0.1
        board.readings()
        waiting = select.select([ours], [], [], 0)[0]
        if waiting and greeting(7) in os.read(ours, 4096):
            os.write(ours, b"\0" + answer + b"\0")
    assert "old firmware: mpremote cp hardware/parts/frames.py" in (board.refusal or "")
    assert not board.connected
    board.close()
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (
            Layout((0, 0), (11,), (), 22, 3, False, 0, SCALE),
            "no pin 0 to use, or it is named twice",
        ),
        (Layout((0, 25), (11,), (), 22, 3, False, 0, SCALE), "no pin 25"),
        (
            Layout(tuple(range(12)), (12,), (), 22, 3, False, 0, SCALE),
            "up to 11 rows and 11 columns",
        ),
        (Layout((0,), (11,), (), 22, 5000, False, 0, SCALE), "no room for so many pixels"),
    ],
)
def test_a_wiring_that_cannot_be_is_refused_with_a_reason(bench, layout, said):
    # Pulled and plugged in again: the port is free, and the bench's own link looks for it later.
    bench.cable.unplug()
    bench.cable.plug()
    link = SerialBoard(layout, lambda: opened_port(str(bench.cable.path)))
    bench.cable.until(lambda: link.refusal is not None, link.readings)
    assert said in (link.refusal or "")
    assert not link.connected
    link.close()
    bench.cable.until(lambda: bench.link.connected and bench.agreed(), bench.link.readings)


def test_bootsel_lets_someone_in_before_the_first_greeting_only(pico, bench, tmp_path):
    bench.readings()
    pico.press_bootsel()
    bench.put(3, 1)
    bench.readings()
    assert pico.running
    pico.press_bootsel(0)
    (tmp_path / "second").mkdir()
    second = Pico(tmp_path / "second")
    second.press_bootsel()
    assert second.ended() == 0
    second.power_off()


def test_one_program_at_a_time(bench):
    with pytest.raises(NoDevice, match="another program is using"):
        opened_port(str(bench.cable.path))


def test_no_board_there():
    with pytest.raises(NoDevice, match="plug the board in"):
        opened_port("/dev/there-is-no-such-port")
    assert found_port("usb:dead:beef") is None
    with pytest.raises(NoDevice, match="no board answers to usb:dead:beef"):
        opened_port("usb:dead:beef")


# Whole games -----------------------------------------------------------------------------------


def test_a_whole_game_of_mulino(bench):
    play = Play(bench, Header("mulino", {}, 2, ready=True), 3)
    play.to_the_end()
    play.check(least=30)


def test_a_whole_game_of_cappuccino(pico, tmp_path):
    bench = SerialBench(pico, tmp_path, "favo-serial")
    header = Header(
        "cappuccino", {"setup": "random", "colours": "1", "early": "isolated"}, 2, 5, ready=True
    )
    play = Play(bench, header, 5)
    play.to_the_end()
    play.check(least=15)
    bench.close()

"""Pixels that refuse what they are sent: the game goes on in words, and the lights come back whole."""

from __future__ import annotations

import io
from random import Random

import pytest

from firmware_bridge.maker.run import Stage, check
from firmware_bridge.people.pico import Pico
from firmware_bridge.record.trace import Header
from firmware_bridge.referee.situation import Phase
from firmware_bridge.texts import LANGUAGES, Texts
from firmware_bridge.web.view import match_view
from hardware.drivers.neopixels import NeoPixels
from hardware.lights import DARK, RGB, still
from hardware.parts import frames
from hardware.parts.retries import AGAIN
from hardware.parts.wish import GIVEN_UP
from hardware.symptoms import LIGHTS, Symptom
from tests.hardware.matrix_table import MatrixTable
from tests.hardware.pico_table import PicoTable

DAMA = Header("dama", {"capture": "strict"}, 2)
LUPO = Header("lupo-e-pecore", {"first": "sheep"}, 2)
BROKEN = [OSError(5, "Input/output error"), RuntimeError("ws2811_render failed with code -14")]
"""What spidev and what rpi_ws281x raise when a frame does not go out."""


@pytest.fixture
def table(tmp_path):
    one = MatrixTable(tmp_path)
    yield one
    one.error = None
    one.close()


@pytest.mark.parametrize("error", BROKEN, ids=["spi", "pwm"])
def test_play_goes_on_in_words_and_the_lights_come_back(table, error):
    table.begin(DAMA)
    assert table.lit() == {"a3", "c3", "e3", "g3"}
    table.error = error
    table.put("c3", 0)
    table.wait(1.0)
    # The strip shows what it last took; pages show what it should show.
    assert table.lit() == {"a3", "c3", "e3", "g3"}
    assert set(match_view(table.match)["lights"]) == {"b4", "d4"}
    assert table.keys() == ["trouble.lights"]
    assert table.on_the_page("trouble.lights")
    table.put("d4", 1)
    table.wait(1.0)
    assert table.record == ["c3-d4"]
    table.put("b6", 0)
    table.wait(3.0)
    assert table.keys() == ["trouble.lights"]
    # Steady lights, nothing changes: still they are sent, whole, as soon as they are taken.
    table.error = None
    table.sent.clear()
    table.wait(AGAIN + 0.05)
    assert table.lit() == {"a5", "c5"}
    assert table.keys() == ["trouble.lights", "mended.lights"]
    assert table.said("mended.lights")
    assert not table.on_the_page("trouble.lights")


def test_a_whole_game_without_lights(table):
    table.begin(LUPO)
    table.error = BROKEN[0]
    table.play_on(Random(2))
    assert table.match.situation.phase is Phase.OVER
    assert table.keys() == ["trouble.lights"]
    # Tried again and again, but not at every turn.
    assert table.refused < table.now / AGAIN + 5


def test_one_frame_that_is_refused_is_not_worth_a_word(table):
    table.begin(DAMA)
    table.error = BROKEN[0]
    table.put("c3", 0)
    table.wait(0.1)
    assert table.refused
    table.error = None
    table.wait(1.0)
    assert table.keys() == []
    assert table.lit() == {"b4", "d4"}


def test_leaving_with_dead_lights_is_no_error(table):
    table.begin(DAMA)
    table.error = BROKEN[1]
    table.app.leave()
    table.wait(1.0)
    # In the menu it is said as well: there is no page of a game to show it.
    assert table.keys() == ["trouble.lights"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_check_of_a_board_names_them_too(table, lang):
    """`tavoliere board check`, with nobody to carry a magnet about."""
    table.error = BROKEN[0]
    board = table.app.board._open

    def wait(seconds):
        table.now += seconds

    out = io.StringIO()
    stage = Stage(out, lambda: table.now, wait)
    assert check(board, Texts(lang), stage, patience=0.5, as_json=False) == 1
    assert Texts(lang)("check.fault-lights") in out.getvalue()


def test_the_driver_alone():
    class Strip(list[RGB]):
        fails = False
        shown: list[RGB] = []  # noqa: RUF012 - one strip in one test

        def show(self) -> None:
            if self.fails:
                raise BROKEN[0]
            self.shown = list(self)

        def deinit(self) -> None:
            self.show()

    now = [0.0]
    strip = Strip([DARK] * 3)
    lights = NeoPixels(strip, clock=lambda: now[0])
    strip.fails = True
    lights.show(still([RGB(1, 1, 1), DARK, DARK]))
    lights.show(still([RGB(2, 2, 2), DARK, DARK]))
    assert lights.symptoms() == [Symptom(LIGHTS)]
    strip.fails = False
    lights.tend()
    assert strip.shown == [], "too early"
    now[0] = AGAIN
    lights.tend()
    assert strip.shown == [RGB(2, 2, 2), DARK, DARK]
    assert lights.symptoms() == []
    strip.fails = True
    lights.close()


# The Pico's strip --------------------------------------------------------------------------------


def of_lights(table):
    """What was said of lights, first and last: a machine that is busy may hear of the strip in between,
    or take a Pico that says nothing for a cable that was pulled."""
    said = [trouble.key for trouble in table.warned if trouble.key.endswith(".lights")]
    return said[:1] + said[-1:]


@pytest.fixture
def at_a_pico(tmp_path):
    pico = Pico(tmp_path)
    table = PicoTable(pico, tmp_path)
    table.begin(DAMA)
    table.until(lambda: table.lit() == {"a3", "c3", "e3", "g3"})
    yield table
    table.close()
    assert pico.running
    pico.power_off()


@pytest.mark.firmware
def test_a_strip_that_fails_at_the_pico(at_a_pico):
    table = at_a_pico
    table.pico.cut_strip()
    table.until(lambda: of_lights(table)[-1:] == ["trouble.lights"])
    assert table.on_the_page("trouble.lights")
    for cell, reading in (("c3", 0), ("d4", 1)):
        table.put(cell, reading)
        table.wait(0.1)
    table.until(lambda: table.record == ["c3-d4"])
    table.put("b6", 0)
    table.wait(GIVEN_UP + 1.0)
    assert table.lit() == {"a3", "c3", "e3", "g3"}
    table.pico.cut_strip(0)
    table.until(lambda: table.lit() == {"a5", "c5"})
    table.until(lambda: of_lights(table) == ["trouble.lights", "mended.lights"])


@pytest.mark.firmware
def test_a_pico_that_acknowledges_no_pixels(at_a_pico):
    """Its reports come, its word that pixels have arrived does not."""
    table, splitter = at_a_pico, frames.Splitter()

    def without_answers(data):
        heard = [frame for frame in splitter.feed(data) if frame.kind != frames.ACK]
        return b"".join(
            frames.encoded(one.kind, one.session, one.sequence, one.payload) for one in heard
        )

    table.cable.to_pi = without_answers
    table.put("c3", 0)
    table.until(lambda: of_lights(table)[-1:] == ["trouble.lights"])
    table.put("d4", 1)
    table.until(lambda: table.record == ["c3-d4"])
    table.cable.to_pi = bytes
    table.until(lambda: of_lights(table) == ["trouble.lights", "mended.lights"])

"""The bytes that Adafruit's real neopixel library hands over for known frames."""

from __future__ import annotations

import os
from random import Random

import pytest

from hardware.drivers.neopixels import NeoPixels, library_strip, opened_strip
from hardware.errors import HardwareError, NoDevice, NoPermission
from hardware.lights import DARK, RGB, still
from hardware.parts.dimmer import FULL_MA, IDLE_MA, Dimmer, current

# The library asks at import what machine this is.
os.environ["BLINKA_OS_AGNOSTIC"] = "1"


@pytest.fixture
def strip():
    import board
    import neopixel

    class Recorded(neopixel.NeoPixel):
        """The real strip, up to the call that would pull the pin."""

        def __init__(self, count):
            self.sent: list[bytes] = []
            super().__init__(board.NEOPIXEL, count, auto_write=False, pixel_order=neopixel.GRB)

        def _transmit(self, buffer):
            self.sent.append(bytes(buffer))

        def deinit(self):
            self.fill(0)
            self.show()

    return Recorded


def test_colours_go_out_as_green_red_blue(strip):
    real = strip(3)
    NeoPixels(real).show(still([RGB(1, 2, 3), RGB(255, 0, 128), DARK]))
    assert real.sent == [bytes([2, 1, 3, 0, 255, 128, 0, 0, 0])]


def test_only_changed_frames_are_sent(strip):
    real = strip(2)
    lights = NeoPixels(real)
    lights.show(still([DARK, RGB(9, 9, 9)]))
    lights.show(still([DARK, RGB(9, 9, 9)]))
    lights.show(still([DARK, DARK]))
    assert len(real.sent) == 2


def test_brightness_and_gamma(strip):
    real = strip(1)
    NeoPixels(real, Dimmer(brightness=0.5, gamma=2.0)).show(still([RGB(255, 128, 0)]))
    assert real.sent == [bytes([round(0.5 * 255 * (128 / 255) ** 2), 128, 0])]


def test_a_frame_over_the_budget_is_dimmed_as_a_whole(strip):
    real = strip(64)
    NeoPixels(real, Dimmer(budget_ma=1000)).show(
        still([RGB(255, 255, 255)] * 32 + [RGB(255, 0, 0)] * 32)
    )
    (sent,) = real.sent
    white, red = sent[:3], sent[-3:]
    assert white[0] == white[1] == white[2] == red[1]
    drawn = 64 * IDLE_MA + FULL_MA / 255 * sum(sent)
    assert 960 < drawn <= 1000


def test_a_frame_within_the_budget_is_sent_as_it_is(strip):
    real = strip(64)
    NeoPixels(real, Dimmer(budget_ma=1000)).show(still([RGB(200, 0, 0)] * 10 + [DARK] * 54))
    assert real.sent[0] == bytes([0, 200, 0] * 10 + [0] * 162)


def test_no_frame_ever_draws_more_than_the_budget():
    rng = Random(2)
    for _ in range(300):
        budget = rng.uniform(100, 4000)
        frame = [RGB(*(rng.randrange(256) for _ in range(3))) for _ in range(91)]
        dimmer = Dimmer(brightness=rng.random(), gamma=rng.uniform(1, 3), budget_ma=budget)
        assert current(dimmer(frame)) <= max(budget, 91 * IDLE_MA)


def test_button_lights_hang_at_the_end_of_the_strip(strip):
    real = strip(4)
    lights = NeoPixels(real, lights=2)
    assert lights.pixels == 2
    lights.light_buttons([RGB(0, 7, 0)])
    lights.show(still([RGB(5, 0, 0), DARK]))
    assert real.sent[-1] == bytes([0, 5, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0])
    lights.close()
    assert real.sent[-1] == bytes(12)


def test_a_pin_that_is_not_there():
    with pytest.raises(HardwareError, match="GPIO99"):
        library_strip(99, 3, "GRB")


@pytest.mark.parametrize(
    ("why", "kind", "said"),
    [
        (RuntimeError("ws2811_init failed"), NoPermission, "GPIO18 .*run as root"),
        (PermissionError(13, "Permission denied"), NoPermission, "GPIO18 .*do_spi 0"),
        (OSError(2, "No such file: /dev/spidev0.0"), NoDevice, "GPIO18 do not answer"),
    ],
    ids=["pwm", "rights", "no-spi"],
)
def test_a_bus_that_does_not_open_is_said_at_once(strip, why, kind, said):
    """The library opens it with the first frame, so that must not wait for the game's."""

    def refuse(_, buffer):
        raise why

    closed = type("Closed", (strip,), {"_transmit": refuse})
    with pytest.raises(kind, match=said):
        opened_strip(18, lambda: closed(3))

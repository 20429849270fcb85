"""Hall sensors behind MCP3008 converters, bit by bit over gpiozero's mock SPI."""

from __future__ import annotations

import warnings

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from firmware_bridge.people.converter import SELECT, Converter
from hardware.parts.feel import Feel
from hardware.parts.hall_sensors import Hall, open_hall
from hardware.parts.retries import AGAIN
from hardware.symptoms import SENSORS, Symptom

OPEN: list[Hall] = []
"""What the test has opened: gpiozero shares an SPI port until its last user has closed it."""


class Panel:
    def __init__(self, count=64, **settings):
        self.factory = Device.pin_factory
        self.factory.voltages = [512] * 128
        self.clock = 0.0
        # The converter listens on the pins that gpiozero's own SPI drives.
        self.converter = Converter(11, 10, 9, 8, pin_factory=self.factory)
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # gpiozero says that it drives the mock pins in software
            self.hall: Hall = open_hall(
                [8], SELECT, count=count, wait=lambda _: None, clock=lambda: self.clock,
                factory=self.factory, **settings,
            )  # fmt: skip

        OPEN.append(self.hall)

    def seen(self):
        return {n: reading for n, reading in enumerate(self.hall.readings()) if reading}


@pytest.fixture(autouse=True)
def pins():
    """gpiozero's software SPI takes its pins from the factory of the process."""
    Device.pin_factory = MockFactory(pin_class=MockPin)
    yield
    while OPEN:
        OPEN.pop().close()
    Device.pin_factory.reset()
    Device.pin_factory = None


@pytest.fixture
def panel(pins):
    return Panel()


def test_every_channel_in_both_polarities(panel):
    assert panel.seen() == {}
    for channel in range(0, 64, 3):
        panel.factory.voltages[channel] = 700
        assert panel.seen() == {channel: 1}
        panel.factory.voltages[channel] = 300
        assert panel.seen() == {channel: -1}
        panel.factory.voltages[channel] = 512


def test_raw_values_are_those_of_the_converter():
    panel = Panel(count=91)
    panel.factory.voltages[:91] = range(0, 1001, 11)
    panel.hall.readings()
    assert list(panel.hall.raw) == list(range(0, 1001, 11))


def test_a_sensor_soldered_the_other_way_round():
    panel = Panel(flipped=(7,))
    panel.factory.voltages[7] = 700
    assert panel.seen() == {7: -1}
    panel.factory.voltages[7] = 560
    assert panel.seen() == {7: -1}


def test_learned_rest_values_are_used():
    panel = Panel(rest=[600.0] * 64)
    panel.factory.voltages[:64] = [600] * 64
    panel.factory.voltages[3] = 512
    assert panel.seen() == {3: -1}


def test_between_the_thresholds_nothing_changes():
    feel = Feel(on=60, off=35)
    assert feel.reading(512 + 50, 512, 0) == 0
    assert feel.reading(512 + 60, 512, 0) == 1
    assert feel.reading(512 + 36, 512, 1) == 1
    assert feel.reading(512 + 35, 512, 1) == 0
    assert feel.reading(512 - 70, 512, 1) == -1


def test_drift_is_followed_on_empty_cells_and_not_under_a_piece(panel):
    panel.seen()
    panel.factory.voltages[20] = 700
    for minute in range(60):
        panel.clock += 60
        # An afternoon in the sun: a degree makes about a step.
        panel.factory.voltages[10] = 512 + minute
        panel.factory.voltages[20] = 700 + minute
        assert panel.seen() == {20: 1}
    assert panel.hall.rest[10] > 560
    assert panel.hall.rest[20] == 512


def test_a_magnet_that_comes_slowly_is_not_taken_for_drift():
    feel, rest = Feel(), 512.0
    for value in range(512, 600):
        rest = feel.followed(value, rest, 0.005)
    assert feel.reading(600, rest, 0) == 1


def test_a_converter_that_fails_is_asked_again(panel):
    panel.factory.voltages[5] = 700
    assert panel.seen() == {5: 1}
    panel.converter.error = OSError(5, "Input/output error")
    panel.factory.voltages[9] = 300
    assert panel.seen() == {5: 1}
    assert panel.hall.symptoms() == [Symptom(SENSORS)]
    panel.converter.error = None
    assert panel.seen() == {5: 1}, "too early"
    panel.clock += AGAIN
    assert panel.seen() == {5: 1, 9: -1}
    assert panel.hall.symptoms() == []

"""Buttons on gpiozero's mock pins and on crossings of the matrix."""

from __future__ import annotations

from firmware_bridge.people.wired import WiredFactory
from hardware.buttons import Push, Pushes
from hardware.drivers.gpio_buttons import open_buttons
from hardware.drivers.matrix import CrossingButtons, open_matrix
from hardware.lights import DARK, RGB


def test_pressed_and_held_through_real_pins():
    factory = WiredFactory((), ())
    buttons, pushes = open_buttons((2, 3), factory=factory), Pushes()
    assert list(buttons.down()) == [False, False]
    done = []
    for now, grounded in [
        (0.0, {"GPIO2"}), (0.1, {"GPIO2"}), (0.2, set()),
        (1.0, {"GPIO3"}), (1.5, {"GPIO3"}), (2.1, {"GPIO3"}), (2.2, set()),
    ]:  # fmt: skip
        factory.grounded = grounded
        done += pushes.update(buttons.down(), now)
    assert done == [(1, Push.PRESS), (2, Push.HOLD)]


def test_lamps_are_on_for_any_colour():
    factory = WiredFactory((), ())
    buttons = open_buttons((2, 3), (17, 18), factory=factory)
    buttons.light([RGB(0, 0, 1), DARK])
    assert [factory.pin(f"GPIO{pin}").state for pin in (17, 18)] == [True, False]
    buttons.close()


def test_crossings_of_the_last_scan_are_buttons_too():
    lit: list[object] = []
    factory = WiredFactory((4, 5), (17, 18))
    matrix = open_matrix((4, 5), (17, 18), wait=lambda _: None, factory=factory)
    buttons = CrossingButtons(matrix, (1, 2), lit.append)
    factory.put(1)
    matrix.readings()
    assert list(buttons.down()) == [True, False]
    buttons.light([DARK])
    assert lit == [[DARK]]

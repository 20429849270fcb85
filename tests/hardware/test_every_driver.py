"""The whole contract over every driver that comes with us, in each role that it can play."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.contract import check_buttons, check_lights, check_sensors, check_wiring
from hardware.drivers import OURS, driver_named
from hardware.panels.panel_file import OURS as PANELS
from tests.hardware.benches import (
    CrossingBench,
    ExpanderBench,
    HallBench,
    MatrixBench,
    NoLightsBench,
    PicoBench,
    PicoStrip,
    PinButtons,
    SimulatedBench,
    StripBench,
)

BENCHES: dict[tuple[str, str], tuple[Callable[[Path], Any], str | None]] = {
    ("sensors", "matrix"): (lambda _: MatrixBench(), "quadra-matrix"),
    ("sensors", "hall"): (lambda _: HallBench(), "quadra-hall"),
    ("sensors", "expander"): (lambda _: ExpanderBench(), "quadra-expander"),
    ("sensors", "serial"): (PicoBench, "quadra-serial"),
    ("sensors", "simulated"): (lambda _: SimulatedBench(), "quadra"),
    ("lights", "neopixel"): (lambda _: StripBench(), "quadra-matrix"),
    ("lights", "serial"): (PicoStrip, "quadra-serial"),
    ("lights", "simulated"): (lambda _: SimulatedBench(), "quadra"),
    ("lights", "none"): (NoLightsBench, None),
    ("buttons", "gpio"): (lambda _: PinButtons(), "quadra-matrix"),
    ("buttons", "matrix"): (lambda _: CrossingBench(), "favo-matrix"),
    ("buttons", "serial"): (PicoBench, "quadra-serial"),
    ("buttons", "simulated"): (lambda _: SimulatedBench(), "quadra"),
    ("buttons", "none"): (NoLightsBench, None),
}
CHECKS: dict[str, Callable[[Any], None]] = {
    "sensors": check_sensors,
    "lights": check_lights,
    "buttons": check_buttons,
}


def test_no_driver_is_left_out():
    drivers = {name: driver_named(name) for name in OURS}
    roles = {(r, n) for n, driver in drivers.items() for r in CHECKS if getattr(driver, r)}
    assert roles == set(BENCHES)


@pytest.mark.parametrize(("role", "name"), BENCHES, ids=str)
def test_a_driver_keeps_the_contract(role, name, tmp_path):
    bench = BENCHES[role, name][0](tmp_path)
    try:
        CHECKS[role](bench)
    finally:
        bench.close()


WIRED = [who for who, (_, panel) in BENCHES.items() if panel is not None]


@pytest.mark.parametrize(("role", "name"), WIRED, ids=str)
def test_its_wiring_is_checked_and_described(role, name):
    text = (PANELS / f"{BENCHES[role, name][1]}.toml").read_text(encoding="utf-8")
    panel = check_wiring(tomllib.loads(text), role)
    assert len(panel.places) in (64, 91)

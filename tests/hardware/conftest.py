"""Fixtures for the tests of the hardware."""

from __future__ import annotations

import pytest

from firmware_bridge.people.pico import Pico


@pytest.fixture(scope="module")
def pico(tmp_path_factory):
    """A Pico with the real firmware, which must outlive all that a file of tests does to it."""
    pico = Pico(tmp_path_factory.mktemp("pico"))
    yield pico
    assert pico.running
    pico.power_off()

"""Fixtures for the tests of the bridge."""

from __future__ import annotations

import pytest

from tests.firmware_bridge.room import Room


@pytest.fixture
def room(tmp_path):
    one = Room(tmp_path)
    yield one
    one.close()

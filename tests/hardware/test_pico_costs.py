"""What the firmware costs an RP2040, by a model: what it does is counted, what it costs is known.

The interpreter of the other tests runs a hundred times as fast as the chip, so that it shows whether the
firmware is right and never whether it keeps up.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.lights.theme import STANDARD
from firmware_bridge.people.pico import FIRMWARE, MICROPYTHON
from hardware.lights import INWARD
from hardware.panels.panel_file import panel_named

pytestmark = pytest.mark.firmware
HERE = Path(__file__).parent
SCANS = 150
"""A second, at least, whatever lives on the board."""
EDGE = 10_000
"""Microseconds at most from a contact that closes, at the worst moment, to the report on the wire."""
PANELS = {"quadra-serial": (8, 8, [26, 27], 66), "favo-serial": (11, 11, [], 95)}


def evenings(panel: str, wishes: list[list[tuple[int, ...]]]) -> list[dict[str, float]]:
    wanted = [{"panel": PANELS[panel], "glows": glows, "seconds": 0.6} for glows in wishes]
    script = [str(HERE / "pico_model.mjs"), str(MICROPYTHON), str(HERE / "pico_model.py")]
    words = [*script, *map(str, FIRMWARE), "--", *map(json.dumps, wanted)]
    done = subprocess.run(["node", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def living(meaning: str, pixel: int) -> tuple[int, ...]:
    glow = STANDARD[meaning]
    phase = pixel * 5 % 256 // 16 * 16 if glow.rhythm == INWARD else 0
    return (glow.rhythm, phase, *glow.colour)


@pytest.mark.parametrize("panel", PANELS)
def test_it_keeps_up_whatever_lives_on_the_board(panel):
    pixels = range(PANELS[panel][3])
    mixed = [*STANDARD]
    wishes = [[living(meaning, n) for n in pixels] for meaning in STANDARD]
    wishes.append([living(mixed[n % len(mixed)], n) for n in pixels])
    found = evenings(panel, wishes)
    assert len(found) == len(wishes)
    for meaning, one in zip([*STANDARD, "all of them"], found, strict=True):
        assert one["scans"] >= SCANS, (meaning, one)
        assert one["edge"] <= EDGE, (meaning, one)
        assert one["garbage"] == 0


@pytest.mark.parametrize("panel", PANELS)
def test_the_panels_are_as_counted(panel):
    wired = panel_named(panel)
    assert wired.lights.strip.count + wired.buttons.pixels <= PANELS[panel][3]

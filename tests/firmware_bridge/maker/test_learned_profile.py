"""What a learned profile keeps of the one that it was made from."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from firmware_bridge.maker.panel_text import with_entries
from hardware.drivers.hall import HallWiring
from hardware.panels.panel_file import OURS, panel_named, read_panel


@pytest.mark.parametrize("name", ["quadra-matrix", "favo-hall", "quadra-serial", "favo"])
def test_a_profile_is_written_as_it_was_read(tmp_path, name):
    source = (OURS / f"{name}.toml").read_text(encoding="utf-8")
    assert with_entries(source, {}) == source
    file = tmp_path / f"{name}.toml"
    file.write_text(with_entries(source, {"sensors": {"channels": {}}}), encoding="utf-8")
    assert read_panel(file) == panel_named(name)


def test_what_a_maker_wrote_beside_the_values_stays(tmp_path):
    """Comments, line breaks in texts, and what was learned before and is learned anew."""
    source = (OURS / "quadra-hall.toml").read_text(encoding="utf-8")
    source = source.replace('about = "', 'about = """mine,\nof oak: ').replace('apart"', 'apart"""')
    source = source.replace("drift_s = 120", "drift_s = 120 # a cold room")
    names = [place.name for place in panel_named("quadra-hall").places]
    for seed in (1, 2):
        channels, pixels = list(range(64)), list(range(64))
        Random(seed).shuffle(channels)
        found: dict[str, dict[str, Any]] = {
            "sensors": {
                "channels": dict(zip(names, channels, strict=True)),
                "rest": {"a1": 500 + seed},
                "flipped": ["b2"] if seed == 1 else [],
            },
            "lights": {"pixels": dict(zip(names, pixels, strict=True))},
        }
        source = with_entries(source, found)
        file = tmp_path / "mine.toml"
        file.write_text(source, encoding="utf-8")
        panel = read_panel(file)
        assert {place.name: place.channel for place in panel.places} == found["sensors"]["channels"]
        assert isinstance(panel.sensors, HallWiring)
        assert panel.sensors.rest[panel.by_name["a1"].channel] == 500 + seed
        assert len(panel.sensors.flipped) == (1 if seed == 1 else 0)
        assert panel.about.startswith("mine,\nof oak: ")
        assert source.count("# a cold room") == source.count("# The converter needs the SPI") == 1

"""A panel as a value: where its sensors and pixels lie, and how they are wired.

Places are in millimetres, in the same coordinates as the boards that are laid on it. Knows channels,
pixels and what every wiring offers; no particular driver and no games. Read from TOML by
hardware/panels/panel_file.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hardware.driver import ButtonWiring, LightWiring, SensorWiring


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    x: float
    y: float
    channel: int
    pixel: int | None


@dataclass(frozen=True)
class Panel:
    name: str
    about: str
    pitch: float
    places: tuple[Place, ...]
    driver: str
    """The name of the driver that reads the sensors."""
    sensors: SensorWiring
    lights: LightWiring
    buttons: ButtonWiring
    file: str = field(compare=False)
    """Where it was read from."""

    @cached_property
    def by_name(self) -> Mapping[str, Place]:
        return {place.name: place for place in self.places}

    @cached_property
    def by_channel(self) -> Mapping[int, Place]:
        return {place.channel: place for place in self.places}

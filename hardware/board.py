"""A board that is open, and opening the one that a panel describes: `open_board("quadra-serial", 2)`.

A board is named by its panel, by the path of a TOML file, or is a simulated one: `simulated:quadra`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from hardware.buttons import Buttons
from hardware.driver import Opening, World
from hardware.lights import Lights
from hardware.panels.panel import Panel
from hardware.panels.panel_file import panel_named
from hardware.sensors import Sensors
from hardware.symptoms import BLINDING, Symptom

SIMULATED = "simulated:"


@dataclass(frozen=True)
class OpenBoard:
    panel: Panel
    sensors: Sensors
    lights: Lights
    buttons: Buttons

    def readings(self) -> Sequence[int]:
        """What the sensors read now; at the same turn lights that failed get their next chance."""
        self.lights.tend()
        return self.sensors.readings()

    @property
    def blind(self) -> bool:
        """Whether no sensor can be asked: the readings are then the last ones there were."""
        return any(symptom.what in BLINDING for symptom in self.sensors.symptoms())

    def symptoms(self) -> list[Symptom]:
        """What the drivers say about themselves."""
        return [symptom for part in reversed(self._parts) for symptom in part.symptoms()]

    def close(self) -> None:
        for part in self._parts:
            part.close()

    @property
    def _parts(self) -> list[Lights | Buttons | Sensors]:
        """Each device once: a microcontroller is all in one. Lights come first to be closed, since
        what stays lit after the program has ended misleads people."""
        parts = (self.lights, self.buttons, self.sensors)
        return list({id(part): part for part in parts}.values())


def open_board(spec: str, players: int = 2, world: World | None = None) -> OpenBoard:
    """`players` are the buttons of a simulated board; a real one has those that it has."""
    opening = Opening(_panel(spec), players, world or World())
    panel = opening.panel
    with ExitStack() as opened:
        opening.sensors = sensors = panel.sensors.open(opening)
        opened.callback(sensors.close)
        opening.lights = lights = panel.lights.open(opening)
        opened.callback(lights.close)
        buttons = panel.buttons.open(opening)
        # From here on it is the board that is closed.
        opened.pop_all()
    return OpenBoard(panel, sensors, lights, buttons)


def _panel(spec: str) -> Panel:
    if not spec.startswith(SIMULATED):
        return panel_named(spec)
    from hardware.drivers.simulated import stand_in

    name, _, query = spec.removeprefix(SIMULATED).partition("?")
    return stand_in(panel_named(name), query)

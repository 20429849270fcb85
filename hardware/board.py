"""Opens the board that a profile asks for: `open_board("quadra-serial", players=2)`.

A board is named by its panel, by the path of a TOML file, or is a simulated one with faults to try
things out: `simulated:quadra?dead=c3&flicker=d4,e5&stuck=a1&polarity=1`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic, sleep
from typing import Any
from urllib.parse import parse_qsl

from hardware.buttons import Buttons
from hardware.drivers.gpio_buttons import CrossingButtons, Light, open_buttons, unlit
from hardware.drivers.hall import open_hall
from hardware.drivers.matrix import open_matrix
from hardware.drivers.neopixels import NeoPixels, open_neopixels
from hardware.errors import NoDevice, ProfileError, Said
from hardware.lights import RGB, Lights
from hardware.panels.panel import HallWiring, MatrixWiring, Panel
from hardware.panels.panel_file import panel_named
from hardware.parts.dimmer import Dimmer
from hardware.parts.serial_board import SerialBoard
from hardware.parts.serial_port import opened_port, pause
from hardware.parts.simulated_board import SimulatedBoard
from hardware.sensors import Sensors
from hardware.symptoms import BLINDING, Symptom

SIMULATED = "simulated:"
ANSWER = 3.0
"""Seconds that a microcontroller gets to answer its first greeting."""


class Nothing:
    """Lights and buttons of a board that has none."""

    pixels = 0

    def show(self, colours: Sequence[RGB]) -> None:
        pass

    def tend(self) -> None:
        pass

    def symptoms(self) -> Sequence[Symptom]:
        return ()

    def down(self) -> Sequence[bool]:
        return ()

    def light(self, colours: Sequence[RGB]) -> None:
        pass

    def close(self) -> None:
        pass


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
        """Whether the readings are only those of before, since no sensor can be asked."""
        return any(symptom.what in BLINDING for symptom in self.sensors.symptoms())

    def symptoms(self) -> list[Symptom]:
        """What the drivers say about themselves."""
        return [symptom for part in reversed(self._parts) for symptom in part.symptoms()]

    def close(self) -> None:
        for part in self._parts:
            part.close()

    @property
    def _parts(self) -> list[Lights | Buttons | Sensors]:
        """Each driver once: a microcontroller is all in one. Lights come first to be closed, since
        what stays lit after the program has ended misleads people."""
        parts = (self.lights, self.buttons, self.sensors)
        return list({id(part): part for part in parts}.values())


@dataclass(frozen=True)
class World:
    """What opening a board takes from outside."""

    factory: Any = None
    clock: Callable[[], float] = monotonic
    wait: Callable[[float], None] = sleep
    connect: Callable[[str], Any] = opened_port
    strip: Callable[..., NeoPixels] = field(default=open_neopixels)


def open_board(spec: str, players: int = 2, world: World | None = None) -> OpenBoard:
    world = world or World()
    if spec.startswith(SIMULATED):
        return _simulated(spec.removeprefix(SIMULATED), players)
    panel = panel_named(spec)
    if panel.driver == "simulated":
        return _simulated(spec, players)
    if panel.driver == "serial":
        return _serial(panel, world)
    sensors = _sensors(panel, world)
    opened: list[Any] = [sensors]
    try:
        lights, light = _lights(panel, world)
        opened.append(lights)
        buttons = _buttons(panel, sensors, light, world)
    except Exception:
        for part in opened:
            part.close()
        raise
    return OpenBoard(panel, sensors, lights, buttons)


def dimmer(panel: Panel) -> Dimmer:
    lights = panel.lights
    return Dimmer(brightness=lights.brightness, gamma=lights.gamma, budget_ma=lights.budget_ma)


def _sensors(panel: Panel, world: World) -> Any:
    match panel.sensors:
        case MatrixWiring() as wiring:
            return open_matrix(
                wiring.rows,
                wiring.columns,
                pull=wiring.pull,
                active_high=wiring.active_high,
                diodes=wiring.diodes,
                settle=wiring.settle_us / 1e6,
                wait=world.wait,
                clock=world.clock,
                factory=world.factory,
            )
        case HallWiring() as hall:
            return open_hall(
                hall.converters,
                hall.select,
                count=hall.count,
                rest=hall.rest,
                flipped=hall.flipped,
                feel=hall.feel,
                wait=world.wait,
                clock=world.clock,
                factory=world.factory,
            )
        case other:
            raise AssertionError(f"a board with {other} is not opened here")


def _lights(panel: Panel, world: World) -> tuple[Lights, Light]:
    wiring, extra = panel.lights, panel.buttons.pixels
    if wiring.driver == "none":
        return Nothing(), unlit
    strip = world.strip(
        wiring.pin,
        wiring.count + extra,
        dimmer(panel),
        order=wiring.order,
        lights=extra,
        clock=world.clock,
    )
    return strip, strip.light if extra else unlit


def _buttons(panel: Panel, sensors: Any, light: Light, world: World) -> Buttons:
    wiring = panel.buttons
    if wiring.driver == "matrix":
        return _crossing_buttons(panel, sensors, light, lambda: sensors.answers)
    if wiring.driver == "gpio":
        return open_buttons(
            wiring.pins, wiring.lamps, light=light, clock=world.clock, factory=world.factory
        )
    return Nothing()


def _crossing_buttons(
    panel: Panel, sensors: Any, light: Light, answers: Callable[[], bool]
) -> CrossingButtons:
    nothing = [0] * sensors.channels

    def pressed() -> Sequence[int]:
        # Pieces stay where they are while nothing answers; buttons do not stay down.
        latest: Sequence[int] = sensors.latest()
        return latest if answers() else nothing

    return CrossingButtons(pressed, button_channels(panel), light)


def button_channels(panel: Panel) -> tuple[int, ...]:
    assert isinstance(panel.sensors, MatrixWiring)
    width = len(panel.sensors.columns)
    return tuple(row * width + column for row, column in panel.buttons.crossings)


def _serial(panel: Panel, world: World) -> OpenBoard:
    assert isinstance(panel.sensors, MatrixWiring)
    port = panel.sensors.port
    # The first opening may fail and says why; later ones are tried again and again.
    world.connect(port).close()
    dim = dimmer(panel)
    board = SerialBoard(
        panel.layout(),
        partial(world.connect, port),
        render=lambda colours: in_order(dim(colours), panel.lights.order),
        lights=panel.buttons.pixels,
        diodes=panel.sensors.diodes,
        retry=pause(port),
        clock=world.clock,
    )
    try:
        _greeted(board, panel, world)
    except Exception:
        board.close()
        raise
    buttons: Buttons = board
    if panel.buttons.driver == "matrix":
        buttons = _crossing_buttons(panel, board, board.light, lambda: board.connected)
    return OpenBoard(panel, board, board, buttons)


def _greeted(board: SerialBoard, panel: Panel, world: World) -> None:
    """Wait for the first report; after it a cable may come and go."""
    begin = world.clock()
    while not board.connected:
        board.talk()
        if board.refusal is not None:
            raise ProfileError(
                Said(
                    "panel {panel}: {why}",
                    "controller.refused",
                    panel=panel.name,
                    why=board.refusal,
                )
            )
        if world.clock() - begin > ANSWER:
            raise NoDevice(
                Said(
                    "the microcontroller of panel {panel} does not answer: mpremote cp "
                    "hardware/parts/frames.py hardware/firmware/main.py : + reset",
                    "controller.silent",
                    panel=panel.name,
                )
            )
        world.wait(0.002)


def in_order(colours: Sequence[RGB], order: str) -> bytes:
    """The bytes of a frame in the order in which the strip's chips take their colours."""
    turn = ["RGB".index(letter) for letter in order]
    return bytes(colour[part] for colour in colours for part in turn)


def _simulated(spec: str, players: int) -> OpenBoard:
    name, _, query = spec.partition("?")
    panel = panel_named(name)
    asked = dict(parse_qsl(query, keep_blank_values=True))
    polarity = asked.pop("polarity", "1" if panel.polarity else "0") == "1"
    channels = panel.sensors.channels
    board = SimulatedBoard(channels, panel.lights.count or channels, players, polarity=polarity)
    faults = {
        "dead": board.faults.dead,
        "stuck": board.faults.stuck,
        "flicker": board.faults.flickering,
    }
    for fault, names in asked.items():
        if fault not in faults:
            raise ProfileError(
                Said(
                    "a simulated board cannot do '{fault}'; it can do {known}",
                    "simulated.fault",
                    fault=fault,
                    known=", ".join((*faults, "polarity")),
                )
            )
        for place in names.split(","):
            if place not in panel.by_name:
                raise ProfileError(
                    Said(
                        "panel {panel} has no place '{place}' for {fault}=",
                        "simulated.place",
                        panel=panel.name,
                        place=place,
                        fault=fault,
                    )
                )
            faults[fault].add(panel.by_name[place].channel)
    return OpenBoard(panel, board, board, board)

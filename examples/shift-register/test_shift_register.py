"""The driver on a chain of chips that is modelled pin by pin: pytest examples/shift-register"""

import tomllib

from gpiozero.pins.mock import MockFactory, MockPin

from hardware.contract import check_sensors, check_wiring
from hardware.driver import Opening, World
from hardware.parts.gpio import PINS

PANEL = """
[grid]
shape = "square"
columns = 4
rows = 4

[sensors]
driver = "shift-register"
latch = 17
clock = 27
data = 22
chips = 2
"""


class ChainPin(MockPin):
    def _change_state(self, value):
        changed = super()._change_state(value)
        if changed:
            self.factory.notice(self.info.name, value)
        return changed

    def _get_state(self):
        if self.factory.error is not None:
            raise self.factory.error
        return self.factory.out if self.info.name == "GPIO22" else super()._get_state()


class Chain(MockFactory):
    """Two 74HC165: a latch that rises keeps the inputs as they are, a rising clock pushes them on."""

    def __init__(self):
        super().__init__(pin_class=ChainPin)
        self.inputs = [1] * 16  # a resistor holds each of them high
        self.error = None
        self._held = []

    @property
    def out(self):
        return bool(self._held and self._held[-1])

    def notice(self, name, value):
        if name == "GPIO17" and value:
            self._held = list(self.inputs)
        elif name == "GPIO27" and value:
            self._held = [0, *self._held[:-1]]


class Bench:
    vanishes = True

    def __init__(self):
        self.chain, self.now = Chain(), 0.0
        world = World(clock=lambda: self.now, devices={PINS: self.chain})
        panel = check_wiring(tomllib.loads(PANEL), "sensors")
        self.sensors = panel.sensors.open(Opening(panel, 2, world))

    def put(self, channel, reading):
        self.chain.inputs[channel] = 0 if reading else 1

    def readings(self):
        return self.sensors.readings()

    def vanish(self):
        self.chain.error = OSError(5, "Input/output error")

    def come_back(self):
        self.chain.error = None

    def wait(self, seconds):
        self.now += seconds
        self.sensors.readings()


def test_it_keeps_the_contract():
    check_sensors(Bench())

"""Switches on a chain of 74HC165 shift registers: eight inputs a chip, three pins for all of them.

Each switch lies between an input and ground, with a resistor of 10 kΩ to 3.3 V. The latch takes all
inputs in at once; then the clock pushes them out through the last chip, its input H first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hardware.driver import Driver, Opening, Role
from hardware.panels.grid import Grid
from hardware.panels.table import Table
from hardware.parts import gpio
from hardware.parts.headers import PI
from hardware.parts.retries import Retries
from hardware.phrases import Phrase
from hardware.plan import GROUP, Connection, Pin, Plan
from hardware.symptoms import SENSORS, Symptom

KEYS = {
    "latch": Phrase(
        "pin to SH/LD of all chips",
        it="piedino verso SH/LD di tutti i chip",
        fr="broche vers SH/LD de toutes les puces",
    ),
    "clock": Phrase(
        "pin to CLK of all chips",
        it="piedino verso CLK di tutti i chip",
        fr="broche vers CLK de toutes les puces",
    ),
    "data": Phrase(
        "pin from QH of the last chip",
        it="piedino da QH dell'ultimo chip",
        fr="broche depuis QH de la dernière puce",
    ),
    "chips": Phrase(
        "how many chips hang in the chain",
        it="quanti chip ci sono nella catena",
        fr="combien de puces il y a dans la chaîne",
    ),
}
TOO_FEW = Phrase(
    "= {chips} chips read {most} sensors; the grid has {count}",
    it="= {chips} chip leggono {most} sensori; la griglia ne ha {count}",
    fr="= {chips} puces lisent {most} capteurs ; la grille en a {count}",
)
CHIPS = Phrase("colour: chip; below: its input", it="colore: chip; sotto: il suo ingresso",
              fr="couleur : puce ; dessous : son entrée")  # fmt: skip


class ShiftRegister:
    """The device, once it is open."""

    def __init__(self, wiring: "ShiftRegisterWiring", opening: Opening) -> None:
        factory = opening.world.device(gpio.PINS, None)
        self._out = gpio.outputs((wiring.latch, wiring.clock), active_high=True, factory=factory)
        self._in = gpio.inputs((wiring.data,), pull="none", active_high=True, factory=factory)
        self._retries = Retries(SENSORS, gpio.failures, clock=opening.world.clock)
        self._readings = [0] * wiring.channels

    @property
    def channels(self) -> int:
        return len(self._readings)

    def readings(self) -> Sequence[int]:
        found = self._retries.answer(self._shifted)
        if found is not None:
            self._readings = found
        return self._readings

    def _shifted(self) -> list[int]:
        latch, clock = self._out
        latch.off()
        latch.on()
        found = []
        for _ in self._readings:
            found.append(0 if self._in[0].value else 1)
            clock.on()
            clock.off()
        return found[::-1]  # the last input comes out first

    def symptoms(self) -> Sequence[Symptom]:
        return self._retries.symptoms()

    def close(self) -> None:
        gpio.close_all((*self._out, *self._in))


@dataclass(frozen=True)
class ShiftRegisterWiring:
    """What its table in a panel's file says."""

    latch: int
    clock: int
    data: int
    chips: int
    channel_of: Mapping[str, int]
    polarity = False  # a switch does not tell which way round a magnet lies
    feel = None  # and measures nothing

    @classmethod
    def read(cls, table: Table, grid: Grid) -> "ShiftRegisterWiring":
        latch, clock, data = (table.pin(key, PI.pins) for key in ("latch", "clock", "data"))
        chips = table.whole("chips", 1, 16)
        most, count = 8 * chips, len(grid.spots)
        if count > most:
            raise table.wrong("chips", TOO_FEW(chips=chips, most=most, count=count))
        return cls(latch, clock, data, chips, table.numbers("channels", grid.one_by_one(), most))

    @property
    def channels(self) -> int:
        return 8 * self.chips

    def plan(self) -> Plan:
        pins = (
            (self.latch, "SH/LD", "latch"),
            (self.clock, "CLK", "clock"),
            (self.data, "QH", "data"),
        )
        return Plan(
            pins=tuple(Pin(PI, pin, f"74HC165 {use}", key) for pin, use, key in pins),
            connections={n: self._connection(n) for n in range(self.channels)},
            legend=((GROUP, CHIPS()),),
        )

    def _connection(self, channel: int) -> Connection:
        chip, number = divmod(channel, 8)
        letter = "ABCDEFGH"[number]
        return Connection(f"74HC165 {chip + 1} {letter} → GND", f"{chip + 1}{letter}", chip)

    def open(self, opening: Opening) -> ShiftRegister:
        return ShiftRegister(self, opening)


DRIVER = Driver(sensors=Role(KEYS, ShiftRegisterWiring.read))

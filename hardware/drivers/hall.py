"""Linear Hall sensors behind MCP3008 converters, with 16-way analog multiplexers if there are many.

A sensor rests at about half its supply; a magnet moves it up or down, depending on which way round
it lies. Every sensor rests somewhere else and wanders with the temperature, so each is compared with
its own learned rest value, which is followed slowly while nothing stands there. Knows channels only:
converter input × 16 + multiplexer address, or just the input where there is no multiplexer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any

from hardware.driver import Driver, Opening, Role
from hardware.panels.grid import Grid
from hardware.panels.table import Table
from hardware.parts import gpio
from hardware.parts.feel import Feel
from hardware.parts.headers import PI
from hardware.parts.retries import Retries
from hardware.phrases import Phrase
from hardware.plan import GROUP, Connection, Pin, Plan
from hardware.sensors import REVERSED, UPRIGHT
from hardware.symptoms import SENSORS, Symptom

MIDDLE = 512
"""Where a sensor rests until its own value has been learned: half of ten bits."""
ADDRESSES, INPUTS_EACH = 16, 8
"""Sensors behind a multiplexer, and inputs of a converter."""
SPI_PINS = {11: "CLK", 9: "DOUT", 10: "DIN"}
SETTLE = 20e-6
"""Seconds a multiplexer's output takes to follow its address."""

KEYS = {
    "converters": Phrase(
        "chip-select pins of the MCP3008 converters",
        it="piedini di selezione dei convertitori MCP3008",
        fr="broches de sélection des convertisseurs MCP3008",
    ),
    "select": Phrase(
        "the four address pins of the 16-way multiplexers, lowest bit first",
        it="i quattro piedini d'indirizzo dei multiplexer a 16 vie, prima il bit più basso",
        fr="les quatre broches d'adresse des multiplexeurs à 16 voies, le bit le plus bas d'abord",
    ),
    "on": Phrase(
        "steps of the converter from rest at which a piece is felt",
        it="passi del convertitore dal riposo ai quali si sente un pezzo",
        fr="pas du convertisseur depuis le repos auxquels une pièce est sentie",
    ),
    "off": Phrase(
        "steps from rest at which it is gone",
        it="passi dal riposo ai quali il pezzo non c'è più",
        fr="pas depuis le repos auxquels elle n'y est plus",
    ),
    "drift_s": Phrase(
        "seconds in which rest values follow the temperature",
        it="secondi in cui i valori di riposo seguono la temperatura",
        fr="secondes dans lesquelles les valeurs de repos suivent la température",
    ),
    "rest": Phrase(
        "place = what its sensor reads with nothing on it",
        it="posto = quel che legge il suo sensore senza nulla sopra",
        fr="place = ce que lit son capteur sans rien dessus",
    ),
    "flipped": Phrase(
        "places whose sensor is soldered the other way round",
        it="posti il cui sensore è saldato a rovescio",
        fr="places dont le capteur est soudé à l'envers",
    ),
}
NOT_FOUR = Phrase(
    "names {count} pins; a 16-way multiplexer has 4",
    it="nomina {count} piedini; un multiplexer a 16 vie ne ha 4",
    fr="nomme {count} broches ; un multiplexeur à 16 voies en a 4",
)
NOT_LESS = Phrase(
    "= {off:g} must be less than on = {on:g}",
    it="= {off:g} deve essere minore di on = {on:g}",
    fr="= {off:g} doit être plus petit que on = {on:g}",
)
SPI = Phrase("the converters' SPI", it="l'SPI dei convertitori", fr="le SPI des convertisseurs")
CONVERTER = Phrase(
    "the converter selected by GPIO{pin}",
    it="il convertitore scelto da GPIO{pin}",
    fr="le convertisseur choisi par GPIO{pin}",
)
INPUTS = Phrase(
    "colour and first number: input of the converter; second: address of the multiplexer",
    it="colore e primo numero: ingresso del convertitore; secondo: indirizzo del multiplexer",
    fr="couleur et premier nombre : entrée du convertisseur ; second : adresse du multiplexeur",
)


class Hall:
    """`inputs` are gpiozero MCP3008 channels, `select` output devices of the multiplexers' address."""

    def __init__(
        self,
        inputs: Sequence[Any],
        select: Sequence[Any] = (),
        *,
        count: int | None = None,
        rest: Sequence[float] = (),
        flipped: Sequence[int] = (),
        feel: Feel | None = None,
        settle: float = SETTLE,
        wait: Callable[[float], None] = sleep,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._retries = Retries(SENSORS, gpio.failures, self._renew, clock)
        self._inputs = tuple(inputs)
        self._select = tuple(select)
        self._addresses = ADDRESSES if select else 1
        self._count = len(inputs) * self._addresses if count is None else count
        self._feel = feel or Feel()
        self._rest = [*rest, *[float(MIDDLE)] * self._count][: self._count]
        self._sign = [REVERSED if channel in flipped else UPRIGHT for channel in range(self._count)]
        self._raw = [0] * self._count
        self._readings = [0] * self._count
        self._settle = settle
        self._wait = wait
        self._clock = clock
        self._read_at = clock()

    @property
    def channels(self) -> int:
        return self._count

    @property
    def raw(self) -> Sequence[int]:
        """What the converters said at the last reading, 0 to 1023."""
        return self._raw

    @property
    def rest(self) -> Sequence[float]:
        """Where each sensor rests, as far as is known."""
        return self._rest

    def readings(self) -> Sequence[int]:
        raw = self._retries.answer(self._measured)
        if raw is None:
            return self._readings
        self._raw = raw
        now = self._clock()
        passed, self._read_at = now - self._read_at, now
        feel = self._feel
        # A new list every time: whoever compares two readings keeps the first.
        readings = list(self._readings)
        for channel, value in enumerate(self._raw):
            rest, sign = self._rest[channel], self._sign[channel]
            reading = readings[channel] = sign * feel.reading(value, rest, sign * readings[channel])
            if not reading:
                self._rest[channel] = feel.followed(value, rest, passed)
        self._readings = readings
        return readings

    def latest(self) -> Sequence[int]:
        return self._readings

    def symptoms(self) -> Sequence[Symptom]:
        """A converter answers whatever hangs on it: what is wrong there shows in the game."""
        return self._retries.symptoms()

    def _renew(self) -> None:
        # Every reading of a converter is a conversation of its own, and sets the address itself.
        for line in self._select:
            line.pin.function = "output"

    def _measured(self) -> list[int]:
        raw = [0] * self._count
        for address in range(self._addresses):
            for bit, line in enumerate(self._select):
                line.value = address >> bit & 1
            if self._select and self._settle:
                self._wait(self._settle)
            for number, source in enumerate(self._inputs):
                channel = number * self._addresses + address
                if channel < self._count:
                    raw[channel] = source.raw_value
        return raw

    def close(self) -> None:
        gpio.close_all(self._inputs)
        gpio.close_all(self._select)


def open_hall(
    converters: Sequence[int],
    select: Sequence[int],
    *,
    count: int,
    rest: Sequence[float] = (),
    flipped: Sequence[int] = (),
    feel: Feel | None = None,
    settle: float = SETTLE,
    wait: Callable[[float], None] = sleep,
    clock: Callable[[], float] = monotonic,
    factory: Any = None,
) -> Hall:
    """`converters` are the chip-select pins, eight inputs each, as many of them as are needed."""
    from gpiozero import MCP3008

    per_input = ADDRESSES if select else 1
    needed = -(-count // per_input)
    inputs: list[Any] = []
    try:
        with gpio.quietly():
            for number in range(needed):
                pin = converters[number // INPUTS_EACH]
                inputs.append(
                    MCP3008(channel=number % INPUTS_EACH, select_pin=pin, pin_factory=factory)
                )
        lines = gpio.outputs(select, active_high=True, factory=factory)
    except Exception as error:
        gpio.close_all(inputs)
        raise gpio.explained(error, CONVERTER(pin=converters[0])) from None
    return Hall(
        inputs,
        lines,
        count=count,
        rest=rest,
        flipped=flipped,
        feel=feel,
        settle=settle,
        wait=wait,
        clock=clock,
    )


@dataclass(frozen=True, slots=True)
class HallWiring:
    converters: tuple[int, ...]
    select: tuple[int, ...]
    channel_of: Mapping[str, int]
    feel: Feel
    rest: tuple[float, ...]
    flipped: tuple[int, ...]
    polarity = True

    @classmethod
    def read(cls, table: Table, grid: Grid) -> HallWiring:
        converters = table.pins("converters", PI.pins, 2)
        select = table.pins("select", PI.pins, 4, ())
        if len(select) not in (0, 4):
            raise table.wrong("select", NOT_FOUR(count=len(select)))
        most = len(converters) * INPUTS_EACH * (ADDRESSES if select else 1)
        channel_of = table.numbers("channels", grid.one_by_one(), most, "converters")
        feel = Feel(
            table.number("on", 5, 500, Feel().on),
            table.number("off", 2, 500, Feel().off),
            table.number("drift_s", 1, 86400, Feel().drift),
        )
        if feel.off >= feel.on:
            raise table.wrong("off", NOT_LESS(off=feel.off, on=feel.on))
        rest = [float(MIDDLE)] * (1 + max(channel_of.values()))
        for name, value in table.by_place("rest", channel_of, 0, 1023).items():
            rest[channel_of[name]] = float(value)
        flipped = tuple(channel_of[name] for name in table.place_names("flipped", channel_of))
        return cls(converters, select, channel_of, feel, tuple(rest), flipped)

    @property
    def channels(self) -> int:
        return len(self.rest)

    def plan(self) -> Plan:
        pins = [
            *((pin, f"MCP3008 {line}", SPI()) for pin, line in SPI_PINS.items()),
            *((pin, f"MCP3008 {n} CS", "converters") for n, pin in enumerate(self.converters, 1)),
            *((pin, f"CD74HC4067 S{bit}", "select") for bit, pin in enumerate(self.select)),
        ]
        return Plan(
            pins=tuple(Pin(PI, pin, use, entry) for pin, use, entry in pins),
            connections={channel: self._connection(channel) for channel in range(self.channels)},
            legend=((GROUP, INPUTS()),),
        )

    def _connection(self, channel: int) -> Connection:
        if not self.select:
            converter, number = divmod(channel, INPUTS_EACH)
            return Connection(f"MCP3008 {converter + 1} CH{number}")
        at, address = divmod(channel, ADDRESSES)
        converter, number = divmod(at, INPUTS_EACH)
        ends = f"MCP3008 {converter + 1} CH{number}, CD74HC4067 {at + 1} C{address}"
        return Connection(ends, f"{at}.{address}", at)

    def open(self, opening: Opening) -> Hall:
        return open_hall(
            self.converters,
            self.select,
            count=self.channels,
            rest=self.rest,
            flipped=self.flipped,
            feel=self.feel,
            wait=opening.world.wait,
            clock=opening.world.clock,
            factory=opening.world.device(gpio.PINS, None),
        )


DRIVER = Driver(sensors=Role(KEYS, HallWiring.read))

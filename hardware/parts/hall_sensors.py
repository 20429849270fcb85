"""Linear Hall sensors that are open: measured one after the other, and told as readings.

Knows gpiozero's converters and pins, no panel files. What a measurement means is told by `feel`, or by
`counting` where the pieces on each other are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic, sleep
from typing import Any

from hardware.parts import gpio
from hardware.parts.counting import Counting
from hardware.parts.feel import Feel
from hardware.parts.retries import Retries
from hardware.phrases import Phrase
from hardware.sensors import REVERSED, UPRIGHT, Figures
from hardware.symptoms import SENSORS, Symptom

MIDDLE = 512
"""Where a sensor rests until its own value has been learned: half of ten bits."""
ADDRESSES, INPUTS_EACH = 16, 8
"""Sensors behind a multiplexer, and inputs of a converter."""
SETTLE = 20e-6
"""Seconds a multiplexer's output takes to follow its address."""
CONVERTER = Phrase(
    "the converter selected by GPIO{pin}",
    it="il convertitore scelto da GPIO{pin}",
    fr="le convertisseur choisi par GPIO{pin}",
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
        counting: Counting | None = None,
        polarity: bool = True,
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
        self._counting = counting
        self._polarity = polarity
        self._raw = [0] * self._count
        self._signed = [0] * self._count
        self._readings = self._signed
        self._settle = settle
        self._wait = wait
        self._clock = clock
        self._read_at = clock()

    @property
    def channels(self) -> int:
        return self._count

    @property
    def raw(self) -> Sequence[int]:
        """What the converters said at the last reading, from 0 on."""
        return self._raw

    @property
    def rest(self) -> Sequence[float]:
        """Where each sensor rests, as far as is known."""
        return self._rest if self._counting is None else self._counting.rest

    @property
    def figures(self) -> Sequence[Figures]:
        """How surely each channel counts."""
        counting = self._counting
        if counting is None:
            return ()
        channels = range(self._count)
        return [Figures(counting.noise[n], counting.step(n), counting.margin(n)) for n in channels]

    @property
    def counting(self) -> Counting | None:
        """How pieces on each other are counted, where they are."""
        return self._counting

    def readings(self) -> Sequence[int]:
        raw = self._retries.answer(self._measured)
        if raw is not None:
            self._signed = told = self._told(raw)
            self._readings = told if self._polarity else [abs(reading) for reading in told]
        return self._readings

    def _told(self, raw: list[int]) -> list[int]:
        """What these measurements mean, channel by channel."""
        self._raw = raw
        now = self._clock()
        passed, self._read_at = now - self._read_at, now
        if self._counting is not None:
            heights = self._counting.update(raw, passed)
            return [a * b for a, b in zip(heights, self._sign, strict=True)]
        feel = self._feel
        # A new list every time: whoever compares two readings keeps the first.
        readings = list(self._signed)
        for channel, value in enumerate(self._raw):
            rest, sign = self._rest[channel], self._sign[channel]
            reading = readings[channel] = sign * feel.reading(value, rest, sign * readings[channel])
            if not reading:
                self._rest[channel] = feel.followed(value, rest, passed)
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
    counting: Counting | None = None,
    polarity: bool = True,
    bits: int = 10,
    settle: float = SETTLE,
    wait: Callable[[float], None] = sleep,
    clock: Callable[[], float] = monotonic,
    factory: Any = None,
) -> Hall:
    """`converters` are the chip-select pins, eight inputs each, as many of them as are needed."""
    from gpiozero import MCP3008, MCP3208

    converter = {10: MCP3008, 12: MCP3208}[bits]
    per_input = ADDRESSES if select else 1
    needed = -(-count // per_input)
    inputs: list[Any] = []
    try:
        with gpio.quietly():
            for number in range(needed):
                pin = converters[number // INPUTS_EACH]
                inputs.append(
                    converter(channel=number % INPUTS_EACH, select_pin=pin, pin_factory=factory)
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
        counting=counting,
        polarity=polarity,
        settle=settle,
        wait=wait,
        clock=clock,
    )

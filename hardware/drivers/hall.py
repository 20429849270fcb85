"""Linear Hall sensors behind MCP3008 converters, with 16-way analog multiplexers if there are many.

A sensor rests at about half its supply; a magnet moves it up or down, depending on which way round
it lies. Every sensor rests somewhere else and wanders with the temperature, so each is compared with
its own learned rest value, which is followed slowly while nothing stands there. Knows channels only:
converter input × 16 + multiplexer address, or just the input where there is no multiplexer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any

from hardware.errors import Said
from hardware.parts import gpio
from hardware.parts.retries import Retries
from hardware.symptoms import SENSORS, Symptom

MIDDLE = 512
"""Where a sensor rests until its own value has been learned: half of ten bits."""
ADDRESSES = 16
SETTLE = 20e-6
"""Seconds a multiplexer's output takes to follow its address."""


@dataclass(frozen=True, slots=True)
class Feel:
    """How far from rest is a piece. Two thresholds, so that a value between them changes nothing."""

    on: float = 60.0
    off: float = 35.0
    drift: float = 120.0
    """Seconds in which the rest value goes two thirds of the way to what an empty cell reads."""

    def reading(self, value: float, rest: float, was: int) -> int:
        away = value - rest
        if was and away * was > self.off:
            return was
        if abs(away) >= self.on:
            return 1 if away > 0 else -1
        return 0

    def followed(self, value: float, rest: float, seconds: float) -> float:
        # Only small differences are drift; a magnet that comes near slowly is not.
        if abs(value - rest) > self.off / 2:
            return rest
        return rest + (value - rest) * min(1.0, seconds / self.drift)


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
        self._retries = Retries(SENSORS, self._renew, clock)
        self._inputs = tuple(inputs)
        self._select = tuple(select)
        self._addresses = ADDRESSES if select else 1
        self._count = len(inputs) * self._addresses if count is None else count
        self._feel = feel or Feel()
        self._rest = [*rest, *[float(MIDDLE)] * self._count][: self._count]
        self._sign = [-1 if channel in flipped else 1 for channel in range(self._count)]
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
                pin = converters[number // 8]
                inputs.append(MCP3008(channel=number % 8, select_pin=pin, pin_factory=factory))
        lines = gpio.outputs(select, active_high=True, factory=factory)
    except Exception as error:
        gpio.close_all(inputs)
        converter = Said("the converter selected by GPIO{pin}", "pins.converter", pin=converters[0])
        raise gpio.explained(error, converter) from None
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

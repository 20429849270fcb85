"""An analog converter with its multiplexers on mock pins; the sensors' voltages are its factory's.

Either every clock of a conversation is seen on the pins, or a whole one is a single call, as on a Pi
with its own SPI.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from gpiozero.pins.mock import MockFactory, MockSPIDevice

SELECT = (5, 6, 13, 19)
ASKED = {10: 12, 12: 10}
"""Bits of gpiozero's question before the answer of so many bits begins: 24 are exchanged in all."""


class Converter(MockSPIDevice):  # type: ignore[misc]
    """An MCP3008, or with `bits = 12` an MCP3208: sixteen sensors per input."""

    bits = 10
    error: Exception | None = None
    """What asking it raises, if it does."""

    def on_start(self) -> None:
        super().on_start()
        if self.error is not None:
            raise self.error
        self.rx_buf: list[bool] = []
        self.rx_bit = 0

    def on_bit(self) -> None:
        asked = ASKED[self.bits]
        if self.rx_bit == asked:
            number = int("".join("1" if bit else "0" for bit in self.rx_buf[asked - 3 : asked]), 2)
            value = self.clock_pin.factory.voltages[number * 16 + self._address()]
            # One more clock to sample and a zero, then the value.
            places = range(self.bits - 1, -1, -1)
            self.tx_buf.extend([False, False, *[bool(value >> place & 1) for place in places]])

    def _address(self) -> int:
        return sum(int(pin.state) << bit for bit, pin in enumerate(self._select))

    @cached_property
    def _select(self) -> list[Any]:
        return [self.clock_pin.factory.pin(f"GPIO{pin}") for pin in SELECT]


class Bus:
    """What gpiozero talks to on a Pi: three bytes out, three bytes in."""

    bits_per_word, lsb_first = 8, False

    def __init__(self, factory: BusFactory) -> None:
        self._factory = factory
        self._select = [factory.pin(f"GPIO{pin}") for pin in SELECT]

    def transfer(self, words: Sequence[int]) -> list[int]:
        factory = self._factory
        question = int.from_bytes(bytes(words), "big")
        number = question >> factory.bits + 2 & 7
        address = sum(int(pin.state) << bit for bit, pin in enumerate(self._select))
        return list(factory.voltages[number * 16 + address].to_bytes(3, "big"))

    def close(self) -> None:
        """Nothing is held."""


class BusFactory(MockFactory):  # type: ignore[misc]
    """Mock pins with an SPI of their own."""

    def __init__(self, bits: int) -> None:
        super().__init__()
        self.bits = bits
        self.voltages: list[int] = []

    def spi(self, **_: Any) -> Bus:
        return Bus(self)

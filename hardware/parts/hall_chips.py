"""The chips between linear Hall sensors and the Pi: how many, where their legs go, what to buy."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.parts import bill
from hardware.parts.hall_sensors import ADDRESSES, INPUTS_EACH
from hardware.parts.headers import PI
from hardware.plan import Chip, Connection, Part

CONVERTERS = {10: "MCP3008", 12: "MCP3208"}
"""By their bits; their legs are the same."""
SPI_PINS = {11: "CLK", 9: "DOUT", 10: "DIN"}


@dataclass(frozen=True, slots=True)
class HallChips:
    selects: tuple[int, ...]
    """The pin that selects each converter."""
    address: tuple[int, ...]
    """The pins that choose an input of the multiplexers; none where there are no multiplexers."""
    bits: int
    channels: int
    sensors: int
    counting: bool
    """Whether the sensors count pieces on each other."""

    @property
    def name(self) -> str:
        return CONVERTERS[self.bits]

    @property
    def multiplexers(self) -> int:
        return -(-self.channels // ADDRESSES) if self.address else 0

    def pins(self) -> list[tuple[int, str]]:
        """Each pin of the Pi that a chip's leg goes to, apart from the bus."""
        return [
            *((pin, f"{self.name} {n} CS") for n, pin in enumerate(self.selects, start=1)),
            *((pin, f"{bill.MULTIPLEXER_CHIP} S{bit}") for bit, pin in enumerate(self.address)),
        ]

    def connection(self, channel: int) -> Connection:
        if not self.address:
            converter, number = divmod(channel, INPUTS_EACH)
            return Connection(f"{self.name} {converter + 1} CH{number}")
        at, address = divmod(channel, ADDRESSES)
        converter, number = divmod(at, INPUTS_EACH)
        way = f"{bill.MULTIPLEXER_CHIP} {at + 1} C{address}"
        return Connection(f"{self.name} {converter + 1} CH{number}, {way}", f"{at}.{address}", at)

    def parts(self) -> tuple[Part, ...]:
        converters, ways = len(self.selects), self.multiplexers
        return (
            Part((bill.COUNTING_HALL if self.counting else bill.HALL)(), self.sensors, 3, ma=6.0),
            Part(bill.CONVERTER(chip=self.name), converters, 16, ma=0.5),
            Part(bill.MULTIPLEXER(chip=bill.MULTIPLEXER_CHIP), ways, 24, ma=0.1),
            Part(bill.CERAMIC(), converters + ways, 2),
            Part(bill.REGULATOR(), 1, 3),
        )

    def drawn(self) -> tuple[Chip, ...]:
        found = (self._converter(), self._multiplexer(), self._sensor())
        return tuple(chip for chip in found if chip.times)

    def _converter(self) -> Chip:
        spi = {line: PI.name(pin) for pin, line in SPI_PINS.items()}
        legs = (
            ("16", "VDD", "3.3 V, 100 nF → GND"),
            ("15", "VREF", "3.3 V"),
            ("14", "AGND", "GND"),
            ("9", "DGND", "GND"),
            ("13", "CLK", spi["CLK"]),
            ("12", "DOUT", spi["DOUT"]),
            ("11", "DIN", spi["DIN"]),
            ("10", "CS", ", ".join(PI.name(pin) for pin in self.selects)),
            ("1 – 8", "CH0 – CH7", f"{bill.MULTIPLEXER_CHIP} COM" if self.address else "OUT"),
        )
        return Chip(self.name, legs, len(self.selects))

    def _multiplexer(self) -> Chip:
        # Its legs for S0 to S3 do not lie in order.
        address = zip((10, 11, 14, 13), enumerate(self.address), strict=False)
        legs = (
            ("24", "VCC", "3.3 V, 100 nF → GND"),
            ("12", "GND", "GND"),
            ("15", "EN", "GND"),
            *((str(leg), f"S{bit}", PI.name(pin)) for leg, (bit, pin) in address),
            ("1", "COM", f"{self.name} CH"),
            ("9 – 2", "C0 – C7", "OUT"),
            ("23 – 16", "C8 – C15", "OUT"),
        )
        return Chip(bill.MULTIPLEXER_CHIP, legs, self.multiplexers)

    def _sensor(self) -> Chip:
        legs = (
            ("1", "VCC", "3.3 V"),
            ("2", "GND", "GND"),
            ("3", "OUT", "C0 – C15" if self.address else "CH"),
        )
        return Chip("DRV5055" if self.counting else "DRV5055 / SS49E", legs, self.sensors)

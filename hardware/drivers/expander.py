"""Switches on MCP23017 port expanders: many lines on the two wires of an I²C bus.

In rows and columns, with a diode each: one row at a time is pulled low, the others float, and the
columns are read by whole ports. Or one switch to an input, between it and ground.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from hardware.driver import Driver, Opening, Role
from hardware.panels.grid import Grid
from hardware.panels.table import Table
from hardware.parts import bill, config_txt, crossings, i2c
from hardware.parts.crossings import Crossings
from hardware.parts.ghosts import Rows
from hardware.parts.scanner import Scanner
from hardware.phrases import Phrase
from hardware.plan import GROUP, Chip, Connection, Header, Part, Plan

ADDRESSES = range(0x20, 0x28)
LINES = 16
ALL = 0xFFFF

# Registers with IOCON.BANK = 0, port A first; the port B of each comes right behind it.
IODIR, IOCON, GPPU, GPIO, OLAT = 0x00, 0x0A, 0x0C, 0x12, 0x14
IOCON_OF_BANK_1 = 0x05

KEYS = {
    **crossings.KEYS,
    **i2c.KEYS,
    "chips": Phrase(
        "addresses of the MCP23017 chips, 0x20 to 0x27, in the order in which their pins count on",
        it="indirizzi dei chip MCP23017, da 0x20 a 0x27, nell'ordine in cui si contano i loro piedini",
        fr="adresses des puces MCP23017, de 0x20 à 0x27, dans l'ordre où l'on compte leurs broches",
    ),
}
ONLY_DRIVES = Phrase(
    "names pin {pin}, {name}, which can only drive: make it a row",
    it="nomina il piedino {pin}, {name}, che può solo pilotare: fanne una riga",
    fr="nomme la broche {pin}, {name}, qui ne peut que piloter : faites-en une rangée",
)
CHIP = Phrase(
    "{high} to 3.3 V, {low} to ground",
    it="{high} a 3,3 V, {low} a massa",
    fr="{high} au 3,3 V, {low} à la masse",
)
INPUTS = Phrase(
    "colour: chip; below: its pin, to ground through the sensor",
    it="colore: chip; sotto: il suo piedino, a massa attraverso il sensore",
    fr="couleur : puce ; dessous : sa broche, à la masse par le capteur",
)


class ChipLines:
    """`bus` is an open smbus2.SMBus. Lines count on from chip to chip, sixteen each; without rows every
    column is an input of its own."""

    def __init__(
        self, bus: Any, chips: Sequence[int], rows: Sequence[int], columns: Sequence[int]
    ) -> None:
        from smbus2 import i2c_msg

        self._message = i2c_msg
        self._bus = bus
        self._chips = tuple(chips)
        self._rows = tuple(rows)
        self._columns = [divmod(column, LINES) for column in columns]
        self._driving = sorted({row // LINES for row in rows})
        self._reading = sorted({chip for chip, _ in self._columns})

    def set_up(self, chip: int) -> None:
        """Inputs with pull-ups, and a low behind each for when it becomes an output."""
        address = self._chips[chip]
        # Whoever had the chip before may have left its registers in another order: this is IOCON there,
        # and switches interrupts off here.
        writes = [(IOCON_OF_BANK_1, 0), (IOCON, 0), (OLAT, 0, 0)]
        inverted, interrupts = (0, 0), (0,) * 6
        writes.append((IODIR, 0xFF, 0xFF, *inverted, *interrupts, 0, 0, 0xFF, 0xFF))
        self._bus.i2c_rdwr(*(self._message.write(address, data) for data in writes))

    def renew(self) -> None:
        """Every scan sees to it that the chips are set up."""

    def scan(self) -> Rows:
        for chip in range(len(self._chips)):
            # A chip that was without supply for a moment has forgotten all of it.
            if self._ports(chip, GPPU) != ALL:
                self.set_up(chip)
        if not self._rows:
            return [self._closed()]
        found = [self._closed(*self._pulled(row)) for row in self._rows]
        self._bus.i2c_rdwr(*self._pulled(None))
        return found

    def _pulled(self, row: int | None) -> list[Any]:
        """Messages that make one row an output, which is low, and let all others float."""
        messages = []
        for chip in self._driving:
            here = row is not None and row // LINES == chip
            inputs = ALL & ~(1 << row % LINES) if row is not None and here else ALL
            data = (IODIR, inputs & 0xFF, inputs >> 8)
            messages.append(self._message.write(self._chips[chip], data))
        return messages

    def _closed(self, *before: Any) -> int:
        """The columns that are low once these messages have been sent, a bit each."""
        ports: dict[int, int] = {}
        for chip in self._reading:
            ports[chip] = self._ports(chip, GPIO, *before)
            before = ()
        return sum(
            1 << number
            for number, (chip, line) in enumerate(self._columns)
            if not ports[chip] >> line & 1
        )

    def _ports(self, chip: int, register: int, *before: Any) -> int:
        """A register of both ports, in one go with the messages before it.

        The Pi's bus takes one reading in a transfer, as its last message; the time that the messages
        take on the wire is more than a line needs to settle.
        """
        address = self._chips[chip]
        answer = self._message.read(address, 2)
        self._bus.i2c_rdwr(*before, self._message.write(address, (register,)), answer)
        return int.from_bytes(bytes(answer), "little")

    def close(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            # Rows float, if the chips still listen.
            with suppress(*i2c.FAILURES):
                if self._driving:
                    bus.i2c_rdwr(*self._pulled(None))
            bus.close()


@dataclass(frozen=True, slots=True)
class ExpanderWiring:
    bus: int
    chips: tuple[int, ...]
    header: Header
    crossings: Crossings | None
    inputs: tuple[int, ...]
    """The lines that are read where there are no crossings; channels count them."""
    channel_of: Mapping[str, int]
    polarity = False
    feel = None

    @classmethod
    def read(cls, table: Table, grid: Grid) -> ExpanderWiring:
        bus = i2c.number(table)
        chips = i2c.addresses(table, "chips", ADDRESSES)
        header = Header(dict(_lines(chips)))
        if "rows" not in table and "columns" not in table:
            inputs = tuple(line for line in header.pins if not _only_drives(line))
            channel_of = table.numbers("channels", grid.one_by_one(), len(inputs), "chips")
            return cls(bus, chips, header, None, inputs, channel_of)
        lines = Crossings.read(table, header)
        for column in filter(_only_drives, lines.columns):
            raise table.wrong("columns", ONLY_DRIVES(pin=column, name=header.name(column)))
        return cls(bus, chips, header, lines, (), lines.channel_of(table, grid))

    @property
    def channels(self) -> int:
        return len(self.inputs) if self.crossings is None else self.crossings.count

    def plan(self) -> Plan:
        if self.crossings is not None:
            plan = self.crossings.plan(len(self.channel_of))
        else:
            connections = {n: self._connection(line) for n, line in enumerate(self.inputs)}
            reeds = bill.contacts(bill.REED, len(self.channel_of), diodes=False)
            plan = Plan(connections=connections, legend=((GROUP, INPUTS()),), parts=reeds)
        chips = tuple((f"0x{address:02x}", CHIP(**_strapped(address))) for address in self.chips)
        parts = (
            *plan.parts,
            Part(bill.EXPANDER(chip=bill.EXPANDER_CHIP), len(self.chips), 28, ma=1.0),
            Part(bill.CERAMIC(), len(self.chips), 2),
            Part(bill.PULL_UP(), 2, 2),
        )
        pins = (*i2c.pins(self.bus, bill.EXPANDER_CHIP), *plan.pins)
        drawn = tuple(self._drawn(address) for address in self.chips)
        return replace(
            plan, pins=pins, shared=chips, parts=parts, chips=drawn, settings=config_txt.I2C
        )

    def _drawn(self, address: int) -> Chip:
        legs = (
            ("9", "VDD", "3.3 V, 100 nF → GND"),
            ("10", "VSS", "GND"),
            ("18", "RESET", "3.3 V"),
            ("12", "SCL", "GPIO3"),
            ("13", "SDA", "GPIO2"),
            *((str(15 + n), f"A{n}", "3.3 V" if address >> n & 1 else "GND") for n in range(3)),
            ("21 – 28", "GPA0 – GPA7", ""),
            ("1 – 8", "GPB0 – GPB7", ""),
        )
        return Chip(f"{bill.EXPANDER_CHIP} 0x{address:02x}", legs)

    def _connection(self, line: int) -> Connection:
        name = self.header.name(line)
        return Connection(f"{name} → GND", name.partition(" GP")[2], line // LINES)

    def open(self, opening: Opening) -> Scanner:
        bus = i2c.opened(opening, self.bus)
        lines = self.crossings or Crossings(self.header, (), self.inputs)
        wired = ChipLines(bus, self.chips, lines.rows, lines.columns)
        for chip, address in enumerate(self.chips):
            try:
                wired.set_up(chip)
            except i2c.FAILURES as error:
                wired.close()
                raise i2c.silent(self.bus, address, error) from None
        return Scanner(
            wired,
            len(lines.rows) or 1,
            len(lines.columns),
            lambda: i2c.FAILURES,
            diodes=lines.diodes,
            clock=opening.world.clock,
        )


def _lines(chips: Sequence[int]) -> list[tuple[int, tuple[str, str]]]:
    """Every line with its name and its place on the chip: GPA0 to GPA7 come first, then GPB0 to GPB7."""
    return [
        (chip * LINES + line, (f"0x{address:02x} GP{'AB'[line // 8]}{line % 8}", str(place)))
        for chip, address in enumerate(chips)
        for line, place in enumerate((*range(21, 29), *range(1, 9)))
    ]


def _only_drives(line: int) -> bool:
    """GPA7 and GPB7 disturb the bus when they change as inputs while they are read: so the data sheet
    says since 2022. As a row one of them floats when others are read, and does not change then."""
    return line % 8 == 7


def _strapped(address: int) -> dict[str, str]:
    """What of a chip belongs to its supply, and what to ground."""
    high, low = ["VDD", "RESET"], ["VSS"]
    for bit in range(3):
        (high if address >> bit & 1 else low).append(f"A{bit}")
    return {"high": ", ".join(high), "low": ", ".join(low)}


DRIVER = Driver(sensors=Role(KEYS, ExpanderWiring.read))

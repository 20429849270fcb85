"""MCP23017 chips down to their registers, and the I²C wires that lead to them.

The wires are smbus2's own SMBus up to the call into the kernel: what arrives are its real messages, with
the address, flags and bytes that an adapter would see. Like the Pi's adapter they take one reading in a
transfer, as its last message, and answer EREMOTEIO where no chip acknowledges.
"""

from __future__ import annotations

import errno
from ctypes import memmove

from smbus2 import SMBus

READ = 0x0001
NAMES = (
    "IODIR", "IPOL", "GPINTEN", "DEFVAL", "INTCON", "IOCON", "GPPU", "INTF", "INTCAP", "GPIO", "OLAT",
)  # fmt: skip
BANK, SEQOP = 0x80, 0x20


class Chip:
    """`lines` says what is outside: what drives a line of this chip, if anything does."""

    def __init__(self, lines, first):
        self._lines = lines
        self._first = first
        self.power_on()

    def power_on(self):
        self.registers = {(name, port): 0 for name in NAMES for port in (0, 1)}
        self.registers["IODIR", 0] = self.registers["IODIR", 1] = 0xFF
        self._pointer = 0
        self._noise = 0

    @property
    def _control(self):
        return self.registers["IOCON", 0]

    def _register(self, address):
        """Name and port behind an address; None where there is no register."""
        if self._control & BANK:
            number, port = address & 0x0F, address >> 4
        else:
            number, port = address >> 1, address & 1
        return (NAMES[number], port) if number < len(NAMES) and port < 2 else None

    def _advance(self):
        if self._control & SEQOP:
            # Within a pair of ports it goes to and fro, or stays where it is.
            self._pointer ^= 0 if self._control & BANK else 1
        else:
            self._pointer = (self._pointer + 1) % (0x1B if self._control & BANK else 0x16)

    def write(self, data):
        self._pointer, *values = data
        for value in values:
            register = self._register(self._pointer)
            if register is not None:
                name, port = register
                ports = (0, 1) if name == "IOCON" else (port,)
                # Writing to the port writes to the latch behind it.
                for one in ports:
                    self.registers["OLAT" if name == "GPIO" else name, one] = value
            self._advance()

    def read(self, count):
        found = []
        for _ in range(count):
            register = self._register(self._pointer)
            if register is None:
                found.append(0)
            elif register[0] == "GPIO":
                found.append(self._port(register[1]))
            else:
                found.append(self.registers[register])
            self._advance()
        return bytes(found)

    def _port(self, port):
        inverted = self.registers["IPOL", port]
        return sum(self._high(port, bit) << bit for bit in range(8)) ^ inverted

    def drives(self, line):
        """What an output puts on its line; None for an input."""
        port, bit = divmod(line - self._first, 8)
        if self.registers["IODIR", port] >> bit & 1:
            return None
        return self.registers["OLAT", port] >> bit & 1

    def _high(self, port, bit):
        line = self._first + port * 8 + bit
        own = self.drives(line)
        if own is not None:
            return own
        outside = self._lines.driven(line)
        if outside is not None:
            return outside
        if self.registers["GPPU", port] >> bit & 1:
            return 1
        # Nothing holds an input without its pull-up.
        self._noise ^= 1
        return self._noise


class Lines:
    """What hangs on the chips' lines, numbered on from chip to chip: switches between rows and columns
    with or without diodes, or between a line and ground."""

    def __init__(self, addresses, *, diodes=True):
        self.diodes = diodes
        self.closed: set[tuple[int, int]] = set()
        self.grounded: set[int] = set()
        self.chips = {address: Chip(self, 16 * number) for number, address in enumerate(addresses)}

    def driven(self, line):
        if line in self.grounded:
            return 0
        reached: set[int] = {line}
        rows: set[int] = set()
        while True:
            more = {row for row, column in self.closed if column in reached} - rows
            if not more:
                break
            rows |= more
            if self.diodes:
                break
            reached |= {column for row, column in self.closed if row in rows}
        chips = list(self.chips.values())
        driven = {chips[row // 16].drives(row) for row in rows} - {None}
        assert len(driven) < 2, "a short circuit"
        return driven.pop() if driven else None


class Wire(SMBus):
    def __init__(self, lines):
        super().__init__()
        self._lines = lines
        self.error = None
        """What the adapter says, if the bus itself fails."""
        self.absent: set[int] = set()
        self.transfers = 0
        self.bits = 0
        """Clocks on the wire so far: nine for every byte, and one for each start and stop."""
        self.opened = True

    def i2c_rdwr(self, *messages):
        if not self.opened:
            super().i2c_rdwr(*messages)  # which says what it says of a bus that is closed
        assert 0 < len(messages) <= 42, "the kernel takes no more"
        self.transfers += 1
        if any(message.flags & READ for message in messages[:-1]):
            raise OSError(errno.EOPNOTSUPP, "Operation not supported")
        if self.error is not None:
            raise self.error
        for message in messages:
            self.bits += 9 * (1 + message.len) + 1
            if message.addr not in self._lines.chips or message.addr in self.absent:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            chip = self._lines.chips[message.addr]
            if message.flags & READ:
                memmove(message.buf, chip.read(message.len), message.len)
            else:
                chip.write(bytes(message))
        self.bits += 1

    def close(self):
        self.opened = False

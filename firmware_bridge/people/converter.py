"""An analog converter with its multiplexers on mock pins; the sensors' voltages are its factory's."""

from __future__ import annotations

from gpiozero.pins.mock import MockSPIDevice

SELECT = (5, 6, 13, 19)


class Converter(MockSPIDevice):
    """An MCP3008: twelve bits of question, then ten of answer, from sixteen sensors per input."""

    error: Exception | None = None
    """What asking it raises, if it does."""

    def on_start(self):
        super().on_start()
        if self.error is not None:
            raise self.error
        self.rx_buf, self.rx_bit = [], 0

    def on_bit(self):
        if self.rx_bit == 12:
            number = int("".join("1" if bit else "0" for bit in self.rx_buf[9:12]), 2)
            value = self.clock_pin.factory.voltages[number * 16 + self._address()]
            # One more clock to sample and a zero, then the value.
            bits = [False, False, *[bool(value >> bit & 1) for bit in range(9, -1, -1)]]
            self.tx_buf.extend(bits)

    def _address(self):
        pins = [self.clock_pin.factory.pin(f"GPIO{pin}") for pin in SELECT]
        return sum(pin.state << bit for bit, pin in enumerate(pins))

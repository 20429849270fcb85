"""Several input lines that are read with one request to the kernel, through lgpio.

gpiozero reads one pin at a time, and each is a request of its own: eight columns cost eight. Knows
lines, nothing of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from hardware.parts.gpio import failures


class Group(Protocol):
    """Lines that were claimed together."""

    def levels(self) -> int:
        """One bit for each line, the first line's lowest; set where the line is high."""

    def free(self) -> None:
        """Let go of the lines, so that each can be claimed by itself again."""


class LgpioGroup:
    """`numbers` are input lines that are claimed already, one by one."""

    def __init__(self, library: Any, handle: int, numbers: Sequence[int], pull: str) -> None:
        self._library = library
        self._handle = handle
        self._first = numbers[0]
        flags = {
            "up": library.SET_PULL_UP,
            "down": library.SET_PULL_DOWN,
            "floating": library.SET_PULL_NONE,
        }[pull]
        for number in numbers:
            library.gpio_free(handle, number)
        library.group_claim_input(handle, list(numbers), flags)

    def levels(self) -> int:
        _, levels = self._library.group_read(self._handle, self._first)
        return int(levels)

    def free(self) -> None:
        self._library.group_free(self._handle, self._first)


def grouping_factory() -> Any:
    """gpiozero's factory for lgpio, which groups as well."""
    import lgpio
    from gpiozero.pins.lgpio import LGPIOFactory

    class GroupingFactory(LGPIOFactory):  # type: ignore[misc]
        def group(self, numbers: Sequence[int], pull: str) -> Group:
            return LgpioGroup(lgpio, self._handle, numbers, pull)

    return GroupingFactory()


class Together:
    """Input devices that are read at once: with one request where their pins can be grouped."""

    def __init__(self, devices: Sequence[Any], pulls: Sequence[str], *, active_high: bool) -> None:
        self._active_high = active_high
        self._bits = tuple((device, 1 << number) for number, device in enumerate(devices))
        self._all = (1 << len(devices)) - 1
        self._group: Group | None = None
        # What floats is grouped only with what floats: a group has one pull for all.
        if devices and len(set(pulls)) == 1:
            group = getattr(devices[0].pin_factory, "group", None)
            numbers = [int(device.pin.info.name.removeprefix("GPIO")) for device in devices]
            self._group = group(numbers, pulls[0]) if group else None

    def active(self) -> int:
        """One bit for each device, the first one's lowest; set where the device is active."""
        if self._group is not None:
            levels = self._group.levels()
            return self._all & (levels if self._active_high else ~levels)
        found = 0
        for device, bit in self._bits:
            if device.value:
                found |= bit
        return found

    def free(self) -> None:
        """Let go of the lines, as far as they are still held; then each can be claimed by itself."""
        group, self._group = self._group, None
        if group is not None:
            # The system may have taken them away already.
            with suppress(*failures()):
                group.free()

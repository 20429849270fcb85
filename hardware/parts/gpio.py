"""Opening the Pi's pins through gpiozero, on this machine's own pins or on a factory that stands in.

What can go wrong is said in one line with the command that mends it. Knows pins, nothing of what
hangs on them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from hardware.errors import HardwareError, MissingDriver, NoDevice, NoPermission, ProfileError
from hardware.parts.packages import setup
from hardware.parts.pin_library import NO_ANSWER, NO_LIBRARY, NO_RIGHT, pins_of_this_machine
from hardware.phrases import Phrase

PINS = "pins"
"""What stands in for the Pi's pins in a World: a pin factory of gpiozero."""

Device = TypeVar("Device")

ALWAYS_ACTIVE = Phrase(
    "a line pulled {pull} reads active all the time: set active = {active} or the other pull",
    it="una linea con pull {pull} legge sempre attivo: imposta active = {active} o l'altro pull",
    fr="une ligne avec pull {pull} se lit toujours active : réglez active = {active} ou l'autre pull",
)
UNFIT = Phrase(
    "{what} cannot be used so ({why}): name another pin in the profile",
    it="{what} non si può usare così ({why}): nomina un altro piedino nel profilo",
    fr="{what} ne peut pas servir ainsi ({why}) : nommez une autre broche dans le profil",
)
TWICE = Phrase(
    "{what} is named twice in the profile: give each line its own pin",
    it="{what} è nominato due volte nel profilo: dai a ogni linea il suo piedino",
    fr="{what} est nommé deux fois dans le profil : donnez à chaque ligne sa broche",
)
BUSY = Phrase(
    "another program holds {what}: end it, or see with `gpioinfo` which it is",
    it="un altro programma tiene {what}: chiudilo, o vedi con `gpioinfo` quale sia",
    fr="un autre programme tient {what} : terminez-le, ou voyez avec `gpioinfo` lequel c'est",
)


def outputs(pins: Sequence[int], *, active_high: bool, factory: Any = None) -> list[Any]:
    from gpiozero import OutputDevice

    if not pins:
        return []
    own = factory or pins_of_this_machine()
    return _opened(pins, lambda pin: OutputDevice(pin, active_high=active_high, pin_factory=own))


def inputs(pins: Sequence[int], *, pull: str, active_high: bool, factory: Any = None) -> list[Any]:
    """`pull` is `up`, `down` or `none` where resistors outside do it."""
    from gpiozero import InputDevice

    def opened(pin: int) -> Any:
        if pull == "none":
            return InputDevice(pin, pull_up=None, active_state=active_high, pin_factory=own)
        return InputDevice(pin, pull_up=pull == "up", pin_factory=own)

    if pull != "none" and (pull == "up") == active_high:
        active = '"low"' if pull == "up" else '"high"'
        raise ProfileError(ALWAYS_ACTIVE(pull=pull, active=active))
    own = factory or pins_of_this_machine()
    return _opened(pins, opened)


def _opened(pins: Sequence[int], opened: Callable[[int], Device]) -> list[Device]:
    ready: list[Device] = []
    try:
        for pin in pins:
            ready.append(opened(pin))  # noqa: PERF401 - what is open is closed if the next fails
    except Exception as error:
        close_all(ready)
        raise explained(error, f"GPIO{pins[len(ready)]}") from None
    return ready


def close_all(devices: Sequence[Any]) -> None:
    for device in devices:
        # What does not answer any more is closed already; the others are still to be.
        with suppress(*failures()):
            device.close()


def pulls(devices: Sequence[Any]) -> list[str]:
    """Which way each line is pulled."""
    return [device.pin.pull for device in devices]


def claim_inputs(devices: Sequence[Any], pulls: Sequence[str]) -> None:
    """Ask the system for lines that we have already, as they were: it may have taken them away.

    Closing and opening the devices would do the same, but gpiozero closes once more what could not
    be closed, when nobody can hear any more that it fails.
    """
    for device, pull in zip(devices, pulls, strict=True):
        device.pin.function = "input"
        device.pin.pull = pull


def failures() -> tuple[type[Exception], ...]:
    """All that gpiozero and the libraries below it raise when pins or a bus do not answer."""
    from gpiozero import GPIOZeroError

    # Their errors are of no built-in kind, and a library that is not there raises none.
    below = [sys.modules[name].error for name in ("lgpio", "pigpio") if name in sys.modules]
    return (OSError, RuntimeError, GPIOZeroError, HardwareError, *below)


def explained(error: Exception, what: str) -> Exception:
    """A fault as one line that ends with what to do; one that nobody here knows stays as it is."""
    if isinstance(error, HardwareError):
        return error
    name = type(error).__name__
    if name == "BadPinFactory" or isinstance(error, ImportError):
        return MissingDriver(NO_LIBRARY(why=error, command=setup()))
    if name in ("PinInvalidPin", "PinInvalidPull", "PinFixedPull", "PinInvalidFunction"):
        return ProfileError(UNFIT(what=what, why=error))
    if name == "GPIOPinInUse":
        return ProfileError(TWICE(what=what))
    if isinstance(error, PermissionError) or "permission" in str(error).lower():
        return NoPermission(NO_RIGHT(what=what))
    if "busy" in str(error).lower():
        return NoDevice(BUSY(what=what))
    if isinstance(error, OSError):
        return NoDevice(NO_ANSWER(what=what, why=error))
    return error

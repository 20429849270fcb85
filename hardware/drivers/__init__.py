"""The drivers there are, by the name that a panel's file calls them: ours, and those of other packages.

A driver is imported when a panel asks for it, and its library when a board is opened.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from hardware.driver import Driver
from hardware.errors import MissingDriver
from hardware.phrases import Phrase

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "tavoliere.drivers"
"""The entry points by which a driver of another distribution is found."""

OURS = {
    "matrix": "hardware.drivers.matrix",
    "hall": "hardware.drivers.hall",
    "expander": "hardware.drivers.expander",
    "serial": "hardware.drivers.serial_link",
    "simulated": "hardware.drivers.simulated",
    "neopixel": "hardware.drivers.neopixels",
    "gpio": "hardware.drivers.gpio_buttons",
    "none": "hardware.drivers.none",
}

BROKEN = Phrase(
    "the driver '{name}' does not load ({why}): mend or remove the package that brings it",
    it="il driver '{name}' non si carica ({why}): ripara o togli il pacchetto che lo porta",
    fr="le driver '{name}' ne se charge pas ({why}) : réparez ou retirez le paquet qui l'apporte",
)
NO_DRIVER = Phrase(
    "the driver '{name}' is no hardware.driver.Driver: mend or remove the package that brings it",
    it="il driver '{name}' non è un hardware.driver.Driver: ripara o togli il pacchetto che lo porta",
    fr="le driver '{name}' n'est pas un hardware.driver.Driver : réparez ou retirez le paquet qui "
    "l'apporte",
)


def driver_named(name: str) -> Driver | None:
    """None when there is no driver of that name; none of another distribution hides one of ours."""
    if name in OURS:
        own: Driver = import_module(OURS[name]).DRIVER
        return own
    point = others().get(name)
    if point is None:
        return None
    try:
        driver = point.load()
    except Exception as error:  # a stranger's module may raise anything
        raise MissingDriver(BROKEN(name=name, why=f"{type(error).__name__}: {error}")) from None
    if not isinstance(driver, Driver):
        raise MissingDriver(NO_DRIVER(name=name))
    return driver


def others() -> dict[str, EntryPoint]:
    """What other distributions offer, by name."""
    # Looking through all that is installed takes a while on a small Pi, and ours need none of it.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def names(role: str) -> list[str]:
    """The drivers that can be sensors, lights or buttons, ours first."""
    able = []
    for name in dict.fromkeys((*OURS, *others())):
        try:
            driver = driver_named(name)
        except MissingDriver:
            continue  # it is named when somebody asks for it
        if driver is not None and getattr(driver, role) is not None:
            able.append(name)
    return able

"""Chips on an I²C bus: their addresses, the pins of the bus, and what is wrong when one does not answer.

Through smbus2, which hands messages to the kernel's I²C devices. Knows no chip.
"""

from __future__ import annotations

from typing import Any

from hardware.driver import Opening
from hardware.errors import HardwareError, MissingDriver, NoDevice, NoPermission
from hardware.panels.table import Table
from hardware.parts.headers import PI
from hardware.parts.packages import setup
from hardware.phrases import Phrase
from hardware.plan import Pin

I2C = "i2c"
"""What stands in for an I²C bus in a World: called with its number, gives an smbus2.SMBus."""
BUS_PINS = {1: {2: "SDA", 3: "SCL"}}
"""The pins of the Pi's buses, as far as they are always the same."""
FAILURES = (OSError,)
"""What a bus raises when a chip does not answer."""

KEYS = {
    "bus": Phrase(
        "number of the I²C bus: 1 is on GPIO2 and GPIO3",
        it="numero del bus I²C: l'1 è su GPIO2 e GPIO3",
        fr="numéro du bus I²C : le 1 est sur GPIO2 et GPIO3",
    ),
}
NO_ADDRESSES = Phrase(
    "= {value!r} is no list of different addresses from {first} to {last}",
    it="= {value!r} non è una lista di indirizzi diversi da {first} a {last}",
    fr="= {value!r} n'est pas une liste d'adresses différentes de {first} à {last}",
)
NO_PACKAGE = Phrase(
    "an I²C bus needs the package smbus2: {command}",
    it="un bus I²C ha bisogno del pacchetto smbus2: {command}",
    fr="un bus I²C a besoin du paquet smbus2 : {command}",
)
NO_BUS = Phrase(
    "there is no I²C bus {bus}: sudo raspi-config nonint do_i2c 0, then restart the Pi",
    it="il bus I²C {bus} non c'è: sudo raspi-config nonint do_i2c 0, poi riavvia il Pi",
    fr="il n'y a pas de bus I²C {bus} : sudo raspi-config nonint do_i2c 0, puis redémarrez le Pi",
)
NO_RIGHT = Phrase(
    "no right to use the I²C bus {bus}: sudo usermod -aG i2c $USER, then log in again",
    it="non hai il diritto di usare il bus I²C {bus}: sudo usermod -aG i2c $USER, poi entra di nuovo",
    fr="vous n'avez pas le droit d'utiliser le bus I²C {bus} : sudo usermod -aG i2c $USER, puis "
    "reconnectez-vous",
)
NO_CHIP = Phrase(
    "no chip answers at {address} on the I²C bus {bus} ({why}): see with `i2cdetect -y {bus}` which "
    "addresses do, and mend `chips` in the profile or the wires",
    it="nessun chip risponde a {address} sul bus I²C {bus} ({why}): vedi con `i2cdetect -y {bus}` quali "
    "indirizzi rispondono, e correggi `chips` nel profilo o i fili",
    fr="aucune puce ne répond à {address} sur le bus I²C {bus} ({why}) : voyez avec "
    "`i2cdetect -y {bus}` quelles adresses répondent, et corrigez `chips` dans le profil ou les fils",
)
THE_BUS = Phrase("the I²C bus {bus}", it="il bus I²C {bus}", fr="le bus I²C {bus}")


def number(table: Table) -> int:
    """Of the bus that the chips hang on."""
    return table.whole("bus", 0, 30, 1)


def addresses(table: Table, key: str, allowed: range) -> tuple[int, ...]:
    """A list of different addresses, at least one."""
    values = table.entries.get(key)
    if values is None:
        raise table.missing(key)
    good = isinstance(values, list) and values and all(type(value) is int for value in values)
    if not good or len(set(values)) < len(values) or not set(values) <= set(allowed):
        first, last = f"0x{allowed[0]:02x}", f"0x{allowed[-1]:02x}"
        raise table.wrong(key, NO_ADDRESSES(value=values, first=first, last=last))
    return tuple(values)


def pins(bus: int, chip: str) -> tuple[Pin, ...]:
    """The two wires of a bus, which others may use too."""
    return tuple(
        Pin(PI, pin, f"{chip} {line}", THE_BUS(bus=bus), f"i2c-{bus}")
        for pin, line in BUS_PINS.get(bus, {}).items()
    )


def opened(opening: Opening, bus: int) -> Any:
    """An smbus2.SMBus, or what a test has put in its place."""
    return opening.world.device(I2C, opened_bus)(bus)


def silent(bus: int, address: int, error: OSError) -> NoDevice:
    """A chip does not answer when the board is opened."""
    why = error.strerror or error
    return NoDevice(NO_CHIP(address=f"0x{address:02x}", bus=bus, why=why))


def opened_bus(number: int) -> Any:
    try:
        from smbus2 import SMBus
    except ImportError:
        raise MissingDriver(NO_PACKAGE(command=setup())) from None
    try:
        return SMBus(number)
    except OSError as error:
        raise explained(error, number) from None


def explained(error: OSError, bus: int) -> HardwareError:
    """Why a bus does not open, and what helps."""
    if isinstance(error, PermissionError):
        return NoPermission(NO_RIGHT(bus=bus))
    return NoDevice(NO_BUS(bus=bus))

"""Finding and opening the serial port behind which a microcontroller is.

Whatever is in the way is said in one line with what helps.
"""

from __future__ import annotations

import errno
from typing import Protocol

from hardware.errors import MissingDriver, NoDevice, NoPermission
from hardware.phrases import Phrase

PICO = "usb:2e8a:0005"
"""How a Pico with MicroPython shows itself."""
USB = "usb:"
RETRY, SEARCH = 0.05, 0.5
"""Seconds between two attempts to open a port that is gone: by its path, and where all that hangs
on USB is searched for it. Trying a path that is not there takes 25 µs; a search takes 1 to 1.5 ms on a
PC and more on a Pi, and nothing else is done meanwhile."""

NO_PACKAGE = Phrase(
    "the board needs the package pyserial: pip install pyserial",
    it="il tavoliere ha bisogno del pacchetto pyserial: pip install pyserial",
    fr="le plateau a besoin du paquet pyserial : pip install pyserial",
)
NO_BOARD = Phrase(
    "no board answers to {where}: plug it in, and see with `lsusb` whether it is there",
    it="nessun tavoliere risponde a {where}: collegalo, e vedi con `lsusb` se c'è",
    fr="aucun plateau ne répond à {where} : branchez-le, et voyez avec `lsusb` s'il est là",
)
NO_RIGHT = Phrase(
    "no right to use {path}: sudo usermod -aG dialout $USER, then log in again",
    it="non hai il diritto di usare {path}: sudo usermod -aG dialout $USER, poi entra di nuovo",
    fr="vous n'avez pas le droit d'utiliser {path} : sudo usermod -aG dialout $USER, puis "
    "reconnectez-vous",
)
NO_PORT = Phrase(
    "there is no {path}: plug the board in",
    it="{path} non c'è: collega il tavoliere",
    fr="{path} n'existe pas : branchez le plateau",
)
BUSY = Phrase(
    "another program is using {path}: see which with `fuser {path}` and end it",
    it="un altro programma sta usando {path}: vedi quale con `fuser {path}` e chiudilo",
    fr="un autre programme utilise {path} : voyez lequel avec `fuser {path}` et terminez-le",
)
CLOSED = Phrase(
    "{path} does not open ({why}): plug the board in",
    it="{path} non si apre ({why}): collega il tavoliere",
    fr="{path} ne s'ouvre pas ({why}) : branchez le plateau",
)


class Port(Protocol):
    """What is used of a serial.Serial that never waits."""

    def fileno(self) -> int: ...
    def read(self, size: int, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...
    def close(self) -> None: ...


def pause(where: str) -> float:
    """How long to wait before this port is looked for again."""
    return SEARCH if where.startswith(USB) else RETRY


def found_port(where: str) -> str | None:
    """The path of a port: `usb:vid:pid`, `usb:vid:pid:serial-number`, or a path as it is."""
    if not where.startswith(USB):
        return where
    from serial.tools.list_ports import comports

    vid, pid, number = (*where.split(":")[1:], "")[:3]
    for port in comports():
        if (port.vid, port.pid) == (int(vid, 16), int(pid, 16)) and number in (
            "",
            port.serial_number,
        ):
            return str(port.device)
    return None


def opened_port(where: str) -> Port:
    """The port, open and ours alone."""
    try:
        from serial import Serial, SerialException
    except ImportError:
        raise MissingDriver(NO_PACKAGE()) from None
    path = found_port(where)
    if path is None:
        raise NoDevice(NO_BOARD(where=where))
    try:
        # Without timeouts neither reading nor writing ever waits.
        port: Port = Serial(path, 115200, timeout=0, write_timeout=0, exclusive=True)
        return port
    except SerialException as error:
        if error.errno == errno.EACCES:
            raise NoPermission(NO_RIGHT(path=path)) from None
        if error.errno == errno.ENOENT:
            raise NoDevice(NO_PORT(path=path)) from None
        if "lock" in str(error):
            raise NoDevice(BUSY(path=path)) from None
        raise NoDevice(CLOSED(path=path, why=error.strerror or error)) from None

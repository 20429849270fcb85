"""Which library drives this machine's pins: lgpio, on every Pi.

gpiozero by itself tries one library after the other. A user without rights, or in a folder that he may
not write to, would come to one that raises far away from the cause; root on a machine without a chip
would come to one that reads every contact as closed. So what keeps lgpio from working is said at once.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import chdir
from pathlib import Path
from typing import Any

from hardware.errors import MissingDriver, NoDevice, NoPermission
from hardware.parts.packages import setup
from hardware.phrases import Phrase

CHOSEN = "GPIOZERO_PIN_FACTORY"
"""gpiozero's own word in the environment for another library."""

NO_CHIP = Phrase(
    "this machine has no GPIO chip ({folder}/gpiochip*): play on a Raspberry Pi, choose a serial panel, "
    "or the simulated board",
    it="questa macchina non ha un chip GPIO ({folder}/gpiochip*): gioca su un Raspberry Pi, scegli un "
    "pannello seriale, o il tavoliere simulato",
    fr="cette machine n'a pas de puce GPIO ({folder}/gpiochip*) : jouez sur un Raspberry Pi, choisissez "
    "un panneau série, ou le plateau simulé",
)
NO_LIBRARY = Phrase(
    "the library for the Pi's pins is not installed ({why}): {command}",
    it="la libreria per i piedini del Pi non è installata ({why}): {command}",
    fr="la bibliothèque pour les broches du Pi n'est pas installée ({why}) : {command}",
)
NO_RIGHT = Phrase(
    "no right to use {what}: sudo usermod -aG gpio,spi $USER, then log in again",
    it="non hai il diritto di usare {what}: sudo usermod -aG gpio,spi $USER, poi entra di nuovo",
    fr="vous n'avez pas le droit d'utiliser {what} : sudo usermod -aG gpio,spi $USER, puis "
    "reconnectez-vous",
)
NO_FOLDER = Phrase(
    "lgpio needs a folder that it may write to ({why}): TMPDIR=$HOME before the command",
    it="lgpio ha bisogno di una cartella in cui possa scrivere ({why}): TMPDIR=$HOME prima del comando",
    fr="lgpio a besoin d'un dossier où il puisse écrire ({why}) : TMPDIR=$HOME devant la commande",
)
NO_ANSWER = Phrase(
    "{what} does not answer ({why}): is this a Raspberry Pi? see `pinout`",
    it="{what} non risponde ({why}): è un Raspberry Pi? vedi `pinout`",
    fr="{what} ne répond pas ({why}) : est-ce un Raspberry Pi ? voyez `pinout`",
)


def pins_of_this_machine() -> Any:
    """gpiozero's factory of pins for the whole process: converters on the SPI take it, too."""
    from gpiozero import Device

    if Device.pin_factory is None:
        Device.pin_factory = opened()
    return Device.pin_factory


def opened(
    devices: Path = Path("/dev"),
    *,
    load: Callable[[], Any] | None = None,
    environment: Mapping[str, str] = os.environ,
    may: Callable[[Path, int], bool] = os.access,
) -> Any:
    """The factory, or one line that says why there is none."""
    if CHOSEN in environment:
        from gpiozero import Device

        return Device._default_pin_factory()
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        raise NoDevice(NO_CHIP(folder=devices))
    in_a_folder_of_its_own()
    try:
        return (load or lgpio_factory)()
    except ImportError as error:
        raise MissingDriver(NO_LIBRARY(why=error, command=setup())) from None
    # lgpio's own error is of no built-in kind.
    except Exception as error:
        for chip in chips:
            if not may(chip, os.R_OK | os.W_OK):
                raise NoPermission(NO_RIGHT(what=chip)) from None
        raise NoDevice(NO_ANSWER(what=chips[0], why=error)) from None


def in_a_folder_of_its_own() -> None:
    """Import lgpio where it may write: it makes a pipe in the working folder, opens it, and needs the
    name no more."""
    try:
        with tempfile.TemporaryDirectory(prefix="tavoliere-") as folder, chdir(folder):
            import lgpio  # noqa: F401
    except ImportError:
        # Said by whoever needs it.
        pass
    except OSError as error:
        raise NoPermission(NO_FOLDER(why=error)) from None


def lgpio_factory() -> Any:
    from hardware.parts.pin_group import grouping_factory

    return grouping_factory()

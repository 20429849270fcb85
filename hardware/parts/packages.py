"""Which command installs the packages that a board needs, on this machine.

A Pi 5 drives its pixels through another package, so it has a lock file of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

MODEL = Path("/proc/device-tree/model")
INSTALLED = "/usr/local/lib/tavoliere"
"""Where `make install` puts the program."""
PACKAGED = "/usr/lib/tavoliere"
"""Where Debian's package puts it; anywhere else it runs from a folder with a Makefile."""


def lock(model: Path = MODEL) -> str:
    """The lock file of this computer: `pi5`, or `pi` for all others."""
    try:
        named = model.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "pi"
    return "pi5" if "Raspberry Pi 5" in named or "Compute Module 5" in named else "pi"


def setup(model: Path = MODEL, prefix: str = sys.prefix) -> str:
    """The command that installs them."""
    if prefix.startswith(PACKAGED):
        return "sudo apt install ./tavoliere_*_arm64.deb"
    command = "sudo make install" if prefix.startswith(INSTALLED) else "make setup-pi"
    return command if lock(model) == "pi" else f"{command} LOCK={lock(model)}"

"""What can be wrong with hardware, each said in one line that ends with what to do.

HardwareError
├── MissingDriver  (also an ImportError)   a package that this board needs is not installed
├── NoDevice       (also an OSError)       nothing answers where the board should be
├── NoPermission   (also a PermissionError)
└── ProfileError   (also a ValueError)     a board's description that cannot be right

`str(error)` is the English sentence; it carries what somebody needs to say it in another language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self


class Said(str):
    """A sentence in English, or a part of one, that knows how it was put together.

    `key` is its name in the texts of other languages, `values` fill its places; a value may be a Said
    of its own. `engines.errors` has the same: neither package may know the other.
    """

    key: str
    values: Mapping[str, object]

    def __new__(cls, english: str, key: str = "", /, **values: object) -> Self:
        said = super().__new__(cls, english.format(**values) if key else english)
        said.key, said.values = key, values
        return said


class HardwareError(Exception):
    pass


class MissingDriver(HardwareError, ImportError):
    pass


class NoDevice(HardwareError, OSError):
    pass


class NoPermission(HardwareError, PermissionError):
    pass


class ProfileError(HardwareError, ValueError):
    pass

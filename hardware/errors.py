"""What can be wrong with hardware, each said in one line that ends with what to do.

HardwareError
├── MissingDriver  (also an ImportError)   a package that this board needs is not installed
├── NoDevice       (also an OSError)       nothing answers where the board should be
├── NoPermission   (also a PermissionError)
└── ProfileError   (also a ValueError)     a board's description that cannot be right

`str(error)` is the English sentence; it is a `Said`, which other languages can be had of.
"""

from __future__ import annotations


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

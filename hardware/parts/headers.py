"""The headers of the two computers that pins hang on."""

from __future__ import annotations

from hardware.plan import Header

_PI = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
_PICO = {
    **dict(
        enumerate((1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29))
    ),
    26: 31, 27: 32, 28: 34,
}  # fmt: skip

PI = Header({number: (f"GPIO{number}", str(place)) for number, place in sorted(_PI.items())})
"""The 40 pins of a Raspberry Pi."""
PICO = Header({number: (f"GP{number}", str(place)) for number, place in _PICO.items()})
"""The 40 pins of a Raspberry Pi Pico."""

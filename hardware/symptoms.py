"""What a driver has noticed about itself while it works: an id, and the channels it is about.

Nothing here stops a game. Drivers report what is so at the moment and go on; what is worth saying,
when and in which words, is decided above.
"""

from __future__ import annotations

from typing import NamedTuple

CABLE = "cable"
"""The board does not answer."""
REFUSED = "refused"
"""A board answers and cannot be used with this wiring."""
LIGHTS = "lights"
"""Pixels were sent and did not arrive. A strip that swallows what it is sent cannot be noticed."""
SENSORS = "sensors"
"""No sensor can be read: pins or bus fail."""
BUTTONS = "buttons"
"""No button can be read: the pins of their own fail."""
GHOSTS = "ghosts"
"""Crossings that read closed and may be ghosts, so they are not believed."""
DIODE = "diode"
"""Crossings that close together again and again, as they do when a diode is missing."""


BLINDING = (CABLE, REFUSED, SENSORS)
"""While one of these lasts, sensors say nothing new."""


class Symptom(NamedTuple):
    what: str
    channels: tuple[int, ...] = ()

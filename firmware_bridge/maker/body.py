"""The body of a board in millimetres: its outline, its layers, and how far magnets are from sensors.

Worked out from the panel, so that drawings, printed sheets, the spacer grid and the list of parts agree.
Knows panels, no games and no paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hardware.driver import counts
from hardware.panels.panel import Panel

RIM = 20.0
"""From the outermost cells to the edge: room for names, title and ruler on the sheet, and for screws."""
BASE, DIFFUSER, SHEET = 6.0, 2.0, 0.3
"""Plywood, white acrylic, and the printed sheet with its film."""
LOW = 10.0
"""Height of a grid in which sensors hang right under the diffuser: pixels need it to blur."""
WALL = 2.0
"""Thickness of the walls between cells."""
BRIDGE = 10.0
"""Width of the bridge on which a sensor lies."""
BRIDGE_THICK = 1.5
"""Of the bridge, and of the sheet that bridges are cut from."""
RAIL = 15.0
"""Width of the frame's rails."""
PEG = 1.6
"""Radius of the holes for the M3 screws that hold the layers together."""
PIXEL_AWAY = 11.0
"""From the middle of a cell to its pixel: beside the bridge, not under it."""
ALONG = 4.5
"""How far a reed is moved along its own length. Right under the middle of a magnet, and moved sideways,
the field runs across it and it feels nothing."""

REED, HALL, COUNTING = "reed", "hall", "counting"


class Outline(NamedTuple):
    """The edges of the board, in the coordinates of the places."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    def pegs(self, inward: float = RIM / 2) -> list[tuple[float, float]]:
        """Where the layers are held together, and where sheets are laid on: near the corners."""
        xs = (self.left + inward, self.right - inward)
        ys = (self.bottom + inward, self.top - inward)
        return [(x, y) for y in ys for x in xs]


def outline(panel: Panel) -> Outline:
    xs, ys = [place.x for place in panel.places], [place.y for place in panel.places]
    reach = panel.pitch / 2 + RIM
    return Outline(min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)


@dataclass(frozen=True, slots=True)
class Layers:
    """One cell from below to above."""

    kind: str
    grid: float
    """Height of the spacer grid."""
    seat: float
    """Height above the base at which the sensor lies: 0 on the base itself, more on a bridge."""
    feels: float
    """Height of the sensor's middle above its seat."""
    disc: tuple[float, float]
    """Width and thickness of the magnet."""
    floor: float
    """What is below the magnet in its piece."""
    apart: float
    """From the middle of one magnet to that of the next on top of it; 0 where nothing is counted."""

    @property
    def surface(self) -> float:
        """Height of the sheet's upper side above the base."""
        return self.grid + DIFFUSER + SHEET

    @property
    def magnet(self) -> float:
        """Height of the middle of the lowest magnet above the base."""
        return self.surface + self.floor + self.disc[1] / 2

    @property
    def distance(self) -> float:
        """From the middle of the sensor to the middle of the lowest magnet."""
        return self.magnet - self.seat - self.feels


def layers(panel: Panel) -> Layers:
    discs = getattr(panel.sensors, "discs", None)
    if counts(panel.sensors) and discs is not None:
        # The sensor lies on the base; the grid is as high as the profile's distance asks for.
        floor, feels = 0.5, 1.0
        height = discs.distance + feels - DIFFUSER - SHEET - floor - discs.thick / 2
        disc = (discs.across, discs.thick)
        return Layers(COUNTING, round(height, 1), 0.0, feels, disc, floor, discs.apart)
    if panel.sensors.feel is not None:
        return Layers(HALL, LOW, LOW - 1.8, 1.0, (8.0, 2.0), 0.5, 0.0)
    return Layers(REED, LOW, LOW - 2.4, 1.2, (8.0, 2.0), 0.5, 0.0)

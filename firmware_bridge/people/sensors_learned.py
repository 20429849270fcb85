"""What a maker learns of sensors: the empty board, then one piece on each cell, set down with care."""

from __future__ import annotations

from firmware_bridge.people.magnets import TABLES, Magnets
from hardware.parts.counting import Counting
from hardware.parts.field import Discs

CAREFUL = 0.5
"""Millimetres off the middle, one standard deviation, at which a piece is put that is to be measured."""
EMPTY, UNDER = 40, 20
"""Measurements that a rest value, and that of a piece, are the mean of."""


def discs_of(name: str) -> Discs:
    table = TABLES["discs"][name]
    return Discs(table["across"], table["thick"], table["distance"], TABLES["apart"])


def measured(world: Magnets) -> tuple[list[float], list[float]]:
    """Where each sensor rests, and how far one piece moves it."""
    scans = (world.raw() for _ in range(EMPTY))
    rest = [sum(column) / EMPTY for column in zip(*scans, strict=True)]
    one = []
    careless, world.askew = world.askew, CAREFUL
    for channel in range(len(world.places)):
        world.put(channel, 1)
        fields = world.fields()
        under = sum(world.raw(fields)[channel] for _ in range(UNDER)) / UNDER
        one.append(under - rest[channel])
        world.take(channel)
    world.askew = careless
    return rest, one


def learned(world: Magnets) -> Counting:
    rest, one = measured(world)
    return Counting(discs_of(world.disc), world.places, one, rest)

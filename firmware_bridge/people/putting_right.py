"""Putting a board right: what stands wrong goes where it belongs, one piece after the other.

Also how it came to stand wrong when nobody meant it: a sleeve that knocks pieces over.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from random import Random

from engines.geometry import PITCH, Board, Cell
from engines.steps import Stacks
from firmware_bridge.people.boardtop import Pile
from firmware_bridge.people.gestures import Gesture, Plan, Script
from firmware_bridge.people.times import Times

REACH = 1.6 * PITCH
"""How far a sleeve reaches from the middle of where it comes down."""


def put_right(
    rng: Random, times: Times, now: float, stands: Mapping[Cell, Pile], wanted: Stacks
) -> Plan:
    """What a hand does until the board stands as wanted."""
    hand = Script(rng, now, "the hand that puts right")
    board = dict(stands)

    def shared(cell: Cell) -> int:
        here, there = board.get(cell, ()), wanted.get(cell, ())
        same = 0
        while same < min(len(here), len(there)) and here[same] == there[same]:
            same += 1
        return same

    def surplus(cell: Cell) -> Pile:
        return board.get(cell, ())[shared(cell) :]

    def lacking(cell: Cell) -> Pile:
        return wanted.get(cell, ())[shared(cell) :]

    first = True
    while True:
        too_much = [cell for cell in sorted(board) if surplus(cell)]
        if not too_much:
            break
        # First what has a place to go to at once.
        homes = {
            cell: home
            for cell in too_much
            for home in sorted(wanted)
            if lacking(home) == surplus(cell) and not surplus(home)
        }
        cell = next((one for one in too_much if one in homes), too_much[0])
        pieces = surplus(cell)
        if not first:
            hand.wait(times.next_victim)
        first = False
        hand.lift(cell, len(pieces))
        board[cell] = board[cell][: -len(pieces)]
        hand.wait(times.carry)
        if cell in homes:
            home = homes[cell]
            hand.put(home, onto=bool(board.get(home)))
            board[home] = board.get(home, ()) + pieces
        else:
            hand.off()
    for cell in sorted(wanted):
        pieces = lacking(cell)
        if pieces:
            hand.fetch(pieces)
            hand.wait(times.carry)
            hand.put(cell, onto=bool(board.get(cell)))
    return Plan(hand.gestures, now, hand.now, hand.now)


def knocked(rng: Random, board: Board, stands: Mapping[Cell, Pile], now: float) -> list[Gesture]:
    """A sleeve over several cells: pieces tip, slip to an empty place beside, or fall off."""
    middle = board.places[rng.choice(sorted(stands))]
    near = [
        cell
        for cell in sorted(stands)
        if hypot(board.places[cell].x - middle.x, board.places[cell].y - middle.y) < REACH
    ]
    rng.shuffle(near)
    taken = set(stands)
    gestures: list[Gesture] = []
    for n, cell in enumerate(near[: rng.randint(1, 4)]):
        sleeve = Script(rng, now + rng.uniform(0.0, 0.35), f"sleeve {n}")
        sleeve.lift(cell, len(stands[cell]))
        sleeve.now += rng.uniform(0.03, 0.25)
        free = [place for place in _beside(board, cell) if place not in taken]
        fate = rng.random()
        if fate < 0.4 or not free:
            sleeve.put(cell)
        elif fate < 0.85:
            place = rng.choice(free)
            sleeve.put(place)
            taken.add(place)
        else:
            sleeve.off()
        gestures += sleeve.gestures
    return gestures


def _beside(board: Board, cell: Cell) -> list[Cell]:
    here = board.places[cell]
    return [
        place
        for place, point in board.places.items()
        if place != cell and hypot(point.x - here.x, point.y - here.y) < REACH
    ]

"""The first of two moves: told by its landing, whatever other hands did before it or since.

Knows a scene and its edges. Hands cross: the next player lifts his piece before the other's is down, or
before its victim is off, and a victim may come back for a moment. So every landing that some move ends
with is looked at, and the touches are dealt out between that move and whatever came besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from engines.game import Move
from engines.geometry import Cell
from firmware_bridge.referee.footprint import Footprint
from firmware_bridge.referee.lens import Lens
from firmware_bridge.referee.scene import Scene
from firmware_bridge.referee.touches import Arrival, Edge, Touches, from_the_side
from firmware_bridge.referee.weights import Wait

MOST = 16
"""First moves that are looked into: each costs a position."""


class First(NamedTuple):
    move: Move
    kind: Footprint
    price: float
    began: float
    """When its piece was lifted."""
    landed: Edge
    """The edge that it came down with."""
    due: int
    """Its victims that still stand, or stand again."""
    owed: int
    """Its crown, where nobody has put it on."""
    left: Edge
    """The edge that its hand was last seen with before anything else was touched."""
    remaining: Touches
    """What hands did besides."""
    crossed: float | None
    """For how many seconds something else had been down when it came down; None: nothing was."""
    ahead: bool
    """Whether what else is in a hand was lifted before its own piece was."""


def firsts(scene: Scene, seen: int) -> Iterator[First]:
    """Every move that came down in this scene while hands did something else, too."""
    position, edges, told = scene.position, scene.touches.edges, set[Move]()
    # The earliest landing first: what came down later is rarely the first of two.
    for number, shown in enumerate(_pictures(scene, seen)):
        difference = position.differing(shown, scene.ignore)
        for kind in position.landing(edges[number].cell, down=edges[number].down):
            lacking = kind.change & ~scene.ignore & ~difference
            owed = lacking & kind.crowns & ~scene.difference
            if lacking & ~owed & ~(kind.victims if kind.lands else 0):
                continue
            if difference & kind.meanwhile & ~(kind.change | kind.victims):
                continue
            for first in _told(scene, kind, number, lacking & ~owed, owed, difference):
                told.add(first.move)
                if len(told) > MOST:
                    return
                yield first


def _pictures(scene: Scene, seen: int) -> list[int]:
    """What the sensors showed after each edge."""
    lens, pictures = scene.position.lens, []
    for edge in reversed(scene.touches.edges):
        pictures.append(seen)
        seen = seen & ~lens.all_bits(edge.cell) | lens.bits(edge.cell, edge.was)
    return pictures[::-1]


def _told(
    scene: Scene, kind: Footprint, number: int, lacking: int, owed: int, difference: int
) -> Iterator[First]:
    """With what stands again taken for something that was only looked at, and without."""
    lens, edges = scene.position.lens, scene.touches.edges
    # A stack that this move leaves standing, be it lower, is gone for some other reason.
    meanwhile = lens.cells_of(kind.meanwhile & ~(difference & kind.victims & ~kind.change))
    shown = lens.cells_of(difference)
    # Cells that are free again were only passed, on the way of this move or of one tried before.
    own = {e.cell for e in edges[: number + 1]} - {*scene.position.stacks, *shown} | {*meanwhile}
    touches = Touches(tuple(e for e in edges[: number + 1] if e.cell in own))
    stage = Scene(
        scene.position,
        kind.change & ~scene.ignore,
        scene.ignore,
        touches,
        scene.weights,
        scene.pace,
        scene.known,
    )
    made = [one for one in stage.made if one.kind == kind]
    if not made:
        return
    landed = edges[number]
    lifts = [e.when for e in edges[: number + 1] if e.cell == kind.start and not e.down]
    began = max(lifts, default=landed.when)
    lacked = {*lens.cells_of(lacking)}
    # What was only looked at stands again, and what flickered is gone, whatever was done there since.
    looked_at = _until_home(edges, {*shown} - own)
    weights, board = scene.weights, scene.position.game.board
    for aside in dict.fromkeys((looked_at, frozenset[Edge]())):
        before = [e for e in edges[:number] if e.cell in {*shown} - own and e not in aside]
        later = tuple(e for e in edges[number + 1 :] if e not in aside)
        # What is not seen coming down came down in the order in which it was lifted.
        sooner = [e.when for e in before if e.down or not kind.lands]
        crossed = landed.when - sooner[0] if sooner else None
        ahead = any(e.when < began and not e.down for e in before) and kind.start is not None
        for victims in _victims(kind, later, lens.cells_of(kind.victims), lacked):
            remaining = Touches((*before, *(e for e in later if e not in victims)))
            if not remaining or _quite_before(remaining, began):
                continue
            came = _came(kind, touches, victims)
            others = scene.touches.without(Touches((*touches.edges, *victims)))
            price = weights.beside * from_the_side(came, others, board)
            price += weights.held * len({e.cell for e in aside})
            taken = [e.when for e in victims if not e.down]
            if any(when > remaining.began for when in taken):
                price += weights.overlap
            # Nobody who takes a victim leaves it there for so long.
            delay = max(taken, default=landed.when) - landed.when
            price += weights.left_alone * 2 * (delay >= scene.pace.waits[Wait.LONGER])
            # Who answers waits for the victims; who does not has only seen it come down.
            waited = (e for e in victims if e.when <= remaining.began)
            left = max(waited, default=landed, key=attrgetter("when"))
            due = kind.victims & _standing(lens, lacked, victims)
            for one in made:
                cost = one.price + price
                yield First(
                    one.move, kind, cost, began, landed, due, owed, left, remaining, crossed, ahead
                )


def _until_home(edges: tuple[Edge, ...], cells: set[Cell]) -> frozenset[Edge]:
    """What hands did on these cells up to the last time that all there was as before."""
    found: list[Edge] = []
    for cell in cells:
        on = [e for e in edges if e.cell == cell]
        home = [n for n, e in enumerate(on, start=1) if e.reading == on[0].was]
        found += on[: home[-1]] if home else []
    return frozenset(found)


def _standing(lens: Lens, lacked: set[Cell], victims: list[Edge]) -> int:
    """What stands of that which had not been taken off at the landing, in bits."""
    now = {e.cell: e.reading for e in victims}
    standing = lens.mask(lacked - now.keys())
    for cell, reading in now.items():
        standing |= lens.bits(cell, reading)
    return standing


def _victims(
    kind: Footprint, later: tuple[Edge, ...], cells: tuple[Cell, ...], lacked: set[Cell]
) -> Iterator[list[Edge]]:
    """The edges after a landing that belong to its victims: each goes once, and what comes down there
    afterwards is something else; or it comes back as often as something comes down."""
    on = [e for e in later if e.cell in cells and e.cell != kind.end]
    once: list[Edge] = []
    for edge in on:
        if edge.cell in lacked and edge.cell not in {e.cell for e in once}:
            once.append(edge)
    yield once
    if on != once:
        yield on


def _quite_before(others: Touches, began: float) -> bool:
    """Whether something else had come down for good before this move began: then that was the first."""
    last = {e.cell: e for e in others.edges}
    return any(e.down and e.when < began for e in last.values())


def _came(kind: Footprint, own: Touches, victims: list[Edge]) -> list[Arrival]:
    """All that came from beside the board; what was tried or slid before it came down came then."""
    placed = (edge for edge in own.edges if kind.start is None and edge.down)
    came = [Arrival(edge.cell, 0.0, edge.when) for edge in placed][:1]
    gone: dict[Cell, float] = {}
    for edge in victims:
        if edge.down:
            came.append(Arrival(edge.cell, gone.get(edge.cell, 0.0), edge.when))
        else:
            gone[edge.cell] = edge.when
    return came

"""What physically stands on the cells and is held in hands, and what sensors read of it.

Hands can only do what hands can do: lift what stands there, put down what they hold. Whatever else is
asked of them is a mistake of whoever asks, and raises.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.geometry import Cell
from engines.steps import Piece, Stacks

Pile = tuple[Piece, ...]
Hand = str
"""Whose hand: each player has as many as are needed at once."""

PRESENCE, POLARITY, HEIGHT = "presence", "polarity", "height"
SENSING = (PRESENCE, POLARITY, HEIGHT)


class Impossible(AssertionError):
    """Something that no hand can do."""


def reading(pile: Pile, sensing: str) -> int:
    """What the sensor under a pile reads."""
    if not pile:
        return 0
    if sensing == HEIGHT:
        return len(pile)
    # Only the magnet right above a sensor turns it, and only one side's pieces are turned over.
    return pile[0].pole if sensing == POLARITY else 1


def came_down(was: int, now: int) -> bool:
    """Whether a sensor that read `was` and reads `now` shows that something has come down."""
    return bool(now) and (abs(now) >= abs(was) or was * now < 0)


def picture(stacks: Stacks, sensing: str) -> dict[Cell, int]:
    """What all sensors read, cells with nothing on them left out."""
    return {cell: reading(pile, sensing) for cell, pile in stacks.items()}


class Boardtop:
    """The pieces on the board and in hands."""

    def __init__(self, stacks: Stacks, sensing: str = PRESENCE) -> None:
        self.sensing = sensing
        self.stacks: dict[Cell, Pile] = dict(stacks)
        self.hands: dict[Hand, Pile] = {}
        self._fetched: set[Hand] = set()

    @property
    def in_air(self) -> bool:
        """Whether something that stood on the board is in a hand."""
        return bool(self.hands.keys() - self._fetched)

    def reading(self, cell: Cell) -> int:
        return reading(self.stacks.get(cell, ()), self.sensing)

    def lift(self, hand: Hand, cell: Cell, count: int) -> None:
        """Take the top pieces of a cell up."""
        pile = self.stacks.get(cell, ())
        if hand in self.hands:
            raise Impossible(f"{hand} lifts {cell} with {self.hands[hand]} in it")
        if not 0 < count <= len(pile):
            raise Impossible(f"{hand} lifts {count} of {len(pile)} pieces on {cell}")
        self.hands[hand] = pile[-count:]
        self._stand(cell, pile[:-count])

    def put(self, hand: Hand, cell: Cell, *, onto: bool = False) -> None:
        """Put down what the hand holds; onto other pieces only where that is meant."""
        pile = self.stacks.get(cell, ())
        if pile and not onto:
            raise Impossible(f"{hand} puts {self.hands.get(hand)} on {cell}, where {pile} stands")
        self._stand(cell, pile + self._emptied(hand))

    def fetch(self, hand: Hand, pieces: Pile) -> None:
        """Take pieces from beside the board."""
        if hand in self.hands or not pieces:
            raise Impossible(f"{hand} fetches {pieces} with {self.hands.get(hand)} in it")
        self.hands[hand] = pieces
        self._fetched.add(hand)

    def off(self, hand: Hand) -> Pile:
        """Put what the hand holds beside the board."""
        return self._emptied(hand)

    def recognise(self, stacks: Stacks) -> None:
        """Take over what pieces have turned out to be; how many stand where must agree."""
        here, there = _heights(self.stacks), _heights(stacks)
        if here != there or self.hands:
            raise Impossible(f"on the board {here}, in hands {self.hands}, expected {there}")
        self.stacks = dict(stacks)

    def _emptied(self, hand: Hand) -> Pile:
        if hand not in self.hands:
            raise Impossible(f"{hand} holds nothing to put down")
        self._fetched.discard(hand)
        return self.hands.pop(hand)

    def _stand(self, cell: Cell, pile: Pile) -> None:
        if pile:
            self.stacks[cell] = pile
        else:
            self.stacks.pop(cell, None)


def _heights(stacks: Mapping[Cell, Pile]) -> dict[Cell, int]:
    return {cell: len(pile) for cell, pile in stacks.items()}

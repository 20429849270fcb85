"""Who a sentence is about: a player by name where there is one, else by number, in the form that fits.

`"{player:Who} passes"` becomes "Player 2 passes", "The computer passes" or "Anna passes". The forms are
in the texts, under `who`; a place without a form is the number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Self

FORMS = ("who", "Who", "call", "Call", "to", "of")
"""In a sentence and at its beginning, as a label there and at its beginning, to whom, of whom."""
PLACES = ("player", "winner", "named")
"""Places of a text that stand for a player."""


class Called(NamedTuple):
    """What a player goes by."""

    kind: str = "player"
    """`player`, `named`, `computer`, where there are several `computers`, or another `board`."""
    name: str = ""


class Who(int):
    """A player's number that can also be said in words."""

    called: Called
    raw: Callable[[str], str]

    @classmethod
    def at(cls, number: int, called: Called, raw: Callable[[str], str]) -> Self:
        who = cls(number)
        who.called, who.raw = called, raw
        return who

    def __format__(self, form: str) -> str:
        if form not in FORMS:
            return format(int(self), form)
        kind, name = self.called
        return self.raw(f"who.{kind}.{form}").format(number=int(self), name=name)

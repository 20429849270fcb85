"""What people do at a table besides moving: one table of habits, each of which can be had alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

OFTEN: Mapping[str, float] = MappingProxyType(
    {
        "look": 1 / 7,  # somebody's piece, anybody's, lifted, looked at and put back
        "hold": 1 / 7,  # one's own piece held and put back, and another moved
        "try-cell": 1 / 8,  # put down on another legal cell first, and thought about
        "victim-put-back": 1 / 10,  # a victim lifted and put back, then another or the same taken
        "late-victim": 4 / 10,  # a victim left standing for a while
        "victims-first": 1 / 3,  # victims taken off before the traveller is touched
        "sweep": 1 / 3,  # a chain carried over to its end without touching down in between
        "slide": 1 / 4,  # pushed along the board where the way is free
        "quick-reply": 1 / 4,  # the next player knew what he would do
        "overlap": 1 / 10,  # the next player begins before the victims are off
        "two-hands": 1 / 20,  # the next player lifts his piece before the other's has come down
        "knock": 1 / 40,  # a sleeve over several cells
        "bounce": 1 / 4,  # per edge: the contact closes and opens again for some milliseconds
        "spurious": 1 / 20,  # a sensor flickers that nobody has touched
        "press-done": 1 / 15,  # the button pressed after a move
        "back-by-hand": 1 / 50,  # the last move taken back by putting everything back
        "back-by-button": 1 / 80,
        "back-on-page": 1 / 80,
        "wrong-move": 1 / 8,  # a forbidden move that tempts people
    }
)
"""Chance of each habit, per move unless said otherwise."""


class UnknownHabit(ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Habits:
    """Which habits people have tonight."""

    names: frozenset[str]

    def __post_init__(self) -> None:
        unknown = sorted(self.names - OFTEN.keys())
        if unknown:
            raise UnknownHabit(f"no habit '{unknown[0]}': choose among {', '.join(OFTEN)}")

    @classmethod
    def all(cls) -> Habits:
        return cls(frozenset(OFTEN))

    @classmethod
    def none(cls) -> Habits:
        return cls(frozenset())

    @classmethod
    def only(cls, *names: str) -> Habits:
        return cls(frozenset(names))

    @classmethod
    def named(cls, text: str) -> Habits:
        """`all`, `none`, or names with commas between them."""
        if text == "all":
            return cls.all()
        return cls.none() if text == "none" else cls.only(*text.split(","))

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def strikes(self, name: str, rng: Random) -> bool:
        """Whether the habit shows this time. Draws even where it is switched off, so that the same seed
        stays close to the same evening."""
        return rng.random() < OFTEN[name] and name in self.names

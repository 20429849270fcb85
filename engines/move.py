"""A move: its label, the steps of its hands, and how far a trail of landings has got with it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from engines.geometry import Board, Cell
from engines.steps import Act, Deed, Stacks, Step, deed_of, landings
from engines.word import Label, Word


class Progress(Enum):
    """What a piece's landings have to do with a move."""

    ASTRAY = 0
    UNDERWAY = 1
    ARRIVED = 2


class Move:
    """A legal move: its label in the game's notation and the physical steps that carry it out.

    Steps may be given as a function, called when they are first asked for: positions with a thousand
    moves need the steps of only a few. Rule books add what `apply` wants to know in a subclass.
    """

    __slots__ = ("_label", "_steps")

    by = 0
    """The player who makes it; 0: whoever's turn it is. Differs only for what is done out of turn."""
    answer = 0
    """The player whose button names this move when the table is asked to choose; 0: nobody's."""
    penalty = False
    """Whether it takes what the other player has forfeited."""
    word: Word | None = None
    """What it says that the cells of its label do not: a pass, a declaration, which piece it is."""

    def __init__(
        self,
        label: str | Callable[[], str],
        steps: tuple[Step, ...] | Callable[[], tuple[Step, ...]],
    ) -> None:
        self._label = label
        self._steps = steps

    @property
    def label(self) -> str:
        if not isinstance(self._label, str):
            self._label = self._label()
        return Label(self._label, self.word) if self.word else self._label

    @property
    def steps(self) -> tuple[Step, ...]:
        if not isinstance(self._steps, tuple):
            self._steps = self._steps()
        return self._steps

    def deed(self, stacks: Stacks, board: Board) -> Deed:
        """The steps in brief. A book with a thousand moves a turn says it without spelling them out."""
        return deed_of(self.steps, stacks, board)

    @property
    def landings(self) -> tuple[Cell, ...]:
        """The cells that its piece leaves and comes down on, in order."""
        return landings(self.steps)

    @property
    def reports(self) -> bool:
        """Whether it does nothing but say what a move before it has brought to light."""
        return bool(self.steps) and all(step.act is Act.REVEAL for step in self.steps)

    @property
    def tells(self) -> bool:
        """Whether it puts a secret on the table, which no take-back can unsay."""
        return self.reports or any(step.act is Act.REVEAL for step in self.steps)

    def progress(self, trail: tuple[Cell, ...]) -> Progress:
        """How far a piece has come with this move that was lifted from `trail[0]` and came down on the
        other cells, in that order. Where one label stands for several ways, all of them count."""
        way = self.landings
        if way[: len(trail)] != trail:
            return Progress.ASTRAY
        return Progress.ARRIVED if len(way) == len(trail) else Progress.UNDERWAY

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Move):
            return NotImplemented
        return self.label == other.label and self.steps == other.steps

    def __hash__(self) -> int:
        return hash(self.label)

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        return f"<Move {self.label}>"

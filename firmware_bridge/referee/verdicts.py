"""What goes into the referee and what comes out of it. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from engines.geometry import Cell

# In ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sensed:
    """The sensor of a cell settled on a reading: 0 empty, 1 or -1 a piece."""

    cell: Cell
    reading: int


@dataclass(frozen=True, slots=True)
class Pressed:
    player: int


@dataclass(frozen=True, slots=True)
class Held:
    player: int
    asks: bool = False
    """Whether everybody is asked before a move is taken back: a button may be held by mistake."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A label chosen on the companion page."""

    label: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A take-back asked for on the companion page."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A sensor that cannot be believed: `dead`, `stuck` or `flickering`."""

    cell: Cell
    how: str


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A player's clock has run out; `ends`: that was agreed to lose the game."""

    player: int
    ends: bool


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A player gives the game up."""

    player: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""


Event = Sensed | Pressed | Held | Chosen | TakeBack | Broken | TimeUp | GiveUp | Tick

# Out -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Accepted:
    player: int
    move: str


@dataclass(frozen=True, slots=True)
class Amended:
    player: int
    move: str
    was: str


@dataclass(frozen=True, slots=True)
class Undone:
    player: int
    move: str


@dataclass(frozen=True, slots=True)
class Illegal:
    player: int
    cells: tuple[Cell, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Restore:
    """What must be put right; both empty: the board is right again."""

    missing: tuple[Cell, ...]
    extra: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """`question` is an id that the texts put into words."""

    player: int
    question: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Over:
    winners: tuple[int, ...]
    reason: str


GIVEN_UP = "given-up"
"""Why a game is over that somebody has given up."""


@dataclass(frozen=True, slots=True)
class OutOfTime:
    player: int


@dataclass(frozen=True, slots=True)
class Faulty:
    """A sensor was found out; the referee goes on without it."""

    cell: Cell
    how: str


Verdict = Accepted | Amended | Undone | Illegal | Restore | Ask | Over | OutOfTime | Faulty

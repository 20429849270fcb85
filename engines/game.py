"""What a rule book is to the rest of the program: states, moves and outcomes.

Knows no game. A rule book fills in the methods of `Game` that come first; checking, caching and
parsing of labels are done once, here. States are immutable values: undo is the history without its
last entry.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from engines.errors import IllegalMove as IllegalMove
from engines.errors import InvalidLabel as InvalidLabel
from engines.errors import InvalidOption as InvalidOption
from engines.errors import InvalidPosition as InvalidPosition
from engines.errors import Said
from engines.errors import TavoliereError as TavoliereError
from engines.errors import UnknownGame as UnknownGame
from engines.geometry import Board, Cell
from engines.kernel import Kernel, PlainKernel
from engines.move import Move as Move
from engines.move import Progress as Progress
from engines.options import chosen, seated
from engines.steps import Piece, Stacks
from engines.word import Reason


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. No winners: a draw. `reason` is an id that the texts put into words."""

    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """What somebody did, or wants to do, that no legal move explains.

    `lifted` are cells whose piece is gone, `placed` cells where something came down (in order, where
    the order is known; possibly a cell that was taken), `named` cells that are only spoken of.
    """

    lifted: tuple[Cell, ...] = ()
    placed: tuple[Cell, ...] = ()
    named: tuple[Cell, ...] = ()
    counted: bool = False
    """Whether `lifted` and `placed` have stacks that lost or gained only some of their pieces, too."""


class Demand(NamedTuple):
    """The moves of which the book wants one now, and the rule that says so."""

    moves: tuple[Move, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class State(ABC):
    """A position. Subclasses add their fields; those marked compare=False (counters for the draw
    rules) are memory of the game, not part of what stands on the table."""

    turn: int
    _memo: Any = field(default=None, init=False, compare=False, repr=False)

    @property
    @abstractmethod
    def stacks(self) -> Stacks:
        """What must stand on the board."""


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Game(ABC, Generic[S, M]):
    """A rule book with its options chosen. It holds no position and can serve any number of games."""

    name: ClassVar[str]
    board: Board
    kernel: Kernel[Any, Any]
    """What the book is made of inside, for whoever searches."""
    seats: ClassVar[tuple[int, ...]] = (2,)
    """Numbers of players it can be played by, the usual one first."""
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Options with their values, the default first."""

    def __init__(self, *, players: int | str | None = None, **options: str | int) -> None:
        self.players = seated(self.name, self.seats, players)
        self.options = chosen(self.name, self.choices, options)
        self.kernel = PlainKernel(self)

    # What a rule book writes -----------------------------------------------------------------

    @abstractmethod
    def start(self, seed: int = 0) -> S:
        """The position the game begins with; the seed matters only where the book deals at random."""

    @abstractmethod
    def _moves(self, state: S) -> Iterable[M]:
        """Every move of a game that is not over, in a fixed order."""

    @abstractmethod
    def _after(self, state: S, move: M) -> S:
        """The position after a legal move."""

    @abstractmethod
    def _ending(self, state: S) -> Outcome | None:
        """How the game has ended, judged without generating moves; None while it has not, or when only
        a want of moves can end it."""

    def _stuck(self, state: S) -> Outcome:
        """How the game ends for want of a legal move: usually badly for whoever has none."""
        everybody = range(1, self.players + 1)
        return Outcome(tuple(player for player in everybody if player != state.turn), "blocked")

    @abstractmethod
    def position(self, text: str) -> S:
        """The position that a line of text describes."""

    @abstractmethod
    def describe(self, state: S) -> str:
        """The position as a line of text that `position` reads back."""

    @abstractmethod
    def fault(self, state: S, attempt: Attempt) -> str:
        """The rule that the attempt breaks, the most specific one that is true."""

    @abstractmethod
    def attempt(self, state: S, label: str) -> Attempt:
        """What a label of this game's notation would do to the board, legal or not; InvalidLabel."""

    def zones(self, state: S) -> Mapping[str, frozenset[Cell]]:
        """Cells with a standing of their own now: `zone`, `forbidden`, `setup`."""
        return {}

    def compulsory(self, state: S) -> Demand | None:
        """What the book demands now, where it demands anything."""
        return None

    def question(self, state: S) -> str:
        """What the table is asked when every legal move is a report; an id that the texts put into
        words."""
        return "which-move"

    def lesson(self, state: S, move: Move) -> Reason | None:
        """What a coach can say of a move that no capture explains: an id that the texts put into words,
        and the cells it is about."""
        return None

    def reserve(self, state: S) -> Mapping[int, tuple[Piece, ...]]:
        """The pieces beside the board that each player has still to place."""
        return {}

    def score(self, state: S) -> Mapping[int, int]:
        """What each player has won so far, in games that count."""
        return {}

    # What everybody calls --------------------------------------------------------------------

    def legal_moves(self, state: S) -> tuple[M, ...]:
        """Every legal move; empty only when the game is over."""
        return self._legal(state).moves

    def moves_from(self, state: S, cell: Cell) -> tuple[M, ...]:
        """The legal moves of what stands on a cell."""
        return self._legal(state).leaving(cell, state.stacks)

    def underway(self, state: S, trail: tuple[Cell, ...]) -> tuple[M, ...]:
        """The legal moves still open to a piece that was lifted from `trail[0]` and came down on the
        other cells of the trail, in that order."""
        moves = self.moves_from(state, trail[0]) if trail else ()
        return tuple([move for move in moves if move.progress(trail) is not Progress.ASTRAY])

    def outcome(self, state: S) -> Outcome | None:
        """None while the game goes on."""
        ended = self._ending(state)
        if ended is None and not self._legal(state).moves:
            return self._stuck(state)
        return ended

    def apply(self, state: S, move: Move) -> S:
        """The position after the move; IllegalMove when it is not a legal one here."""
        if not isinstance(move, Move):
            raise IllegalMove(
                Said(
                    "{move!r} is not a move: take one of legal_moves, or parse a label",
                    "move.no-move",
                    move=move,
                )
            )
        legal = self._legal(state).equal(move)
        if legal is None:
            raise self._illegal(state, move.label, "not-a-move")
        return self._after(state, legal)

    def parse(self, state: S, label: str) -> M:
        """The legal move of that label; InvalidLabel or IllegalMove when there is none."""
        if not isinstance(label, str):
            raise InvalidLabel(
                Said("a label is a text, not {label!r}", "label.no-text", label=label)
            )
        move = self._legal(state).named(label)
        if move is None:
            rule = self.fault(state, self.attempt(state, label))
            raise self._illegal(state, label, rule)
        return move

    def action(self, state: S, move: Move) -> Any:
        """What a legal move is to the kernel."""
        moves = self.legal_moves(state)
        # Usually it is one of ours, and finding it spares a thousand others being given their labels.
        number = next((n for n, legal in enumerate(moves) if legal is move), None)
        if number is None:
            number = moves.index(move)
        return self.kernel.moves(self.kernel.node(state))[number]

    def move_of(self, state: S, action: Any) -> M:
        """The legal move that is this to the kernel."""
        return self.legal_moves(state)[self.kernel.moves(self.kernel.node(state)).index(action)]

    def _illegal(self, state: S, label: str, rule: str) -> IllegalMove:
        if self.outcome(state) is not None:
            return IllegalMove(Said("'{label}': the game is over", "move.over", label=label))
        said = Said(
            "'{label}' is not a legal move of player {player}: {rule}",
            "move.illegal",
            label=label,
            player=state.turn,
            rule=rule,
        )
        return IllegalMove(said, rule)

    def _legal(self, state: S) -> _Legal[M]:
        # Kept on the state, since hints, parsing and apply all ask about the same position; together
        # with the game, since a rule book with other options may be asked about it too.
        memo: _Legal[M] | None = state._memo
        if memo is None or memo.game is not self:
            moves = () if self._ending(state) is not None else tuple(self._moves(state))
            memo = _Legal(self, moves)
            object.__setattr__(state, "_memo", memo)
        return memo


class _Legal(Generic[M]):
    """The legal moves of one position, by label or by start once somebody asks for one by that."""

    __slots__ = ("_by_label", "_by_start", "game", "moves")

    def __init__(self, game: Game[Any, M], moves: tuple[M, ...]) -> None:
        self.game = game
        self.moves = moves
        self._by_label: dict[str, M] | None = None
        self._by_start: dict[Cell | None, tuple[M, ...]] | None = None

    def leaving(self, cell: Cell, stacks: Stacks) -> tuple[M, ...]:
        if self._by_start is None:
            found: dict[Cell | None, list[M]] = {}
            for move in self.moves:
                found.setdefault(move.deed(stacks, self.game.board).start, []).append(move)
            self._by_start = {start: tuple(moves) for start, moves in found.items()}
        return self._by_start.get(cell, ())

    def equal(self, move: Move) -> M | None:
        # Usually it is one of ours, and finding it spares a thousand others being given their labels.
        for legal in self.moves:
            if legal is move:
                return legal
        named = self.named(move.label)
        return named if named == move else None

    def named(self, label: str) -> M | None:
        if self._by_label is None:
            self._by_label = {move.label: move for move in self.moves}
        return self._by_label.get(label)

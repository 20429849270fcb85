"""The inner part of a rule book: positions and moves as plain values, fit for search.

A book is made of its kernel, so no rule is told twice: the legal moves of a state are the kernel's
moves of its node, in the same order, each given its label and its steps. What only people need (labels,
steps, reasons, the counters of the draw rules) is the book's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar
from zlib import crc32

if TYPE_CHECKING:
    from engines.game import Game, Move, State

N = TypeVar("N", bound=Hashable)
A = TypeVar("A", bound=Hashable)

WON = 1_000_000
"""Dearer than anything that can stand on a board."""
HOPE = 2_000
"""What a win is worth that is not sure: more than all the pieces that one can be ahead by."""


Secret = tuple[str, ...]
"""What a player keeps to himself: pieces by their names, in the order in which he laid them down."""


class Hiding(NamedTuple):
    """What a player may keep to himself: so many piles of so many pieces out of a pool."""

    pool: tuple[str, ...]
    piles: int = 1
    height: int = 1
    placed: bool = False
    """Whether these pieces come to stand on the board, under others: real ones keep their own secret."""

    def allows(self, secret: Secret) -> bool:
        enough = Counter(self.pool)
        return len(secret) == self.piles * self.height and Counter(secret) <= enough

    def dealt(self, rng: Random) -> Secret:
        return tuple(rng.sample(self.pool, self.piles * self.height))


class Ending(NamedTuple):
    """How a position ends with best play."""

    result: int
    """1: whoever decides wins; -1: he loses; 0: a draw."""
    moves: int | None = None
    """Until the end, everybody's counted; None: not known, so what a position is worth leads the way."""


class Kernel(ABC, Generic[N, A]):
    """Nodes are equal where what can follow is equal. Players are numbered from 1."""

    players: int = 2
    hidden = False
    """Whether the table does not know all that the game depends on."""
    severity: float = 1.0
    """How dear one oversight is: what a level overlooks here is its share to this power. Above 1 where a
    single bad move loses and beginners must see more to be beginners at all; below 1 where it hardly
    matters."""
    horizon: int = 60
    """Looking more moves ahead than this makes nobody stronger."""
    lead: int = 300
    """Whoever is ahead by so much is told that it is three quarters of a win: three pieces."""

    # What a book's kernel writes ---------------------------------------------------------------

    @abstractmethod
    def node(self, state: Any) -> N:
        """The position of a state."""

    @abstractmethod
    def turn(self, node: N) -> int:
        """Whose decision it is."""

    @abstractmethod
    def moves(self, node: N) -> Sequence[A]:
        """Every move, in the order of the book's; empty only at the end."""

    @abstractmethod
    def after(self, node: N, move: A) -> N:
        """What a move leaves."""

    @abstractmethod
    def winners(self, node: N, moves: Sequence[A]) -> tuple[int, ...] | None:
        """Who has won, with the node's moves at hand; empty: a draw; None: it goes on."""

    @abstractmethod
    def worth(self, node: N) -> tuple[int, ...]:
        """How each player stands in a game that goes on, in hundredths of a piece or thereabouts."""

    def still(self, node: N) -> bool:
        """Whether a position can be weighed without a look at its moves: it goes on, and none of them is
        telling. Where that is quickly seen it saves a search half of its time."""
        return False

    def telling(self, node: N, moves: Sequence[A]) -> Sequence[A]:
        """The moves after which a position must be looked at further before it can be weighed."""
        return ()

    def known(self, node: N) -> Ending | None:
        """How a position ends with best play, where that is known."""
        return None

    def past(self, state: Any) -> tuple[N, ...]:
        """The nodes that stood before and can come again."""
        return ()

    # Only where something is hidden ------------------------------------------------------------

    def anew(self, node: N) -> bool:
        """Whether from here on nothing hangs on the secrets that a search has supposed: new ones are
        chosen. It looks no further."""
        return False

    def hides(self, node: N, seen: Any) -> Mapping[int, Hiding]:
        """What each player now decides and keeps to himself; empty: nobody decides anything here. `seen`
        is what `learned` has made of the moves before."""
        return {}

    def prepared(self, player: int, hiding: Hiding, rng: Random) -> Secret:
        """What a player decides who knows how it is best done; by itself any is as good as another."""
        return hiding.dealt(rng)

    def learned(self, seen: Any, node: N, move: A) -> Any:
        """What an onlooker makes of a move, on top of what was seen before (None at first)."""
        return seen

    def worlds(
        self, node: N, secret: Secret | None, seen: Any, rng: Random, most: int
    ) -> Sequence[tuple[N, float]]:
        """Ways in which all that is hidden from whoever decides could be, with their weights: no more
        than so many, and none that contradicts his secret, what was seen or what the table knows."""
        return [(node, 1.0)]

    def betrays(self, node: N, move: A, secret: Secret, seen: Any) -> int:
        """How dear it is, in hundredths of a piece, what a move tells others of its player's secret."""
        return 0

    def answer(self, node: N, secrets: Mapping[int, Secret], seen: Any) -> A | None:
        """What the players' secrets say, where the table asks for it and these are enough to tell; else
        None."""
        return None

    def knows(self, node: N, player: int, secret: Secret, seen: Any) -> Mapping[str, Secret]:
        """What a player knows by his secret of what stands on cells: their pieces, bottom first."""
        return {}

    def chances(self, node: N) -> Sequence[int] | None:
        """How likely each move is, where nobody chooses: a report of what is there; in a
        world (`worlds`) also a move of somebody who does not choose."""
        return None

    def marks(self, node: N, moves: Sequence[A]) -> list[int]:
        """For each move a number that tells it in this position from others, the same in every process:
        nodes and moves that hold texts or bytes must say it themselves."""
        here = hash(node)
        return [hash((here, move)) for move in moves]


class PlainKernel(Kernel["State", "Move"]):
    """Any book, by what everybody may call. It searches slowly and knows only what stands on the board
    or has been scored; a book that wants better brings a kernel of its own."""

    severity = 0.7
    """Whoever weighs so little makes little of what he sees."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.players = game.players

    def node(self, state: State) -> State:
        return state

    def turn(self, node: State) -> int:
        return node.turn

    def moves(self, node: State) -> Sequence[Move]:
        return self.game.legal_moves(node)

    def after(self, node: State, move: Move) -> State:
        # It comes from `moves`: no need to check it again.
        after: State = self.game._after(node, move)
        return after

    def winners(self, node: State, moves: Sequence[Move]) -> tuple[int, ...] | None:
        outcome = self.game.outcome(node)
        return None if outcome is None else outcome.winners

    def worth(self, node: State) -> tuple[int, ...]:
        score = self.game.score(node)
        held = [100 * score.get(player, 0) for player in range(1, self.players + 1)]
        for stack in node.stacks.values():
            if stack[-1].player:
                held[stack[-1].player - 1] += 100
        return tuple(held)

    def marks(self, node: State, moves: Sequence[Move]) -> list[int]:
        here = crc32(self.game.describe(node).encode())
        return [crc32(move.label.encode(), here) for move in moves]

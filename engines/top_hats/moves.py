"""The moves of Top Hats: what each is called and what it does to the board.

Knows nothing of when they are legal. Labels and steps are worked out when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.game import Move, Progress
from engines.geometry import Board, Cell
from engines.steps import Deed, Stacks, Step, lift, place, remove, reveal
from engines.top_hats.hidden import deduced
from engines.top_hats.jumps import CELL_MASK, Chains
from engines.top_hats.kernel import Action
from engines.top_hats.state import CELLS, NAMES, Hats, new_stack, piece, pieces
from engines.word import Word


class HatMove(Move):
    """It knows what it is to the kernel."""

    __slots__ = ("action",)

    def __init__(self, label: str, steps: tuple[Step, ...], action: Action) -> None:
        super().__init__(label, steps)
        self.action = action


class Placing(HatMove):
    """A stack from hand."""

    __slots__ = ()

    def __init__(self, action: Action, player: int, players: int) -> None:
        cell, hats = CELLS[action[1]], pieces(new_stack(player), players)
        super().__init__(cell, (place(cell, len(hats), hats),), action)


class Passing(HatMove):
    """No stack of his can move; a press of his button says that he has seen it."""

    __slots__ = ("answer",)
    word = Word("pass")

    def __init__(self, action: Action, player: int) -> None:
        super().__init__("pass", (), action)
        self.answer = player


class Shrinking(HatMove):
    """The outermost ring is closed; nothing on the board is touched."""

    __slots__ = ()
    word = Word("shrink")

    def __init__(self, action: Action) -> None:
        super().__init__("shrink", (), action)


class Report(HatMove):
    """An uncovered hat gets its colour; others that can then have one only get theirs with it."""

    __slots__ = ("answer", "at", "colour", "hats", "word")

    def __init__(self, action: Action, hats: Hats, colour: str) -> None:
        at = action[1]
        super().__init__(f"{CELLS[at]}={NAMES[colour]}", (), action)
        self.hats = hats
        self.at = at
        self.colour = colour
        hat = piece(colour, hats.players)
        self.answer = hat.player
        self.word = Word("uncover", (CELLS[at],), hat)

    def outcome(self) -> tuple[Hats, tuple[tuple[int, str], ...]]:
        """The hats afterwards, and the colours that came to light."""
        hats = self.hats.with_named(self.at, self.colour)
        hats, also = deduced(hats, hats.uncovered())
        return hats, ((self.at, self.colour), *also)

    @property
    def steps(self) -> tuple[Step, ...]:
        if not self._steps:
            self._steps = reveals(self.outcome()[1], self.hats.players)
        return super().steps


class Travel(HatMove):
    """A stack goes from `start` to `end`, and takes the top hat off others.

    It knows the chain search of its stack and the result it stands for, and works out everything
    else when somebody wants it: a dense position makes a thousand of these.
    """

    __slots__ = ("_chains", "_deed", "result")

    def __init__(self, chains: Chains, action: Action) -> None:
        self._chains = chains
        self.action = action
        self.result = action[2]
        self._label = ""
        self._steps = ()
        self._deed: Deed | None = None

    @property
    def start(self) -> int:
        return self._chains.start

    @property
    def end(self) -> int:
        return self.result & CELL_MASK

    @property
    def taken(self) -> tuple[int, ...]:
        """The stacks that lose their top hat."""
        return self._chains.ground.captured(self.result)

    @property
    def trail(self) -> tuple[int, ...]:
        """Where the stack comes down, start first."""
        return self.start, self.end

    def deed(self, stacks: Stacks, board: Board) -> Deed:
        if self._deed is None:
            chains, result = self._chains, self.result
            ground = chains.ground
            taken = ground.captured_cells(result)
            single = ground.single
            roads = chains.roads(result & CELL_MASK)
            self._deed = Deed(roads, taken & single, taken & ~single)
        return self._deed

    @property
    def landings(self) -> tuple[Cell, ...]:
        return tuple(CELLS[at] for at in self.trail)

    @property
    def steps(self) -> tuple[Step, ...]:
        if not self._steps:
            hats, trail, steps = self._chains.ground.hats, self.trail, list[Step]()
            height = len(hats.piles[self.start])
            for here, there in zip(trail, trail[1:], strict=False):
                steps += lift(CELLS[here], height), place(CELLS[there], height)
            steps += (remove(CELLS[at]) for at in self.taken)
            steps += reveals(self.outcome()[1], hats.players)
            self._steps = tuple(steps)
        return super().steps

    def outcome(self) -> tuple[Hats, tuple[tuple[int, str], ...]]:
        """The hats afterwards, and the colours that came to light without a question."""
        taken = self.taken
        return deduced(self._chains.ground.hats.with_moved(self.start, self.end, taken), taken)


class StackStep(Travel):
    """To the next cell."""

    __slots__ = ()

    @property
    def label(self) -> str:
        return f"{CELLS[self.start]}-{CELLS[self.end]}"


class Chain(Travel):
    """One jump or more."""

    __slots__ = ()

    @property
    def trail(self) -> tuple[int, ...]:
        return self._chains.path(self.result)

    @property
    def label(self) -> str:
        if not self._label:
            self._label = self._chains.label(self.result)
        return super().label

    def progress(self, trail: tuple[Cell, ...]) -> Progress:
        """Followed jump by jump: the label is one way of many to the same result."""
        if trail[0] != CELLS[self.start]:
            return Progress.ASTRAY
        if len(trail) == 1:
            return Progress.UNDERWAY
        begun = self._chains.begun(trail[1:])
        if begun is None or not (self.result in begun.captures or self.result in begun.quiet):
            return Progress.ASTRAY
        return Progress.ARRIVED if begun.stop == self.result else Progress.UNDERWAY


def reveals(named: Iterable[tuple[int, str]], players: int) -> tuple[Step, ...]:
    return tuple(reveal(CELLS[at], piece(colour, players)) for at, colour in named)

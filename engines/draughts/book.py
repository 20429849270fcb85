"""Draughts on the dark cells: men that go forward, kings that fly and land right behind their victim.

One book; `DraughtsRules` says what differs between dama and mangia-la-dama. Which moves there are, and
what they leave, is the kernel's to say.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import ClassVar

from engines.draughts.faults import fault_of
from engines.draughts.kernel import (
    BITS,
    BOARD,
    DARK,
    LAST_RANK,
    NAMES,
    Action,
    DraughtsKernel,
    DraughtsRules,
    Node,
    bits_of,
    cells_of,
)
from engines.game import Attempt, Demand, Game, Move, Outcome, State
from engines.geometry import Cell
from engines.notation import Line, Taken, cells_named, no_label
from engines.steps import Piece, Stacks, Step, lift, place, remove
from engines.word import Word

WHITE, BLACK = Piece("white", 1), Piece("black", 2)
SIDES = {1: WHITE, 2: BLACK}
MEN_EACH = 12
QUIET_LIMIT = 80
"""Plies without a capture or a man's move after which nobody is getting anywhere."""


def name(bit: int) -> Cell:
    return NAMES[bit.bit_length() - 1]


@dataclass(frozen=True, slots=True)
class DraughtsState(State):
    white: int
    black: int
    kings: int
    huffable: int = 0
    """Men of the player who just moved that could have captured, where they stand now."""
    past: tuple[Node, ...] = field(default=(), compare=False)
    """The positions since the last capture or man's move: none before it can come again."""

    @property
    def enemy(self) -> int:
        return self.black if self.turn == 1 else self.white

    @property
    def node(self) -> Node:
        return (self.turn, self.white, self.black, self.kings, self.huffable)

    @property
    def stacks(self) -> Stacks:
        standing: dict[Cell, tuple[Piece, ...]] = {}
        for piece, mask in ((WHITE, self.white), (BLACK, self.black)):
            for bit in bits_of(mask):
                standing[name(bit)] = (piece, piece) if bit & self.kings else (piece,)
        return standing


class DraughtsMove(Move):
    __slots__ = ("action",)

    def __init__(self, label: str, steps: tuple[Step, ...], action: Action) -> None:
        super().__init__(label, steps)
        self.action = action

    @property
    def taken(self) -> int:
        return self.action[1]


class Huff(DraughtsMove):
    __slots__ = ("word",)
    penalty = True

    def __init__(self, bit: int) -> None:
        cell = name(bit)
        super().__init__(f"huff {cell}", (remove(cell),), ((), bit))
        self.word = Word("huff", (cell,))


@cache
def quiet_move(start: int, end: int, king: bool) -> DraughtsMove:
    height = 2 if king else 1
    player = 1 if end > start else 2
    steps: tuple[Step, ...] = (lift(name(start), height), place(name(end), height))
    if not king and end & LAST_RANK[player]:
        steps += (place(name(end), 1, (SIDES[player],)),)
    return DraughtsMove(f"{name(start)}-{name(end)}", steps, ((start, end), 0))


@lru_cache(maxsize=512)
def capture(path: tuple[int, ...], taken: int, kings: int, player: int) -> DraughtsMove:
    """A chain along `path`; `kings` are those among its start and its victims."""
    start, end = path[0], path[-1]
    height = 2 if start & kings else 1
    steps: list[Step] = []
    for here, there in zip(path, path[1:], strict=False):
        steps += (lift(name(here), height), place(name(there), height))
    steps += (remove(name(bit), 2 if bit & kings else 1) for bit in bits_of(taken))
    if height == 1 and end & LAST_RANK[player]:
        steps.append(place(name(end), 1, (SIDES[player],)))
    return DraughtsMove("x".join(map(name, path)), tuple(steps), (path, taken))


@cache
def huff(bit: int) -> DraughtsMove:
    return Huff(bit)


class Draughts(Game[DraughtsState, DraughtsMove]):
    board = BOARD
    kernel: DraughtsKernel

    def __init__(self, *, players: int | str | None = None, **options: str | int) -> None:
        super().__init__(players=players, **options)
        self.kernel = DraughtsKernel(self.rules())

    @abstractmethod
    def rules(self) -> DraughtsRules:
        """What this book says, with its options chosen."""

    def start(self, seed: int = 0) -> DraughtsState:
        white = DARK & 0xFFFFFF
        black = DARK & 0xFFFFFF << 40
        return DraughtsState(1, white, black, 0)

    def _moves(self, state: DraughtsState) -> list[DraughtsMove]:
        return [self._move(state, action) for action in self.kernel.moves(state.node)]

    def _move(self, state: DraughtsState, action: Action) -> DraughtsMove:
        path, taken = action
        if not path:
            return huff(taken)
        if not taken:
            return quiet_move(path[0], path[1], bool(path[0] & state.kings))
        return capture(path, taken, (taken | path[0]) & state.kings, state.turn)

    def compulsory(self, state: DraughtsState) -> Demand | None:
        captures = tuple(
            move for move in self.legal_moves(state) if move.taken and not move.penalty
        )
        return Demand(captures, "capture-compulsory") if captures else None

    def _after(self, state: DraughtsState, move: DraughtsMove) -> DraughtsState:
        path, taken = move.action
        lasting = bool(taken) or not path[0] & state.kings
        past = () if lasting else (*state.past, state.node)
        return DraughtsState(*self.kernel.after(state.node, move.action), past)

    def _ending(self, state: DraughtsState) -> Outcome | None:
        for player, pieces in ((1, state.white), (2, state.black)):
            if not pieces:
                if self.kernel.rules.losing:
                    return Outcome((player,), "lost-all")
                return Outcome((3 - player,), "no-pieces")
        past = state.past
        if len(past) >= QUIET_LIMIT:
            return Outcome((), "no-progress")
        if len(past) > 7 and past.count(state.node) >= 2:
            return Outcome((), "repetition")
        return None

    def _stuck(self, state: DraughtsState) -> Outcome:
        return (
            Outcome((state.turn,), "blocked") if self.kernel.rules.losing else super()._stuck(state)
        )

    # Text ------------------------------------------------------------------------------------

    def position(self, text: str) -> DraughtsState:
        line = Line(text, players=2)
        line.only(["w", "b"] + (["huff"] if self.kernel.rules.huff else []))
        taken = Taken(line)
        masks: dict[str, int] = {}
        kings = 0
        for key, player in (("w", 1), ("b", 2)):
            masks[key] = 0
            for item in line.items(key):
                cell = taken(line.cell(self.board, item.removeprefix("K")))
                masks[key] |= BITS[cell]
                if item.startswith("K"):
                    kings |= BITS[cell]
                elif BITS[cell] & LAST_RANK[player]:
                    raise line.wrong(
                        "has a man on {cell}, where he is a king: write K{cell}",
                        "draughts.king",
                        cell=cell,
                    )
            if masks[key].bit_count() > MEN_EACH:
                raise line.wrong(
                    "has more than {most} pieces under '{key}='",
                    "draughts.pieces",
                    most=MEN_EACH,
                    key=key,
                )
        state = DraughtsState(line.turn, masks["w"], masks["b"], kings)
        huffable = 0
        for item in line.items("huff"):
            huffable |= BITS[line.cell(self.board, item)]
        if huffable & ~(state.enemy & ~kings):
            raise line.wrong(
                "names under 'huff=' a cell without a man of the player who just moved",
                "draughts.huff",
            )
        return DraughtsState(line.turn, masks["w"], masks["b"], kings, huffable)

    def describe(self, state: DraughtsState) -> str:
        def pieces(mask: int) -> str:
            return ",".join(
                ("K" if BITS[cell] & state.kings else "") + cell for cell in cells_of(mask)
            )

        text = f"{state.turn} w={pieces(state.white)} b={pieces(state.black)}"
        return text + (f" huff={','.join(cells_of(state.huffable))}" if state.huffable else "")

    def attempt(self, state: DraughtsState, label: str) -> Attempt:
        if label.startswith("huff "):
            return Attempt(lifted=cells_named(self.board, label, [label.removeprefix("huff ")]))
        mark = "x" if "x" in label else "-"
        start, *rest = label.split(mark)
        if not rest or (mark == "-" and len(rest) > 1):
            raise no_label(
                label, "'{label}' is not a move: write c3-d4, c3xe5xg7 or huff e5", "draughts.label"
            )
        cells = cells_named(self.board, label, [start, *rest])
        return Attempt(lifted=cells[:1], placed=cells[1:])

    def fault(self, state: DraughtsState, attempt: Attempt) -> str:
        return fault_of(self, state, attempt)


class Dama(Draughts):
    name = "dama"
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"capture": ("huff", "strict")}

    def rules(self) -> DraughtsRules:
        return DraughtsRules(huff=self.options["capture"] == "huff")


class MangiaLaDama(Draughts):
    name = "mangia-la-dama"

    def rules(self) -> DraughtsRules:
        return DraughtsRules(losing=True)

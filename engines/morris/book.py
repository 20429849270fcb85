"""Nine men's morris: placing, sliding, flying, and mills that cost the opponent a man.

One book for three games; `MorrisRules` says what differs. Which moves there are, and what they leave, is
the kernel's to say. Moves are made once and shared by all positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from engines.game import Attempt, Game, Move, Outcome, State
from engines.geometry import bit_numbers
from engines.morris.faults import fault_of
from engines.morris.kernel import (
    BOARD,
    FEWEST,
    NOWHERE,
    POINTS,
    Action,
    MorrisKernel,
    MorrisRules,
    Node,
    in_mill,
)
from engines.notation import Line, Taken, cells_named, no_label
from engines.steps import Piece, Stacks, Step, lift, place, remove
from engines.word import Reason

WHITE, BLACK = Piece("white", 1), Piece("black", 2)
SIDES = {1: WHITE, 2: BLACK}
MEN_EACH = 9
QUIET_LIMIT = 100
"""Plies without a mill after which nobody is getting anywhere."""


@dataclass(frozen=True, slots=True)
class MorrisState(State):
    white: int
    black: int
    white_hand: int
    black_hand: int
    quiet: int = field(default=0, compare=False)
    past: tuple[Node, ...] = field(default=(), compare=False)
    """The positions since the last placement or mill: none before it can come again."""

    @property
    def node(self) -> Node:
        return (self.turn, self.white, self.black, self.white_hand, self.black_hand)

    @property
    def own(self) -> int:
        return self.white if self.turn == 1 else self.black

    @property
    def enemy(self) -> int:
        return self.black if self.turn == 1 else self.white

    @property
    def own_hand(self) -> int:
        return self.white_hand if self.turn == 1 else self.black_hand

    @property
    def placing(self) -> bool:
        """Somebody still has men to place."""
        return bool(self.white_hand or self.black_hand)

    @property
    def stacks(self) -> Stacks:
        standing = {POINTS[n]: (WHITE,) for n in bit_numbers(self.white)}
        standing.update((POINTS[n], (BLACK,)) for n in bit_numbers(self.black))
        return standing


class MorrisMove(Move):
    __slots__ = ("action",)

    def __init__(self, label: str, steps: tuple[Step, ...], action: Action) -> None:
        super().__init__(label, steps)
        self.action = action

    @property
    def takes(self) -> bool:
        return self.action[2] != NOWHERE

    @property
    def mill(self) -> bool:
        return self.action[3]


@lru_cache(maxsize=512)
def morris_move(player: int, action: Action) -> MorrisMove:
    start, end, victim, _ = action
    if start == NOWHERE:
        label = POINTS[end]
        steps: tuple[Step, ...] = (place(POINTS[end], 1, (SIDES[player],)),)
    else:
        label = f"{POINTS[start]}-{POINTS[end]}"
        steps = (lift(POINTS[start]), place(POINTS[end]))
    if victim != NOWHERE:
        label += f"x{POINTS[victim]}"
        steps += (remove(POINTS[victim]),)
    return MorrisMove(label, steps, action)


class Morris(Game[MorrisState, MorrisMove]):
    board = BOARD
    kernel: MorrisKernel
    rules: ClassVar[MorrisRules] = MorrisRules()

    def __init__(self, *, players: int | str | None = None, **options: str | int) -> None:
        super().__init__(players=players, **options)
        self.kernel = MorrisKernel(self.rules)

    def start(self, seed: int = 0) -> MorrisState:
        return MorrisState(1, 0, 0, MEN_EACH, MEN_EACH)

    def _moves(self, state: MorrisState) -> list[MorrisMove]:
        return [morris_move(state.turn, action) for action in self.kernel.moves(state.node)]

    def _after(self, state: MorrisState, move: MorrisMove) -> MorrisState:
        start, _, victim, _ = move.action
        # Men that are placed or taken never come back; a mill that takes nothing may be opened again.
        lasting = start == NOWHERE or victim != NOWHERE
        past = () if lasting else (*state.past, state.node)
        quiet = 0 if move.mill else state.quiet + 1
        return MorrisState(*self.kernel.after(state.node, move.action), quiet, past)

    def _ending(self, state: MorrisState) -> Outcome | None:
        if state.white.bit_count() + state.white_hand < FEWEST:
            return Outcome((2,), "too-few-men")
        if state.black.bit_count() + state.black_hand < FEWEST:
            return Outcome((1,), "too-few-men")
        if state.quiet >= QUIET_LIMIT:
            return Outcome((), "no-mill")
        if len(state.past) > 3 and state.past.count(state.node) >= 2:
            return Outcome((), "repetition")
        return None

    def lesson(self, state: MorrisState, move: Move) -> Reason | None:
        start, end, *_ = self.action(state, move)
        own = state.node[state.turn]
        opens = start != NOWHERE and in_mill(own, start)
        moved = own & ~(1 << start) | 1 << end if opens else own
        return Reason("opens-mill") if opens and not in_mill(moved, end) else None

    def reserve(self, state: MorrisState) -> Mapping[int, tuple[Piece, ...]]:
        return {1: (WHITE,) * state.white_hand, 2: (BLACK,) * state.black_hand}

    # Text ------------------------------------------------------------------------------------

    def position(self, text: str) -> MorrisState:
        line = Line(text, players=2)
        line.only(["w", "b", "hand"])
        taken = Taken(line)
        masks = [
            self.board.mask(tuple(taken(line.cell(self.board, item)) for item in line.items(key)))
            for key in ("w", "b")
        ]
        hands = line.numbers("hand", ",", (0, 0))
        for key, mask, hand in zip(("w", "b"), masks, hands, strict=True):
            if mask.bit_count() + hand > MEN_EACH:
                raise line.wrong(
                    "gives '{key}' more than {most} men, board and hand together",
                    "morris.men",
                    key=key,
                    most=MEN_EACH,
                )
        return MorrisState(line.turn, masks[0], masks[1], hands[0], hands[1])

    def describe(self, state: MorrisState) -> str:
        white, black = (",".join(self.board.among(mask)) for mask in (state.white, state.black))
        hands = f"{state.white_hand},{state.black_hand}"
        return f"{state.turn} w={white} b={black} hand={hands}"

    def attempt(self, state: MorrisState, label: str) -> Attempt:
        journey, mill, victim = label.partition("x")
        start, dash, end = journey.partition("-")
        names = [start] + ([end] if dash else []) + ([victim] if mill else [])
        if not all(names):
            raise no_label(
                label, "'{label}' is not a move: write d2, d2-d3 or d2-d3xa1", "morris.label"
            )
        cells = cells_named(self.board, label, names)
        gone = cells[-1:] if mill else ()
        if dash:
            return Attempt(lifted=(cells[0], *gone), placed=(cells[1],))
        return Attempt(lifted=gone, placed=(cells[0],))

    def fault(self, state: MorrisState, attempt: Attempt) -> str:
        return fault_of(self, state, attempt)


class Mulino(Morris):
    name = "mulino"


class MulinoMisto(Morris):
    name = "mulino-misto"
    rules = MorrisRules(mixed=True)


class MulinoCeylonese(Morris):
    name = "mulino-ceylonese"
    rules = MorrisRules(extra=True)

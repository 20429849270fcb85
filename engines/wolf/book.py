"""Wolf and sheep: four sheep that only go forward try to shut in one wolf that goes both ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from engines.game import Attempt, Game, Move, Outcome, State
from engines.geometry import Cell, bit_numbers
from engines.notation import Line, Taken, cells_named, no_label
from engines.steps import Piece, Stacks, Step, lift, place
from engines.wolf.kernel import BOARD, CELLS, FLOCK, NOWHERE, Action, WolfKernel, broke_through

SHEEP, WOLF = Piece("white", 1), Piece("black", 2)


@dataclass(frozen=True, slots=True)
class WolfState(State):
    sheep: int
    """A bit per cell."""
    wolf: int
    """The number of its cell; NOWHERE before it is placed."""

    @property
    def stacks(self) -> Stacks:
        standing: dict[Cell, tuple[Piece, ...]] = {
            CELLS[n]: (SHEEP,) for n in bit_numbers(self.sheep)
        }
        if self.wolf != NOWHERE:
            standing[CELLS[self.wolf]] = (WOLF,)
        return standing


class WolfMove(Move):
    __slots__ = ("action",)

    def __init__(self, label: str, steps: tuple[Step, ...], action: Action) -> None:
        super().__init__(label, steps)
        self.action = action


@cache
def wolf_move(action: Action) -> WolfMove:
    start, end = action
    if start == NOWHERE:
        return WolfMove(CELLS[end], (place(CELLS[end], 1, (WOLF,)),), action)
    steps = (lift(CELLS[start]), place(CELLS[end]))
    return WolfMove(f"{CELLS[start]}-{CELLS[end]}", steps, action)


class LupoEPecore(Game[WolfState, WolfMove]):
    name = "lupo-e-pecore"
    board = BOARD
    kernel: WolfKernel
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"first": ("sheep", "wolf")}

    def __init__(self, *, players: int | str | None = None, **options: str | int) -> None:
        super().__init__(players=players, **options)
        self.kernel = WolfKernel(sheep_first=self.options["first"] == "sheep")

    def start(self, seed: int = 0) -> WolfState:
        return WolfState(2, FLOCK, NOWHERE)

    def _moves(self, state: WolfState) -> list[WolfMove]:
        return [wolf_move(action) for action in self.kernel.moves(self.kernel.node(state))]

    def _after(self, state: WolfState, move: WolfMove) -> WolfState:
        return WolfState(*self.kernel.after(self.kernel.node(state), move.action))

    def _ending(self, state: WolfState) -> Outcome | None:
        if state.wolf != NOWHERE and broke_through(state.sheep, state.wolf):
            return Outcome((2,), "broke-through")
        return None

    def _stuck(self, state: WolfState) -> Outcome:
        return Outcome((1,), "surrounded") if state.turn == 2 else super()._stuck(state)

    def reserve(self, state: WolfState) -> Mapping[int, tuple[Piece, ...]]:
        return {2: (WOLF,)} if state.wolf == NOWHERE else {}

    def position(self, text: str) -> WolfState:
        line = Line(text, players=2)
        line.only(["sheep", "wolf"])
        taken = Taken(line)
        sheep = [taken(line.cell(BOARD, item)) for item in line.items("sheep")]
        wolf = [taken(line.cell(BOARD, item)) for item in line.items("wolf")]
        if len(sheep) != FLOCK.bit_count():
            raise line.wrong(
                "has {count} sheep, expected {flock}",
                "wolf.sheep",
                count=len(sheep),
                flock=FLOCK.bit_count(),
            )
        if len(wolf) > 1:
            raise line.wrong("has {count} wolves, expected one", "wolf.wolves", count=len(wolf))
        if not wolf and line.turn == 1:
            raise line.wrong(
                "has no wolf, but sheep to move: the wolf is placed first", "wolf.no-wolf"
            )
        return WolfState(
            line.turn, BOARD.mask(tuple(sheep)), BOARD.index[wolf[0]] if wolf else NOWHERE
        )

    def describe(self, state: WolfState) -> str:
        wolf = CELLS[state.wolf] if state.wolf != NOWHERE else ""
        return f"{state.turn} sheep={','.join(BOARD.among(state.sheep))} wolf={wolf}"

    def attempt(self, state: WolfState, label: str) -> Attempt:
        start, dash, end = label.partition("-")
        if not start or (dash and not end):
            raise no_label(
                label, "'{label}' is not a move: write c1-d2, or d8 to place the wolf", "wolf.label"
            )
        cells = cells_named(BOARD, label, [start, end] if dash else [start])
        return Attempt(lifted=cells[:-1], placed=cells[-1:])

    def fault(self, state: WolfState, attempt: Attempt) -> str:
        stacks = state.stacks
        lifted = [cell for cell in attempt.lifted if cell in stacks]
        if not attempt.placed:
            return "wrong-piece-removed"
        end = attempt.placed[-1]
        if end in stacks and end not in lifted:
            return "cell-taken"
        if len(lifted) != 1:
            return "not-a-move"
        start = lifted[0]
        if state.wolf == NOWHERE or stacks[start][0].player != state.turn:
            return "not-your-piece"
        if state.turn == 1 and not any(end in ray for ray in BOARD.rays[start][:2]):
            return "not-forward"
        return "not-adjacent"

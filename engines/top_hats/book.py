"""Top Hats (Leo Colovini, Piatnik 1997): stacks of hats that jump, and colours that come to light.

Which moves there are, and what they leave, is the kernel's to say. What is hidden under a top hat is
unknown to the program as well, until the table names it (`hidden`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from engines.game import Attempt, Demand, Game, Outcome
from engines.geometry import Cell
from engines.notation import cells_named, no_label
from engines.steps import Piece
from engines.top_hats.faults import fault_of
from engines.top_hats.jumps import Chains
from engines.top_hats.kernel import PASS, PLACE, REPORT, SETUP, STEP, HatKernel
from engines.top_hats.moves import (
    Chain,
    HatMove,
    Passing,
    Placing,
    Report,
    Shrinking,
    StackStep,
    Travel,
)
from engines.top_hats.sheets import SHEETS
from engines.top_hats.state import (
    BOARD,
    CELLS,
    COLOURS,
    STACKS_EACH,
    UNKNOWN,
    HatState,
    bare_board,
    new_stack,
    piece,
    pieces,
)
from engines.top_hats.text import read, written

REPETITIONS = 3
QUIET_LIMIT = 100

TRAVEL = re.compile(r"[a-z]\d+(?:-[a-z]\d+|(?:[\^x][a-z]\d+)+)")
NAMING = re.compile(r"([a-z]\d+)=(red|yellow|blue)")


class TopHats(Game[HatState, HatMove]):
    name = "top-hats"
    board = BOARD
    kernel: HatKernel
    seats = (2, 3)
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"rules": ("it", "fr")}

    def __init__(self, *, players: int | str | None = None, **options: str | int) -> None:
        super().__init__(players=players, **options)
        self.kernel = HatKernel(SHEETS[self.options["rules"]], self.players)

    def start(self, seed: int = 0) -> HatState:
        return HatState(1, bare_board(self.players), (STACKS_EACH,) * self.players)

    def _moves(self, state: HatState) -> Iterator[HatMove]:
        for action, chains in self.kernel.options(state):
            what, _, colour = action
            if chains is not None:
                yield (StackStep if what == STEP else Chain)(chains, action)
            elif what == PLACE:
                yield Placing(action, state.turn, self.players)
            elif what == REPORT:
                yield Report(action, state.hats, COLOURS[colour])
            elif what == PASS:
                yield Passing(action, state.turn)
            else:
                yield Shrinking(action)

    def chains(self, state: HatState, start: int, trail: tuple[int, ...] = ()) -> Chains:
        """The chains of a stack that begin with a trail, whatever else may be compulsory."""
        kernel = self.kernel
        return Chains(kernel.ground(state), start, trail, kernel.inward(state, start))

    def _after(self, state: HatState, move: HatMove) -> HatState:
        return self.kernel.after(state, move.action)

    def _ending(self, state: HatState) -> Outcome | None:
        if any(state.hand):
            return None
        tops = state.hats.tops()
        if UNKNOWN in tops:
            return None
        if len(tops) == 1:
            winner = piece(tops.pop(), self.players).player
            return Outcome((winner,) if winner else (), "one-colour")
        if state.times >= REPETITIONS:
            return Outcome((), "repetition")
        if state.quiet >= QUIET_LIMIT:
            return Outcome((), "no-capture")
        return None

    # Text ------------------------------------------------------------------------------------

    def position(self, text: str) -> HatState:
        return read(text, self.players, self.kernel.sheet.shrunk_forbidden)

    def describe(self, state: HatState) -> str:
        return written(state)

    def attempt(self, state: HatState, label: str) -> Attempt:
        if label in ("pass", "shrink"):
            return Attempt()
        if report := NAMING.fullmatch(label):
            return Attempt(named=cells_named(BOARD, label, [report[1]]))
        if re.fullmatch(r"[a-z]\d+", label):
            return Attempt(placed=cells_named(BOARD, label, [label]))
        if not TRAVEL.fullmatch(label):
            raise no_label(
                label,
                "'{label}' is not a move: write c3-d4, c3^c5xe7, d2, c4=red, shrink or pass",
                "top_hats.label",
            )
        cells = cells_named(BOARD, label, re.split(r"[-^x]", label))
        victims = [
            over
            for here, mark, there in zip(
                cells, re.findall(r"[-^x]", label), cells[1:], strict=False
            )
            for over in BOARD.links[here]
            if mark == "x" and BOARD.beyond(here, over) == there
        ]
        gone = (over for over in victims if len(state.hats.piles[BOARD.index[over]]) == 1)
        return Attempt(lifted=(cells[0], *gone), placed=cells[1:])

    # What the table wants to know ------------------------------------------------------------

    def fault(self, state: HatState, attempt: Attempt) -> str:
        return fault_of(self, state, attempt)

    def zones(self, state: HatState) -> Mapping[str, frozenset[Cell]]:
        def named(cells: frozenset[int]) -> frozenset[Cell]:
            return frozenset(CELLS[at] for at in cells)

        if any(state.hand):
            return {"setup": named(SETUP)}
        return {
            "zone": named(self.kernel.zone(state)),
            "forbidden": named(self.kernel.forbidden(state)),
        }

    def compulsory(self, state: HatState) -> Demand | None:
        travels = tuple(move for move in self.legal_moves(state) if isinstance(move, Travel))
        # Where one is a capture or leaves the zone, the priorities have left only such moves.
        if travels and travels[0].taken:
            return Demand(travels, "capture-compulsory")
        if travels and travels[0].start in self.kernel.zone(state):
            return Demand(travels, "leave-zone")
        return None

    def question(self, state: HatState) -> str:
        return "colour" if state.hats.uncovered() else "pass"

    def reserve(self, state: HatState) -> Mapping[int, tuple[Piece, ...]]:
        return MappingProxyType(
            {
                player: pieces(new_stack(player), self.players) * n
                for player, n in enumerate(state.hand, start=1)
                if n
            }
        )

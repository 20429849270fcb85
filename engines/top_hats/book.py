"""Top Hats (Leo Colovini, Piatnik 1997): stacks of hats that jump, and colours that come to light.

The Italian and the French rule sheet differ in the edge of the board; `Sheet` says how. What is hidden
under a top hat is unknown to the program as well, until the table names it (`top_hats_hidden`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from engines.game import Attempt, Demand, Game, Move, Outcome
from engines.geometry import Cell
from engines.notation import cells_named, no_label
from engines.steps import Piece
from engines.top_hats.faults import fault_of
from engines.top_hats.hidden import possible_colours
from engines.top_hats.jumps import Chains, Ground
from engines.top_hats.moves import (
    Chain,
    Passing,
    Placing,
    Report,
    Shrinking,
    StackStep,
    Travel,
)
from engines.top_hats.state import (
    BOARD,
    CELLS,
    COLOURS,
    RING,
    SETUP_RINGS,
    STACKS_EACH,
    UNKNOWN,
    Hats,
    HatState,
    bare_board,
    new_stack,
    piece,
    pieces,
)
from engines.top_hats.text import read, written

FEW_STACKS = 5
REPETITIONS = 3
QUIET_LIMIT = 100

NEIGHBOURS = tuple(tuple(sorted(BOARD.index[n] for n in BOARD.links[cell])) for cell in CELLS)
SETUP = frozenset(at for at, ring in enumerate(RING) if ring in SETUP_RINGS)
OUTER = frozenset(at for at, ring in enumerate(RING) if ring == 4)
SECOND = frozenset(at for at, ring in enumerate(RING) if ring == 3)
NOWHERE: frozenset[int] = frozenset()

TRAVEL = re.compile(r"[a-z]\d+(?:-[a-z]\d+|(?:[\^x][a-z]\d+)+)")
REPORT = re.compile(r"([a-z]\d+)=(red|yellow|blue)")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one printed rule sheet says about the edge of the board."""

    shrunk_zone: frozenset[int]
    shrunk_forbidden: frozenset[int]
    shy: bool
    """Even in mid-chain the zone is entered only over an opponent."""
    zone_captures_first: bool
    """A capture by a stack in the zone goes before every other capture."""
    shrinks_by_itself: bool
    neutral_counts: bool
    """Whether the neutral is one of the few stacks left when the field shrinks."""


SHEETS = {
    "it": Sheet(SECOND, OUTER, False, True, False, False),
    "fr": Sheet(SECOND | OUTER, NOWHERE, True, False, True, True),
}


class TopHats(Game[HatState, Move]):
    name = "top-hats"
    board = BOARD
    seats = (2, 3)
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"rules": ("it", "fr")}

    def __init__(self, *, players: int | str | None = None, **options: str | int) -> None:
        super().__init__(players=players, **options)
        self.sheet = SHEETS[self.options["rules"]]

    def start(self, seed: int = 0) -> HatState:
        return HatState(1, bare_board(self.players), (STACKS_EACH,) * self.players)

    # Moves -----------------------------------------------------------------------------------

    def _moves(self, state: HatState) -> list[Move]:
        hats = state.hats
        if any(state.hand):
            return [
                Placing(at, state.turn, self.players) for at in sorted(SETUP) if not hats.piles[at]
            ]
        if uncovered := hats.uncovered():
            return [
                Report(hats, at, colour)
                for at in uncovered
                for colour in possible_colours(hats, at)
            ]
        moves: list[Move] = list(self._travels(state)) or [Passing(state.turn)]
        if self._may_shrink(state):
            moves.append(Shrinking())
        return moves

    def _travels(self, state: HatState) -> list[Chain] | list[Travel]:
        """The moves of stacks that the order of priorities leaves."""
        zone = self.zone(state)
        ground = self.ground(state)
        searches = [
            Chains(ground, start, inner=self.inward(state, start)) for start in self.own(state)
        ]
        capturing = [chains for chains in searches if chains.captures]
        if self.sheet.zone_captures_first:
            capturing = [chains for chains in capturing if chains.start in zone] or capturing
        if capturing:
            return [Chain(chains, end) for chains in capturing for end in chains.captures]
        quiet = [travel for chains in searches for travel in self._quiet(state, chains)]
        return [travel for travel in quiet if travel.start in zone] or quiet

    def _quiet(self, state: HatState, chains: Chains) -> list[Travel]:
        """The steps and the chains without capture of one stack."""
        start, allowed = chains.start, self.inward(state, chains.start)
        banned = (self.zone(state) | self.forbidden(state)) - allowed
        steps = [
            StackStep(chains, end)
            for end in NEIGHBOURS[start]
            if not state.hats.piles[end] and end not in banned
        ]
        return steps + [Chain(chains, end) for end in chains.quiet]

    def own(self, state: HatState) -> list[int]:
        """The cells of the stacks of the player to move."""
        colour = COLOURS[state.turn - 1]
        return [at for at, pile in enumerate(state.hats.piles) if pile and pile[-1] == colour]

    def ground(self, state: HatState) -> Ground:
        return Ground(
            state.hats,
            COLOURS[state.turn - 1],
            self.forbidden(state),
            self.zone(state),
            shy=self.sheet.shy,
        )

    def chains(self, state: HatState, start: int, trail: tuple[int, ...] = ()) -> Chains:
        """The chains of a stack that begin with a trail, whatever else may be compulsory."""
        return Chains(self.ground(state), start, trail, self.inward(state, start))

    def inward(self, state: HatState, start: int) -> frozenset[int]:
        """Cells of the zone where a stack on its way out may rest: further in, but still zone."""
        zone = self.zone(state)
        if start not in zone:
            return NOWHERE
        return frozenset(at for at in zone if RING[at] < RING[start])

    def zone(self, state: HatState) -> frozenset[int]:
        return self.sheet.shrunk_zone if state.shrunk else OUTER

    def forbidden(self, state: HatState) -> frozenset[int]:
        return self.sheet.shrunk_forbidden if state.shrunk else NOWHERE

    def _few_left(self, hats: Hats) -> bool:
        return hats.count() + self.sheet.neutral_counts <= FEW_STACKS

    def _may_shrink(self, state: HatState) -> bool:
        return (
            not self.sheet.shrinks_by_itself
            and not state.shrunk
            and self._few_left(state.hats)
            and not any(state.hats.piles[at] for at in OUTER)
        )

    # What moves do ---------------------------------------------------------------------------

    def _after(self, state: HatState, move: Move) -> HatState:
        if isinstance(move, Placing):
            return self._placed(state, move.at)
        if isinstance(move, Report):
            return self._turn_over(state, move.outcome()[0], quiet=0)
        if isinstance(move, Travel):
            return self._turn_over(
                state, move.outcome()[0], quiet=0 if move.taken else state.quiet + 1
            )
        if isinstance(move, Shrinking):
            return HatState(state.turn, state.hats, state.hand, shrunk=True, quiet=state.quiet)
        return self._turn_over(state, state.hats, quiet=state.quiet + 1)

    def _placed(self, state: HatState, at: int) -> HatState:
        hand = list(state.hand)
        hand[state.turn - 1] -= 1
        hats = state.hats.with_built(at, state.turn)
        if not any(hand):
            # As if the last player had just moved: player 1 placed first and moves first.
            last = HatState(self.players, hats, tuple(hand))
            return self._turn_over(last, hats, quiet=0)
        turn = next(player for player in self._after_player(state.turn) if hand[player - 1])
        return HatState(turn, hats, tuple(hand))

    def _turn_over(self, state: HatState, hats: Hats, *, quiet: int) -> HatState:
        """The turn passes on, unless there are uncovered hats to be named first."""
        if hats.uncovered():
            return HatState(state.turn, hats, state.hand, state.shrunk)
        tops = hats.tops()
        turn = next(
            (player for player in self._after_player(state.turn) if COLOURS[player - 1] in tops),
            state.turn,
        )
        shrunk = state.shrunk or (self.sheet.shrinks_by_itself and self._few_left(hats))
        if quiet == 0 or shrunk != state.shrunk:
            return HatState(turn, hats, state.hand, shrunk, quiet)
        earlier = (*state.earlier, (state.hats.piles, state.turn))
        times = earlier.count((hats.piles, turn)) + 1
        return HatState(turn, hats, state.hand, shrunk, quiet, earlier, times)

    def _after_player(self, player: int) -> list[int]:
        """The players in turn order, beginning with the next one and ending with this one."""
        return [(player + n) % self.players + 1 for n in range(self.players)]

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
        return read(text, self.players, self.sheet.shrunk_forbidden)

    def describe(self, state: HatState) -> str:
        return written(state)

    def attempt(self, state: HatState, label: str) -> Attempt:
        if label in ("pass", "shrink"):
            return Attempt()
        if report := REPORT.fullmatch(label):
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
        return {"zone": named(self.zone(state)), "forbidden": named(self.forbidden(state))}

    def compulsory(self, state: HatState) -> Demand | None:
        travels = tuple(move for move in self.legal_moves(state) if isinstance(move, Travel))
        # Where one is a capture or leaves the zone, the priorities have left only such moves.
        if travels and travels[0].taken:
            return Demand(travels, "capture-compulsory")
        if travels and travels[0].start in self.zone(state):
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

"""Cappuccino: cups in a honeycomb; a stack goes onto a neighbour that is no taller than itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar

from engines.cappuccino.cups import BOARD, COLOURS, CUPS_EACH, NONE, CupState, changed, standing
from engines.cappuccino.deal import deal
from engines.cappuccino.kernel import (
    MERGE,
    NOWHERE,
    PASS,
    PLACE,
    TAKE,
    Action,
    CupKernel,
    open_cells,
)
from engines.cappuccino.text import read, written
from engines.errors import InvalidOption, Said
from engines.game import Attempt, Game, Move, Outcome
from engines.geometry import Cell
from engines.notation import cells_named, no_label
from engines.steps import Piece, Step, lift, place, remove
from engines.word import Word

UNEXPLAINED = "not-a-move"
LABEL = re.compile(r"pass|(take )?[a-k][0-9]{1,2}|[a-k][0-9]{1,2}-[a-k][0-9]{1,2}")


CELLS = BOARD.cells


class CupMove(Move):
    __slots__ = ("action", "by", "word")

    def __init__(
        self,
        label: str,
        steps: tuple[Step, ...],
        action: Action,
        by: int = 0,
        word: Word | None = None,
    ) -> None:
        super().__init__(label, steps)
        self.word = word
        self.action = action
        self.by = by

    @property
    def takes(self) -> bool:
        return self.action[0] == TAKE


@lru_cache(maxsize=256)
def merge(action: Action, height: int) -> CupMove:
    _, start, target = action
    steps = lift(CELLS[start], height), place(CELLS[target], height)
    return CupMove(f"{CELLS[start]}-{CELLS[target]}", steps, action)


class Cappuccino(Game[CupState, CupMove]):
    name = "cappuccino"
    board = BOARD
    kernel: CupKernel
    seats = (2, 3, 4)
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "setup": ("random", "expert"),
        "colours": ("1", "2"),
        "early": ("isolated", "off", "pairs"),
    }

    def __init__(self, *, players: int | str | None = None, **options: str | int) -> None:
        super().__init__(players=players, **options)
        each = int(self.options["colours"])
        if each == 2 and self.players != 2:
            raise InvalidOption(
                Said(
                    "cappuccino has two colours each only for 2 players, not {players}",
                    "cappuccino.two-colours",
                    players=self.players,
                )
            )
        self.colours = COLOURS[: self.players * each]
        """The colours in play, in the order in which they are placed."""
        self.pieces = tuple(
            Piece(colour, n % self.players + 1 if colour in self.colours else 0)
            for n, colour in enumerate(COLOURS)
        )
        """A cup of each colour. One that nobody plays may stand in a typed position."""
        owners = tuple(piece.player for piece in self.pieces)
        self.kernel = CupKernel(owners, self.players, self.options["early"])

    def start(self, seed: int = 0) -> CupState:
        if self.options["setup"] == "expert":
            return standing(1, {}, NONE, self._per_colour(CUPS_EACH))
        piece = {piece.colour: piece for piece in self.pieces}
        dealt = deal(self.board, self.colours, CUPS_EACH, seed)
        return standing(1, {cell: (piece[colour],) for cell, colour in dealt.items()})

    def _per_colour(self, count: int) -> tuple[int, ...]:
        return tuple(count if colour in self.colours else 0 for colour in COLOURS)

    # Moves -----------------------------------------------------------------------------------

    def _moves(self, state: CupState) -> list[CupMove]:
        kernel = self.kernel
        return [self._move(state, action) for action in kernel.moves(kernel.node(state))]

    def _move(self, state: CupState, action: Action) -> CupMove:
        what, start, target = action
        if what == PASS:
            return CupMove("pass", (), action, word=Word("pass"))
        if what == PLACE:
            colour = self.kernel.next_colour(state.hand, state.turn)
            assert colour is not None
            step = place(CELLS[target], 1, (self.pieces[colour],))
            return CupMove(CELLS[target], (step,), action)
        stack = state.cups[CELLS[start]]
        if what == MERGE:
            return merge(action, len(stack))
        gone = [at for at in (start, target) if at != NOWHERE]
        steps = tuple(remove(CELLS[at], len(state.cups[CELLS[at]])) for at in gone)
        owner = stack[-1].player
        by = owner if owner != state.turn else 0
        return CupMove(f"take {CELLS[start]}", steps, action, by, Word("take", (CELLS[start],)))

    # Consequences ----------------------------------------------------------------------------

    def _after(self, state: CupState, move: CupMove) -> CupState:
        turn, _, _, taken, hand = self.kernel.after(self.kernel.node(state), move.action)
        cups = dict(state.cups)
        what, start, target = move.action
        if what == PLACE:
            cups[CELLS[target]] = move.steps[0].pieces
            return standing(turn, cups, taken, hand)
        if what == MERGE:
            cups[CELLS[target]] += cups.pop(CELLS[start])
        elif what == TAKE:
            for at in (start, target):
                if at != NOWHERE:
                    del cups[CELLS[at]]
        return CupState(turn, MappingProxyType(cups), taken, hand)

    def _ending(self, state: CupState) -> Outcome | None:
        # The game ends only for want of a move.
        return None

    def _stuck(self, state: CupState) -> Outcome:
        score = self.score(state)
        best = max(score.values())
        return Outcome(tuple(p for p in score if score[p] == best), "most-cups")

    def score(self, state: CupState) -> Mapping[int, int]:
        return dict(enumerate(self.kernel.scores(self.kernel.node(state)), start=1))

    def zones(self, state: CupState) -> Mapping[str, frozenset[Cell]]:
        return {"setup": self._open(state)} if any(state.hand) else {}

    def _open(self, state: CupState) -> frozenset[Cell]:
        heights = self.kernel.node(state)[1]
        return frozenset(CELLS[at] for at in open_cells(heights))

    def reserve(self, state: CupState) -> Mapping[int, tuple[Piece, ...]]:
        """Next cup first."""
        if not any(state.hand):
            return {}
        everybody = range(1, self.players + 1)
        return {player: tuple(self._in_order(state.hand, player)) for player in everybody}

    def _in_order(self, hand: tuple[int, ...], player: int) -> Iterator[Piece]:
        while (colour := self.kernel.next_colour(hand, player)) is not None:
            yield self.pieces[colour]
            hand = changed(hand, colour, -1)

    # Text ------------------------------------------------------------------------------------

    def position(self, text: str) -> CupState:
        return read(text, self.players, self.pieces, expert=self.options["setup"] == "expert")

    def describe(self, state: CupState) -> str:
        return written(state, len(self.colours))

    def attempt(self, state: CupState, label: str) -> Attempt:
        if LABEL.fullmatch(label) is None:
            raise no_label(
                label,
                "'{label}' is not a move: write f6-f7, take f6, pass, or f6 to place",
                "cappuccino.label",
            )
        if label == "pass":
            return Attempt()
        if label.startswith("take "):
            return Attempt(lifted=cells_named(self.board, label, [label.removeprefix("take ")]))
        cells = cells_named(self.board, label, label.split("-"))
        return Attempt(lifted=cells[:-1], placed=cells[-1:])

    # Faults ----------------------------------------------------------------------------------

    def fault(self, state: CupState, attempt: Attempt) -> str:
        if any(state.hand):
            return self._placing_fault(state, attempt)
        if len(attempt.lifted) > 1 and not attempt.placed:
            return "wrong-piece-removed"
        if len(attempt.lifted) == 1 and len(attempt.placed) <= 1:
            return self._moving_fault(state, attempt.lifted[0], *attempt.placed)
        return UNEXPLAINED

    def _placing_fault(self, state: CupState, attempt: Attempt) -> str:
        cups = state.cups
        if attempt.lifted and not attempt.placed:
            return "wrong-piece-removed"
        owners = {cups[cell][-1].player for cell in attempt.lifted if cell in cups}
        if owners and state.turn not in owners:
            return "not-your-piece"
        if attempt.lifted or len(attempt.placed) != 1:
            return UNEXPLAINED
        (cell,) = attempt.placed
        if cell in cups:
            return "cell-taken"
        # The first cup has no neighbours to need: it just belongs on the centre.
        return "needs-two-neighbours" if cups and cell not in self._open(state) else UNEXPLAINED

    def _moving_fault(self, state: CupState, start: Cell, target: Cell | None = None) -> str:
        cups = state.cups
        if start not in cups or start == target:
            return UNEXPLAINED
        if cups[start][-1].player != state.turn:
            return "not-your-piece"
        height = len(cups[start])
        if target is not None:
            if target not in BOARD.links[start]:
                return "not-adjacent"
            return "too-tall" if len(cups.get(target, ())) > height else UNEXPLAINED
        # A stack put on a stack shows only the lift: say why no neighbour could take it.
        near = [len(cups[n]) for n in BOARD.links[start] if n in cups]
        if not near:
            return "not-adjacent"
        return "too-tall" if min(near) > height else "wrong-piece-removed"

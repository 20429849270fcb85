"""Cappuccino: cups in a honeycomb; a stack goes onto a neighbour that is no taller than itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from engines.cappuccino.cups import (
    BOARD,
    COLOURS,
    CUPS_EACH,
    LINKS,
    NONE,
    PASS,
    CupMove,
    CupState,
    captive,
    changed,
    merges,
    open_cells,
    standing,
)
from engines.cappuccino.deal import deal
from engines.cappuccino.text import read, written
from engines.errors import InvalidOption, Said
from engines.game import Attempt, Game, Outcome
from engines.geometry import Cell
from engines.notation import cells_named, no_label
from engines.steps import Piece, Stacks, Step, place, remove
from engines.word import Word

UNEXPLAINED = "not-a-move"
LABEL = re.compile(r"pass|(take )?[a-k][0-9]{1,2}|[a-k][0-9]{1,2}-[a-k][0-9]{1,2}")


class Cappuccino(Game[CupState, CupMove]):
    name = "cappuccino"
    board = BOARD
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
        if any(state.hand):
            return self._placements(state)
        moves = list(merges(state.cups, state.turn))
        if not moves:
            if not any(self._can_move(state.cups, player) for player in self._everybody):
                return []
            # Play skips whoever is out; only a typed position can give him the turn.
            moves.append(PASS)
        if self.options["early"] != "off":
            moves += self._takes(state)
        return moves

    @property
    def _everybody(self) -> range:
        return range(1, self.players + 1)

    def _can_move(self, cups: Stacks, player: int) -> bool:
        return next(merges(cups, player), None) is not None

    def _placements(self, state: CupState) -> list[CupMove]:
        colour = self._next_colour(state.hand, state.turn)
        cells = open_cells(state.cups)
        if colour is None or not cells:
            return [PASS]
        cup = (self.pieces[colour],)
        return [CupMove(cell, (place(cell, 1, cup),), target=cell) for cell in cells]

    def _next_colour(self, hand: tuple[int, ...], player: int) -> int | None:
        """The colour a player places now: with two colours he takes them in turn, so that a cell is
        enough to name a placement."""
        own = [n for n in self._colours_of(player) if hand[n]]
        return max(own, key=lambda n: hand[n], default=None)

    def _colours_of(self, player: int) -> list[int]:
        return [n for n, piece in enumerate(self.pieces) if piece.player == player]

    def _takes(self, state: CupState) -> Iterator[CupMove]:
        cups = state.cups
        for cell, stack in cups.items():
            owner = stack[-1].player
            near = [n for n in LINKS[cell] if n in cups]
            if not owner or len(near) > 1:
                continue
            steps: tuple[Step, ...] = (remove(cell, len(stack)),)
            other: Cell | None = None
            if near:
                other = near[0]
                if self.options["early"] != "pairs" or not captive(cups, cell, other):
                    continue
                steps += (remove(other, len(cups[other])),)
            by = owner if owner != state.turn else 0
            yield CupMove(f"take {cell}", steps, cell, other, True, by, Word("take", (cell,)))

    # Consequences ----------------------------------------------------------------------------

    def _after(self, state: CupState, move: CupMove) -> CupState:
        if any(state.hand):
            return self._placed(state, move)
        cups = dict(state.cups)
        taken = state.taken
        # A take uses no turn, but whoever took his last move off the board is out like anybody.
        first = state.turn if move.takes else state.turn % self.players + 1
        if move.takes:
            assert move.start is not None
            stack = cups.pop(move.start)
            count = len(stack) + (len(cups.pop(move.target)) if move.target is not None else 0)
            taken = changed(taken, self.pieces.index(stack[-1]), count)
        elif move.start is not None and move.target is not None:
            cups[move.target] += cups.pop(move.start)
        return CupState(self._able(cups, first), MappingProxyType(cups), taken)

    def _able(self, cups: Stacks, first: int) -> int:
        """The first player, in turn order, who can move; `first` himself when nobody can."""
        order = [*range(first, self.players + 1), *range(1, first)]
        return next((player for player in order if self._can_move(cups, player)), first)

    def _placed(self, state: CupState, move: CupMove) -> CupState:
        cups, hand = dict(state.cups), state.hand
        if move.target is None:
            # Without a cell now there is none later: his cups stay beside the board.
            own = self._colours_of(state.turn)
            hand = tuple(0 if n in own else count for n, count in enumerate(hand))
        else:
            (step,) = move.steps
            cups[move.target] = step.pieces
            hand = changed(hand, self.pieces.index(step.pieces[0]), -1)
        if not any(hand):
            return standing(self._able(cups, 1), cups, state.taken)
        turn = state.turn % self.players + 1
        while self._next_colour(hand, turn) is None:
            turn = turn % self.players + 1
        return standing(turn, cups, state.taken, hand)

    def _ending(self, state: CupState) -> Outcome | None:
        # The game ends only for want of a move.
        return None

    def _stuck(self, state: CupState) -> Outcome:
        score = self.score(state)
        best = max(score.values())
        return Outcome(tuple(p for p in score if score[p] == best), "most-cups")

    def score(self, state: CupState) -> Mapping[int, int]:
        """The cups under a player's colour, on the board and taken off; of two colours the better."""
        count = dict(zip(self.pieces, state.taken, strict=True))
        for stack in state.cups.values():
            count[stack[-1]] += len(stack)
        return {p: max(count[self.pieces[n]] for n in self._colours_of(p)) for p in self._everybody}

    def zones(self, state: CupState) -> Mapping[str, frozenset[Cell]]:
        return {"setup": frozenset(open_cells(state.cups))} if any(state.hand) else {}

    def reserve(self, state: CupState) -> Mapping[int, tuple[Piece, ...]]:
        """Next cup first."""
        if not any(state.hand):
            return {}
        return {player: tuple(self._in_order(state.hand, player)) for player in self._everybody}

    def _in_order(self, hand: tuple[int, ...], player: int) -> Iterator[Piece]:
        while (colour := self._next_colour(hand, player)) is not None:
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
            return self._placing_fault(state.cups, attempt)
        if len(attempt.lifted) > 1 and not attempt.placed:
            return "wrong-piece-removed"
        if len(attempt.lifted) == 1 and len(attempt.placed) <= 1:
            return self._moving_fault(state, attempt.lifted[0], *attempt.placed)
        return UNEXPLAINED

    def _placing_fault(self, cups: Stacks, attempt: Attempt) -> str:
        if attempt.lifted or len(attempt.placed) != 1:
            return UNEXPLAINED
        (cell,) = attempt.placed
        if cell in cups:
            return "cell-taken"
        # The first cup has no neighbours to need: it just belongs on the centre.
        return "needs-two-neighbours" if cups and cell not in open_cells(cups) else UNEXPLAINED

    def _moving_fault(self, state: CupState, start: Cell, target: Cell | None = None) -> str:
        cups = state.cups
        if start not in cups or start == target:
            return UNEXPLAINED
        if cups[start][-1].player != state.turn:
            return "not-your-piece"
        height = len(cups[start])
        if target is not None:
            if target not in LINKS[start]:
                return "not-adjacent"
            return "too-tall" if len(cups.get(target, ())) > height else UNEXPLAINED
        # A stack put on a stack shows only the lift: say why no neighbour could take it.
        near = [len(cups[n]) for n in LINKS[start] if n in cups]
        if not near:
            return "not-adjacent"
        return "too-tall" if min(near) > height else "wrong-piece-removed"

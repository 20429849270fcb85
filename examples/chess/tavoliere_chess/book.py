"""Chess: the library knows the rules, this book says them to the table."""

from __future__ import annotations

import re

import chess

from engines.game import Attempt, Demand, Game, Outcome
from engines.geometry import square
from engines.notation import cells_named, no_label
from tavoliere_chess import faults, text
from tavoliere_chess.kernel import ChessKernel
from tavoliere_chess.moves import FAR, NEAR, ChessMove, move_on, rook_path
from tavoliere_chess.state import CELLS, PLAYERS, ChessState, state_of

REPETITIONS = 3
QUIET_TURNS = 100
"""Fifty moves of each side."""
LABEL = re.compile(r"([a-z]+\d+)[-x]([a-z]+\d+)(=[qrbn])?")


class Chess(Game[ChessState, ChessMove]):
    name = "chess"
    board = square(8)
    kernel: ChessKernel

    def __init__(self, *, players: int | None = None, **options: str) -> None:
        super().__init__(players=players, **options)
        self.kernel = ChessKernel()

    def start(self, seed: int = 0) -> ChessState:
        return state_of(chess.Board())

    # Moves -----------------------------------------------------------------------------------

    def _moves(self, state: ChessState) -> list[ChessMove]:
        board = state.board()
        return [move_on(board, action) for action in self.kernel.moves(state.node)]

    def _after(self, state: ChessState, move: ChessMove) -> ChessState:
        node = self.kernel.after(state.node, move.action)
        number = state.number + (state.turn == 2)
        if move.final:
            return ChessState(node[0], node, 0, number)
        return ChessState(node[0], node, state.quiet + 1, number, (*state.seen, state.node))

    def _ending(self, state: ChessState) -> Outcome | None:
        """Draws. Whoever has no move is another matter, see `_stuck`."""
        board = state.board()
        if board.is_insufficient_material():
            return Outcome((), "too-few-pieces")
        if state.repeated >= REPETITIONS:
            return Outcome((), "repetition")
        # Mate on the very last of the fifty moves is mate.
        if state.quiet >= QUIET_TURNS and not board.is_checkmate():
            return Outcome((), "fifty-moves")
        return None

    def _stuck(self, state: ChessState) -> Outcome:
        board = state.board()
        if board.is_check():
            return Outcome((PLAYERS[not board.turn],), "checkmate")
        return Outcome((), "stalemate")

    def compulsory(self, state: ChessState) -> Demand | None:
        """Who is in check must end it."""
        if not state.board().is_check():
            return None
        return Demand(self.legal_moves(state), "in-check")

    # Text ------------------------------------------------------------------------------------

    def position(self, text_: str) -> ChessState:
        return text.read(text_)

    def describe(self, state: ChessState) -> str:
        return text.written(state)

    def attempt(self, state: ChessState, label: str) -> Attempt:
        if label in (NEAR, FAR):
            king, goal = ((4, 6), (4, 2))[label == FAR]
            rank = 0 if state.turn == 1 else 7
            corner, beside = rook_path(chess.square(goal, rank))
            return Attempt(
                lifted=(CELLS[chess.square(king, rank)], corner),
                placed=(CELLS[chess.square(goal, rank)], beside),
            )
        match = LABEL.fullmatch(label)
        if not match:
            raise no_label(
                label,
                "'{label}' is not a move: write e2-e4, to take e4xd5, to promote e7-e8=q, to castle "
                "0-0 or 0-0-0",
                "tavoliere_chess.label",
            )
        start, end = cells_named(self.board, label, [match[1], match[2]])
        taken = (end,) if end in state.stacks and "x" in label else ()
        return Attempt(lifted=(start, *taken), placed=(end,))

    # Faults ----------------------------------------------------------------------------------

    def fault(self, state: ChessState, attempt: Attempt) -> str:
        return faults.fault(state, attempt)

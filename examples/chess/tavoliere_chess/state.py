"""A position as plain integers, and the library's board made from them.

python-chess plays on a board that changes; a state is a value. So a state keeps the board's masks
(a bit a cell, a1 lowest) and puts a board together whenever the library is to be asked something.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import chess

from engines.game import State
from engines.geometry import Cell
from engines.steps import Piece, Stacks

CELLS: tuple[Cell, ...] = tuple(chess.SQUARE_NAMES)
COLOURS = {chess.WHITE: "white", chess.BLACK: "black"}
PLAYERS = {chess.WHITE: 1, chess.BLACK: 2}
PIECES = {
    (colour, kind): Piece(COLOURS[colour], PLAYERS[colour], chess.piece_name(kind))
    for colour in chess.COLORS
    for kind in chess.PIECE_TYPES
}

Key = tuple[int, ...]
"""All that makes two positions the same one."""


@dataclass(frozen=True, slots=True)
class ChessState(State):
    kinds: tuple[int, int, int, int, int, int]
    """Where pawns, knights, bishops, rooks, queens and kings stand."""
    white: int
    black: int
    castling: int
    """The rooks that may still castle."""
    passed: int | None
    """The cell on which a pawn can be taken in passing right now."""
    quiet: int = field(default=0, compare=False)
    """Turns since a pawn moved or a piece was taken."""
    number: int = field(default=1, compare=False)
    seen: tuple[Key, ...] = field(default=(), compare=False, repr=False)
    """The positions before this one that may come again."""

    @property
    def stacks(self) -> Stacks:
        stacks = {}
        for colour, mask in ((chess.WHITE, self.white), (chess.BLACK, self.black)):
            for kind, standing in zip(chess.PIECE_TYPES, self.kinds, strict=True):
                for square in chess.scan_forward(mask & standing):
                    stacks[CELLS[square]] = (PIECES[colour, kind],)
        return stacks

    @property
    def key(self) -> Key:
        passed = -1 if self.passed is None else self.passed
        return (self.turn, *self.kinds, self.white, self.castling, passed)

    @property
    def repeated(self) -> int:
        """How often this position has come about, this time included."""
        return 1 + self.seen.count(self.key)

    def board(self) -> chess.Board:
        """A board of the library that stands like this, the caller's to change."""
        board = chess.Board(None)
        (
            board.pawns,
            board.knights,
            board.bishops,
            board.rooks,
            board.queens,
            board.kings,
        ) = self.kinds
        board.occupied_co[chess.WHITE] = self.white
        board.occupied_co[chess.BLACK] = self.black
        board.occupied = self.white | self.black
        board.turn = self.turn == PLAYERS[chess.WHITE]
        board.castling_rights = self.castling
        board.ep_square = self.passed
        board.halfmove_clock = self.quiet
        board.fullmove_number = self.number
        return board


def state_of(board: chess.Board, seen: tuple[Key, ...] = ()) -> ChessState:
    """What a board of the library shows, as a value."""
    return ChessState(
        PLAYERS[board.turn],
        (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings),
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.clean_castling_rights(),
        # A pawn that nobody can take in passing makes no other position of it.
        board.ep_square if board.has_legal_en_passant() else None,
        board.halfmove_clock,
        board.fullmove_number,
        seen,
    )

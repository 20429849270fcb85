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

Node = tuple[int, int, int, int, int, int, int, int, int, int, int]
"""All that makes two positions the same one: the player; where pawns, knights, bishops, rooks, queens,
kings stand; where white and black do; the rooks that may castle; the cell on which a pawn can be taken
in passing right now."""
NOWHERE = -1


def board_of(node: Node) -> chess.Board:
    """A board of the library that stands like this, the caller's to change."""
    board = chess.Board(None)
    (
        player,
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        white,
        black,
        board.castling_rights,
        passed,
    ) = node
    board.occupied_co = [black, white]
    board.occupied = white | black
    board.turn = player == PLAYERS[chess.WHITE]
    board.ep_square = None if passed == NOWHERE else passed
    return board


def node_of(board: chess.Board) -> Node:
    """What a board of the library shows, as a value."""
    # A pawn that nobody can take in passing makes no other position of it.
    passed = board.ep_square if board.ep_square and board.has_legal_en_passant() else NOWHERE
    return (
        PLAYERS[board.turn],
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.clean_castling_rights(),
        passed,
    )


@dataclass(frozen=True, slots=True)
class ChessState(State):
    node: Node
    quiet: int = field(default=0, compare=False)
    """Turns since a pawn moved or a piece was taken."""
    number: int = field(default=1, compare=False)
    """Of the move, as the players count: one of each."""
    seen: tuple[Node, ...] = field(default=(), compare=False, repr=False)
    """The positions before this one that may come again."""

    @property
    def stacks(self) -> Stacks:
        _, *kinds, white, black, _, _ = self.node
        return {
            CELLS[square]: (PIECES[colour, kind],)
            for colour, mask in ((chess.WHITE, white), (chess.BLACK, black))
            for kind, standing in zip(chess.PIECE_TYPES, kinds, strict=True)
            for square in chess.scan_forward(mask & standing)
        }

    @property
    def repeated(self) -> int:
        """How often this position has come about, this time included."""
        return 1 + self.seen.count(self.node)

    def board(self) -> chess.Board:
        board = board_of(self.node)
        board.halfmove_clock, board.fullmove_number = self.quiet, self.number
        return board


def state_of(board: chess.Board) -> ChessState:
    """The position of a board that the library has read."""
    node = node_of(board)
    return ChessState(node[0], node, board.halfmove_clock, board.fullmove_number)

"""What hands do for a move of the library, and how it is written.

    e2-e4      a piece moves
    e4xd5      it takes; in passing, too
    e7-e8=q    a pawn becomes a queen (=r, =b, =n); e7xd8=q likewise
    0-0, 0-0-0 castling, with the near rook and with the far one

The cells say everything: no letter of a piece, which would be another one in every language.
"""

from __future__ import annotations

from functools import cache

import chess

from engines.game import Move
from engines.geometry import Cell
from engines.steps import Piece, Step, lift, place, remove
from engines.word import Word
from tavoliere_chess.state import CELLS, PIECES

NEAR, FAR = "0-0", "0-0-0"


def rook_path(square: chess.Square) -> tuple[Cell, Cell]:
    """From where to where the rook goes when the king castles to this square."""
    rank = chess.square_rank(square)
    start, end = (7, 5) if chess.square_file(square) == 6 else (0, 3)
    return CELLS[chess.square(start, rank)], CELLS[chess.square(end, rank)]


class ChessMove(Move):
    __slots__ = ("play",)

    def __init__(self, label: str, steps: tuple[Step, ...], play: chess.Move) -> None:
        super().__init__(label, steps)
        self.play = play


class Promotion(ChessMove):
    __slots__ = ("word",)

    def __init__(self, label: str, steps: tuple[Step, ...], play: chess.Move, piece: Piece) -> None:
        end = CELLS[play.to_square]
        super().__init__(label, (*steps, remove(end), place(end, 1, (piece,))), play)
        self.word = Word("promote", (end,), piece)


@cache
def castling(play: chess.Move) -> ChessMove:
    start, end = CELLS[play.from_square], CELLS[play.to_square]
    corner, beside = rook_path(play.to_square)
    label = NEAR if chess.square_file(play.to_square) == 6 else FAR
    return ChessMove(label, (lift(start), place(end), lift(corner), place(beside)), play)


@cache
def travel(play: chess.Move, victim: chess.Square | None) -> ChessMove:
    """One piece goes, and what stands on the victim's cell leaves first."""
    start, end = CELLS[play.from_square], CELLS[play.to_square]
    sign, taken = ("-", ()) if victim is None else ("x", (remove(CELLS[victim]),))
    label, steps = f"{start}{sign}{end}", (*taken, lift(start), place(end))
    if play.promotion is None:
        return ChessMove(label, steps, play)
    piece = PIECES[chess.square_rank(play.to_square) == 7, play.promotion]
    return Promotion(f"{label}={chess.piece_symbol(play.promotion)}", steps, play, piece)


def move_on(board: chess.Board, play: chess.Move) -> ChessMove:
    """The move of the library as it is made on the table."""
    if board.is_castling(play):
        return castling(play)
    if board.is_en_passant(play):
        beside = chess.square(
            chess.square_file(play.to_square), chess.square_rank(play.from_square)
        )
        return travel(play, beside)
    return travel(play, play.to_square if board.is_capture(play) else None)

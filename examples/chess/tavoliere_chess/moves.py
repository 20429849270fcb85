"""What hands do for a move of the library, and how it is written.

    e2-e4      a piece moves
    e4xd5      it takes; in passing, too
    e7-e8=q    a pawn becomes a queen (=r, =b, =n); e7xd8=q likewise
    0-0, 0-0-0 castling, with the near rook and with the far one

The cells say everything: no letter of a piece, which would be another one in every language.
"""

from __future__ import annotations

from functools import cache, lru_cache

import chess

from engines.game import Move
from engines.geometry import Cell
from engines.steps import Piece, Step, lift, place, remove
from engines.word import Word
from tavoliere_chess.kernel import Action, unpacked
from tavoliere_chess.state import CELLS, PIECES

NEAR, FAR = "0-0", "0-0-0"


def rook_path(square: chess.Square) -> tuple[Cell, Cell]:
    """From where to where the rook goes when the king castles to this square."""
    rank = chess.square_rank(square)
    start, end = (7, 5) if chess.square_file(square) == 6 else (0, 3)
    return CELLS[chess.square(start, rank)], CELLS[chess.square(end, rank)]


class ChessMove(Move):
    """`final`: a pawn's or a capture, after which nothing that stood before comes again."""

    __slots__ = ("action", "final")

    def __init__(
        self, label: str, steps: tuple[Step, ...], action: Action, *, final: bool = False
    ) -> None:
        super().__init__(label, steps)
        self.action = action
        self.final = final


class Promotion(ChessMove):
    __slots__ = ("word",)

    def __init__(self, label: str, steps: tuple[Step, ...], action: Action, piece: Piece) -> None:
        end = steps[-1].cell
        super().__init__(label, (*steps, remove(end), place(end, 1, (piece,))), action, final=True)
        self.word = Word("promote", (end,), piece)


# Moves are made once and shared by all positions in which they are legal.


@cache
def castling(action: Action) -> ChessMove:
    play = unpacked(action)
    start, end = CELLS[play.from_square], CELLS[play.to_square]
    corner, beside = rook_path(play.to_square)
    label = NEAR if chess.square_file(play.to_square) == 6 else FAR
    return ChessMove(label, (lift(start), place(end), lift(corner), place(beside)), action)


# There are some five thousand of them, of which a game sees a few hundred.
@lru_cache(maxsize=1024)
def travel(action: Action, victim: chess.Square | None, pawn: bool) -> ChessMove:
    """One piece goes, and what stands on the victim's cell leaves first."""
    play = unpacked(action)
    start, end = CELLS[play.from_square], CELLS[play.to_square]
    sign, taken = ("-", ()) if victim is None else ("x", (remove(CELLS[victim]),))
    label, steps = f"{start}{sign}{end}", (*taken, lift(start), place(end))
    if play.promotion is None:
        return ChessMove(label, steps, action, final=pawn or victim is not None)
    piece = PIECES[chess.square_rank(play.to_square) == 7, play.promotion]
    return Promotion(f"{label}={chess.piece_symbol(play.promotion)}", steps, action, piece)


def move_on(board: chess.Board, action: Action) -> ChessMove:
    """An action of the kernel as it is made on the table."""
    play = unpacked(action)
    if board.is_castling(play):
        return castling(action)
    pawn = board.piece_type_at(play.from_square) == chess.PAWN
    if board.is_en_passant(play):
        beside = chess.square(
            chess.square_file(play.to_square), chess.square_rank(play.from_square)
        )
        return travel(action, beside, pawn)
    return travel(action, play.to_square if board.is_capture(play) else None, pawn)

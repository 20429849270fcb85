"""Positions as FEN, and what is wrong with a line that is none."""

from __future__ import annotations

import chess

from engines.errors import InvalidPosition, Said
from tavoliere_chess.state import ChessState, state_of

KINGS = chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING | chess.STATUS_TOO_MANY_KINGS


def wrong(board: chess.Board, text: str) -> Said | None:
    """Why no game can have come to this, the most telling first."""
    status = board.status()
    if status & KINGS:
        return Said(
            "position '{text}' does not have one king a side", "tavoliere_chess.kings", text=text
        )
    if status & chess.STATUS_PAWNS_ON_BACKRANK:
        return Said(
            "position '{text}' has a pawn on the first or last row",
            "tavoliere_chess.pawns",
            text=text,
        )
    if status & chess.STATUS_OPPOSITE_CHECK:
        return Said(
            "position '{text}' lets the king that is not to move stand in check",
            "tavoliere_chess.check",
            text=text,
        )
    if status & chess.STATUS_BAD_CASTLING_RIGHTS:
        return Said(
            "position '{text}' allows castling where king or rook have left their cells",
            "tavoliere_chess.castling",
            text=text,
        )
    if status & chess.STATUS_INVALID_EP_SQUARE:
        return Said(
            "position '{text}' names a cell for taking in passing that no pawn has just passed",
            "tavoliere_chess.passing",
            text=text,
        )
    if status:
        return Said(
            "position '{text}' cannot come about in a game", "tavoliere_chess.impossible", text=text
        )
    return None


def read(text: str) -> ChessState:
    if not isinstance(text, str):
        raise InvalidPosition(
            Said(
                "a position is a line of text, not {text}",
                "tavoliere_chess.line",
                text=repr(text),
            )
        )
    try:
        board = chess.Board(text)
    except ValueError:
        raise InvalidPosition(
            Said(
                "position '{text}' is no FEN: write pieces, side to move (w, b), castling and the cell "
                "passed by a pawn, such as '{example}'",
                "tavoliere_chess.fen",
                text=text,
                example=chess.STARTING_FEN,
            )
        ) from None
    said = wrong(board, text)
    if said:
        raise InvalidPosition(said)
    return state_of(board)


def written(state: ChessState) -> str:
    return state.board().fen()

"""Which rule somebody has broken, the most telling first."""

from __future__ import annotations

import chess

from engines.game import Attempt
from tavoliere_chess.state import ChessState

GOES = {
    chess.PAWN: "pawn-moves",
    chess.KNIGHT: "knight-moves",
    chess.BISHOP: "bishop-moves",
    chess.ROOK: "rook-moves",
    chess.QUEEN: "queen-moves",
    chess.KING: "king-moves",
}
ROWS_OF_PROMOTION = (0, 7)


def squares(cells: tuple[str, ...]) -> list[chess.Square]:
    return [chess.parse_square(cell) for cell in cells if cell in chess.SQUARE_NAMES]


def fault(state: ChessState, attempt: Attempt) -> str:
    board = state.board()
    lifted = [square for square in squares(attempt.lifted) if board.piece_at(square)]
    placed = squares(attempt.placed)
    own = [square for square in lifted if board.color_at(square) == board.turn]
    others = [square for square in lifted if square not in own]
    if not own:
        if not others:
            return "cell-taken" if any(map(board.piece_at, placed)) else "not-a-move"
        return "not-your-piece" if placed else "wrong-piece-removed"
    if not placed:
        return "wrong-piece-removed" if others else "not-a-move"
    if len(own) > 1:
        return "castling" if board.king(board.turn) in own else "one-piece"
    end = placed[-1]
    if board.color_at(end) == board.turn and end not in own:
        return "cell-taken"
    rule = way_fault(board, own[0], end)
    if rule:
        return rule
    victims = {end} if board.color_at(end) is not None else set()
    return "wrong-piece-removed" if set(others) - victims else "not-a-move"


def way_fault(board: chess.Board, start: chess.Square, end: chess.Square) -> str | None:
    """What keeps a piece of the player to move from going there, if anything does."""
    kind = board.piece_type_at(start)
    assert kind is not None
    promotes = kind == chess.PAWN and chess.square_rank(end) in ROWS_OF_PROMOTION
    play = chess.Move(start, end, chess.QUEEN if promotes else None)
    if kind == chess.KING and castles(start, end):
        return None if board.is_legal(play) else "castling"
    if board.is_pseudo_legal(play):
        if board.is_legal(play):
            return None
        if kind == chess.KING:
            return "king-attacked"
        return "in-check" if board.is_check() else "pinned"
    if kind == chess.PAWN:
        return pawn_fault(board, start, end)
    reach = chess.Board(None)
    reach.set_piece_at(start, chess.Piece(kind, board.turn))
    return "way-blocked" if end in reach.attacks(start) else GOES[kind]


def castles(start: chess.Square, end: chess.Square) -> bool:
    """The king goes two cells sideways: nothing else looks like it."""
    return (
        chess.square_rank(start) == chess.square_rank(end)
        and abs(chess.square_file(start) - chess.square_file(end)) == 2
    )


def pawn_fault(board: chess.Board, start: chess.Square, end: chess.Square) -> str:
    ahead = 1 if board.turn == chess.WHITE else -1
    up = (chess.square_rank(end) - chess.square_rank(start)) * ahead
    aside = abs(chess.square_file(end) - chess.square_file(start))
    if up <= 0:
        return "not-forward"
    if (up, aside) == (1, 1) or (aside == 0 and up <= 2 and board.color_at(end) is not None):
        return "pawn-takes"
    if up == 2 and aside == 0 and board.color_at(start + 8 * ahead) is not None:
        return "way-blocked"
    return GOES[chess.PAWN]

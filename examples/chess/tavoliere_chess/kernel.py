"""Moves and what they leave, as plain integers: the inner part of the book, fit for search.

The rules are the library's. Only what a position is worth is told here.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from engines.kernel import Kernel
from tavoliere_chess.state import PLAYERS, ChessState, Node, board_of, node_of
from tavoliere_chess.worth import VALUES, worth

Action = int
"""From, to and what a pawn becomes, six bits each but the last."""


def packed(play: chess.Move) -> Action:
    return play.from_square | play.to_square << 6 | (play.promotion or 0) << 12


def unpacked(action: Action) -> chess.Move:
    return chess.Move(action & 63, action >> 6 & 63, action >> 12 or None)


def gain(board: chess.Board, play: chess.Move) -> int:
    """What a move wins at once: search looks at the dearest victims of the cheapest pieces first."""
    won = VALUES[play.promotion] if play.promotion else 0
    if not board.is_capture(play):
        return won
    victim = board.piece_type_at(play.to_square) or chess.PAWN
    return won + 10 * VALUES[victim] - VALUES[board.piece_type_at(play.from_square) or chess.PAWN]


class ChessKernel(Kernel[Node, Action]):
    def node(self, state: ChessState) -> Node:
        return state.node

    def past(self, state: ChessState) -> tuple[Node, ...]:
        return state.seen

    def turn(self, node: Node) -> int:
        return node[0]

    def moves(self, node: Node) -> Sequence[Action]:
        board = board_of(node)
        if board.is_insufficient_material():
            return ()
        plays = sorted(board.generate_legal_moves(), key=lambda play: -gain(board, play))
        return [packed(play) for play in plays]

    def after(self, node: Node, move: Action) -> Node:
        board = board_of(node)
        board.push(unpacked(move))
        return node_of(board)

    def winners(self, node: Node, moves: Sequence[Action]) -> tuple[int, ...] | None:
        if moves:
            return None
        board = board_of(node)
        return (PLAYERS[not board.turn],) if board.is_checkmate() else ()

    def worth(self, node: Node) -> tuple[int, ...]:
        return worth(node)

    def telling(self, node: Node, moves: Sequence[Action]) -> Sequence[Action]:
        """Captures, promotions, and every way out of check."""
        board = board_of(node)
        if board.is_check():
            return moves
        return [move for move in moves if move >> 12 or board.is_capture(unpacked(move))]

"""What a position is worth to either side, in hundredths of a pawn: what stands there, and how well.

Pawns want to go on, pieces towards the middle, and the king stays at home for as long as the other
side has the pieces to hunt it.
"""

from __future__ import annotations

import chess

from tavoliere_chess.state import Node

VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 310,
    chess.BISHOP: 325,
    chess.ROOK: 500,
    chess.QUEEN: 950,
    chess.KING: 0,
}
HUNTERS = 1500
"""Pieces of this worth make the open board dangerous for a king."""
PAIR = 30
"""Two bishops together."""
AHEAD = (0, 0, 4, 10, 20, 45, 90, 0)
"""A pawn by the rows it has come, seen from its own side."""
PULL = {chess.KNIGHT: 8, chess.BISHOP: 5, chess.ROOK: 2, chess.QUEEN: 2, chess.KING: 10}
"""What a step nearer to the middle is worth."""
HOME = (20, 30, 10, 0, 0, 5, 35, 20)
"""The king on its first row, file by file: where castling takes it."""


def middle(square: chess.Square) -> int:
    """Steps that are left to the edge, both ways: 0 in a corner, 6 on the four cells in the middle."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return min(file, 7 - file) + min(rank, 7 - rank)


def pawn(square: chess.Square) -> int:
    file, rank = chess.square_file(square), chess.square_rank(square)
    centre = min(file, 7 - file)
    return AHEAD[rank] + (6 * centre if rank in (3, 4) else 2 * centre)


def piece(kind: chess.PieceType, square: chess.Square) -> int:
    """For white; black's cells are the same ones turned over."""
    if kind == chess.PAWN:
        return VALUES[kind] + pawn(square)
    home = kind in (chess.KNIGHT, chess.BISHOP) and chess.square_rank(square) == 0
    seventh = kind == chess.ROOK and chess.square_rank(square) == 6
    return VALUES[kind] + PULL[kind] * middle(square) - 8 * home + 20 * seventh


def sheltered(square: chess.Square) -> int:
    rank = chess.square_rank(square)
    return HOME[chess.square_file(square)] if rank == 0 else -20 * min(rank, 3)


TABLES = [[piece(kind, square) for square in chess.SQUARES] for kind in chess.PIECE_TYPES]
SHELTER = [sheltered(square) for square in chess.SQUARES]


def worth(node: Node) -> tuple[int, int]:
    white = node[7]
    return side(node, white, node[8], 0), side(node, node[8], white, 56)


def side(node: Node, own: int, other: int, turned: int) -> int:
    """`turned` turns a cell over to the other side's view of it: 56, or 0."""
    held = 0
    for table, standing in zip(TABLES[:5], node[1:6], strict=True):
        for square in chess.scan_forward(own & standing):
            held += table[square ^ turned]
    if (own & node[3]).bit_count() >= 2:
        held += PAIR
    hunted = sum(
        VALUES[kind] * (other & node[kind]).bit_count()
        for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    )
    king = (own & node[6]).bit_length() - 1
    return held + (SHELTER if hunted >= HUNTERS else TABLES[5])[king ^ turned]
